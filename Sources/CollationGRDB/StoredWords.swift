#if GRDB
internal import CollationFiling
internal import Foundation
internal import GRDB

/// The stored search keys of a table, which all of its lists share.
struct StoredWords {
  let list: Int64

  // MARK: Texts

  /// Parts the texts of a row. No text in UTF-8 has it.
  private static let separator: UInt8 = 0xFF

  static func encoded(_ texts: [String]) -> Data {
    Data(texts.map { Array($0.utf8) }.joined(separator: [separator]))
  }

  /// The keys of a row by its encoded texts.
  static func keys(of texts: [UInt8], _ maker: inout SearchKeyMaker) -> [[UInt8]] {
    let texts = texts.split(separator: separator, omittingEmptySubsequences: false)
    return maker.keys(of: texts.map { String(decoding: $0, as: UTF8.self) })
  }

  // MARK: Writing

  func delete(_ place: Place, _ db: Database) throws {
    try db.cachedStatement(
      sql: "DELETE FROM collationWords WHERE list = ? AND key = ? AND id = ?"
    ).execute(arguments: [list, place.key, place.id])
  }

  /// Writes search keys that may be there.
  func insert(_ places: [Place], _ db: Database) throws {
    try db.insert(
      "INSERT OR IGNORE INTO collationWords", list,
      places.map { ($0.key.databaseValue, $0.id.databaseValue) })
  }

  // MARK: Sweeping

  /// Whether the row with an id was written since it was brought in, so that its former keys find
  /// it.
  func isNoted(_ id: Int64, _ db: Database) throws -> Bool {
    try Bool.fetchOne(
      db.cachedStatement(
        sql: "SELECT EXISTS (SELECT * FROM collationNotes WHERE list = ? AND id = ?)"),
      arguments: [list, id])!
  }

  /// Whether a row has a key.
  func has(_ place: Place, _ db: Database) throws -> Bool {
    try Bool.fetchOne(
      db.cachedStatement(
        sql: "SELECT EXISTS (SELECT * FROM collationWords WHERE list = ? AND key = ? AND id = ?)"),
      arguments: [list, place.key, place.id])!
  }

  /// The last key that was swept; `nil` if the next sweep begins with the first.
  func sweptPlace(_ db: Database) throws -> Place? {
    let row = try Row.fetchOne(
      db.cachedStatement(
        sql: "SELECT sweptKey, sweptId FROM collationLists WHERE id = ? AND sweptId NOT NULL"),
      arguments: [list])
    return row.map { Place(key: $0[0], id: $0[1]) }
  }

  func places(after place: Place?, limit: Int, _ db: Database) throws -> [Place] {
    try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT key, id FROM collationWords WHERE list = ? AND (key, id) > (?, ?)
          ORDER BY key, id LIMIT ?
          """),
      arguments: [list, place?.key ?? Data(), place?.id, limit]
    ).map { Place(key: $0[0], id: $0[1]) }
  }

  func setSweptPlace(_ place: Place?, _ db: Database) throws {
    try db.cachedStatement(
      sql: "UPDATE collationLists SET sweptKey = ?, sweptId = ? WHERE id = ?"
    ).execute(arguments: [place?.key, place?.id, list])
  }
}
#endif
