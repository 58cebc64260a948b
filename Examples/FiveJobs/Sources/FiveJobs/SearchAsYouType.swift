import CollationLists
import GRDB

/// A page of the contacts whose names start with what was typed so far.
func search(
  _ typed: String, after cursor: String?, in list: StoredList, _ db: Database
) throws -> StoredPage<Contact> {
  try list.search(typed, from: .after(cursor), limit: 3) { try Contact.fetchAll(db, $0) }
}
