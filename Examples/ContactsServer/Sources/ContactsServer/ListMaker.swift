import Collation
import Foundation
import GRDB
import Logging
import Synchronization

/// Makes lists, one after another.
///
/// Names may be written while a list is being made: they are noted, and brought in with the last
/// step. What a killed process left half made is made anew at the next start.
actor ListMaker {
  private let database: ContactDatabase
  private let logger: Logger
  private var last: Task<Void, Never>?
  /// The progress of each list that was asked for, by its name.
  private let progress = Mutex<[String: Progress]>([:])

  enum Progress {
    /// From 0 to 1.
    case making(Double)
    /// The list is not made again for some seconds.
    case failed
  }

  init(_ database: ContactDatabase, logger: Logger) {
    self.database = database
    self.logger = logger
  }

  /// Makes the list of a variant after the lists that were asked for before, unless it is one of
  /// these.
  ///
  /// - Returns: The list's progress.
  nonisolated func request(_ variant: CollationCatalog.Variant) -> Progress {
    let (known, isNew) = progress.withLock { progress in
      let known = progress[variant.listName]
      progress[variant.listName] = known ?? .making(0)
      return (known ?? .making(0), known == nil)
    }
    if isNew { Task { await enqueue(variant) } }
    return known
  }

  private func enqueue(_ variant: CollationCatalog.Variant) {
    last = Task { [last] in
      await last?.value
      do {
        // One task, which leaves the other cores to requests.
        try await make(variant, workers: 1)
        forget(variant)
      } catch {
        await giveUp(variant, error)
        // Requests within the next seconds do not have all names read in vain each time.
        progress.withLock { $0[variant.listName] = .failed }
        Task {
          try await Task.sleep(for: .seconds(10))
          forget(variant)
        }
      }
    }
  }

  /// Leaves nothing of a list that could not be made: it may be the disk that is full.
  private func giveUp(_ variant: CollationCatalog.Variant, _ error: any Error) async {
    logger.error("the list of \(variant.listName) was not made: \(error)")
    do {
      try await removeList(named: variant.listName)
    } catch {
      logger.error("what was made of it stays: \(error)")
    }
  }

  private nonisolated func forget(_ variant: CollationCatalog.Variant) {
    _ = progress.withLock { $0.removeValue(forKey: variant.listName) }
  }

  /// Makes whole what is on the disk: every list in use is ready and has the stamp of its
  /// collation, and lists that the catalog does not have are gone.
  func makeWhole(with fallback: CollationCatalog.Variant) async throws {
    let lists = try await database.pool.read { db in
      try Row.fetchAll(db, sql: "SELECT name, stamp, isReady FROM lists ORDER BY id")
        .map { (name: $0[0] as String, stamp: $0[1] as String, isReady: $0[2] as Bool) }
    }
    for (name, stamp, isReady) in lists {
      guard let variant = database.catalog[name], variant.listName == name else {
        logger.notice("the list of \(name) goes: no locale of the catalog uses it")
        try await removeList(named: name)
        continue
      }
      do {
        guard isReady else { throw HalfMade() }
        try variant.collation.stamp.check(stored: CollationStamp(stamp))
      } catch let reason {
        logger.notice("the list of \(name) is made anew: \(reason)")
        do {
          try await make(variant, workers: .allCores)
        } catch  where name != fallback.listName {
          // It can be asked for again. Without the fallback there is nothing to serve.
          await giveUp(variant, error)
        }
      }
    }
    if !lists.contains(where: { $0.name == fallback.listName }) {
      try await make(fallback, workers: .allCores)
    }
  }

  private struct HalfMade: Error, CustomStringConvertible {
    var description: String { "it was left half made" }
  }

  // MARK: Making a list

  /// How many rows are written at a time. Other writes wait so long.
  private static let batchSize = 5_000

  private func make(_ variant: CollationCatalog.Variant, workers: WorkerCount) async throws {
    let (pool, name) = (database.pool, variant.listName)
    let stamp = variant.collation.stamp.description
    let clock = ContinuousClock()
    let start = clock.now

    // A request that came by before the list was ready may ask for it once more.
    let isReady = try await pool.read { db in
      try Bool.fetchOne(
        db, sql: "SELECT isReady AND stamp = ? FROM lists WHERE name = ?",
        arguments: [stamp, name])
    }
    if isReady == true { return }
    try await removeList(named: name)
    // From here on, every write notes what it changes.
    let list = try await pool.write { db in
      try db.execute(
        sql: "INSERT INTO lists (name, stamp, isReady) VALUES (?, ?, FALSE)",
        arguments: [name, stamp])
      return NameList(id: db.lastInsertedRowID, collation: variant.collation)
    }

    let places = try await self.places(in: list, named: name, workers: workers)
    let blocks = list.blocks(of: places)
    try await pool.write { db in for block in blocks { try list.insert(block, db) } }
    for start in stride(from: 0, to: places.count, by: Self.batchSize) {
      let batch = places[start..<min(start + Self.batchSize, places.count)]
      try await pool.write { db in try list.insertKeys(batch, db) }
      report(0.5 + 0.5 * Double(batch.endIndex) / Double(places.count), name)
    }

    try await pool.write { [database] db in
      try Self.bringIn(changesOf: list, db)
      try db.execute(sql: "UPDATE lists SET isReady = TRUE WHERE id = ?", arguments: [list.id])
      try database.raiseRevision(db)
    }
    report(1, name)
    logger.notice("the list of \(name) is ready: \(places.count) names, \(clock.now - start)")
  }

  /// The places of all names, in the order of the list.
  private func places(
    in list: NameList, named name: String, workers: WorkerCount
  ) async throws -> SortedPlaces {
    let (ids, records) = try await database.pool.read { db in
      var ids: [Int64] = []
      var records = UTF8Records()
      let rows = try Row.fetchCursor(db, sql: "SELECT id, name FROM names ORDER BY id")
      while let row = try rows.next() {
        ids.append(row[0])
        records.append(row[1] as String)
      }
      return (ids, records)
    }
    let count = Double(max(records.count, 1))
    let keys = try await list.collation.displayKeys(of: records, workers: workers) { done in
      self.report(0.4 * Double(done) / count, name)
    }
    // Names with equal keys stay in the order of their ids.
    let order = keys.sortedIndices()
    report(0.5, name)
    return SortedPlaces(keys: keys, ids: ids, order: order)
  }

  /// Brings in what was written since the names were read.
  private static func bringIn(changesOf list: NameList, _ db: Database) throws {
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
    for row in old { try list.remove(NameList.Place(key: row[0], id: row[1]), db) }
    let new = try Row.fetchAll(
      db, sql: "SELECT id, name FROM names WHERE id IN (SELECT id FROM changes WHERE list = ?)",
      arguments: [list.id])
    try list.insert(new.map { list.place(of: Contact(id: $0[0], name: $0[1])) }.sorted(), db)
    try db.execute(sql: "DELETE FROM changes WHERE list = ?", arguments: [list.id])
  }

  /// Removes a list bit by bit, so that others can write in between, and a disk that is full has
  /// room for it.
  private func removeList(named name: String) async throws {
    let pool = database.pool
    let list = try await pool.write { db in
      // From here on, it is no list that is served.
      try db.execute(sql: "UPDATE lists SET isReady = FALSE WHERE name = ?", arguments: [name])
      return try Int64.fetchOne(
        db, sql: "SELECT id FROM lists WHERE name = ?", arguments: [name])
    }
    guard let list else { return }
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
  let keys: DisplayKeys
  let ids: [Int64]
  let order: [Int]

  var startIndex: Int { 0 }
  var endIndex: Int { order.count }

  subscript(position: Int) -> NameList.Place {
    NameList.Place(key: Data(keys[order[position]].bytes), id: ids[order[position]])
  }
}
