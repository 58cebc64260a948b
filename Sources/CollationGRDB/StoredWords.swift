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
  static func keys(of texts: Data, _ maker: inout SearchKeyMaker) -> [Data] {
    let texts = texts.split(separator: separator, omittingEmptySubsequences: false)
    return maker.keys(of: texts.map { String(decoding: $0, as: UTF8.self) }).map { Data($0) }
  }

  // MARK: Writing

  /// The encoded texts of the row with an id; `nil` if no search finds the row.
  func texts(ofRow id: Int64, _ db: Database) throws -> Data? {
    try Data.fetchOne(
      db.cachedStatement(sql: "SELECT texts FROM collationTexts WHERE list = ? AND id = ?"),
      arguments: [list, id])
  }

  /// Gives the row with an id other texts; `nil` for a row that is gone.
  func replace(
    with texts: Data?, ofRow id: Int64, _ maker: inout SearchKeyMaker, _ db: Database
  ) throws {
    let old = try self.texts(ofRow: id, db)
    if old == texts { return }
    let oldKeys = Set(old.map { Self.keys(of: $0, &maker) } ?? [])
    let newKeys = Set(texts.map { Self.keys(of: $0, &maker) } ?? [])
    for key in oldKeys.subtracting(newKeys) {
      try db.cachedStatement(
        sql: "DELETE FROM collationWords WHERE list = ? AND key = ? AND id = ?"
      ).execute(arguments: [list, key, id])
    }
    try insert(newKeys.subtracting(oldKeys).map { Place(key: $0, id: id) }, db)
    if let texts {
      try insert([(id, texts)], db)
    } else {
      try db.cachedStatement(sql: "DELETE FROM collationTexts WHERE list = ? AND id = ?")
        .execute(arguments: [list, id])
    }
  }

  /// Writes search keys.
  func insert(_ places: [Place], _ db: Database) throws {
    try db.insert(
      "INSERT OR IGNORE INTO collationWords", list,
      places.map { ($0.key.databaseValue, $0.id.databaseValue) })
  }

  /// Writes the encoded texts of rows.
  func insert(_ rows: [(id: Int64, texts: Data)], _ db: Database) throws {
    try db.insert(
      "INSERT OR REPLACE INTO collationTexts", list,
      rows.map { ($0.id.databaseValue, $0.texts.databaseValue) })
  }
}
#endif
