import CollationLists
import Foundation
import GRDB

struct Contact: StoredRow, Codable, FetchableRecord, PersistableRecord {
  let key: Data
  let id: Int64
  let name: String

  /// Contacts are in the order of their keys, and the stamp says by which collation.
  static let schema = """
    CREATE TABLE contact (key BLOB, id INTEGER, name TEXT, PRIMARY KEY (key, id)) WITHOUT ROWID;
    CREATE TABLE stamp (text TEXT);
    """

  static func fetchAll(_ db: Database, _ query: StoredRowQuery<Contact>) throws -> [Contact] {
    try fetchAll(
      db,
      sql: """
        SELECT key, id, name FROM contact WHERE (key, id) > (:key, :id) AND key < :end
        ORDER BY key, id LIMIT :limit
        """,
      arguments: ["key": query.key, "id": query.id, "end": query.end, "limit": query.limit])
  }
}
