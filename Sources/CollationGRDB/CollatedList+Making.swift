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
    let rows = try await readRows { progress(0.5 * $0) }
    // Swift's tasks have few threads, and others would miss this one.
    let (order, words) = await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(returning: (rows.names.sortedIndices(), SortedWords(of: rows)))
      }
    }
    // One more than what is written: the list that is ready.
    let count = Double(2 * order.count + words.order.count + 1)
    var written = 0
    func advance(_ batch: Range<Int>) {
      written += batch.count
      progress(0.5 + 0.5 * Double(written) / count)
    }
    let numbers = try await inBatches(of: order.count, keys, advance) { batch, db in
      try keys.insertSorted(order[batch].map(rows.place), db)
    }
    try await inBatches(of: words.order.count, keys, advance) { batch, db in
      try keys.insertWords(words.order[batch].map { words.place($0, rows) }, db)
    }
    // In the order of the ids, in which SQLite fills one page after another.
    var blocks = order
    for (row, number) in zip(order, numbers.joined()) { blocks[row] = number }
    try await inBatches(of: order.count, keys, advance) { [blocks] batch, db in
      try keys.insertRows(batch.map { (rows.ids[$0], blocks[$0], Data(rows.words[$0])) }, db)
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

  /// Reads all rows and makes their keys, on the threads of the database.
  private func readRows(_ progress: @Sendable (Double) -> Void) async throws -> KeyedRows {
    // Rows that are inserted meanwhile are noted, and would have no end.
    let (rowCount, first, end) = try await writer.read { [self] db in
      let row = try Row.fetchOne(
        db, sql: "SELECT count(*), min(\(idColumn)), max(\(idColumn)) FROM \(quotedTable)")!
      return (row[0] as Int, row[1] as Int64?, row[2] as Int64?)
    }
    var rows = KeyedRows()
    var next = first
    while let start = next, let end {
      let batch = try await writer.read { [self] db in
        let cursor = try Row.fetchCursor(
          db,
          sql: """
            SELECT \(idColumn), * FROM \(quotedTable)
            WHERE \(idColumn) BETWEEN ? AND ? ORDER BY \(idColumn) LIMIT ?
            """,
          arguments: [start, end, Self.batchSize], adapter: SuffixRowAdapter(fromIndex: 1))
        var (ids, records): ([Int64], [Record]) = ([], [])
        while let row = try cursor.next() {
          ids.append(row.unadapted[0])
          records.append(try record(row))
        }
        return KeyedRows(
          ids: ids, names: nameKeys(of: records), words: encodedWords(of: records))
      }
      rows.append(batch)
      progress(min(1, Double(rows.ids.count) / Double(rowCount)))
      // No id follows the greatest.
      next = batch.ids.last.flatMap { $0 < end ? $0 + 1 : nil }
    }
    return rows
  }

  /// Writes some numbers of something at a time, and returns what `insert` did.
  @discardableResult
  private func inBatches<Result: Sendable>(
    of count: Int, _ keys: StoredKeys, _ advance: (Range<Int>) -> Void,
    _ insert: @escaping @Sendable (Range<Int>, Database) throws -> Result
  ) async throws -> [Result] {
    var results: [Result] = []
    for start in stride(from: 0, to: count, by: Self.batchSize) {
      let batch = start..<min(start + Self.batchSize, count)
      let result = try await writer.write { [self] db in
        try check(keys, db)
        return try insert(batch, db)
      }
      results.append(result)
      advance(batch)
    }
    return results
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

/// Rows with their keys, in the order of the ids.
private struct KeyedRows: Sendable {
  var ids: [Int64] = []
  var names = KeyList(capacity: 0)
  /// As `RowKeys` encodes them.
  var words = KeyList(capacity: 0)

  mutating func append(_ other: KeyedRows) {
    ids += other.ids
    names.append(other.names, 0..<other.names.count)
    words.append(other.words, 0..<other.words.count)
  }

  func place(_ row: Int) -> Place { Place(key: Data(names[row]), id: ids[row]) }
}

/// The keys under which searches find rows, and their order.
private struct SortedWords: Sendable {
  private var keys = KeyList(capacity: 0)
  private var rows: [Int] = []
  let order: [Int]

  init(of source: KeyedRows) {
    for row in source.ids.indices where !source.words[row].isEmpty {
      let keys = RowKeys(name: Data(source.names[row]), encodedWords: Data(source.words[row]))
      for key in keys.searchKeys! {
        self.keys.append { $0 += key }
        rows.append(row)
      }
    }
    order = keys.sortedIndices()
  }

  func place(_ number: Int, _ source: KeyedRows) -> Place {
    Place(key: Data(keys[number]), id: source.ids[rows[number]])
  }
}
#endif
