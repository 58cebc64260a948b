#if GRDB
internal import Collation
internal import CollationFiling
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
  /// and then starts over. So build the lists of a table in only one process at a time.
  ///
  /// The search keys, which all lists of a table share, are made first, even if they exist but lack
  /// keys of some of a few hundred rows. A call waits for another that makes the same list or the
  /// search keys, even if its own task is canceled, and reports no progress meanwhile. If the other
  /// is canceled, this one goes on.
  ///
  /// - Parameter progress: Called after each batch with the fraction done, from 0 to 1.
  /// - Throws: `CancellationError`, and a `DatabaseError` if SQLite fails, another process has
  ///   begun to make the list, or a row cannot be decoded: the message names its id.
  /// - Complexity: O(*n* log *n*) in the rows.
  public func make(progress: @escaping @Sendable (Double) -> Void = { _ in }) async throws {
    // They go with the last list: another may have been removed before this one was there.
    var lacksWords = try await writer.read { [self] in
      try searchTexts != nil && !haveCurrentWords($0)
    }
    while lacksWords {
      try await alone(nil) { [self] in
        if try await writer.read({ [self] in try readable($0)?.isOutdated == false }) {
          try await makeWords(progress)
        } else {
          try await alone(name) { [self] in try await makeList(withWords: true, progress) }
        }
      }
      lacksWords = try await writer.read { [self] in try readableWords($0) == nil }
    }
    try await alone(name) { [self] in try await makeList(withWords: false, progress) }
  }

  /// Does something with a list. If a task of this process does the same to it already, waits for
  /// that, and then does it all the same: the other may have had other settings.
  ///
  /// - Parameter name: `nil` for the search keys of the table.
  private func alone(
    _ name: String?, _ work: @escaping @Sendable () async throws -> Void
  ) async throws {
    let key = Making(writer: ObjectIdentifier(writer), table: table, name: name)
    while true {
      let (task, isOwn) = makings.withLock { running in
        if let making = running[key] { return (making, false) }
        let task = Task {
          defer { makings.withLock { $0[key] = nil } }
          try await work()
        }
        running[key] = task
        return (task, true)
      }
      do {
        try await withTaskCancellationHandler {
          try await task.value
        } onCancel: {
          if isOwn { task.cancel() }
        }
        if isOwn { return }
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
    try await setAside(name, where: "TRUE")
    try await removeRemains(of: name)
    try await alone(nil) { [self] in
      try await writer.write { [table] db in
        try db.execute(
          sql: """
            UPDATE collationLists SET state = 'gone' WHERE source = ?1 AND name IS NULL
            AND NOT EXISTS (
              SELECT * FROM collationLists
              WHERE source = ?1 AND name IS NOT NULL AND state <> 'gone')
            """, arguments: [table])
      }
      try await removeRemains(of: nil)
    }
  }

  // MARK: For a set of lists

  /// Whether the list is there and up to date, and has its searches.
  var isMade: Bool {
    get async throws {
      try await writer.read { [self] db in
        try readable(db)?.isOutdated == false
          && (searchTexts == nil || readableWords(db) != nil)
      }
    }
  }

  /// The names of the table's lists in the file, each once, the oldest first.
  var storedNames: [String] {
    get async throws {
      try await writer.read { [table] db in
        try String.fetchAll(
          db,
          sql: """
            SELECT name FROM collationLists
            WHERE source = ? AND name IS NOT NULL AND state <> 'gone' GROUP BY name ORDER BY min(id)
            """,
          arguments: [table])
      }
    }
  }

  /// Removes what a process that was killed has left of the list.
  func removePartial() async throws {
    try await alone(name) { [self] in
      try await setAside(name, where: "state = 'making'")
      try await removeRemains(of: name)
    }
  }

  // MARK: Making

  /// How many rows are read or written in one transaction. Other writes wait so long.
  static var batchSize: Int { 5_000 }

  /// Makes the list and, if it has to be made, the search keys of the rows that are read for it.
  private func makeList(
    withWords: Bool, _ progress: @Sendable (Double) -> Void
  ) async throws {
    let (stamp, titles) = (readingOrder.stamp, readingOrder.titles)
    try await makeUnlessReady(name, stamp, titles: titles, progress) { [self] db in
      try readable(db)?.isOutdated == false
    } write: { [self] id in
      let keys = storedKeys(ofList: id)
      let read = withWords ? try await makeWords(for: id, { progress(0.6 * $0) }) : nil
      let start = read == nil ? 0.5 : 0.6
      let rows = if let read { read } else { try await readRows { progress(0.5 * $0) }.keys }
      try await write(keys, rows) { progress(start + (1 - start) * $0) }
      let stored = Stored(keys: keys, stamp: stamp, revision: 0, isOutdated: false)
      try await finish(id, name) { [self] db in
        _ = try bringIn(stored, limit: Self.batchSize, db)
        return try !stored.hasNotes(db)
      }
    }
  }

  /// Makes the search keys.
  ///
  /// - Parameter list: A list that is being made of the same rows.
  /// - Returns: The list keys of the rows, if there is such a list, and rows were read.
  @discardableResult
  private func makeWords(
    for list: Int64? = nil, _ progress: @Sendable (Double) -> Void
  ) async throws -> RowValues? {
    var keys: RowValues?
    try await makeUnlessReady(nil, NameSearch.keyStamp, titles: "", progress) { [self] db in
      try haveCurrentWords(db)
    } write: { [self] id in
      let words = StoredWords(list: id)
      let rows = try await readRows(withKeys: list != nil, withTexts: true) { progress(0.3 * $0) }
      if list != nil { keys = rows.keys }
      try await write(words, rows.texts) { progress(0.3 + 0.7 * $0) }
      try await finish(id, nil) { [self] db in
        try bringIn(words, limit: Self.batchSize, db)
        return try !hasNotes(words, db)
      }
    }
    return keys
  }

  private func haveCurrentWords(_ db: Database) throws -> Bool {
    try readableWords(db).map { try haveSearchTexts($0, db) } ?? false
  }

  /// Whether some rows, of each part of the table, have the keys of their search texts.
  private func haveSearchTexts(_ words: StoredWords, _ db: Database) throws -> Bool {
    let ends = try Row.fetchOne(
      db, sql: "SELECT min(\(idColumn)), max(\(idColumn)) FROM \(quotedTable)")!
    guard let first = ends[0] as Int64?, let last = ends[1] as Int64? else { return true }
    var maker = try SearchKeyMaker()
    let step = max(1, Double(last) - Double(first)) / Double(Self.sampleSize)
    for number in 0..<Self.sampleSize {
      let row = try Row.fetchOne(
        db.cachedStatement(
          sql: """
            SELECT \(idColumn), * FROM \(quotedTable) WHERE \(idColumn) >= ? AND NOT EXISTS (
              SELECT * FROM collationNotes WHERE list = ? AND id = \(quotedTable).\(idColumn))
            ORDER BY \(idColumn) LIMIT 1
            """),
        // The ids may span more than an Int64 holds.
        arguments: [
          first &+ Int64(truncatingIfNeeded: UInt64(Double(number) * step)), words.list,
        ],
        adapter: SuffixRowAdapter(fromIndex: 1))
      guard let row else { break }
      let keys = maker.keys(of: searchTexts!(try record(row)))
      let places = keys.map { Place(key: Data($0), id: row.unadapted[0]) }
      if try !places.allSatisfy({ try words.has($0, db) }) { return false }
    }
    return true
  }

  private static var sampleSize: Int { 500 }

  /// Makes a list, or without a name the search keys of the table.
  private func makeUnlessReady(
    _ name: String?, _ stamp: CollationStamp, titles: String,
    _ progress: @Sendable (Double) -> Void,
    isReady: @escaping @Sendable (Database) throws -> Bool,
    write: (_ id: Int64) async throws -> Void
  ) async throws {
    // What other lists share is not made anew for this one.
    if name == nil, try await writer.read(isReady) { return }
    try await setAside(name, where: "state = 'making'")
    // First, or the file would grow by a partial list with each process that is killed.
    try await removeRemains(of: name)
    if try await writer.read(isReady) { return }
    // From here on, triggers note what is written.
    let id = try await writer.write { [table] db in
      try db.execute(
        sql: """
          INSERT INTO collationLists (source, name, stamp, titles, state)
          VALUES (?, ?, ?, ?, 'making')
          """,
        arguments: [table, name, stamp.description, titles])
      return db.lastInsertedRowID
    }
    do {
      try await write(id)
    } catch {
      // A canceled task writes nothing. If this fails as well, the next call removes the list.
      await Task { [self] in try? await setAside(name, where: "id = \(id)") }.value
      throw error
    }
    progress(1)
    // What this one replaces.
    try await removeRemains(of: name)
  }

  /// Brings in what was written meanwhile, until there is no more, and replaces what was there.
  private func finish(
    _ id: Int64, _ name: String?, _ bringIn: @escaping @Sendable (Database) throws -> Bool
  ) async throws {
    while try await !writer.write({ [self] db in
      try check(id, db)
      guard try bringIn(db) else { return false }
      try db.execute(
        sql: """
          UPDATE collationLists SET state = iif(id = ?, 'ready', 'gone')
          WHERE source = ? AND name IS ?
          """,
        arguments: [id, table, name])
      return true
    }) {}
  }

  private func write(
    _ keys: StoredKeys, _ rows: RowValues, _ progress: @Sendable (Double) -> Void
  ) async throws {
    let order = await Self.order(of: rows.values)
    // One more than what is written: the list that is ready.
    let count = Double(2 * order.count + 1)
    var written = 0
    func advance(_ batch: Range<Int>) {
      written += batch.count
      progress(Double(written) / count)
    }
    try await writer.write { [self] db in
      try check(keys.list, db)
      try keys.insertSections(db)
    }
    let numbers = try await inBatches(of: order.count, keys.list, advance) { batch, db in
      try keys.insertSorted(
        order[batch].map { Place(key: Data(rows.values[$0]), id: rows.ids[$0]) }, db)
    }
    // In the order of the ids, in which SQLite fills one page after another.
    var blocks = order
    for (row, number) in zip(order, numbers.joined()) { blocks[row] = number }
    try await inBatches(of: order.count, keys.list, advance) { [blocks] batch, db in
      try keys.insertRows(batch.map { (rows.ids[$0], blocks[$0]) }, db)
    }
  }

  private func write(
    _ words: StoredWords, _ rows: RowValues, _ progress: @Sendable (Double) -> Void
  ) async throws {
    let keys = try await Self.keys(of: rows) { progress(0.3 * $0) }
    let order = await Self.order(of: keys.values)
    var written = 0
    func advance(_ batch: Range<Int>) {
      written += batch.count
      progress(0.3 + 0.7 * Double(written) / Double(order.count + 1))
    }
    try await inBatches(of: order.count, words.list, advance) { batch, db in
      try words.insert(
        order[batch].map { Place(key: Data(keys.values[$0]), id: keys.ids[$0]) }, db)
    }
  }

  // Swift's tasks have few threads, and others would miss the one that does this.

  private static func order(of keys: KeyList) async -> [Int] {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: keys.sortedIndices()) }
    }
  }

  /// The search keys of rows by their texts. ICU takes some microseconds for a row.
  private static func keys(
    of rows: RowValues, _ progress: (Double) -> Void
  ) async throws -> RowValues {
    var keys = RowValues()
    for start in stride(from: 0, to: rows.ids.count, by: batchSize) {
      try Task.checkCancellation()
      let batch = start..<min(start + batchSize, rows.ids.count)
      keys.append(try await Self.keys(of: rows, batch))
      progress(Double(batch.upperBound) / Double(rows.ids.count))
    }
    return keys
  }

  private static func keys(of rows: RowValues, _ batch: Range<Int>) async throws -> RowValues {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(
          with: Result {
            var maker = try SearchKeyMaker()
            var keys = RowValues()
            for row in batch {
              for key in StoredWords.keys(of: Array(rows.values[row]), &maker) {
                keys.ids.append(rows.ids[row])
                keys.values.append { $0 += key }
              }
            }
            return keys
          })
      }
    }
  }

  /// Reads all rows, and makes the list key of each, its encoded search texts, or both, on the
  /// threads of the database.
  private func readRows(
    withKeys: Bool = true, withTexts: Bool = false, _ progress: @Sendable (Double) -> Void
  ) async throws -> (keys: RowValues, texts: RowValues) {
    // Rows that are inserted meanwhile are noted, and would have no end.
    let (rowCount, first, end) = try await writer.read { [self] db in
      let row = try Row.fetchOne(
        db, sql: "SELECT count(*), min(\(idColumn)), max(\(idColumn)) FROM \(quotedTable)")!
      return (row[0] as Int, row[1] as Int64?, row[2] as Int64?)
    }
    var (keys, texts) = (RowValues(), RowValues())
    var readCount = 0
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
        return (
          ids: ids, keys: withKeys ? nameKeys(of: records, by: readingOrder.stored) : nil,
          texts: withTexts ? encodedTexts(of: records) : nil
        )
      }
      if let values = batch.keys { keys.append(RowValues(ids: batch.ids, values: values)) }
      if let values = batch.texts { texts.append(RowValues(ids: batch.ids, values: values)) }
      readCount += batch.ids.count
      progress(min(1, Double(readCount) / Double(rowCount)))
      // No id follows the greatest.
      next = batch.ids.last.flatMap { $0 < end ? $0 + 1 : nil }
    }
    return (keys, texts)
  }

  private func encodedTexts(of records: [Record]) -> KeyList {
    var texts = KeyList(capacity: records.count)
    for record in records { texts.append { $0 += StoredWords.encoded(searchTexts!(record)) } }
    return texts
  }

  /// Writes some numbers of something at a time, and returns what `insert` did.
  @discardableResult
  private func inBatches<Result: Sendable>(
    of count: Int, _ list: Int64, _ advance: (Range<Int>) -> Void,
    _ insert: @escaping @Sendable (Range<Int>, Database) throws -> Result
  ) async throws -> [Result] {
    var results: [Result] = []
    for start in stride(from: 0, to: count, by: Self.batchSize) {
      let batch = start..<min(start + Self.batchSize, count)
      let result = try await writer.write { [self] db in
        try check(list, db)
        return try insert(batch, db)
      }
      results.append(result)
      advance(batch)
    }
    return results
  }

  /// Checks that no other process has begun to make the list.
  private func check(_ list: Int64, _ db: Database) throws {
    let isMade = try Bool.fetchOne(
      db,
      sql: "SELECT EXISTS (SELECT * FROM collationLists WHERE id = ? AND state = 'making')",
      arguments: [list])!
    guard isMade else {
      throw DatabaseError(
        resultCode: .SQLITE_ABORT,
        message: "the list '\(name)' of '\(table)' is being made, or was removed, elsewhere")
    }
  }

  // MARK: Removing

  private func setAside(_ name: String?, where condition: String) async throws {
    try await writer.write { [self] db in
      try db.execute(
        sql: """
          UPDATE collationLists SET state = 'gone' WHERE source = ? AND name IS ? AND \(condition)
          """,
        arguments: [table, name])
    }
  }

  /// Removes what is left of lists that are gone, and the lists of tables that are.
  private func removeRemains(of name: String?) async throws {
    while let list = try await writer.read({ [self] db in
      try Int64.fetchOne(
        db,
        sql: """
          SELECT id FROM collationLists WHERE source = ? AND name IS ? AND state = 'gone'
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

/// A value of each row, or several, in the order of the ids.
private struct RowValues: Sendable {
  var ids: [Int64] = []
  var values = KeyList(capacity: 0)

  mutating func append(_ other: RowValues) {
    ids += other.ids
    values.append(other.values, 0..<other.values.count)
  }
}

/// A list that is being made in this process, or without a name the search keys of a table.
private struct Making: Hashable {
  let writer: ObjectIdentifier
  let table: String
  let name: String?
}

private let makings = Mutex<[Making: Task<Void, any Error>]>([:])
#endif
