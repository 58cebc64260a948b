import Collation
import CollationGRDB
import Foundation
import GRDB

/// What the tests keep in their tables.
struct Person: Codable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "people"
  var id: Int64?
  var name: String
}

@Sendable func say(_ line: String) {
  FileHandle.standardOutput.write(Data((line + "\n").utf8))
}

// Makes the list of a file while it inserts rows, and says which are on the disk, until somebody
// kills it.
let pool = try DatabasePool(path: CommandLine.arguments[1])
try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
let list = try CollatedList<Person>(
  "sv", in: pool, for: LocalizedIndexedCollation(locale: "sv"), by: \.name)
Task {
  try await list.make { say("made \($0)") }
  say("ready")
}
for number in 0..<100_000 {
  let id = try pool.write { db in
    try db.execute(sql: "INSERT INTO people (name) VALUES (?)", arguments: ["Ö \(number)"])
    try list.update(db)
    return db.lastInsertedRowID
  }
  say("inserted \(id)")
  try await Task.sleep(for: .milliseconds(1))
}
