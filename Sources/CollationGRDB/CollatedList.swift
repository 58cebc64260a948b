#if GRDB
public import Collation
internal import CollationFiling
public import CollationLists
internal import Foundation
public import GRDB
internal import Synchronization

/// A list of the rows of a table in a reader's order, kept beside the table in its SQLite file.
///
/// ```swift
/// var migrator = DatabaseMigrator()
/// migrator.registerMigration("people") { db in … }
/// migrator.registerCollatedLists(of: "people")
/// try migrator.migrate(pool)
///
/// let list = try CollatedList<Person>(
///   "sv", in: pool, for: LocalizedIndexedCollation(locale: "sv"), by: \.name)
/// try await list.make()
///
/// let (outline, page) = try await list.read { try ($0.outline, $0.page(offset: 0, limit: 50)) }
/// ```
///
/// Write to the table as usual. Triggers record the rows that this program or any other writes, and
/// the next ``read(_:)`` updates the list first. To update it in the transaction of a write, and to
/// learn what the write changes, call ``update(_:)``:
///
/// ```swift
/// let changes = try await pool.write { db in
///   try person.update(db)
///   return try list.update(db)  // an array of ListChange
/// }
/// ```
///
/// <doc:ListsOfATable> covers all of this, and what happens when ICU is upgraded.
public final class CollatedList<
  Record: FetchableRecord & TableRecord & Sendable
>: Sendable {
  /// The name of the list in the file.
  public let name: String
  /// The collation of the list.
  public let collation: LocalizedIndexedCollation

  let writer: any DatabaseWriter
  let readingOrder: ReadingOrder
  let hidesEmptySections: Bool
  let searchTexts: (@Sendable (Record) -> [String])?
  let names: @Sendable ([Record]) -> NameList
  /// The table's name as its definition spells it.
  let table: String
  /// The column of the table's primary key, quoted.
  let idColumn: String
  private let pendingUpdate = Mutex<PendingUpdate?>(nil)
  let followers: Followers
  private let observer = Mutex<WriteObserver?>(nil)

  // MARK: Opening

  /// Opens a list of rows by one text each.
  ///
  /// A descending collation reads the list that its ascending one has under the same name, from the
  /// end: rows that collate as equal are then in reverse.
  ///
  /// The calling thread is blocked while the schema is read, and if triggers must be restored,
  /// until they can be written.
  ///
  /// - Parameters:
  ///   - name: The list's name, one for each list of the table. Choose a new name when `text`
  ///     returns different texts, because the stored keys are those of the old texts.
  ///   - writer: The database, whose migrations have registered the lists of the table.
  ///   - collation: The collation of the list.
  ///   - hidesEmptySections: Whether ``Contents/outline`` and the positions of changes leave out
  ///     sections without rows; by default they do not.
  ///   - searchTexts: The texts by which searches find a row, such as the `searchTexts` of
  ///     `NameParts`. The lists of a table share their search keys, so give each the same closure.
  ///     By default there are none, and the list has no searches.
  ///   - text: The text that is collated.
  /// - Throws: A `DatabaseError` if the file has no registered lists, or SQLite fails; and a
  ///   `CollationError` if ICU fails to open the ascending form of a descending collation.
  public convenience init(
    _ name: String, in writer: any DatabaseWriter, for collation: LocalizedIndexedCollation,
    hidingEmpty hidesEmptySections: Bool = false,
    searchTexts: (@Sendable (Record) -> [String])? = nil,
    by text: @escaping @Sendable (Record) -> String
  ) throws {
    try self.init(
      name, in: writer, for: collation, hidingEmpty: hidesEmptySections, searchTexts: searchTexts,
      names: { NameList($0, by: text) })
  }

  /// Opens a list of rows by names of any kind.
  ///
  /// The calling thread is blocked as by ``init(_:in:for:hidingEmpty:searchTexts:by:)``.
  ///
  /// ```swift
  /// names: { NameList($0, by: \.family, \.given) }
  /// names: { NameList($0, filedBy: { NameParts($0.name, reading: $0.reading) }) }
  /// ```
  ///
  /// - Parameters:
  ///   - name: The list's name, one for each list of the table. Choose a new name when `names`
  ///     returns others: the stored keys are those of the old ones.
  ///   - writer: The database, whose migrations have registered the lists of the table.
  ///   - collation: The collation of the list.
  ///   - hidesEmptySections: Whether ``Contents/outline`` and the positions of changes leave out
  ///     sections without rows; by default they do not.
  ///   - searchTexts: The texts by which searches find a row, such as the `searchTexts` of
  ///     `NameParts`. The lists of a table share their search keys, so give each the same closure.
  ///     By default there are none, and the list has no searches.
  ///   - names: The names of rows, one for each.
  /// - Throws: A `DatabaseError` if the file has no registered lists, or SQLite fails; and a
  ///   `CollationError` if ICU fails to open the ascending form of a descending collation.
  public init(
    _ name: String, in writer: any DatabaseWriter, for collation: LocalizedIndexedCollation,
    hidingEmpty hidesEmptySections: Bool = false,
    searchTexts: (@Sendable (Record) -> [String])? = nil,
    names: @escaping @Sendable ([Record]) -> NameList
  ) throws {
    let (source, areCurrent) = try writer.read { db in
      let source = try Schema.source(Record.databaseTableName, db)
      return (source, try Schema.checkTriggers(on: source.table, db).areCurrent)
    }
    if !areCurrent { try writer.write { try Schema.restoreTriggers(on: source.table, $0) } }
    self.name = name
    self.writer = writer
    self.collation = collation
    readingOrder = try ReadingOrder(of: collation)
    self.hidesEmptySections = hidesEmptySections
    self.searchTexts = searchTexts
    self.names = names
    table = source.table
    followers = Followers.ofList(name, of: source.table, in: writer)
    idColumn = source.idColumn.quotedIdentifier
  }

  // MARK: Reading

  /// Reads the list in one transaction, after updating it with the rows written before the call.
  ///
  /// Up to some thousand rows are brought in by each write transaction, which has its own revision.
  /// A read doesn't wait for the writes of others: if another connection or program has SQLite's
  /// lock, or another write of this process takes more than a tenth of a second, `body` gets the
  /// list as it was, and ``Contents/isCurrent`` is false. So it does if the disk is full or refuses
  /// writes. It is also false if a row is written between the update and the read.
  ///
  /// For this the database has to be in WAL mode, as a `DatabasePool` is: in SQLite's other journal
  /// modes, a reader waits while another program commits. In a `DatabaseQueue`, which has one
  /// connection, a read also waits for the other calls on the queue.
  ///
  /// - Throws: What `body` throws; a `CollationError` with the code `missingStamp` if there is no
  ///   list to read yet; a `DatabaseError` if SQLite fails, or a row that was written cannot be
  ///   decoded: the message names its id, and it throws until the row is corrected or deleted; and
  ///   `CancellationError`.
  public func read<Value: Sendable>(
    _ body: @escaping @Sendable (Contents) throws -> Value
  ) async throws -> Value {
    let value: Value? = try await writer.read { [self] db in
      let contents = try required(contents(db))
      return try contents.isCurrent ? body(contents) : nil
    }
    if let value { return value }
    while try await catchUp() { try Task.checkCancellation() }
    return try await writer.read { [self] db in try body(required(contents(db))) }
  }

  private func required(_ contents: Contents?) throws -> Contents {
    guard let contents else {
      throw CollationError(
        .missingStamp, "the list '\(name)' of the table '\(table)' is not made: call make()")
    }
    return contents
  }

  /// Returns the list within a transaction of yours; `nil` if there is no list to read yet.
  ///
  /// ```swift
  /// try pool.read { db in try list.contents(db)?.page(limit: 50) }
  /// ```
  ///
  /// The list doesn't reflect writes since its last update: check ``Contents/isCurrent``. In a
  /// write transaction, call ``update(_:)`` first.
  ///
  /// - Throws: A `DatabaseError` if SQLite fails.
  public func contents(_ db: Database) throws -> Contents? {
    try readable(db).map { stored in
      Contents(list: self, stored: stored, database: db)
    }
  }

  // MARK: Writing

  /// Updates the list with all writes to the table since the last update, in the caller's
  /// transaction and on its thread.
  ///
  /// Lists that you do not update catch up at their next ``read(_:)``. A list under another stamp
  /// only loses the rows that were deleted. Don't call this in a savepoint that you may roll back:
  /// after the commit, ``changes`` has what this returned, even if a savepoint was rolled back.
  ///
  /// - Returns: The changes, in the order to apply them; none until the list is made.
  /// - Throws: A `DatabaseError` if SQLite fails, or a row cannot be decoded: the message names its
  ///   id, and the list stays as it was.
  /// - Complexity: For each row written, O(*m*) in the blocks of its section, one for some hundred
  ///   rows.
  @discardableResult
  public func update(_ db: Database) throws -> [ListChange<Int64>] {
    try update(db, limit: .max)
  }

  @discardableResult
  private func update(_ db: Database, limit: Int) throws -> [ListChange<Int64>] {
    guard try hasNotes(db) else { return [] }
    var changes: [ListChange<Int64>] = []
    try db.inSavepoint {
      if let words = try readableWords(db) { try bringIn(words, limit: limit, db) }
      guard let stored = try readable(db) else { return .commit }
      let update = try bringIn(stored, limit: limit, db)
      changes = readingOrder.changes(of: update, hidingEmpty: hidesEmptySections)
      // Whoever takes a stream before the commit reads the list as it was.
      if !changes.isEmpty { db.afterNextTransaction { [followers] _ in followers.send(update) } }
      return .commit
    }
    return changes
  }

  /// Whether the list or the search keys lack rows that were written.
  func hasNotes(_ db: Database) throws -> Bool {
    if try readable(db)?.hasNotes(db) == true { return true }
    return try readableWords(db).map { try hasNotes($0, db) } ?? false
  }

  /// An update that waits for its turn in the writer's queue.
  private struct PendingUpdate {
    /// How long readers wait for it. The update cancels it when it begins.
    let patience: Task<Void, any Error>
    /// Returns whether there is more to bring in.
    let update: Task<Bool, any Error>
  }

  /// Brings in rows that were noted before the call, unless somebody else writes.
  ///
  /// - Returns: Whether there may be more, and nobody else writes.
  private func catchUp() async throws -> Bool {
    let pending = pendingUpdate.withLock { pending in
      // All readers wait for one update: none waits anew when another has waited long enough.
      if let pending { return pending }
      let patience = Task {
        // A busy machine, on which the update begins later, makes each of many sleeps longer.
        for _ in 0..<100 { try await Task.sleep(for: .milliseconds(1)) }
      }
      let update = Task {
        // What is written after the update has begun is for the next one.
        let begin: @Sendable () -> Void = { [self] in
          pendingUpdate.withLock { $0 = nil }
          patience.cancel()
        }
        do {
          return try await writer.writeWithoutTransaction { [self] db in
            begin()
            return try updateUnlessLocked(db)
          }
        } catch {
          begin()
          throw error
        }
      }
      let new = PendingUpdate(patience: patience, update: update)
      pending = new
      return new
    }
    if case .success = await pending.patience.result { return false }
    return try await pending.update.value
  }

  private func updateUnlessLocked(_ db: Database) throws -> Bool {
    do {
      // A transaction that has read is refused the lock at once, whatever the busy mode is: to wait
      // in it could be a deadlock (SQLite's sqlite3_busy_handler).
      var hasMore = false
      try db.inTransaction(.deferred) {
        hasMore = try updateInPart(db)
        return .commit
      }
      return hasMore
    } catch let error as DatabaseError {
      switch error.resultCode {
      case .SQLITE_BUSY:
        // Somebody else's write has just ended.
        return error.extendedResultCode == .SQLITE_BUSY_SNAPSHOT
      case .SQLITE_FULL, .SQLITE_IOERR, .SQLITE_READONLY:
        // The rows stay noted. If the disk cannot be read either, the read that follows throws.
        return false
      default: throw error
      }
    }
  }

  /// Brings in as many rows as one transaction takes, and says whether there are more.
  private func updateInPart(_ db: Database) throws -> Bool {
    try update(db, limit: Self.batchSize)
    return try hasNotes(db)
  }

  // MARK: Following

  /// The changes of each transaction from now on, and the ``Contents/revision`` after them.
  ///
  /// ```swift
  /// let changes = list.changes
  /// let (shown, page) = try await list.read { try ($0.revision, $0.page(limit: 50)) }
  /// for await (revision, changes) in changes where revision > shown {
  ///   for change in changes { … }
  /// }
  /// ```
  ///
  /// Get the stream before you read the list, and skip elements up to the revision that you read.
  /// The stream buffers all changes until you read them, without a limit.
  ///
  /// While a task iterates over the stream, the list is updated after each commit of this object's
  /// `DatabaseWriter`, unless another program holds the lock for longer than its busy mode waits.
  /// Other writes, and those of such a commit, appear in the stream at this object's next
  /// ``read(_:)`` or ``update(_:)``.
  ///
  /// The stream doesn't include updates by other processes or another `DatabaseWriter`, or by
  /// ``make(progress:)``. If a revision isn't the previous one plus 1, read the list again.
  public var changes: AsyncStream<(revision: Int64, changes: [ListChange<Int64>])> {
    let stream = followers.stream { [readingOrder, hidesEmptySections] in
      readingOrder.changes(of: $0, hidingEmpty: hidesEmptySections)
    }
    observer.withLock { observer in
      if observer != nil { return }
      let update: @Sendable () -> Void = { [weak self] in
        guard let self, followers.areThere else { return }
        // Nobody waits for it, so it waits for the lock as long as the busy mode says. If it fails,
        // the rows stay noted, and the next update brings them in.
        Task { while (try? await self.writer.write { try self.updateInPart($0) }) == true {} }
      }
      let newObserver = WriteObserver(of: table, didCommit: update)
      observer = newObserver
      // Whoever takes a stream does not wait for the writer. What is written until then, nobody
      // has observed.
      writer.asyncWriteWithoutTransaction { db in
        db.add(transactionObserver: newObserver, extent: .observerLifetime)
        update()
      }
    }
    return stream
  }
}

// MARK: - The stored list

extension CollatedList {
  var quotedTable: String { table.quotedIdentifier }

  /// A list in the file.
  struct Stored {
    let keys: StoredKeys
    let stamp: CollationStamp
    let revision: Int64
    /// Whether it is not in the order of the collation, and can only be read by offset.
    let isOutdated: Bool

    func hasNotes(_ db: Database) throws -> Bool {
      try Bool.fetchOne(
        db.cachedStatement(
          sql: "SELECT EXISTS (SELECT * FROM collationNotes WHERE list = ? AND isSeen <= ?)"),
        arguments: [keys.list, !isOutdated])!
    }
  }

  /// The list to read: that under the collation's stamp, or else one under another stamp whose
  /// sections are the same.
  func readable(_ db: Database) throws -> Stored? {
    let lists = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT id, stamp, titles, state, revision FROM collationLists
          WHERE source = ? AND name = ? AND state IN ('ready', 'doubtful')
          """),
      arguments: [table, name])
    let current = readingOrder.stamp
    let readable = lists.compactMap { row -> Stored? in
      // Parsing a stamp takes as long as reading the row.
      let isCurrent = row["stamp"] == readingOrder.stampText
      // The rows of another order are in order among themselves.
      guard let stamp = isCurrent ? current : CollationStamp(row["stamp"]),
        row["titles"] == readingOrder.titles,
        isCurrent || stamp.components.first?.value == current.components.first?.value
      else { return nil }
      return Stored(
        keys: storedKeys(ofList: row["id"]), stamp: stamp,
        // Another list of the name has another id, and so other revisions.
        revision: (row["id"] as Int64) << 32 + (row["revision"] as Int64),
        isOutdated: stamp != current || row["state"] != "ready")
    }
    return readable.first { !$0.isOutdated } ?? readable.last
  }

  /// The search keys of the table, if this list has searches and they are made.
  func readableWords(_ db: Database) throws -> StoredWords? {
    if searchTexts == nil { return nil }
    return try Int64.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT id FROM collationLists
          WHERE source = ? AND name IS NULL AND state = 'ready' AND stamp = ?
          """),
      arguments: [table, NameSearch.keyStamp.description]
    ).map(StoredWords.init)
  }

  func hasNotes(_ words: StoredWords, _ db: Database) throws -> Bool {
    try Bool.fetchOne(
      db.cachedStatement(sql: "SELECT EXISTS (SELECT * FROM collationNotes WHERE list = ?)"),
      arguments: [words.list])!
  }

  func storedKeys(ofList id: Int64) -> StoredKeys {
    StoredKeys(list: id, sectionCount: collation.sectionTitles.count)
  }

  /// Brings in noted rows.
  ///
  /// - Parameter limit: The most rows; the others stay noted.
  func bringIn(_ stored: Stored, limit: Int, _ db: Database) throws -> StoredUpdate {
    let keys = stored.keys
    var update = StoredUpdate(revision: stored.revision + 1, counts: try keys.counts(db))
    if !stored.isOutdated {
      try db.cachedStatement(
        sql: "UPDATE OR REPLACE collationNotes SET isSeen = 0 WHERE list = ? AND isSeen = 1"
      ).execute(arguments: [keys.list])
    }
    let noted = try Int64.fetchAll(
      db.cachedStatement(
        sql: "SELECT id FROM collationNotes WHERE list = ? AND isSeen = 0 ORDER BY id LIMIT ?"),
      arguments: [keys.list, limit])
    guard let last = noted.last else { return update }
    // An outdated list only has to know which rows are left.
    let found = try notedRows(
      ofList: keys.list, upTo: last, columns: stored.isOutdated ? "NULL" : "\(quotedTable).*", db)
    let newKeys = nameKeys(
      of: stored.isOutdated ? [] : try found.map(record), by: readingOrder.stored)
    let numbers = Self.numbers(of: found)

    for id in noted {
      let old = try keys.place(ofRow: id, db)?.key
      let new = numbers[id].flatMap { number in
        // Its place in another order cannot be computed.
        stored.isOutdated ? old : Data(newKeys[number])
      }
      if let change = try replace(old, with: new, ofRow: id, in: keys, db) {
        update.changes.append(change)
      }
    }
    let change =
      stored.isOutdated
      ? "UPDATE OR REPLACE collationNotes SET isSeen = 1" : "DELETE FROM collationNotes"
    try db.cachedStatement(sql: "\(change) WHERE list = ? AND isSeen = 0 AND id <= ?")
      .execute(arguments: [keys.list, last])
    // A follower would look for the changes of a revision that has none.
    if !update.changes.isEmpty {
      try db.cachedStatement(
        sql: "UPDATE collationLists SET revision = revision + 1 WHERE id = ?"
      ).execute(arguments: [keys.list])
    }
    return update
  }

  /// Brings noted rows into the search keys.
  ///
  /// - Parameter limit: The most rows; the others stay noted.
  func bringIn(_ words: StoredWords, limit: Int, _ db: Database) throws {
    let noted = try Int64.fetchAll(
      db.cachedStatement(
        sql: "SELECT id FROM collationNotes WHERE list = ? ORDER BY id LIMIT ?"),
      arguments: [words.list, limit])
    guard let last = noted.last else { return }
    let found = try notedRows(
      ofList: words.list, upTo: last, columns: "\(quotedTable).*", db)
    var maker = try SearchKeyMaker()
    let countBefore = db.totalChangesCount
    for row in found {
      try words.insert(
        maker.keys(of: searchTexts!(try record(row))).map {
          Place(key: Data($0), id: row.unadapted[0])
        }, db)
    }
    let newCount = db.totalChangesCount - countBefore
    try db.cachedStatement(sql: "DELETE FROM collationNotes WHERE list = ? AND id <= ?")
      .execute(arguments: [words.list, last])
    // A row has some four keys. Three are swept for each that a change may have made stale, so that
    // at most some third of the keys ever are.
    try sweep(words, keyCount: 3 * (newCount + 4 * (noted.count - found.count)), &maker, db)
  }

  /// Deletes stale keys, which their rows no longer have, among the next ones.
  ///
  /// Searches pass over them. To find a row's former keys when it is written, its texts would have
  /// to be stored, which takes half as much space as the keys.
  private func sweep(
    _ words: StoredWords, keyCount: Int, _ maker: inout SearchKeyMaker, _ db: Database
  ) throws {
    var (place, rest) = (try words.sweptPlace(db), keyCount)
    while rest > 0 {
      let limit = min(rest, Self.sweptAtOnce)
      let places = try words.places(after: place, limit: limit, db)
      var keysOfRows: [Int64: [[UInt8]]?] = [:]
      for place in places {
        if keysOfRows[place.id] == nil {
          keysOfRows[place.id] = .some(try currentKeys(ofRow: place.id, &maker, db))
        }
        let isCurrent = keysOfRows[place.id]!?.contains(Array(place.key)) ?? false
        // Until a noted row is brought in, its former keys find it.
        if try !isCurrent && !words.isNoted(place.id, db) { try words.delete(place, db) }
      }
      rest -= limit
      // At the end, the next round begins.
      place = places.count == limit ? places.last : nil
    }
    if keyCount > 0 { try words.setSweptPlace(place, db) }
  }

  private static var sweptAtOnce: Int { 256 }

  /// The search keys of a row; `nil` if the table has no such row, or one that cannot be decoded,
  /// which no search can return.
  private func currentKeys(
    ofRow id: Int64, _ maker: inout SearchKeyMaker, _ db: Database
  ) throws -> [[UInt8]]? {
    let row = try Row.fetchOne(
      db.cachedStatement(sql: "SELECT \(idColumn), * FROM \(quotedTable) WHERE \(idColumn) = ?"),
      arguments: [id], adapter: SuffixRowAdapter(fromIndex: 1))
    return row.flatMap { try? record($0) }.map { maker.keys(of: searchTexts!($0)) }
  }

  /// The noted rows that the table has, each behind its id.
  private func notedRows(
    ofList list: Int64, upTo last: Int64, columns: String, _ db: Database
  ) throws -> [Row] {
    try Row.fetchAll(
      db,
      sql: """
        SELECT collationNotes.id, \(columns)
        FROM collationNotes CROSS JOIN \(quotedTable)
        ON \(quotedTable).\(idColumn) = collationNotes.id
        WHERE collationNotes.list = ? AND collationNotes.isSeen = 0 AND collationNotes.id <= ?
        """,
      arguments: [list, last], adapter: SuffixRowAdapter(fromIndex: 1))
  }

  private static func numbers(of rows: [Row]) -> [Int64: Int] {
    Dictionary(uniqueKeysWithValues: rows.enumerated().map { ($1.unadapted[0] as Int64, $0) })
  }

  /// Decodes a row of the table. Its first column is its id, which an adapter hides: the table may
  /// have columns of any name.
  func record(_ row: Row) throws -> Record {
    do {
      return try Record(row: row)
    } catch {
      let id = row.unadapted[0] as Int64
      throw DatabaseError(
        resultCode: .SQLITE_MISMATCH, message: "the row \(id) of '\(table)': \(error)")
    }
  }

  func nameKeys(of records: [Record], by collation: LocalizedIndexedCollation) -> KeyList {
    let keys = collation.listKeys(of: names(records)).keys
    // Unlike a precondition, it says so in a release build too.
    guard keys.count == records.count else {
      fatalError("\(keys.count) names of \(records.count) rows")
    }
    return keys
  }

  /// Gives a row another key, and says where it was and is; `nil` if it is, and is to be, nowhere.
  private func replace(
    _ old: Data?, with new: Data?, ofRow id: Int64, in keys: StoredKeys, _ db: Database
  ) throws -> StoredUpdate.Change? {
    if old == nil, new == nil { return nil }
    func place(_ key: Data) throws -> SectionCounts.Place {
      let place = Place(key: key, id: id)
      return (try keys.section(of: place), try keys.row(of: place, db))
    }
    let oldPlace = try old.map(place)
    try keys.replace(old, with: new, ofRow: id, db)
    return (id, oldPlace, try old == new ? oldPlace : new.map(place))
  }
}
#endif
