import Collation
import CollationFiling
import CollationLists
import Foundation
import GRDB

/// The names in one order: their list keys, and blocks that count them.
struct ContactList: Sendable {
  let id: Int64
  let collation: LocalizedIndexedCollation
  /// The stamp of a list in the order of another collation, such as that of an older ICU, which is
  /// only read by number. Its sections are those of the collation.
  var oldStamp: CollationStamp?

  enum State: String, DatabaseValueConvertible {
    /// Its rows are being written. What others write meanwhile is noted for it.
    case making
    case ready
    /// It was ready under another stamp, and is read until the list is made anew.
    case old
    /// Nobody reads it any more, and its rows are being removed.
    case gone
  }

  /// A name at its place.
  struct Row: StoredRow, FetchableRecord {
    let key: Data
    let contact: Contact

    var id: Int64 { contact.id }
    var name: String { contact.name }

    init(row: GRDB.Row) {
      contact = Contact(row: row)
      key = row[7]
    }

    /// A search looks at what the key was made of.
    func matches(_ search: PrefixSearch) -> Bool {
      search.matchesFiledText(contact.parts.filedText(by: search.collation.collator))
    }
  }

  /// Where a row stands.
  struct Place: Hashable, Comparable {
    var key: Data
    var id: Int64

    static func < (left: Place, right: Place) -> Bool {
      left.key == right.key ? left.id < right.id : left.key.lexicographicallyPrecedes(right.key)
    }
  }

  /// A block is cut into pieces of this many rows when it has more than twice as many.
  static let blockSize = 512

  func place(of contact: Contact) -> Place {
    Place(key: Data(collation.listKey(for: contact.parts).bytes), id: contact.id)
  }

  // MARK: Reading

  /// The rows that a page or a search asks for.
  func rows(_ query: StoredRowQuery<Row>, _ db: Database) throws -> [Row] {
    // A cross join is SQLite's way to be told which table comes first.
    let part =
      query.isBackward
      ? "(key, id) < (?, ?) AND key >= ? ORDER BY key DESC, id DESC"
      : "(key, id) > (?, ?) AND key < ? ORDER BY key, id"
    let sql = """
      SELECT \(Contact.columns), id, key FROM keys CROSS JOIN names USING (id)
      WHERE list = ? AND \(part) LIMIT ?
      """
    return try Row.fetchAll(
      db.cachedStatement(sql: sql),
      arguments: [id, query.key, query.id, query.end, query.limit])
  }

  /// The number of rows in each section.
  func counts(_ db: Database) throws -> [Int: Int] {
    let sql = """
      SELECT substr(key, 1, 2), sum(count) FROM blocks WHERE list = ? GROUP BY substr(key, 1, 2)
      """
    return try GRDB.Row.fetchCursor(db.cachedStatement(sql: sql), arguments: [id])
      .reduce(into: [:]) { counts, row in
        guard let section = ListKey.section(of: row[0] as Data) else {
          throw DatabaseError.damage("a block of list \(id) is in no section")
        }
        counts[section] = row[1]
      }
  }

  /// The place of a row by its number in a section; `nil` behind the last row.
  ///
  /// The blocks of the section are counted, then the rows of one block.
  func place(
    ofRow number: Int, in section: ListKeyRange, _ db: Database
  ) throws -> Place? {
    let sql = """
      SELECT key, id, count FROM blocks WHERE list = ? AND key >= ? AND key < ? ORDER BY key, id
      """
    let blocks = try Block.fetchCursor(
      db.makeStatement(sql: sql),
      arguments: [id, Data(section.lowerBound), Data(section.upperBound)])
    var rest = number
    while let block = try blocks.next() {
      if rest < block.count { return try place(ofRow: rest, in: block, db) }
      rest -= block.count
    }
    return nil
  }

  // MARK: Writing

  /// Inserts rows whose places are in ascending order.
  func insert(_ places: [Place], _ db: Database) throws {
    try insertKeys(places, db)
    var rest = places[...]
    while let first = rest.first {
      let block = try self.block(of: first, db)
      let end = try startOfBlock(after: block, db)
      let count = rest.prefix { place in end.map { place < $0 } ?? true }.count
      try resize(block, to: block.count + count, db)
      rest = rest.dropFirst(count)
    }
  }

  /// Removes a row that is there.
  func remove(_ place: Place, _ db: Database) throws {
    try db.execute(
      sql: "DELETE FROM keys WHERE list = ? AND key = ? AND id = ?",
      arguments: [id, place.key, place.id])
    let block = try self.block(of: place, db)
    try resize(block, to: block.count - 1, db)
  }

  /// Writes rows that no block counts: those of a list that is being made.
  func insertKeys(_ places: some Sequence<Place>, _ db: Database) throws {
    let statement = try db.cachedStatement(sql: "INSERT INTO keys VALUES (?, ?, ?)")
    for place in places { try statement.execute(arguments: [id, place.key, place.id]) }
  }

  // MARK: Blocks

  /// Rows that follow one another.
  struct Block: FetchableRecord {
    var start: Place
    var count: Int

    /// Whether the block is the first of its section, which is there even without rows. It starts
    /// with the section's own bytes, which are no row's key, so that no id is ever compared with
    /// its own.
    var isFirstOfSection: Bool { ListKey(bytes: start.key) == nil }

    init(start: Place, count: Int) {
      self.start = start
      self.count = count
    }

    init(firstOf section: ListKeyRange, count: Int) {
      self.init(start: Place(key: Data(section.lowerBound), id: 0), count: count)
    }

    init(row: GRDB.Row) {
      self.init(start: Place(key: row[0], id: row[1]), count: row[2])
    }
  }

  /// The blocks of all rows of the list, which are in order: one at least for each section.
  func blocks(of places: some RandomAccessCollection<Place>) -> [Block] {
    var rest = places[...]
    return collation.sectionTitles.indices.compactMap(collation.listKeyRange(ofSection:))
      .flatMap { section in
        let end = Data(section.upperBound)
        let rows = rest.prefix { $0.key.lexicographicallyPrecedes(end) }
        rest = rest.dropFirst(rows.count)
        let first = Block(firstOf: section, count: min(Self.blockSize, rows.count))
        return [first]
          + stride(from: Self.blockSize, to: rows.count, by: Self.blockSize).map { number in
            Block(
              start: rows[rows.index(rows.startIndex, offsetBy: number)],
              count: min(Self.blockSize, rows.count - number))
          }
      }
  }

  /// The block in which a place lies.
  private func block(of place: Place, _ db: Database) throws -> Block {
    let sql = """
      SELECT key, id, count FROM blocks WHERE list = ? AND (key, id) <= (?, ?)
      ORDER BY key DESC, id DESC LIMIT 1
      """
    let block = try Block.fetchOne(
      db.cachedStatement(sql: sql), arguments: [id, place.key, place.id])
    guard let block else {
      throw DatabaseError.damage("list \(id) has no block for the row of the name \(place.id)")
    }
    return block
  }

  /// Where the next block starts; `nil` behind the last block.
  private func startOfBlock(after block: Block, _ db: Database) throws -> Place? {
    let sql = """
      SELECT key, id, count FROM blocks WHERE list = ? AND (key, id) > (?, ?)
      ORDER BY key, id LIMIT 1
      """
    return try Block.fetchOne(
      db.cachedStatement(sql: sql), arguments: [id, block.start.key, block.start.id])?.start
  }

  /// The place of a row by its number in a block.
  private func place(ofRow number: Int, in block: Block, _ db: Database) throws -> Place {
    let sql = """
      SELECT key, id FROM keys WHERE list = ? AND (key, id) >= (?, ?) ORDER BY key, id
      LIMIT 1 OFFSET ?
      """
    let row = try GRDB.Row.fetchOne(
      db.cachedStatement(sql: sql), arguments: [id, block.start.key, block.start.id, number])
    guard let row else {
      throw DatabaseError.damage("a block of list \(id) counts more rows than there are")
    }
    return Place(key: row[0], id: row[1])
  }

  func insert(_ block: Block, _ db: Database) throws {
    try db.cachedStatement(sql: "INSERT INTO blocks VALUES (?, ?, ?, ?)")
      .execute(arguments: [id, block.start.key, block.start.id, block.count])
  }

  /// Writes the number of rows that a block has by now. A block of many rows is cut, and a block
  /// without rows goes, unless it is the first of its section.
  private func resize(_ block: Block, to count: Int, _ db: Database) throws {
    if count == 0, !block.isFirstOfSection {
      try db.execute(
        sql: "DELETE FROM blocks WHERE list = ? AND key = ? AND id = ?",
        arguments: [id, block.start.key, block.start.id])
      return
    }
    var first = count
    if count > 2 * Self.blockSize {
      first = Self.blockSize
      let starts = try stride(from: first, to: count, by: Self.blockSize).map { number in
        (number, try place(ofRow: number, in: block, db))
      }
      for (number, start) in starts {
        try insert(Block(start: start, count: min(Self.blockSize, count - number)), db)
      }
    }
    try db.cachedStatement(
      sql: "UPDATE blocks SET count = ? WHERE list = ? AND key = ? AND id = ?"
    )
    .execute(arguments: [first, id, block.start.key, block.start.id])
  }
}

extension DatabaseError {
  /// The file lacks something that every write keeps in it.
  fileprivate static func damage(_ message: String) -> DatabaseError {
    DatabaseError(resultCode: .SQLITE_CORRUPT, message: message)
  }
}
