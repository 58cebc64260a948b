import Collation
import CollationGRDB
import Foundation
import GRDB
import Testing

/// Triggers, and the writes and migrations that are not easily noted. The statements are those of
/// SQLite's documentation; what the list must be is the table, sorted.
@Suite struct TriggerTests {
  private func open(_ database: TestDatabase) throws -> CollatedList<Person> {
    try CollatedList("sv", in: database.pool, for: LocalizedIndexedCollation("sv"), by: \.name)
  }

  private func triggers(_ database: TestDatabase) async throws -> Set<String> {
    try await database.pool.read { db in
      try String.fetchSet(db, sql: "SELECT name FROM sqlite_master WHERE type = 'trigger'")
    }
  }

  private func noted(_ database: TestDatabase) async throws -> [Int64] {
    try await database.pool.read { db in
      try Int64.fetchAll(db, sql: "SELECT id FROM collationNotes ORDER BY id")
    }
  }

  // MARK: Rows that are replaced

  /// OR REPLACE puts a default in the place of NULL (lang_conflict.html), after the triggers have
  /// run.
  @Test(arguments: ["'d'", #""d""#, "('it''s')", "none", "-1.5e3", "x'64'", "TRUE", "current_date"])
  func aRowIsReplacedByADefault(value: String) async throws {
    let database = try TestDatabase(
      creating: """
        CREATE TABLE people (
          id INTEGER PRIMARY KEY, name TEXT, code NOT NULL DEFAULT \(value), d TEXT)
        """)
    try database.sqlite3(
      """
      CREATE UNIQUE INDEX codes ON people (code COLLATE NOCASE);
      INSERT INTO people (name) VALUES ('a');
      INSERT INTO people (name, code) VALUES ('b', 'other')
      """)
    let list = try open(database)
    try await list.make()
    try database.sqlite3("INSERT OR REPLACE INTO people (name, code) VALUES ('c', NULL)")
    try await check(list)
    try database.sqlite3("UPDATE OR REPLACE people SET code = NULL WHERE name = 'b'")
    try await check(list)
    #expect(try await list.read { try $0.page(limit: 9).rows.map(\.name) } == ["b"])
  }

  /// SQLite loads the columns of NEW that a trigger names, and no others.
  @Test(arguments: ["VIRTUAL", "STORED"])
  func aRowIsReplacedByAGeneratedColumn(kind: String) async throws {
    let database = try TestDatabase(
      creating: """
        CREATE TABLE people (
          id INTEGER PRIMARY KEY, name TEXT, reading TEXT,
          email TEXT AS (name || reading) \(kind) UNIQUE)
        """)
    try database.sqlite3("INSERT INTO people (name, reading) VALUES ('a', '1'), ('b', '1')")
    let list = try open(database)
    try await list.make()
    for sql in [
      "UPDATE OR REPLACE people SET name = 'a' WHERE name = 'b'",
      "INSERT OR REPLACE INTO people (name, reading) VALUES ('a', '1')",
    ] {
      try database.sqlite3(sql)
      try await check(list)
      #expect(try await list.read { try $0.outline.rowCount } == 1)
    }
  }

  /// The index has the third row alone. Its SQL has more than one WHERE.
  @Test func aPartialIndexFindsItsOwnRows() async throws {
    let database = try TestDatabase()
    try database.sqlite3(
      """
      CREATE UNIQUE INDEX "no WHERE" ON people (reading /* ' WHERE */ COLLATE NOCASE)
      WHERE email IS NULL AND name <> 'WHERE' -- it's
      ;
      INSERT INTO people (name, reading, email) VALUES
        ('a', 'x', '1'), ('b', 'x', '2'), ('c', 'x', NULL), ('WHERE', 'x', NULL)
      """)
    let list = try open(database)
    try await list.make()
    try database.sqlite3("INSERT INTO people (name, reading, email) VALUES ('d', 'X', '3')")
    #expect(try await noted(database) == [3, 5])
    try await check(list)
    for sql in [
      "INSERT OR REPLACE INTO people (name, reading) VALUES ('e', 'X')",
      "UPDATE OR REPLACE people SET email = NULL WHERE name = 'a'",
    ] {
      try database.sqlite3(sql)
      try await check(list)
    }
    let names = try await list.read { try $0.page(limit: 9).rows.map(\.name) }
    #expect(names == ["a", "b", "d", "WHERE"])
  }

  /// SQLite takes "b" for a text if no column has that name (quirks.html), but GRDB's connections
  /// do not, except in a schema that is there already.
  @Test func aPartialIndexHasATextInDoubleQuotes() async throws {
    let database = try TestDatabase()
    try database.sqlite3(
      #"CREATE UNIQUE INDEX readings ON people (reading) WHERE "name" <> "b" AND name <> """""#)
    let list = try open(database)
    try await list.make()
    try database.insert(["a", "b"])
    for name in ["c", "b", "d"] {
      try database.sqlite3(
        "INSERT OR REPLACE INTO people (name, reading) VALUES ('\(name)', 'x')")
      try await check(list)
    }
    let names = try await list.read { try $0.page(limit: 9).rows.map(\.name) }
    #expect(names == ["a", "b", "b", "d"])
  }

  // MARK: Migrations

  /// As the article says under "Migrate".
  @Test(arguments: [false, true])
  func aMigrationDropsAColumnOfAnIndex(dropsAll: Bool) async throws {
    let database = try TestDatabase()
    try database.sqlite3("CREATE UNIQUE INDEX readings ON people (reading)")
    try database.insert(["b", "a"])
    try await open(database).make()
    let all = try await triggers(database)
    #expect(all.count == 5)
    for event in ["replaced", "displaced"] + (dropsAll ? ["inserted", "updated", "deleted"] : []) {
      try database.sqlite3(#"DROP TRIGGER IF EXISTS "collation people \#(event)""#)
    }
    try database.sqlite3(
      """
      DROP INDEX readings; ALTER TABLE people DROP COLUMN reading;
      UPDATE people SET name = 'c' WHERE name = 'a'
      """)
    let list = try open(database)
    #expect(try await triggers(database) == all)
    #expect(try await list.read(\.isOutdated) == dropsAll)
    try await list.make()
    try await check(list)
    try database.sqlite3("UPDATE people SET email = 'e' WHERE name = 'b'")
    try database.sqlite3("INSERT OR REPLACE INTO people (name, email) VALUES ('d', 'e')")
    try await check(list)
  }

  @Test func theTriggersOfAnIndexGoWithIt() async throws {
    let database = try TestDatabase(
      creating: """
        CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT, email TEXT);
        CREATE UNIQUE INDEX emails ON people (email);
        """)
    let list = try open(database)
    try await list.make()
    #expect(try await triggers(database).count == 5)
    try database.sqlite3("DROP INDEX emails")
    try await check(open(database))
    #expect(
      try await triggers(database)
        == Set(["inserted", "updated", "deleted"].map { "collation people \($0)" }))
    try database.sqlite3("ALTER TABLE people DROP COLUMN email")
  }

  /// A migrator with `eraseDatabaseOnSchemaChange` erases a database that has changed.
  @Test func listsThatAreRegisteredOnceMoreChangeNothingLater() async throws {
    let database = try TestDatabase()
    try await database.pool.erase()
    var migrator = DatabaseMigrator()
    migrator.registerMigration("people") { db in
      try db.execute(sql: "CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT, email TEXT)")
    }
    migrator.registerCollatedLists(of: "people")
    try migrator.migrate(database.pool)
    try database.sqlite3("INSERT INTO people (name) VALUES ('b'), ('a')")
    try await open(database).make()
    for column in ["name", "email"] {
      migrator.registerMigration(column) { db in
        try db.execute(sql: "CREATE UNIQUE INDEX \(column)s ON people (\(column))")
      }
      migrator.registerCollatedLists(of: "people")
    }
    try migrator.migrate(database.pool)
    let before = try await triggers(database)
    let list = try open(database)
    try await check(list)
    #expect(before.count == 5)
    let hasChanges = try await database.pool.read { [migrator] db in
      try migrator.hasSchemaChanges(db)
    }
    #expect(!hasChanges)
  }

  private struct Renamed: Codable, FetchableRecord, TableRecord {
    static let databaseTableName = "persons"
    var id: Int64
    var name: String
  }

  @Test func theListsOfATableThatIsGoneGo() async throws {
    let database = try TestDatabase()
    try database.insert(["b", "a"])
    try await open(database).make()
    try database.sqlite3("ALTER TABLE people RENAME TO persons")
    var migrator = DatabaseMigrator()
    migrator.registerCollatedLists(of: "persons")
    try migrator.migrate(database.pool)
    #expect(try await triggers(database).allSatisfy { $0.hasPrefix("collation persons ") })
    let list = try CollatedList<Renamed>(
      "en", in: database.pool, for: LocalizedIndexedCollation("en"), by: \.name)
    try await list.make()
    try database.sqlite3("INSERT INTO persons (name) VALUES ('c')")
    #expect(try await noted(database) == [3])
    #expect(
      try await list.read { try $0.page(limit: 9).rows.map(\.name) } == ["a", "b", "c"])
    for table in ["collationLists", "collationKeys", "collationRows"] {
      let count = try await database.pool.read { try Table(table).fetchCount($0) }
      #expect(count == (table == "collationLists" ? 1 : 3))
    }
  }
}
