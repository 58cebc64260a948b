import Collation
import CollationFiling
import CollationGRDB
import CollationLists
import Foundation
import GRDB
import Testing

/// Lists after random writes, compared with the table sorted anew, and with a mirror that only
/// follows the changes.
@Suite struct HistoryTests {
  /// A list, what it is collated by, and who follows it.
  private struct Followed {
    let list: CollatedList<Person>
    let hidesEmpty: Bool
    let key: @Sendable (Person) -> ListKey
    var mirror: Mirror

    init(
      _ name: String, _ collation: LocalizedIndexedCollation, _ pool: DatabasePool,
      hidesEmpty: Bool, byReading: Bool = false
    ) async throws {
      self.hidesEmpty = hidesEmpty
      list =
        byReading
        ? try CollatedList(
          name, in: pool, for: collation, hidingEmpty: hidesEmpty,
          searchTexts: \.parts.searchTexts,
          names: { NameList($0, filedBy: \.parts) })
        : try CollatedList(name, in: pool, for: collation, hidingEmpty: hidesEmpty, by: \.name)
      key = { byReading ? collation.listKey(for: $0.parts) : collation.listKey(for: $0.name) }
      try await list.make()
      mirror = Mirror(ids: [])
      mirror.ids = try await rebuilt(pool).ids(hidingEmpty: hidesEmpty)
    }

    func rebuilt(_ pool: DatabasePool) async throws -> Rebuilt {
      try await pool.read { [list, key] in try Rebuilt(list.collation, $0, key: key) }
    }
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func listsEqualARebuild(seed: UInt64) async throws {
    let database = try TestDatabase()
    let pool = database.pool
    var generator = SeededGenerator(state: seed)
    try database.insert((0..<40).map { _ in generator.name() })
    var lists = [
      try await Followed("sv", LocalizedIndexedCollation("sv"), pool, hidesEmpty: true),
      try await Followed("en", LocalizedIndexedCollation("en"), pool, hidesEmpty: false),
      try await Followed(
        "ja", LocalizedIndexedCollation("ja"), pool, hidesEmpty: true, byReading: true),
      try await Followed(
        "zh, Z to A", LocalizedIndexedCollation("zh", isDescending: true), pool, hidesEmpty: true),
    ]
    let other = try DatabaseQueue(path: database.path)
    for round in 0..<25 {
      let isOther = Bool.random(using: &generator)
      let (seed, updated) = (
        generator.next(), Bool.random(using: &generator) ? lists.map(\.list) : []
      )
      let changes: [[ListChange<Int64>]]
      if isOther {
        // Another program, without the library.
        try await other.write { try Self.writeSomething(seed, round, $0) }
        changes = try await pool.write { db in try updated.map { try $0.update(db) } }
      } else {
        changes = try await pool.write { db in
          try Self.writeSomething(seed, round, db)
          return try updated.map { try $0.update(db) }
        }
      }
      for (number, changes) in changes.enumerated() {
        for change in changes { try lists[number].mirror.apply(change) }
      }
      for number in lists.indices {
        let followed = lists[number]
        let rebuilt = try await followed.rebuilt(pool)
        if updated.isEmpty, Bool.random(using: &generator) {
          // What a read brings in, no change tells.
          try await followed.list.read {
            try $0.check(against: rebuilt, hidingEmpty: followed.hidesEmpty)
          }
          lists[number].mirror.ids = rebuilt.ids(hidingEmpty: followed.hidesEmpty)
        } else if !updated.isEmpty {
          #expect(followed.mirror.ids == rebuilt.ids(hidingEmpty: followed.hidesEmpty))
        }
      }
    }
    for followed in lists {
      let rebuilt = try await followed.rebuilt(pool)
      try await followed.list.read {
        try $0.check(against: rebuilt, hidingEmpty: followed.hidesEmpty)
      }
    }
    // The keys are those of a list that is made now.
    let anew = try await Followed(
      "ja anew", LocalizedIndexedCollation("ja"), pool, hidesEmpty: true, byReading: true)
    let rows = try await pool.read { db in
      try ["ja", "ja anew"].map { name in
        try String.fetchAll(
          db,
          sql: """
            SELECT id || ' ' || hex(key) FROM collationKeys
            WHERE list = (SELECT id FROM collationLists WHERE name = ?) ORDER BY 1
            """, arguments: [name])
      }
    }
    #expect(rows[0] == rows[1])
    #expect(!rows[0].isEmpty)
    try await pool.read { try checkSearchKeys($0) }
    try await anew.list.remove()
  }

  /// Writes as programs do, without a word to any list.
  private static func writeSomething(_ seed: UInt64, _ round: Int, _ db: Database) throws {
    var generator = SeededGenerator(state: seed)
    func id() throws -> Int64? {
      try Int64.fetchAll(db, sql: "SELECT id FROM people").randomElement(using: &generator)
    }
    // One section has more rows than a block, for a while.
    if round == 12 {
      for _ in 0..<1_300 {
        try db.execute(
          sql: "INSERT INTO people (name) VALUES (?)", arguments: ["Zorn " + generator.name()])
      }
    }
    for _ in 0..<Int.random(in: 0...6, using: &generator) {
      let name = generator.name()
      let email = "\(Int.random(in: 0..<10, using: &generator))@example.com"
      switch Int.random(in: 0..<8, using: &generator) {
      case 0, 1: try db.execute(sql: "INSERT INTO people (name) VALUES (?)", arguments: [name])
      case 2:
        try db.execute(
          sql: "UPDATE people SET name = ?, reading = ? WHERE id = ?",
          arguments: [name, Bool.random(using: &generator) ? "たなか" : nil, id()])
      case 3: try db.execute(sql: "DELETE FROM people WHERE id = ?", arguments: [id()])
      case 4:
        try db.execute(
          sql: "UPDATE people SET id = (SELECT max(id) + 1 FROM people) WHERE id = ?",
          arguments: [id()])
      case 5:
        // Deletes the row with the same address, for which SQLite fires no trigger.
        try db.execute(
          sql: "INSERT OR REPLACE INTO people (name, email) VALUES (?, ?)",
          arguments: [name, email])
      case 6:
        try db.execute(
          sql: "UPDATE OR REPLACE people SET email = ? WHERE id = ?", arguments: [email, id()])
      default:
        try db.execute(
          sql: """
            INSERT INTO people (name, email) VALUES (?, ?)
            ON CONFLICT (email) DO UPDATE SET name = excluded.name
            """, arguments: [name, email])
      }
    }
    if round == 18 { try db.execute(sql: "DELETE FROM people WHERE id % 3 > 0") }
    if round == 21 { try db.execute(sql: "DELETE FROM people WHERE name LIKE 'Zorn %'") }
  }

  @Test func aListOfNoRows() async throws {
    let database = try TestDatabase()
    let list = try CollatedList<Person>(
      "en", in: database.pool, for: LocalizedIndexedCollation("en"), by: \.name)
    try await list.make()
    try await list.read { contents throws in
      #expect(try contents.outline.rowCount == 0)
      #expect(try contents.page(limit: 1).rows == [])
      #expect(try contents.page(offset: -1, limit: 0).rows == [])
      #expect(try contents.offset(of: 1) == nil)
    }
    try database.insert(["b", "a"])
    try await list.read { contents throws in
      #expect(try contents.page(offset: 1, limit: 0).rows.map(\.name) == ["b"])
    }
  }
}
