#if GRDB
internal import Collation
internal import Foundation
internal import GRDB

/// Where a row stands in a list.
struct Place {
  let key: Data
  let id: Int64
}

extension Database {
  /// Inserts rows of two values into a table of lists. A statement of many rows takes a fraction of
  /// what as many statements take.
  func insert(
    _ insert: String, _ list: Int64, _ rows: [(DatabaseValue, DatabaseValue)]
  ) throws {
    var rest = rows[...]
    while !rest.isEmpty {
      // Of any other number, there would be too many statements to cache.
      let count = rest.count >= 32 ? 32 : 1
      var arguments = [list.databaseValue]
      for (first, second) in rest.prefix(count) { arguments += [first, second] }
      let values = [String](repeating: "(?1, ?, ?)", count: count).joined(separator: ", ")
      try cachedStatement(sql: "\(insert) VALUES \(values)")
        .execute(arguments: StatementArguments(arguments))
      rest = rest.dropFirst(count)
    }
  }
}

/// The stored keys of one list, and the blocks and sections that count them.
struct StoredKeys {
  let list: Int64
  /// The number of sections of the collation.
  let sectionCount: Int

  /// A block is cut into pieces of this many rows when it has more than twice as many.
  static let blockSize = 512

  // MARK: Reading

  /// The number of rows of each section, by number.
  func counts(_ db: Database) throws -> [Int] {
    let counts = try Int.fetchAll(
      db.cachedStatement(
        sql: "SELECT count FROM collationSections WHERE list = ? ORDER BY section"),
      arguments: [list])
    guard counts.count == sectionCount else {
      throw damage("\(counts.count) counts of \(sectionCount) sections")
    }
    do { try SectionOutline.check(counts) } catch { throw damage(error.description) }
    return counts
  }

  /// The place of the row with an id; `nil` if the list has no such row.
  ///
  /// The rows of its block are searched for the id.
  func place(ofRow id: Int64, _ db: Database) throws -> Place? {
    let block = try Row.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT blocks.key, blocks.id FROM collationRows AS rows
          LEFT JOIN collationBlocks AS blocks
          ON blocks.list = rows.list AND blocks.number = rows.block
          WHERE rows.list = ? AND rows.id = ?
          """),
      arguments: [list, id])
    guard let block else { return nil }
    let key = try Data.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT key FROM collationKeys WHERE list = ? AND (key, id) >= (?, ?) AND id = ?
          ORDER BY key, id LIMIT 1
          """),
      arguments: [list, block[0], block[1], id])
    guard let key else { throw damage("the row \(id) is not in its block") }
    return Place(key: key, id: id)
  }

  /// The place of a row by its number in a section. The section has more rows.
  ///
  /// The blocks of the section are counted, then the rows of one block.
  func place(ofRow number: Int, inSection section: Int, _ db: Database) throws -> Place {
    let bounds = Self.bounds(ofSection: section)
    let blocks = try Block.fetchCursor(
      db.makeStatement(
        sql: """
          SELECT key, id, number, count FROM collationBlocks
          WHERE list = ? AND key >= ? AND key < ?
          ORDER BY key, id
          """),
      arguments: [list, bounds.lower, bounds.upper])
    var rest = number
    while let block = try blocks.next() {
      if rest < block.count { return try place(ofRow: rest, in: block, db) }
      rest -= block.count
    }
    throw damage("the blocks of section \(section) count fewer rows than the section")
  }

  /// The number of rows of the section before a place.
  func row(of place: Place, _ db: Database) throws -> Int {
    let block = try block(of: place, db)
    let bounds = Self.bounds(ofSection: try section(of: place))
    let before = try Int.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT ifnull(sum(count), 0) FROM collationBlocks
          WHERE list = ? AND key >= ? AND (key, id) < (?, ?)
          """),
      arguments: [list, bounds.lower, block.start.key, block.start.id])
    let within = try Int.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT count(*) FROM collationKeys
          WHERE list = ? AND (key, id) >= (?, ?) AND (key, id) < (?, ?)
          """),
      arguments: [list, block.start.key, block.start.id, place.key, place.id])
    return before! + within!
  }

  func section(of place: Place) throws -> Int {
    guard let section = ListKey.section(of: place.key), section < sectionCount else {
      throw damage("the key of the row \(place.id) has no section")
    }
    return section
  }

  private static func bounds(ofSection section: Int) -> (lower: Data, upper: Data) {
    (
      Data(ListKeyFormat.bytes(ofSection: section)),
      Data(ListKeyFormat.bytes(ofSection: section + 1))
    )
  }

  // MARK: Writing

  /// Gives the row with an id another key; `nil` for a row that the list does not have.
  func replace(
    _ old: Data?, with new: Data?, ofRow id: Int64, _ db: Database
  ) throws {
    if old == new { return }
    if let old { try remove(Place(key: old, id: id), db) }
    if let new {
      let place = Place(key: new, id: id)
      try insert(place, db)
      try insertRows([(id, block(of: place, db).number)], db)
    } else {
      try db.cachedStatement(sql: "DELETE FROM collationRows WHERE list = ? AND id = ?")
        .execute(arguments: [list, id])
    }
  }

  private func insert(_ place: Place, _ db: Database) throws {
    try insertKeys([place], db)
    try resize(block(of: place, db), by: 1, db)
    try count(1, at: place, db)
  }

  private func remove(_ place: Place, _ db: Database) throws {
    try db.cachedStatement(sql: "DELETE FROM collationKeys WHERE list = ? AND key = ? AND id = ?")
      .execute(arguments: [list, place.key, place.id])
    try resize(block(of: place, db), by: -1, db)
    try count(-1, at: place, db)
  }

  private func count(_ change: Int, at place: Place, _ db: Database) throws {
    try db.cachedStatement(
      sql: "UPDATE collationSections SET count = count + ? WHERE list = ? AND section = ?"
    ).execute(arguments: [change, list, section(of: place)])
  }

  private func insertKeys(_ places: [Place], _ db: Database) throws {
    try db.insert(
      "INSERT INTO collationKeys", list, places.map { ($0.key.databaseValue, $0.id.databaseValue) })
  }

  /// Writes in which blocks rows are.
  func insertRows(_ rows: [(id: Int64, block: Int)], _ db: Database) throws {
    try db.insert(
      "INSERT OR REPLACE INTO collationRows", list,
      rows.map { ($0.id.databaseValue, $0.block.databaseValue) })
  }

  // MARK: Making

  /// Writes the sections and the first block of each, without rows.
  func insertSections(_ db: Database) throws {
    for section in 0..<sectionCount {
      try db.cachedStatement(sql: "INSERT INTO collationSections VALUES (?, ?, 0)")
        .execute(arguments: [list, section])
      let start = Place(key: Self.bounds(ofSection: section).lower, id: 0)
      _ = try insertBlock(from: start, count: 0, db)
    }
  }

  /// Writes rows that are in order and follow all others, in blocks of their own.
  ///
  /// - Returns: The number of each row's block.
  func insertSorted(_ places: [Place], _ db: Database) throws -> [Int] {
    try insertKeys(places, db)
    var blocks: [Int] = []
    while blocks.count < places.count {
      let start = places[blocks.count]
      let section = try section(of: start)
      let end = partitioningIndex(places.indices[blocks.count...].prefix(Self.blockSize)) {
        ListKey.section(of: places[$0].key) != section
      }
      let count = end - blocks.count
      let number = try insertBlock(from: start, count: count, db)
      blocks += repeatElement(number, count: count)
      try self.count(count, at: start, db)
    }
    return blocks
  }

  // MARK: Blocks

  /// Rows that follow one another.
  private struct Block: FetchableRecord {
    let start: Place
    let number: Int
    let count: Int

    /// Whether the block is the first of its section, which is there even without rows.
    var isFirstOfSection: Bool { ListKey(bytes: start.key) == nil }

    init(row: Row) {
      (start, number, count) = (Place(key: row[0], id: row[1]), row[2], row[3])
    }
  }

  /// The block in which a place lies.
  private func block(of place: Place, _ db: Database) throws -> Block {
    let block = try Block.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT key, id, number, count FROM collationBlocks
          WHERE list = ? AND (key, id) <= (?, ?)
          ORDER BY key DESC, id DESC LIMIT 1
          """),
      arguments: [list, place.key, place.id])
    guard let block else { throw damage("no block has the row \(place.id)") }
    return block
  }

  /// The place of a row by its number in a block.
  private func place(ofRow number: Int, in block: Block, _ db: Database) throws -> Place {
    let row = try Row.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT key, id FROM collationKeys WHERE list = ? AND (key, id) >= (?, ?)
          ORDER BY key, id LIMIT 1 OFFSET ?
          """),
      arguments: [list, block.start.key, block.start.id, number])
    guard let row else { throw damage("a block counts more rows than there are") }
    return Place(key: row[0], id: row[1])
  }

  /// Writes a block, and returns its number.
  private func insertBlock(from start: Place, count: Int, _ db: Database) throws -> Int {
    try Int.fetchOne(
      db.cachedStatement(
        sql: """
          INSERT INTO collationBlocks SELECT ?1, ?2, ?3, ifnull(max(number), 0) + 1, ?4
          FROM collationBlocks WHERE list = ?1 RETURNING number
          """),
      arguments: [list, start.key, start.id, count])!
  }

  /// Counts a row more or less of a block. A block of many rows is cut in two, of which the second
  /// is a new one, and a block without rows goes, unless it is the first of its section.
  private func resize(_ block: Block, by change: Int, _ db: Database) throws {
    var count = block.count + change
    if count == 0, !block.isFirstOfSection {
      try db.cachedStatement(
        sql: "DELETE FROM collationBlocks WHERE list = ? AND key = ? AND id = ?"
      ).execute(arguments: [list, block.start.key, block.start.id])
      return
    }
    if count > 2 * Self.blockSize {
      let start = try place(ofRow: Self.blockSize, in: block, db)
      let number = try insertBlock(from: start, count: count - Self.blockSize, db)
      try db.cachedStatement(
        sql: """
          UPDATE collationRows SET block = ?1 WHERE list = ?2 AND id IN (
            SELECT id FROM collationKeys WHERE list = ?2 AND (key, id) >= (?3, ?4)
            ORDER BY key, id LIMIT ?5)
          """
      ).execute(arguments: [number, list, start.key, start.id, count - Self.blockSize])
      count = Self.blockSize
    }
    try db.cachedStatement(
      sql: "UPDATE collationBlocks SET count = ? WHERE list = ? AND key = ? AND id = ?"
    ).execute(arguments: [count, list, block.start.key, block.start.id])
  }

  /// The file lacks something that every write keeps in it.
  private func damage(_ message: String) -> DatabaseError {
    DatabaseError(resultCode: .SQLITE_CORRUPT, message: "collation list \(list): \(message)")
  }
}
#endif
