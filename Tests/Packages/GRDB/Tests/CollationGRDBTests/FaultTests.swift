import Collation
import CollationGRDB
import Foundation
import GRDB
import Testing

/// Disks that take no more writes, and files that are damaged. SQLite's list of result codes says
/// which error is which.
@Suite struct FaultTests {
  private static func list(_ database: TestDatabase) throws -> CollatedList<Person> {
    try CollatedList(
      "sv", in: database.pool, for: LocalizedIndexedCollation("sv"), by: \.name)
  }

  private static func names(_ count: Int) -> [String] {
    (0..<count).map { "\(Character(UnicodeScalar(UInt8(0x41 + $0 % 26)))) \($0)" }
  }

  /// Runs a pragma on the connection that writes.
  private static func set(_ pragma: String, _ database: TestDatabase) async throws {
    try await database.pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA \(pragma)") }
  }

  /// SQLite's own limit of pages stands for a full disk, since both end in SQLITE_FULL. The list
  /// runs into it at its first row, in its sorted keys, and in its rows.
  @Test func aListIsMadeOnceTheDiskHasRoom() async throws {
    let database = try TestDatabase()
    try database.insert(Self.names(20_000))
    let list = try Self.list(database)
    let pages = try await database.pool.read { try Int.fetchOne($0, sql: "PRAGMA page_count")! }
    for room in [0, 60, 150] {
      try await Self.set("max_page_count = \(pages + room)", database)
      let error = await #expect(throws: DatabaseError.self) { try await list.make() }
      #expect(error?.resultCode == .SQLITE_FULL)
    }
    try await Self.set("max_page_count = 1000000", database)
    try await list.make()
    try await check(list)
    #expect(try await database.pool.read { try Table("collationLists").fetchCount($0) } == 1)
  }

  /// Another connection writes rows; for the list's own, the disk is full, or read-only.
  @Test(arguments: [
    ("max_page_count = 1", "max_page_count = 1000000"), ("query_only = 1", "query_only = 0"),
  ])
  func aListThatCannotBeUpdatedIsReadAsItWas(begin: String, end: String) async throws {
    let database = try TestDatabase()
    try database.insert(["b", "d"])
    let list = try Self.list(database)
    try await list.make()
    try await Self.set(begin, database)
    let long = String(repeating: "a", count: 200)
    try database.sqlite3(
      """
      WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers LIMIT 2000)
      INSERT INTO people (name) SELECT '\(long)' || n FROM numbers
      """)
    for _ in 0..<3 {
      try await list.read { contents throws in
        #expect(try !contents.isCurrent)
        #expect(try contents.outline.rowCount == 2)
        #expect(try contents.page(limit: 9).rows.map(\.name) == ["b", "d"])
      }
    }
    await #expect(throws: DatabaseError.self) {
      try await database.pool.write { try list.update($0) }
    }
    try await Self.set(end, database)
    try await check(list)
    #expect(try await list.read { try $0.isCurrent })
  }

  /// A limit on the size of files stands for a disk that fails to write, as on a file system that
  /// became read-only: both end in SQLITE_IOERR_WRITE. It holds for the whole process.
  @Test func aListIsReadWhileTheDiskRefusesWrites() async throws {
    await #expect(processExitsWith: .success) {
      let database = try TestDatabase()
      try database.insert(["b"])
      let list = try FaultTests.list(database)
      try await list.make()
      try database.insert(["a"])
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 0, rlim_max: .max)
      try #require(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
      #expect(throws: DatabaseError.self) { try database.insert(["c"]) }
      #expect(try await list.read { try $0.page(limit: 9).rows.map(\.name) } == ["b"])
      limit.rlim_cur = .max
      try #require(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
      #expect(try await list.read { try $0.page(limit: 9).rows.map(\.name) } == ["a", "b"])
    }
  }

  /// A page of sorted keys is overwritten. What needs it fails, and nothing is read wrong.
  @Test func aDamagedPageIsAnErrorAndNoWrongRows() async throws {
    let database = try TestDatabase()
    try database.insert(Self.names(8_000))
    let list = try Self.list(database)
    try await list.make()
    let people = try await list.read { try $0.page(offset: 0, limit: 8_000).rows }
    try await check(list)
    let (page, size) = try await database.pool.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
      let pages = try Int.fetchAll(
        db, sql: "SELECT pageno FROM dbstat WHERE name = 'collationKeys' AND pagetype = 'leaf'")
      return (pages[pages.count / 2], try Int.fetchOne(db, sql: "PRAGMA page_size")!)
    }
    let file = try FileHandle(forUpdating: URL(filePath: database.path))
    try file.seek(toOffset: UInt64((page - 1) * size))
    var generator = SeededGenerator(state: 1)
    try file.write(contentsOf: (0..<size).map { _ in UInt8.random(in: 0...255, using: &generator) })
    try file.close()

    // What this pool's connections have in memory does not hold any more.
    let pool = try DatabasePool(path: database.path)
    let reopened = try CollatedList<Person>(
      "sv", in: pool, for: LocalizedIndexedCollation("sv"), by: \.name)
    var failures = 0
    for offset in stride(from: 0, to: people.count, by: 50) {
      do {
        let rows = try await reopened.read { try $0.page(offset: offset, limit: 50).rows }
        #expect(rows == Array(people[offset..<min(offset + 50, people.count)]))
      } catch let error as DatabaseError {
        #expect(error.resultCode == .SQLITE_CORRUPT)
        failures += 1
      }
    }
    #expect((1..<20).contains(failures), "\(failures)")
    try await pool.write { db in
      try Person(name: "Aa").insert(db)
      try reopened.update(db)
    }
    try pool.close()
  }
}
