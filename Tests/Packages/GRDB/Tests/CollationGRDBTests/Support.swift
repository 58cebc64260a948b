import Collation
import CollationFiling
import CollationGRDB
import CollationLists
import Foundation
import GRDB
import Testing

struct Person: Codable, Hashable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "people"
  var id: Int64?
  var name: String
  var reading: String?
  /// Unique in the table.
  var email: String?

  var parts: NameParts { NameParts(name, reading: reading) }
}

/// A database in a file of its own, with the people.
final class TestDatabase: Sendable {
  let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).sqlite").path
  let pool: DatabasePool

  /// - Parameter sql: Makes the table, if it is to be another one than that of most tests.
  init(creating sql: String? = nil) throws {
    pool = try DatabasePool(path: path)
    var migrator = DatabaseMigrator()
    migrator.registerMigration("people") { db in
      if let sql { return try db.execute(sql: sql) }
      try db.create(table: "people") { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("name", .text).notNull()
        table.column("reading", .text)
        table.column("email", .text).unique()
      }
    }
    migrator.registerCollatedLists(of: "people")
    try migrator.migrate(pool)
  }

  deinit {
    try? pool.close()
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: path + suffix)
    }
  }

  /// Runs statements in the sqlite3 of the machine, which knows nothing of the library.
  func sqlite3(_ sql: String) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/sqlite3")
    process.arguments = ["-bail", "-cmd", ".timeout 10000", path, sql]
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }

  func insert(_ names: some Sequence<String> & Sendable) throws {
    try pool.write { db in for name in names { try Person(name: name).insert(db) } }
  }
}

extension LocalizedIndexedCollation {
  init(_ locale: String, isDescending: Bool = false) throws {
    var layout = SectionLayout.uikit
    layout.isDescending = isDescending
    try self.init(locale: locale, layout: layout)
  }
}

/// SplitMix64 (Steele, Lea and Flood, 2014).
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Few letters, so that many names are equal, or equal but for an accent.
  mutating func name() -> String {
    let words = [
      "Åberg", "Öberg", "Oberg", "Zorn", "zorn", "ZORN", "ångström", "a\u{30A}ngström", "de Souza",
      "Æther", "42", "7", "", " ", "田中", "小倉", "김", "Чехов", "ابن", "é", "e", "ss", "ß", "Ch",
      "C\u{34F}h", "\u{FFFE}", "🎈", "İ", "ı",
    ]
    return (0..<Int.random(in: 1...3, using: &self)).map { _ in words.randomElement(using: &self)! }
      .joined(separator: " ")
  }
}

/// What a list must be: all rows, sorted by (bytes of the key that is made of each alone, id), with
/// the section of each. A list from Z to A has its sections in order, and the rows of each sorted
/// by what is behind the section in the key, complemented, in reverse.
struct Rebuilt {
  let people: [Person]
  let sections: [Int]
  let collation: LocalizedIndexedCollation

  init(_ collation: LocalizedIndexedCollation, _ db: Database, key: (Person) -> ListKey) throws {
    self.collation = collation
    typealias Keyed = (person: Person, key: ListKey)
    var rows: [Keyed] = try Person.fetchAll(db).map { ($0, key($0)) }
    if collation.layout.isDescending {
      let ascending = rows.map { ($0, $0.key.bytes.dropFirst(2).map(~)) }
      rows = ascending.sorted { left, right in
        let (first, second) = (left.0, right.0)
        if first.key.section != second.key.section { return first.key.section < second.key.section }
        if left.1 == right.1 { return first.person.id! > second.person.id! }
        return right.1.lexicographicallyPrecedes(left.1)
      }.map(\.0)
    } else {
      rows.sort { (left: Keyed, right: Keyed) -> Bool in
        if left.key == right.key { return left.person.id! < right.person.id! }
        return left.key < right.key
      }
    }
    people = rows.map(\.person)
    sections = rows.map(\.key.section)
  }

  /// The ids of each section that is shown.
  func ids(hidingEmpty: Bool) -> [[Int64]] {
    var ids = [[Int64]](repeating: [], count: collation.sectionTitles.count)
    for (person, section) in zip(people, sections) { ids[section].append(person.id!) }
    return hidingEmpty ? ids.filter { !$0.isEmpty } : ids
  }
}

/// Compares a list of names, brought up to date, with what it must be.
func check(_ list: CollatedList<Person>) async throws {
  try await list.read { contents throws in
    let rebuilt = try Rebuilt(list.collation, contents.database) {
      list.collation.listKey(for: $0.name)
    }
    try contents.check(against: rebuilt)
  }
}

extension CollatedList.Contents where Record == Person {
  /// Compares all that can be read with what it must be.
  func check(against rebuilt: Rebuilt, hidingEmpty: Bool = false) throws {
    let people = rebuilt.people
    let whole = try page(offset: 0, limit: people.count + 1)
    // Not by the arrays: the difference of long ones would take minutes.
    let different = zip(whole.rows, people).first { $0 != $1 }
    #expect(different == nil)
    #expect(whole.rows.count == people.count)
    let areSameSections = whole.sectionNumbers == rebuilt.sections
    #expect(areSameSections)
    #expect(whole.next == nil && whole.previous == nil)
    let outline = try outline
    #expect(outline.map(\.count) == rebuilt.ids(hidingEmpty: hidingEmpty).map(\.count))
    #expect(outline.rowCount == people.count)
    for offset in stride(from: 0, to: people.count, by: max(1, people.count / 7)) {
      let page = try page(offset: offset, limit: 3)
      #expect(page.rows == Array(people[offset...].prefix(3)))
      let section = rebuilt.sections[offset]
      let first = rebuilt.sections.firstIndex(of: section)!
      let inSection = try self.page(offset: offset - first, inSection: section, limit: 3)
      #expect(inSection.rows == page.rows)
      #expect(try self.offset(of: people[offset].id!) == offset)
      if isOutdated { continue }
      let (next, previous) = (page.next, page.previous)
      if let next {
        #expect(
          try self.page(from: .after(next), limit: 2).rows
            == Array(people[(offset + 3)...].prefix(2)))
      }
      #expect((next == nil) == (offset + 3 >= people.count))
      #expect((previous == nil) == (offset == 0))
      if let previous {
        #expect(
          try self.page(from: .before(previous), limit: 2).rows
            == Array(people[..<offset].suffix(2)))
      }
    }
    #expect(try page(offset: people.count, limit: 3).rows == [])
    // A section has no row at its end: there, the next one begins.
    for (section, count) in rebuilt.ids(hidingEmpty: false).map(\.count).enumerated() {
      let end = rebuilt.sections.count { $0 <= section }
      #expect(
        try page(offset: count, inSection: section, limit: 2).rows
          == Array(people[end...].prefix(2)))
    }
    #expect(
      try page(offset: 0, inSection: rebuilt.collation.sectionTitles.count, limit: 1).rows == [])
    // The blocks count the keys, and the sections the blocks.
    let counts = try Row.fetchAll(
      database,
      sql: """
        SELECT list, sum(count) FROM collationBlocks GROUP BY list EXCEPT
        SELECT list, sum(count) FROM collationSections GROUP BY list
        """)
    #expect(counts == [])
    // Each row is in the block that it says.
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT list, id, (
          SELECT number FROM collationBlocks AS blocks
          WHERE blocks.list = keys.list AND (blocks.key, blocks.id) <= (keys.key, keys.id)
          ORDER BY blocks.key DESC, blocks.id DESC LIMIT 1)
        FROM collationKeys AS keys EXCEPT SELECT list, id, block FROM collationRows
        """)
    #expect(rows == [])
    // None has many rows, and none is empty but the first of a section, whose key has no name.
    let blocks = try Int.fetchOne(
      database,
      sql: """
        SELECT count(*) FROM collationBlocks
        WHERE count > 1024 OR count < 0 OR (count = 0 AND length(key) > 2)
        """)
    #expect(blocks == 0)
  }
}

/// A list that follows changes as `ListChange` says: remove the row, remove the section, insert the
/// section, insert the row.
struct Mirror: Equatable {
  var ids: [[Int64]]

  mutating func apply(_ change: ListChange<Int64>) throws {
    if let old = change.old {
      try #require(ids.indices.contains(old.section))
      try #require(ids[old.section].indices.contains(old.row))
      #expect(ids[old.section].remove(at: old.row) == change.id)
    }
    if let section = change.deletedSection {
      try #require(ids.indices.contains(section))
      #expect(ids.remove(at: section) == [])
    }
    if let section = change.insertedSection {
      try #require(section <= ids.count)
      ids.insert([], at: section)
    }
    if let new = change.new {
      try #require(ids.indices.contains(new.section))
      try #require(new.row <= ids[new.section].count)
      ids[new.section].insert(change.id, at: new.row)
    }
  }
}

/// Compares the search keys of a file with those that are made of each row alone. It may have more,
/// of former texts, until they are swept.
func checkSearchKeys(_ db: Database) throws {
  let rows = try Row.fetchAll(db, sql: "SELECT id, key FROM collationWords")
  let stored = Set(rows.map { "\($0[0] as Int64) \(Array($0[1] as Data))" })
  let expected = try Set(
    Person.fetchAll(db).flatMap { person in
      try NameSearch.keys(of: person.parts.searchTexts).map { "\(person.id!) \($0)" }
    })
  let areAll = expected.isSubset(of: stored)
  #expect(areAll && !stored.isEmpty)
}
