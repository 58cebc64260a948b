import Collation
import CollationLists
import Foundation
import GRDB

/// Stores names with their keys, and the stamp under which the keys were made.
func store(_ names: [Int64: String], for collation: LocalizedIndexedCollation, in db: Database)
  throws
{
  try db.execute(sql: Contact.schema)
  try db.execute(sql: "INSERT INTO stamp VALUES (?)", arguments: [collation.stamp.description])
  for (id, name) in names {
    let key = Data(collation.listKey(for: name).bytes)
    try Contact(key: key, id: id, name: name).insert(db)
  }
}

/// The page after a cursor, or the first page; and the cursor of the next page.
func page(
  after cursor: String?, for collation: LocalizedIndexedCollation, in db: Database
) throws -> StoredPage<Contact> {
  let stamp = try String.fetchOne(db, sql: "SELECT text FROM stamp")
  let list = try StoredList(for: collation, storedUnder: stamp)
  return try list.page(from: .after(cursor), limit: 3) { try Contact.fetchAll(db, $0) }
}
