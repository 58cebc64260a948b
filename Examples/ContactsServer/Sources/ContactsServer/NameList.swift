import Collation
import Foundation
import GRDB

/// The names in the order of a locale: their display keys, and blocks that count them.
struct NameList: Sendable {
  let id: Int64
  let locale: String
  let collation: LocalizedIndexedCollation

  init(id: Int64, of offer: OfferedCollations.Offer) {
    self.id = id
    locale = offer.locale
    collation = offer.collation
  }

  /// Where a row stands.
  struct Place: Hashable, Comparable {
    var key: Data
    var id: Int64

    static func < (left: Place, right: Place) -> Bool {
      left.key == right.key ? left.id < right.id : left.key.lexicographicallyPrecedes(right.key)
    }

    /// The place just before, which no row has.
    var before: Place { Place(key: key, id: id - 1) }
  }

  struct Row {
    let place: Place
    let name: String

    var displayKey: DisplayKey { DisplayKey(bytes: Array(place.key))! }
  }

  /// A block is cut in pieces of so many rows once it has more than twice as many.
  static let blockSize = 512

  func place(of contact: Contact) -> Place {
    Place(key: Data(collation.displayKey(for: contact.name).bytes), id: contact.id)
  }

  // MARK: Reading

  /// The rows after a place, up to the end of a range.
  func rows(
    after place: Place, upTo end: [UInt8]?, limit: Int, _ db: Database
  ) throws -> [Row] {
    // A cross join is SQLite's way to be told which table comes first.
    let sql = """
      SELECT key, id, name FROM keys CROSS JOIN names USING (id)
      WHERE list = ? AND (key, id) > (?, ?) \(end == nil ? "" : "AND key < ?")
      ORDER BY key, id LIMIT ?
      """
    var arguments: StatementArguments = [id, place.key, place.id]
    if let end { arguments += [Data(end)] }
    arguments += [limit]
    return try GRDB.Row.fetchCursor(db.cachedStatement(sql: sql), arguments: arguments)
      .map { Row(place: Place(key: $0[0], id: $0[1]), name: $0[2]) }
      .reduce(into: []) { $0.append($1) }
  }

  /// How many rows each section has.
  func counts(_ db: Database) throws -> [Int: Int] {
    let sql = """
      SELECT substr(key, 1, 2), sum(count) FROM blocks WHERE list = ? GROUP BY substr(key, 1, 2)
      """
    return try GRDB.Row.fetchCursor(db.cachedStatement(sql: sql), arguments: [id])
      .reduce(into: [:]) { counts, row in
        counts[DisplayKey(bytes: Array(row[0] as Data))!.section] = row[1]
      }
  }

  /// The place of a section's row by its number; `nil` beyond the last.
  ///
  /// It goes over the blocks of the section, then over the rows of one block.
  func place(ofRow number: Int, inSection section: Int, _ db: Database) throws -> Place? {
    var rest = number
    let range = collation.displayKeyRange(ofSection: section)!
    let blocks = try self.blocks(from: Place(key: Data(range.lowerBound), id: 0), db)
    while let block = try blocks.next(), range.contains(block.start.displayKey) {
      if rest < block.count { return try starts([rest], of: block, db).first }
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
      let next = try blocks(from: Place(key: block.start.key, id: block.start.id + 1), db).next()
      let count = next.map { next in rest.prefix { $0 < next.start }.count } ?? rest.count
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

  /// Some rows that follow one another.
  struct Block {
    var start: Place
    var count: Int
  }

  /// The blocks of rows that are in order: one at least to each section.
  func blocks(of places: some Sequence<Place>) -> [Block] {
    var blocks = collation.sectionTitles.indices.map { section in
      let start = collation.displayKeyRange(ofSection: section)!.lowerBound
      return [Block(start: Place(key: Data(start), id: 0), count: 0)]
    }
    for place in places {
      let section = place.displayKey.section
      if blocks[section].last!.count == Self.blockSize {
        blocks[section].append(Block(start: place, count: 0))
      }
      blocks[section][blocks[section].count - 1].count += 1
    }
    return Array(blocks.joined())
  }

  private func blocks(from place: Place, _ db: Database) throws -> MapCursor<RowCursor, Block> {
    let sql = """
      SELECT key, id, count FROM blocks WHERE list = ? AND (key, id) >= (?, ?) ORDER BY key, id
      """
    return try GRDB.Row.fetchCursor(
      db.makeStatement(sql: sql), arguments: [id, place.key, place.id]
    )
    .map(Block.init)
  }

  /// The block in which a place lies.
  private func block(of place: Place, _ db: Database) throws -> Block {
    let sql = """
      SELECT key, id, count FROM blocks WHERE list = ? AND (key, id) <= (?, ?)
      ORDER BY key DESC, id DESC LIMIT 1
      """
    return Block(
      try GRDB.Row.fetchOne(
        db.cachedStatement(sql: sql), arguments: [id, place.key, place.id])!)
  }

  /// The places of rows of a block, by their numbers.
  private func starts(_ numbers: [Int], of block: Block, _ db: Database) throws -> [Place] {
    let sql = """
      SELECT key, id FROM keys WHERE list = ? AND (key, id) >= (?, ?) ORDER BY key, id
      LIMIT 1 OFFSET ?
      """
    return try numbers.map { number in
      let row = try GRDB.Row.fetchOne(
        db.cachedStatement(sql: sql),
        arguments: [id, block.start.key, block.start.id, number])!
      return Place(key: row[0], id: row[1])
    }
  }

  func insert(_ block: Block, _ db: Database) throws {
    try db.cachedStatement(sql: "INSERT INTO blocks VALUES (?, ?, ?, ?)")
      .execute(arguments: [id, block.start.key, block.start.id, block.count])
  }

  /// Writes how many rows a block has come to have, which are there already. One that has many is
  /// cut, and one that has none goes, unless it is the first of its section.
  private func resize(_ block: Block, to count: Int, _ db: Database) throws {
    if count == 0, block.start.id != 0 {
      try db.execute(
        sql: "DELETE FROM blocks WHERE list = ? AND key = ? AND id = ?",
        arguments: [id, block.start.key, block.start.id])
      return
    }
    var first = count
    if count > 2 * Self.blockSize {
      first = Self.blockSize
      let cuts = Array(stride(from: first, to: count, by: Self.blockSize))
      for (cut, start) in zip(cuts, try starts(cuts, of: block, db)) {
        try insert(Block(start: start, count: min(Self.blockSize, count - cut)), db)
      }
    }
    try db.cachedStatement(
      sql: "UPDATE blocks SET count = ? WHERE list = ? AND key = ? AND id = ?"
    )
    .execute(arguments: [first, id, block.start.key, block.start.id])
  }
}

extension NameList.Place {
  fileprivate var displayKey: DisplayKey { DisplayKey(bytes: Array(key))! }
}

extension NameList.Block {
  fileprivate init(_ row: Row) {
    self.init(start: NameList.Place(key: row[0], id: row[1]), count: row[2])
  }
}
