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
    if !isReady {
      // From here on, triggers note what is written.
      let keys = try await writer.write { [self] db in
        try db.execute(
          sql: """
            INSERT INTO collationLists (source, name, stamp, titles, hasWords, state)
            VALUES (?, ?, ?, ?, ?, 'making')
            """,
          arguments: [table, name, collation.stamp.description, titles, words != nil])
        return storedKeys(ofList: db.lastInsertedRowID)
      }
      do {
        try await write(keys, progress)
      } catch {
        // If this fails as well, the next call removes the list.
        try? giveUp(keys)
        throw error
      }
      progress(1)
      // The list that this one replaces.
      try await removeRemains()
    }
  }

  private func write(_ keys: StoredKeys, _ progress: @Sendable (Double) -> Void) async throws {
    let (names, words) = try await insertRows(keys) { progress(0.5 * $0) }
    // One more than the rows: the list that is ready.
    let count = Double(names.count + words.count + 1)
    try await inBatches(names) { [self] places, end in
      try await writer.write { [self] db in
        try check(keys, db)
        try keys.insertKeys(places, db)
      }
      progress(0.5 + 0.5 * Double(end) / count)
    }
    try await inBatches(words) { [self] places, end in
      try await writer.write { [self] db in
        try check(keys, db)
        try keys.insertWords(places, db)
      }
      progress(0.5 + 0.5 * Double(names.count + end) / count)
    }
    try await writer.write { [self] db in
      try check(keys, db)
      try keys.insertBlocks(of: names, db)
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
  /// - Returns: The places of all names, and of all words, each in the order of the list.
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
        return (ids: rows.map { $0.unadapted[0] as Int64 }, records: try rows.map(record))
      }
      try Task.checkCancellation()
      let nameKeys = listKeys(of: batch.records)
      for (id, key) in zip(batch.ids, nameKeys) { names.append(key, id) }
      let texts = batch.records.map { self.words?($0) ?? [] }
      let wordKeys = collation.listKeys(of: NameList(texts.joined()))
      var rows: [(id: Int64, keys: RowKeys)] = []
      var start = 0
      for (number, id) in batch.ids.enumerated() {
        let own = wordKeys[start..<start + texts[number].count]
        for key in own { words.append(key, id) }
        rows.append(
          (id, RowKeys(name: Data(nameKeys[number].bytes), words: own.map { Data($0.bytes) })))
        start = own.endIndex
      }
      try await writer.write { [self, rows] db in
        try check(keys, db)
        try keys.insertRows(rows, db)
      }
      progress(min(1, Double(names.count) / Double(rowCount)))
      // No id follows the greatest.
      next = batch.ids.last.flatMap { $0 < end ? $0 + 1 : nil }
    }
    // Each takes long for many rows.
    try Task.checkCancellation()
    names.sort()
    try Task.checkCancellation()
    words.sort()
    return (names, words)
  }

  private func inBatches(
    _ places: SortedPlaces, _ write: (Slice<SortedPlaces>, _ end: Int) async throws -> Void
  ) async throws {
    for start in stride(from: 0, to: places.count, by: Self.batchSize) {
      try Task.checkCancellation()
      let end = min(start + Self.batchSize, places.count)
      try await write(places[start..<end], end)
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

  /// Not asynchronous, since a canceled task writes nothing.
  private func giveUp(_ keys: StoredKeys) throws {
    try writer.write { db in
      try db.execute(
        sql: "UPDATE collationLists SET state = 'gone' WHERE id = ?", arguments: [keys.list])
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

/// Places of names in the order of a list. Their keys lie in one piece of memory.
struct SortedPlaces: RandomAccessCollection, Sendable {
  private var keys = KeyList(capacity: 0)
  private var ids: [Int64] = []
  private var order: [Int] = []

  mutating func append(_ key: ListKey, _ id: Int64) {
    keys.append(key.bytes)
    ids.append(id)
  }

  /// Names with equal keys stay in the order of their ids, in which they were appended.
  mutating func sort() { order = keys.sortedIndices() }

  var startIndex: Int { 0 }
  var endIndex: Int { ids.count }

  subscript(position: Int) -> Place {
    Place(key: Data(keys[order[position]]), id: ids[order[position]])
  }
}
#endif
