import Collation
import CollationFiling
import CollationLists
import Foundation
import GRDB
import Logging
import Synchronization

/// Makes lists, one after another, and keeps as many of them as the limits say.
///
/// Names may be written while a list is being made: they are noted, and brought in with the last
/// step. What a killed process left half made is made anew at the next start.
actor ListMaker {
  private let database: ContactDatabase
  private let limits: Limits
  private let logger: Logger
  private var last: Task<Void, Never>?
  /// The lists that are to be made at the start.
  private var wanted: [CollationCatalog.Variant] = []
  /// Whether something is left of a list that could not be removed.
  private var hasRemains = false
  /// The progress of each list that was asked for, by its name.
  private let progress = Mutex<[String: Progress]>([:])
  /// When each list was last asked for, by its name.
  private let uses = Mutex<[String: ContinuousClock.Instant]>([:])

  enum Progress {
    /// From 0 to 1.
    case making(Double)
    /// The list is not made again for some seconds.
    case failed
  }

  init(_ database: ContactDatabase, _ limits: Limits, logger: Logger) {
    self.database = database
    self.limits = limits
    self.logger = logger
  }

  /// Makes the list of a variant after the lists that were asked for before, unless it is one of
  /// these.
  ///
  /// - Returns: The list's progress.
  @discardableResult
  nonisolated func request(_ variant: CollationCatalog.Variant) -> Progress {
    let (known, isNew) = note(variant)
    if isNew { Task { await enqueue(variant) } }
    return known
  }

  private nonisolated func note(
    _ variant: CollationCatalog.Variant
  ) -> (progress: Progress, isNew: Bool) {
    progress.withLock { progress in
      if let known = progress[variant.storedName] { return (known, false) }
      progress[variant.storedName] = .making(0)
      return (.making(0), true)
    }
  }

  private nonisolated func forget(_ variant: CollationCatalog.Variant) {
    _ = progress.withLock { $0.removeValue(forKey: variant.storedName) }
  }

  /// Notes that someone reads a list, or would.
  nonisolated func use(_ variant: CollationCatalog.Variant) {
    uses.withLock { $0[variant.storedName] = .now }
  }

  private func enqueue(_ variant: CollationCatalog.Variant) {
    enqueue { [self] in
      do {
        try await make(variant)
        forget(variant)
      } catch {
        logger.error("the list of \(variant.storedName) was not made: \(error)")
        // Requests within the next seconds do not have all names read in vain each time.
        progress.withLock { $0[variant.storedName] = .failed }
        Task {
          try await Task.sleep(for: limits.retryTime)
          forget(variant)
        }
      }
    }
  }

  /// Runs a step after those before, and then removes what it left.
  private func enqueue(_ step: @escaping @Sendable () async -> Void) {
    last = Task { [last] in
      await last?.value
      await step()
      do {
        try await removeRemains()
        hasRemains = false
      } catch {
        // Even to remove takes room on the disk. It is tried until there is some.
        if hasRemains { return }
        hasRemains = true
        logger.error("what is left of a list stays for now: \(error)")
        Task {
          while hasRemains {
            try await Task.sleep(for: limits.retryTime)
            enqueue {}
            await self.last?.value
          }
        }
      }
    }
  }

  // MARK: The start

  /// Finds out which lists can be served. It comes before the first request.
  func findLists() async throws {
    let lists = try await database.pool.read { db in
      try Row.fetchAll(db, sql: "SELECT id, name, stamp, titles, state FROM lists ORDER BY id")
        .map {
          (
            id: $0[0] as Int64, name: $0[1] as String, stamp: CollationStamp($0[2]),
            titles: $0[3] as String, state: $0[4] as ContactList.State
          )
        }
    }
    var states: [Int64: ContactList.State] = [:]
    var ready: Set<String> = []
    for list in lists where list.state != .gone {
      guard let variant = database.variant(ofList: list.name) else {
        logger.notice("the list of \(list.name) goes: no locale of the catalog uses it")
        states[list.id] = .gone
        continue
      }
      use(variant)
      do {
        guard list.state != .making else { throw HalfMade() }
        try variant.collation.stamp.check(stored: list.stamp)
        states[list.id] = .ready
        ready.insert(list.name)
      } catch {
        logger.notice("the list of \(list.name) is made anew: \(error)")
        wanted.append(variant)
        // The rows of an old order are sound among themselves, and so are the sections if they
        // have the titles of today.
        let isSound =
          list.state != .making && list.titles == variant.titles
          && list.stamp?.components.first?.value
            == variant.collation.stamp.components.first?.value
        states[list.id] = isSound ? .old : .gone
      }
    }
    try await database.pool.write { [states] db in
      for (id, state) in states {
        try db.execute(sql: "UPDATE lists SET state = ? WHERE id = ?", arguments: [state, id])
      }
    }
    wanted.removeAll { ready.contains($0.storedName) }
    let fallback = database.catalog.fallback
    if !ready.contains(fallback.storedName) { wanted.insert(fallback, at: 0) }
  }

  private struct HalfMade: Error, CustomStringConvertible {
    var description: String { "it was left half made" }
  }

  /// Makes anew what has to be, that which all others fall back to first, and begins to drop lists
  /// that nobody uses.
  func start() {
    for variant in wanted.prefix(limits.lists) where note(variant).isNew { enqueue(variant) }
    wanted = []
    enqueue {}
    Task { [weak self, limits] in
      while true {
        try await Task.sleep(for: limits.unusedTime / 24)
        guard let self else { return }
        await enqueue { await self.dropUnused() }
      }
    }
  }

  // MARK: Dropping lists

  private func dropUnused() async {
    let end = ContinuousClock.now - limits.unusedTime
    let names = uses.withLock { uses in uses.keys.filter { uses[$0]! < end } }
    do {
      try await drop(names, "nobody has used it for long")
    } catch {
      logger.error("lists that nobody uses stay for now: \(error)")
    }
  }

  /// Drops the lists that were used least lately, if with one more there are too many.
  private func makeRoom(for variant: CollationCatalog.Variant) async throws {
    let kept: Set = [variant.storedName, database.catalog.fallback.storedName]
    let names = try await database.pool.read { db in
      try String.fetchAll(
        db, sql: "SELECT DISTINCT name FROM lists WHERE state IN ('ready', 'old') ORDER BY id")
    }
    let uses = uses.withLock { $0 }
    let others = names.filter { !kept.contains($0) }
      .sorted { uses[$0, default: .now] < uses[$1, default: .now] }
    try await drop(
      others.dropLast(max(0, limits.lists - kept.count)), "\(variant.storedName) takes its place")
  }

  private func drop(_ names: some Collection<String>, _ reason: String) async throws {
    for name in names where name != database.catalog.fallback.storedName {
      uses.withLock { _ = $0.removeValue(forKey: name) }
      let isDropped = try await database.pool.write { db in
        try db.execute(
          sql: "UPDATE lists SET state = 'gone' WHERE name = ? AND state IN ('ready', 'old')",
          arguments: [name])
        return db.changesCount > 0
      }
      if isDropped { logger.notice("the list of \(name) goes: \(reason)") }
    }
  }

  /// Removes lists that are gone, and what was made of one that could not be made. No list is being
  /// made meanwhile.
  private func removeRemains() async throws {
    try await database.pool.write { db in
      try db.execute(sql: "UPDATE lists SET state = 'gone' WHERE state = 'making'")
    }
    while let list = try await database.pool.read({ db in
      try Int64.fetchOne(db, sql: "SELECT id FROM lists WHERE state = 'gone'")
    }) {
      try await remove(list)
    }
  }

  /// Removes a list bit by bit, so that others can write in between.
  private func remove(_ list: Int64) async throws {
    let pool = database.pool
    while try await pool.write({ db in
      let rest = try Row.fetchOne(
        db, sql: "SELECT key, id FROM keys WHERE list = ? ORDER BY key, id LIMIT 1 OFFSET ?",
        arguments: [list, Self.batchSize])
      guard let rest else { return false }
      try db.execute(
        sql: "DELETE FROM keys WHERE list = ? AND (key, id) < (?, ?)",
        arguments: [list, rest[0] as Data, rest[1] as Int64])
      return true
    }) {}
    try await pool.write { db in
      for table in ["keys", "blocks", "changes"] {
        try db.execute(sql: "DELETE FROM \(table) WHERE list = ?", arguments: [list])
      }
      try db.execute(sql: "DELETE FROM lists WHERE id = ?", arguments: [list])
    }
  }

  // MARK: Making a list

  /// How many rows are written at a time. Other writes wait so long.
  private static let batchSize = 5_000

  private func make(_ variant: CollationCatalog.Variant) async throws {
    let (pool, name) = (database.pool, variant.storedName)
    let clock = ContinuousClock()
    let start = clock.now

    // A request that came by before the list was ready may ask for it once more.
    let isReady = try await pool.read { db in
      try Bool.fetchOne(
        db, sql: "SELECT EXISTS (SELECT * FROM lists WHERE name = ? AND state = 'ready')",
        arguments: [name])
    }
    if isReady == true { return }
    try await makeRoom(for: variant)
    try await removeRemains()
    // From here on, every write notes what it changes.
    let list = try await pool.write { db in
      try db.execute(
        sql: "INSERT INTO lists (name, stamp, titles, state) VALUES (?, ?, ?, 'making')",
        arguments: [name, variant.collation.stamp.description, variant.titles])
      return ContactList(id: db.lastInsertedRowID, collation: variant.collation)
    }

    let places = try await self.places(in: list, named: name)
    let blocks = list.blocks(of: places)
    try await pool.write { db in for block in blocks { try list.insert(block, db) } }
    for start in stride(from: 0, to: places.count, by: Self.batchSize) {
      try checkRoom()
      let batch = places[start..<min(start + Self.batchSize, places.count)]
      try await pool.write { db in try list.insertKeys(batch, db) }
      report(0.5 + 0.5 * Double(batch.endIndex) / Double(places.count), name)
    }

    try await pool.write { [database] db in
      try Self.bringIn(changesOf: list, db)
      // It takes the place of one in an old order.
      try db.execute(
        sql: "UPDATE lists SET state = iif(id = ?, 'ready', 'gone') WHERE name = ?",
        arguments: [list.id, name])
      try database.raiseRevision(db)
    }
    report(1, name)
    logger.notice("the list of \(name) is ready: \(places.count) names, \(clock.now - start)")
  }

  /// Leaves the last room on the disk to names, and to the removal of lists, which takes some too.
  private func checkRoom() throws {
    let disk = try FileManager.default.attributesOfFileSystem(forPath: database.pool.path)
    if let free = disk[.systemFreeSize] as? NSNumber, free.intValue < limits.room {
      throw NoRoom(free: free.intValue)
    }
  }

  private struct NoRoom: Error, CustomStringConvertible {
    let free: Int
    var description: String { "the disk has only \(free) bytes left" }
  }

  /// The places of all names, in the order of the list.
  private func places(
    in list: ContactList, named name: String
  ) async throws -> SortedPlaces {
    let (ids, names) = try await database.pool.read { db in
      let contacts = try Contact.fetchAll(
        db, sql: "SELECT \(Contact.columns), id FROM names ORDER BY id")
      return (contacts.map(\.id), NameList(contacts, filedBy: \.parts))
    }
    let count = Double(max(ids.count, 1))
    // One task, which leaves the other cores to requests.
    let keys = try await list.collation.listKeys(of: names, workers: 1) { done in
      self.report(0.4 * Double(done) / count, name)
    }
    // Names with equal keys stay in the order of their ids.
    let order = keys.sortedIndices()
    report(0.5, name)
    return SortedPlaces(keys: keys, ids: ids, order: order)
  }

  /// Brings in what was written since the names were read.
  private static func bringIn(changesOf list: ContactList, _ db: Database) throws {
    let changed = try Int64.fetchAll(
      db, sql: "SELECT id FROM changes WHERE list = ?", arguments: [list.id])
    if changed.isEmpty { return }
    // A name that has changed since is found by its id alone: this reads the whole list.
    let old = try Row.fetchAll(
      db,
      sql: """
        SELECT key, id FROM keys
        WHERE list = ?1 AND id IN (SELECT id FROM changes WHERE list = ?1)
        """,
      arguments: [list.id])
    for row in old { try list.remove(ContactList.Place(key: row[0], id: row[1]), db) }
    let new = try Contact.fetchAll(
      db,
      sql: """
        SELECT \(Contact.columns), id FROM names
        WHERE id IN (SELECT id FROM changes WHERE list = ?)
        """,
      arguments: [list.id])
    try list.insert(new.map(list.place(of:)).sorted(), db)
    try db.execute(sql: "DELETE FROM changes WHERE list = ?", arguments: [list.id])
  }

  /// Notes the progress of a list and, on a terminal, shows it.
  private nonisolated func report(_ done: Double, _ name: String) {
    progress.withLock { if $0[name] != nil { $0[name] = .making(done) } }
    if isatty(STDERR_FILENO) != 0 {
      let line = "\r\(name): \(Int(done * 100)) %" + (done == 1 ? "\r\u{1B}[K" : "")
      FileHandle.standardError.write(Data(line.utf8))
    }
  }
}

/// The places of names in the order of a list. Their keys lie in one piece of memory.
private struct SortedPlaces: RandomAccessCollection, Sendable {
  let keys: KeyArray<ListKey>
  let ids: [Int64]
  let order: [Int]

  var startIndex: Int { 0 }
  var endIndex: Int { order.count }

  subscript(position: Int) -> ContactList.Place {
    ContactList.Place(key: Data(keys[order[position]].bytes), id: ids[order[position]])
  }
}

extension CollationCatalog.Variant {
  /// The titles of the sections, as they are stored beside a list.
  var titles: String { collation.sectionTitles.joined(separator: "\n") }
}
