import Collation
import CollationGRDB
import GRDB

struct Person: Codable, FetchableRecord, MutablePersistableRecord {
  var id: Int64?
  var name: String
  mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
}

let pool = try DatabasePool(path: CommandLine.arguments[1])
var migrator = DatabaseMigrator()
migrator.registerMigration("person") { db in
  try db.execute(sql: "CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT NOT NULL)")
}
migrator.registerCollatedLists(of: "person")
try migrator.migrate(pool)
let list = try CollatedList<Person>(
  "sv", in: pool, for: LocalizedIndexedCollation(locale: "sv"), hidingEmpty: true,
  searchTexts: { [$0.name] }, by: \.name)
try await list.make()

let changes = list.changes
let people = try pool.write { db in
  try ["Örjan Ek", "Eva Zorn", "Åke Berg"].map { try Person(name: $0).inserted(db) }
}
try await list.read { contents in
  print("Index:", try contents.outline.map { "\($0.title) \($0.count)" })
  let page = try contents.page(limit: 2)
  print("First page:", page.rows.map(\.name))
  print("Next:", try contents.page(from: .after(page.next), limit: 2).rows.map(\.name))
  print("Search:", try contents.search("zo", limit: 2).rows.map(\.name))
}
try pool.write { db in try Person(id: people[2].id, name: "Bo Berg").update(db) }
for await transaction in changes.prefix(2) {
  for change in transaction.changes {
    print("Change:", change.old ?? "none", "to", change.new ?? "none")
  }
}
