// Two thousand names in SQLite, each spelling once, under list keys that are made anew when the
// stamp differs: all pages forth and back, the pages of a search, and an outline of the sections.

import Collation
import CollationFiling
import CollationLists
import Foundation
import GRDB

struct Person: StoredRow, Equatable, Codable, FetchableRecord, PersistableRecord {
  let key: Data
  let id: Int64
  let name: String
  let section: Int

  static func select(isBackward: Bool) -> String {
    let (before, end, order) = isBackward ? ("<", ">=", "DESC") : (">", "<", "ASC")
    return """
      SELECT * FROM person WHERE (key, id) \(before) (?, ?) AND key \(end) ?
      ORDER BY key \(order), id \(order) LIMIT ?
      """
  }

  static func fetch(_ db: Database, _ query: StoredRowQuery<Person>) throws -> [Person] {
    try fetchAll(
      db, sql: select(isBackward: query.isBackward),
      arguments: [query.key, query.id, query.end, query.limit])
  }
}

/// A person whom a search finds, and the key of the word that it found.
struct FoundPerson: SearchedRow, Codable, FetchableRecord {
  let key: Data
  let id: Int64
  let name: String
  let searchKey: Data

  var texts: [String] { [name] }

  static func fetch(_ db: Database, _ query: StoredRowQuery<FoundPerson>) throws -> [FoundPerson] {
    try fetchAll(
      db,
      sql: """
        SELECT word.key AS searchKey, person.* FROM word CROSS JOIN person ON person.id = word.id
        WHERE (word.key, word.id) > (?, ?) AND word.key < ? ORDER BY word.key, word.id LIMIT ?
        """,
      arguments: [query.key, query.id, query.end, query.limit])
  }
}

/// The list of a collation, with all keys made anew if those that are stored are of another one.
func openList(of collation: LocalizedIndexedCollation, in db: Database) throws -> StoredList {
  do {
    let stamp = try String.fetchOne(db, sql: "SELECT text FROM stamp")
    return try StoredList(for: collation, storedUnder: stamp)
  } catch let error as CollationError where [.missingStamp, .stampMismatch].contains(error.code) {
    print("Made anew:", error)
    try db.execute(sql: "DELETE FROM person; DELETE FROM stamp")
    try db.execute(sql: "INSERT INTO stamp VALUES (?)", arguments: [collation.stamp.description])
    let names = try Row.fetchAll(db, sql: "SELECT id, name FROM name")
    for (row, key) in zip(names, collation.listKeys(of: NameList(names) { $0[1] })) {
      try Person(key: Data(key.bytes), id: row[0], name: row[1], section: key.section).insert(db)
    }
    return StoredList(uncheckedFor: collation)
  }
}

let starts = "Al Ek Åk Öst Ny Äng Zet Lin Čer Sö Fri Gran Hol".split(separator: " ")
let ends = "berg dal man gren holm kvist lund mark ström stad son vall fors".split(separator: " ")
let given = "Bo Åsa Eva Max Ada Jo Pål Zoe Kim Ida Lo Ulf".split(separator: " ")
let names = (0..<2000).map { "\(starts[$0 % 13])\(ends[$0 / 13 % 13]), \(given[$0 / 169])" }

try DatabaseQueue().write { db in
  try db.execute(sql: "CREATE TABLE stamp (text TEXT)")
  try db.execute(sql: "CREATE TABLE name (id INTEGER PRIMARY KEY, name TEXT, spelling BLOB UNIQUE)")
  let columns = "key BLOB, id INTEGER, name TEXT, section INTEGER, PRIMARY KEY (key, id)"
  try db.execute(sql: "CREATE TABLE person (\(columns)) WITHOUT ROWID")
  try db.execute(sql: "CREATE INDEX personById ON person (id)")
  // The words of the names serve the lists of all languages.
  try db.execute(
    sql: "CREATE TABLE word (key BLOB, id INTEGER, PRIMARY KEY (key, id)) WITHOUT ROWID")
  let spelling = try Collator(locale: "sv-u-ks-level2")  // Case does not count.
  for name in names + ["ALBERG, BO"] {
    let key = Data(spelling.sortKey(for: name).bytes)
    try db.execute(sql: "INSERT OR IGNORE INTO name VALUES (NULL, ?, ?)", arguments: [name, key])
    if db.changesCount == 0 { continue }
    let id = db.lastInsertedRowID
    for key in try NameSearch.keys(of: [name]) {
      try db.execute(sql: "INSERT INTO word VALUES (?, ?)", arguments: [Data(key), id])
    }
  }
  for locale in ["sv", "sv", "en"] {
    let list = try openList(of: LocalizedIndexedCollation(locale: locale), in: db)
    let page = { try list.page(from: $0, limit: 50) { try Person.fetch(db, $0) } }
    var (forth, back) = (try [page(.after(nil))], try [page(.before(nil))])
    while let next = forth.last?.next { forth.append(try page(.after(next))) }
    while let previous = back.last?.previous { back.append(try page(.before(previous))) }
    print(locale, forth.count, forth.map(\.rows) == back.reversed().map(\.rows))
    let search = { try list.search("ang", from: $0, limit: 50) { try FoundPerson.fetch(db, $0) } }
    var found = [try search(.after(nil))]
    while let next = found.last?.next { found.append(try search(.after(next))) }
    print("ang", found.map(\.rows.count))
    let counts = try Row.fetchAll(db, sql: "SELECT section, count(*) FROM person GROUP BY section")
      .reduce(into: [Int: Int]()) { $0[$1[0]] = $1[1] }
    let outline = try SectionOutline(counts: counts, for: list.collation, hidingEmpty: true)
    for section in outline { print(section.title, section.count, section.offset) }
  }
  for isBackward in [false, true] {
    let sql = "EXPLAIN QUERY PLAN " + Person.select(isBackward: isBackward)
    let plan = try Row.fetchAll(db, sql: sql, arguments: [Data(), 0, Data(), 50])
    print(plan.map { $0["detail"] as String })
  }
}
