#if GRDB
internal import Collation
internal import Foundation
internal import GRDB
internal import Synchronization

extension CollatedList {
  /// Builds the list if it is missing or outdated. Reads and writes can continue meanwhile.
  ///
  /// Rows are read and keys are written in batches, each in a transaction of its own. Triggers
  /// record what is written to the table meanwhile, and those rows are updated before the new list
  /// replaces an outdated one. The keys of all rows stay in memory until they are written.
  ///
  /// If the task is canceled or the process killed, the next call first removes the partial list,
  /// and then starts over. So build a list in only one process at a time.
  ///
  /// A second call on the same object waits for the first, even if its own task is canceled, and
  /// reports no progress. If the first is canceled, the second builds the list.
  ///
  /// - Parameter progress: Called after each batch with the fraction done, from 0 to 1.
  /// - Throws: `CancellationError`, and a `DatabaseError` if SQLite fails, another process has
  ///   begun to make the list, or a row cannot be decoded: the message names its id.
  /// - Complexity: O(*n* log *n*) in the rows.
  public func make(progress: @escaping @Sendable (Double) -> Void = { _ in }) async throws {
    while true {
      let (task, isOwn) = making.withLock { making in
        if let making { return (making, false) }
        let task = Task {
          defer { self.making.withLock { $0 = nil } }
          try await makeUnlessReady(progress)
        }
        making = task
        return (task, true)
      }
      do {
        return try await withTaskCancellationHandler {
          try await task.value
        } onCancel: {
          if isOwn { task.cancel() }
        }
      } catch is CancellationError where !isOwn && !Task.isCancelled {
        // The call that was waited for was canceled, and this one was not.
      }
    }
  }

  /// Removes the list from the file, in batches beside reads and writes.
  ///
  /// - Throws: `CancellationError`, and a `DatabaseError` if SQLite fails. The next call, or the
  ///   next ``make(progress:)``, removes what is left.
  public func remove() async throws {
    try await setAside(where: "TRUE")
    try await removeRemains()
  }

  // MARK: Making

  /// How many rows are read or written in one transaction. Other writes wait so long.
  static var batchSize: Int { 5_000 }

  private func makeUnlessReady(_ progress: @Sendable (Double) -> Void) async throws {
    try await setAside(where: "state = 'making'")
    // First, or the file would grow by a partial list with each process that is killed.
    try await removeRemains()
    let isReady = try await writer.read { [self] db in try readable(db)?.isOutdated == false }
    if isReady { return }
    // From here on, triggers note what is written.
    let keys = try await writer.write { [self] db in
      try db.execute(
        sql: """
          INSERT INTO collationLists (source, name, stamp, titles, hasWords, state)
          VALUES (?, ?, ?, ?, ?, 'making')
          """,
        arguments: [table, name, collation.stamp.description, titles, words != nil])
      let keys = storedKeys(ofList: db.lastInsertedRowID)
      try keys.insertSections(db)
      return keys
    }
    do {
      try await write(keys, progress)
    } catch {
      // A canceled task writes nothing. If this fails as well, the next call removes the list.
      await Task { [self] in try? await setAside(where: "id = \(keys.list)") }.value
      throw error
    }
    progress(1)
    // The list that this one replaces.
    try await removeRemains()
  }

  private func write(_ keys: StoredKeys, _ progress: @Sendable (Double) -> Void) async throws {
    let (names, words) = try await insertRows(keys) { progress(0.5 * $0) }
    // One more than the rows: the list that is ready.
    let count = Double(names.count + words.count + 1)
    try await inBatches(names, of: keys, keys.insertSorted) {
      progress(0.5 + 0.5 * Double($0) / count)
    }
    try await inBatches(words, of: keys, keys.insertWords) {
      progress(0.5 + 0.5 * Double(names.count + $0) / count)
    }

    let stored = Stored(keys: keys, stamp: collation.stamp, revision: 0, isOutdated: false)
    while try await !writer.write({ [self] db in
      try check(keys, db)
      _ = try bringIn(stored, limit: Self.batchSize, db)
      if try stored.hasNotes(db) { return false }
      try db.execute(
        sql: """
          UPDATE collationLists SET state = iif(id = ?, 'ready', 'gone')
          WHERE source = ? AND name = ?
          """,
        arguments: [keys.list, table, name])
      return true
    }) {}
  }

  /// Reads all rows and writes their keys, in the order of the ids.
  ///
  /// Keys are made and sorted on the threads of the database. The few threads of Swift's tasks
  /// would be missed by all others.
  ///
  /// - Returns: The places of all names, and of all words.
  private func insertRows(
    _ keys: StoredKeys, _ progress: @Sendable (Double) -> Void
  ) async throws -> (names: SortedPlaces, words: SortedPlaces) {
    // Rows that are inserted meanwhile are noted, and would have no end.
    let (rowCount, first, end) = try await writer.read { [self] db in
      let row = try Row.fetchOne(
        db, sql: "SELECT count(*), min(\(idColumn)), max(\(idColumn)) FROM \(quotedTable)")!
      return (row[0] as Int, row[1] as Int64?, row[2] as Int64?)
    }
    var (names, words) = (SortedPlaces(), SortedPlaces())
    var next = first
    while let start = next, let end {
      let batch = try await writer.read { [self] db in
        let rows = try Row.fetchAll(
          db,
          sql: """
            SELECT \(idColumn), * FROM \(quotedTable)
            WHERE \(idColumn) BETWEEN ? AND ? ORDER BY \(idColumn) LIMIT ?
            """,
          arguments: [start, end, Self.batchSize], adapter: SuffixRowAdapter(fromIndex: 1))
        return Batch(zip(rows.map { $0.unadapted[0] }, rowKeys(of: try rows.map(record))))
      }
      try await writer.write { [self] db in
        try check(keys, db)
        try keys.insertRows(batch.rows, db)
      }
      names.append(batch.names)
      words.append(batch.words)
      progress(min(1, Double(names.count) / Double(rowCount)))
      // No id follows the greatest.
      next = batch.rows.last.flatMap { $0.id < end ? $0.id + 1 : nil }
    }
    return (names, words)
  }

  /// Writes places in their order, in batches.
  private func inBatches(
    _ places: SortedPlaces, of keys: StoredKeys,
    _ insert: @escaping @Sendable ([Place], Database) throws -> Void,
    _ progress: (_ count: Int) -> Void
  ) async throws {
    var rest = places
    while rest.count > 0 {
      rest = try await writer.write { [self, rest] db in
        try check(keys, db)
        var rest = rest
        try insert(rest.removeFirst(Self.batchSize), db)
        return rest
      }
      progress(places.count - rest.count)
    }
  }

  /// Checks that no other process has begun to make the list.
  private func check(_ keys: StoredKeys, _ db: Database) throws {
    let isMade = try Bool.fetchOne(
      db,
      sql: "SELECT EXISTS (SELECT * FROM collationLists WHERE id = ? AND state = 'making')",
      arguments: [keys.list])!
    guard isMade else {
      throw DatabaseError(
        resultCode: .SQLITE_ABORT,
        message: "the list '\(name)' of '\(table)' is being made, or was removed, elsewhere")
    }
  }

  // MARK: Removing

  private func setAside(where condition: String) async throws {
    try await writer.write { [self] db in
      try db.execute(
        sql: """
          UPDATE collationLists SET state = 'gone' WHERE source = ? AND name = ? AND \(condition)
          """,
        arguments: [table, name])
    }
  }

  /// Removes what is left of lists that are gone, and the lists of tables that are.
  private func removeRemains() async throws {
    while let list = try await writer.read({ [self] db in
      try Int64.fetchOne(
        db,
        sql: """
          SELECT id FROM collationLists WHERE source = ? AND name = ? AND state = 'gone'
          OR source NOT IN (SELECT name FROM sqlite_master WHERE type = 'table')
          """,
        arguments: [table, name])
    }) {
      // A table may get its former name back meanwhile.
      try await writer.write { db in
        try db.execute(
          sql: "UPDATE collationLists SET state = 'gone' WHERE id = ?", arguments: [list])
      }
      for (table, row) in [("Keys", "key, id"), ("Words", "key, id"), ("Rows", "id")] {
        while try await writer.write({ db in
          try db.execute(
            sql: """
              DELETE FROM collation\(table) WHERE list = ?1 AND (\(row)) IN (
                SELECT \(row) FROM collation\(table) WHERE list = ?1 ORDER BY \(row) LIMIT ?2)
              """,
            arguments: [list, Self.batchSize])
          return db.changesCount > 0
        }) {}
      }
      try await writer.write { db in
        for table in ["Blocks", "Sections", "Notes"] {
          try db.execute(sql: "DELETE FROM collation\(table) WHERE list = ?", arguments: [list])
        }
        try db.execute(sql: "DELETE FROM collationLists WHERE id = ?", arguments: [list])
      }
    }
  }
}

/// Some rows with their keys, in the order of the ids.
private struct Batch: Sendable {
  let rows: [(id: Int64, keys: RowKeys)]
  let names: SortedPlaces.Run
  let words: SortedPlaces.Run

  init(_ rows: some Sequence<(Int64, RowKeys)>) {
    self.rows = rows.map { ($0, $1) }
    names = SortedPlaces.Run(self.rows.map { Place(key: $0.keys.name, id: $0.id) })
    words = SortedPlaces.Run(
      self.rows.flatMap { row in row.keys.searchKeys!.map { Place(key: $0, id: row.id) } })
  }
}

/// Places in the order of a list: runs that are each sorted, and merged when places are taken.
struct SortedPlaces: Sendable {
  /// Some places in order. Their keys lie in one piece of memory.
  struct Run: Sendable {
    private let keys: KeyList
    private let ids: [Int64]
    private var start = 0

    /// - Parameter places: Places in the order of their ids.
    init(_ places: some Collection<Place>) {
      var keys = KeyList(capacity: places.count)
      for place in places { keys.append { $0 += place.key } }
      let order = keys.sortedIndices()
      let ids = places.map(\.id)
      self.keys = KeyList(keys, order)
      self.ids = order.map { ids[$0] }
    }

    var count: Int { ids.count - start }

    mutating func removeFirst() -> Place {
      defer { start += 1 }
      return Place(key: Data(keys[start]), id: ids[start])
    }

    /// Whether the first place comes before that of another run.
    func precedes(_ other: Run) -> Bool {
      let result = keys.bytes.span.extracting(keys.range(of: start))
        .compare(other.keys.bytes.span.extracting(other.keys.range(of: other.start)))
      return result == 0 ? ids[start] < other.ids[other.start] : result < 0
    }
  }

  /// A heap: no run precedes the one at half its number (Knuth, 5.2.3).
  private var runs: [Run] = []
  private(set) var count = 0

  mutating func append(_ run: Run) {
    if run.count == 0 { return }
    count += run.count
    runs.append(run)
    var number = runs.count - 1
    while number > 0, runs[number].precedes(runs[(number - 1) / 2]) {
      runs.swapAt(number, (number - 1) / 2)
      number = (number - 1) / 2
    }
  }

  /// Removes the first places, at most as many as the limit.
  mutating func removeFirst(_ limit: Int) -> [Place] {
    let removed = min(limit, count)
    count -= removed
    return (0..<removed).map { _ in
      let place = runs[0].removeFirst()
      if runs[0].count == 0 {
        runs.swapAt(0, runs.count - 1)
        runs.removeLast()
      }
      moveFirstRunDown()
      return place
    }
  }

  private mutating func moveFirstRunDown() {
    var number = 0
    while true {
      var first = number
      for other in [2 * number + 1, 2 * number + 2]
      where other < runs.count && runs[other].precedes(runs[first]) {
        first = other
      }
      if first == number { return }
      runs.swapAt(number, first)
      number = first
    }
  }
}
#endif
