import Collation
import CollationFiling
import CollationGRDB
import CollationLists
import Foundation
import GRDB
import Synchronization
import Testing

/// Lists that are made, made anew and removed beside writes.
@Suite struct MakingTests {
  private static func list(
    _ database: TestDatabase, _ name: String = "sv", locale: String = "sv"
  ) throws -> CollatedList<Person> {
    try CollatedList(
      name, in: database.pool, for: LocalizedIndexedCollation(locale), by: \.name)
  }

  /// What is thrown names the row by its id.
  @Test func aRowThatCannotBeDecodedIsNamed() async throws {
    let database = try TestDatabase(
      creating: "CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT)")
    func isNamed(_ error: any Error) -> Bool {
      (error as? DatabaseError)?.message?.hasPrefix("the row 7 of 'people': ") == true
    }
    try database.sqlite3("INSERT INTO people VALUES (1, 'b'), (7, NULL)")
    let list = try Self.list(database)
    await #expect { try await list.make() } throws: { isNamed($0) }
    try database.sqlite3("UPDATE people SET name = 'a'")
    try await list.make()
    try await check(list)
    try database.sqlite3("UPDATE people SET name = NULL WHERE id = 7")
    await #expect { try await list.read { _ in } } throws: { isNamed($0) }
    #expect {
      try database.pool.write { db in try list.update(db) }
    } throws: {
      isNamed($0)
    }
    #expect {
      try database.pool.read { db in try list.contents(db)!.page(limit: 9) }
    } throws: {
      isNamed($0)
    }
    try database.sqlite3("UPDATE people SET name = 'c' WHERE id = 7")
    try await check(list)
  }

  private func names(_ count: Int) -> [String] {
    var generator = SeededGenerator(state: 7)
    return (0..<count).map { _ in generator.name() }
  }

  @Test func whatIsWrittenMeanwhileIsInTheList() async throws {
    let database = try TestDatabase()
    try database.insert(names(12_000))
    let list = try Self.list(database)
    await #expect { try await list.read { _ in } } throws: { error in
      (error as? CollationError)?.code == .missingStamp
    }
    let parts = Mutex<[Double]>([])
    let pool = database.pool
    try await list.make { part in
      parts.withLock { $0.append(part) }
      // Between two batches.
      try? pool.write { db in
        try db.execute(sql: "INSERT INTO people (name) VALUES ('Ö'), ('A'), ('Zorn')")
        try db.execute(sql: "DELETE FROM people WHERE id = abs(random()) % 12000")
        try db.execute(sql: "UPDATE people SET name = 'Å' WHERE id = abs(random()) % 12000")
      }
    }
    let seen = parts.withLock { $0 }
    #expect(seen == seen.sorted() && seen.count > 6 && seen.last == 1 && seen[0] > 0)
    // A write may fail, but not each.
    #expect(try await pool.read { try Person.filter(Column("id") > 12_000).fetchCount($0) } > 0)
    try await check(list)
  }

  @Test func aCanceledListIsMadeByTheNextCall() async throws {
    let database = try TestDatabase()
    try database.insert(names(12_000))
    let list = try Self.list(database)
    let task = Mutex<Task<Void, any Error>?>(nil)
    let started = AsyncStream.makeStream(of: Void.self)
    let making = Task {
      for await _ in started.stream { break }
      try await list.make { if $0 > 0.6 { task.withLock { $0?.cancel() } } }
    }
    task.withLock { $0 = making }
    started.continuation.yield()
    await #expect(throws: CancellationError.self) { try await making.value }
    #expect(try await database.pool.read { try list.contents($0) == nil })
    #expect(try await rows(of: "collationKeys", database) > 0)
    try await list.make()
    try await check(list)
    try await list.make()  // It is there.
    #expect(try await rows(of: "collationLists", database) == 1)
    #expect(try await rows(of: "collationKeys", database) == 12_000)
    try await list.remove()
    for table in ["Lists", "Keys", "Words", "Rows", "Blocks", "Sections", "Notes"] {
      #expect(try await rows(of: "collation\(table)", database) == 0)
    }
  }

  /// What is left half made goes before anything is made, so the file has the rows of one list. A
  /// process that is killed leaves its list as one that is being made.
  @Test func remainsDoNotAddUp() async throws {
    let database = try TestDatabase()
    let count = 12_000
    try database.insert(names(count))
    let list = try Self.list(database)
    let pool = database.pool
    var pages: [Int] = []
    for isKilled in [false, true, true, false, true] {
      let making = Mutex<Task<Void, any Error>?>(nil)
      let (started, starting) = AsyncStream.makeStream(of: Void.self)
      let task = Task {
        for await _ in started {}
        try await list.make { part in
          let rows = try? pool.read { db in
            (try Table("collationLists").fetchCount(db), try Table("collationKeys").fetchCount(db))
          }
          #expect(rows!.0 == 1 && rows!.1 <= count)
          if part > 0.9 { making.withLock { $0!.cancel() } }
        }
      }
      making.withLock { $0 = task }
      starting.finish()
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(try await rows(of: "collationKeys", database) == count)
      if isKilled { try database.sqlite3("UPDATE collationLists SET state = 'making'") }
      pages.append(try await pool.read { try Int.fetchOne($0, sql: "PRAGMA page_count")! })
    }
    // Free pages are filled again, if not to the last.
    #expect(pages.max()! < pages[0] * 5 / 4)
    try await list.make()
    try await check(list)
    #expect(try await rows(of: "collationRows", database) == count)
  }

  /// A file with the tables that once had the texts of rows, and a list in them.
  @Test func aListOfAnOlderSchemaIsMadeAnew() async throws {
    let database = try TestDatabase()
    try database.insert(names(2_000))
    try await Self.list(database).make()
    try database.sqlite3(
      """
      ALTER TABLE collationLists DROP COLUMN sweptKey;
      ALTER TABLE collationLists DROP COLUMN sweptId;
      CREATE TABLE collationTexts (
        list INTEGER NOT NULL, id INTEGER NOT NULL, texts BLOB NOT NULL, PRIMARY KEY (list, id)
      ) WITHOUT ROWID;
      UPDATE grdb_migrations SET identifier = 'CollationGRDB 2 people' WHERE identifier <> 'people';
      """)
    var migrator = DatabaseMigrator()
    migrator.registerMigration("people") { _ in }
    migrator.registerCollatedLists(of: "people")
    try migrator.migrate(database.pool)
    let list = try Self.list(database)
    #expect(try await database.pool.read { try list.contents($0) == nil })
    try await list.make()
    // The lists of a second table leave the new tables as they are.
    migrator.registerMigration("keys") { db in
      try db.execute(sql: "CREATE TABLE keys (id INTEGER PRIMARY KEY, key TEXT)")
    }
    migrator.registerCollatedLists(of: "keys")
    try migrator.migrate(database.pool)
    try database.insert(["Ö"])
    try await check(list)
    for (table, count) in [("Lists", 1), ("Keys", 2_001), ("Rows", 2_001)] {
      #expect(try await rows(of: "collation\(table)", database) == count)
    }
  }

  /// As many lists as Swift has threads for tasks ask a task for a step, all at once, while they
  /// make keys. On these threads, they would wait for the step forever.
  @Test func othersRunWhileKeysAreMade() async throws {
    let (listCount, rowCount) = (ProcessInfo.processInfo.activeProcessorCount, 100_000)
    let (requests, request) = AsyncStream.makeStream(of: DispatchSemaphore.self)
    let isLate = Mutex(false)
    let lists = try (0..<listCount).map { _ in
      let queue = try DatabaseQueue()
      var migrator = DatabaseMigrator()
      migrator.registerMigration("people") { db in
        try db.execute(
          sql: """
            CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
            WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers LIMIT ?)
            INSERT INTO people (name) SELECT char(0x41 + n % 26) || n FROM numbers
            """, arguments: [rowCount / listCount])
      }
      migrator.registerCollatedLists(of: "people")
      try migrator.migrate(queue)
      return try CollatedList<Person>(
        "en", in: queue, for: LocalizedIndexedCollation("en"),
        searchTexts: { person in
          if person.id! % 1_000 == 0 {
            let step = DispatchSemaphore(value: 0)
            request.yield(step)
            // Not forever, for the test to fail.
            let end = step.wait(timeout: .now() + 60)
            if end == .timedOut { isLate.withLock { $0 = true } }
          }
          return [person.name]
        }, by: \.name)
    }
    let steps = Task {
      var (steps, waiting) = (0, [DispatchSemaphore]())
      for await next in requests {
        waiting.append(next)
        if waiting.count < listCount { continue }
        for semaphore in waiting { semaphore.signal() }
        (steps, waiting) = (steps + 1, [])
      }
      return steps
    }
    try await withThrowingTaskGroup { group in
      for list in lists { group.addTask { try await list.make() } }
      try await group.waitForAll()
    }
    request.finish()
    #expect(await steps.value == rowCount / listCount / 1_000)
    #expect(isLate.withLock(\.self) == false)
  }

  private func rows(of table: String, _ database: TestDatabase) async throws -> Int {
    try await database.pool.read { try Table(table).fetchCount($0) }
  }

  @Test func twoCallsMakeOneList() async throws {
    let database = try TestDatabase()
    try database.insert(names(2_000))
    let list = try Self.list(database)
    async let first: Void = list.make()
    async let second: Void = list.make()
    _ = try await (first, second)
    #expect(try await rows(of: "collationLists", database) == 1)
    try await check(list)
  }

  @Test func aCallThatWaitsIsNotCanceledWithTheOther() async throws {
    let database = try TestDatabase()
    try database.insert(names(2_000))
    let list = try Self.list(database)
    let tasks = Mutex<[Task<Void, any Error>]>([])
    let started = AsyncStream.makeStream(of: Void.self)
    let first = Task {
      for await _ in started.stream { break }
      try await list.make { _ in
        tasks.withLock { if $0.count == 1 { $0.append(Task { try await list.make() }) } }
        // Until the second call waits. If it comes later, there is nothing to see.
        Thread.sleep(forTimeInterval: 0.2)
        tasks.withLock { $0[0].cancel() }
      }
    }
    tasks.withLock { $0 = [first] }
    started.continuation.yield()
    await #expect(throws: CancellationError.self) { try await first.value }
    try await tasks.withLock { $0[1] }.value
    try await check(list)
  }

  // MARK: Another stamp

  /// The list of an older ICU, as far as the file tells.
  private func age(_ database: TestDatabase) throws {
    try database.pool.write { db in
      let text = try String.fetchOne(db, sql: "SELECT stamp FROM collationLists")!
      let aged = text.split(separator: " ").map { $0.hasPrefix("icu=") ? "icu=1.0" : $0 }
        .joined(separator: " ")
      try db.execute(sql: "UPDATE collationLists SET stamp = ?", arguments: [aged])
    }
  }

  @Test func anOldListIsReadByOffsetUntilTheNewOneIsMade() async throws {
    let database = try TestDatabase()
    try database.insert(names(8_000))
    try await Self.list(database).make()
    try age(database)

    let list = try Self.list(database)
    let before = try await list.read { contents throws in
      #expect(contents.isOutdated)
      #expect(contents.stamp != list.collation.stamp)
      #expect { try contents.page(limit: 3) } throws: { error in
        (error as? CollationError)?.differences.first?.hasSuffix("was 1.0") == true
      }
      #expect { try contents.search("a", limit: 3) } throws: { error in
        (error as? CollationError)?.code == .stampMismatch
      }
      let page = try contents.page(offset: 100, limit: 3)
      #expect(page.next == nil && page.previous == nil)
      return page.rows.map { $0.id! } + [contents.revision]
    }
    // A row that is gone is gone; one that moved stays, as nobody knows where it would stand.
    let changes = try await database.pool.write { db in
      try db.execute(sql: "DELETE FROM people WHERE id = ?", arguments: [before[0]])
      try db.execute(sql: "UPDATE people SET name = 'Moved' WHERE id = ?", arguments: [before[1]])
      try db.execute(sql: "INSERT INTO people (name) VALUES ('New')")
      return try list.update(db)
    }
    #expect(changes.map(\.id).sorted() == before[0..<2].sorted())
    try await list.read { contents throws in
      let rows = try contents.page(offset: 100, limit: 2).rows
      #expect(rows.map { $0.id! } == Array(before[1..<3]))
      #expect(rows[0].name == "Moved")
      #expect(try contents.outline.rowCount == 7_999)
    }
    // It needs no key of a row that cannot be decoded.
    try database.sqlite3("UPDATE people SET name = x'ff' WHERE id = \(before[2])")
    #expect(try await list.read { try $0.outline.rowCount } == 7_999)
    try database.sqlite3("UPDATE people SET name = 'Back' WHERE id = \(before[2])")

    let sawBoth = Mutex(false)
    try await list.make { part in
      let state = try? database.pool.read { db in
        (
          try list.contents(db)!.isOutdated,
          try Int.fetchOne(db, sql: "SELECT count(*) FROM collationLists")!
        )
      }
      if part < 1 {
        #expect(state?.0 == true)
        sawBoth.withLock { $0 = $0 || state?.1 == 2 }
      } else {
        #expect(state?.0 == false)
      }
    }
    #expect(sawBoth.withLock { $0 })
    #expect(try await rows(of: "collationLists", database) == 1)
    #expect(try await rows(of: "collationKeys", database) == 8_000)
    try await check(list)
    #expect(try await list.read(\.revision) > before[3])
  }

  /// As during an upgrade in steps, or after one that was taken back: a program with another ICU
  /// reads the list before one with the list's own.
  @Test func whatAnotherICUReadsIsNotLost() async throws {
    let database = try TestDatabase()
    try database.insert(names(2_000))
    try await Self.list(database).make()
    let stamp = try await database.pool.read { db in
      try String.fetchOne(db, sql: "SELECT stamp FROM collationLists")!
    }
    try age(database)
    let other = try Self.list(database)
    for round in 0..<3 {
      try await database.pool.write { db in
        try db.execute(sql: "DELETE FROM people WHERE id % 100 = ?", arguments: [round])
        try db.execute(
          sql: "UPDATE people SET name = 'Moved' WHERE id % 100 IN (50, ?)",
          arguments: [50 + round])
        // The next round deletes it.
        try db.execute(sql: "INSERT INTO people (name) VALUES ('New')")
      }
      // Once each, also those that are written again.
      let (changes, rows) = try await database.pool.write { db in
        (try other.update(db), try Int.fetchOne(db, sql: "SELECT count(*) FROM people")!)
      }
      #expect(changes.count == (round == 0 ? 40 : 60))
      try await other.read { contents throws in
        #expect(try contents.isCurrent)
        #expect(try contents.outline.rowCount == rows - 1)
      }
    }
    try await database.pool.write { db in
      try db.execute(sql: "UPDATE collationLists SET stamp = ?", arguments: [stamp])
    }
    let own = try Self.list(database)
    #expect(try await database.pool.read { try own.contents($0)!.isCurrent } == false)
    try await own.make()  // It is there.
    try await check(own)
    #expect(try await rows(of: "collationNotes", database) == 0)
  }

  /// Other sections, or keys in another format, would be read as what they are not.
  @Test(arguments: [
    ("ja", "name = name"), ("sv", "stamp = replace(stamp, 'keys=', 'keys=0')"),
    ("sv", "stamp = ''"),
  ])
  func aListOfOtherSectionsIsNotRead(locale: String, change: String) async throws {
    let database = try TestDatabase()
    try database.insert(["a"])
    try await Self.list(database, "list").make()
    try database.sqlite3("UPDATE collationLists SET \(change)")
    let other = try Self.list(database, "list", locale: locale)
    #expect(try await database.pool.read { try other.contents($0) == nil })
    #expect(try await database.pool.write { try other.update($0) } == [])
    try await other.make()
    try await check(other)
    #expect(try await rows(of: "collationLists", database) == 1)
  }

  /// A migration that makes the table anew, for a change that SQLite's ALTER TABLE does not have,
  /// drops the triggers with it.
  @Test func aTableThatWasMadeAnewIsNotTrusted() async throws {
    let database = try TestDatabase()
    try database.insert(["b", "a"])
    let list = try Self.list(database)
    try await list.make()
    try database.sqlite3(
      """
      CREATE TABLE other (id INTEGER PRIMARY KEY, name TEXT, reading TEXT, email TEXT);
      INSERT INTO other SELECT * FROM people;
      DROP TABLE people;
      ALTER TABLE other RENAME TO people;
      UPDATE people SET name = 'c' WHERE name = 'a';
      """)
    let reopened = try Self.list(database)
    try await reopened.read { contents throws in
      #expect(contents.isOutdated)
      #expect { try contents.page(limit: 1) } throws: { error in
        (error as? CollationError)?.code == .stampMismatch
      }
    }
    try await reopened.make()
    try await check(reopened)
    try database.sqlite3("UPDATE people SET name = 'a' WHERE name = 'c'")
    try await check(reopened)
  }

  @Test func aListIsNotMadeOfATableThatIsReplacedMeanwhile() async throws {
    let database = try TestDatabase()
    try database.insert(names(6_000))
    let list = try Self.list(database)
    let isReplaced = Atomic(false)
    await #expect {
      try await list.make { part in
        guard part > 0.6, !isReplaced.exchange(true, ordering: .relaxed) else { return }
        try? database.pool.write { db in
          try db.execute(sql: "DROP TRIGGER \"collation people updated\"")
          try db.execute(sql: "UPDATE people SET name = 'Unnoted' WHERE id % 2")
        }
        _ = try? Self.list(database)
      }
    } throws: {
      "\($0)".contains("was removed, elsewhere")
    }
    try await list.make()
    try await check(list)
  }

  /// SQLite's quick_check finds nothing wrong with them. The first add up to more than an Int has.
  @Test(arguments: [Int64.max, -1])
  func countsThatNoListHasAreDamage(count: Int64) async throws {
    let database = try TestDatabase()
    let list = try Self.list(database)
    try await list.make()
    try database.sqlite3("UPDATE collationSections SET count = \(count)")
    await #expect { try await list.read { _ = try $0.outline } } throws: {
      ($0 as? DatabaseError)?.resultCode == .SQLITE_CORRUPT
    }
  }

  // MARK: Names of tables

  private struct Key: Codable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "keys"
    var id: Int64?
    var key: String
  }

  /// The lists of a second table are opened before they are registered, and the table has a name
  /// that the library uses for its own.
  @Test func aSecondTableIsRegisteredLater() async throws {
    let database = try TestDatabase()
    var migrator = DatabaseMigrator()
    migrator.registerMigration("keys") { db in
      try db.execute(sql: "CREATE TABLE keys (id INTEGER PRIMARY KEY, key TEXT, isSeen)")
    }
    try migrator.migrate(database.pool)
    let list = try CollatedList<Key>(
      "en", in: database.pool, for: LocalizedIndexedCollation("en"),
      searchTexts: { [$0.key] }, by: \.key)
    try await list.make()
    migrator.registerCollatedLists(of: "keys")
    try migrator.migrate(database.pool)
    try database.sqlite3("INSERT INTO keys (key) VALUES ('b'), ('a'), ('c')")
    try await list.read { contents throws in
      let first = try contents.page(limit: 2)
      #expect(first.rows.map(\.key) == ["a", "b"])
      #expect(try contents.page(from: .after(first.next), limit: 2).rows.map(\.key) == ["c"])
      #expect(try contents.page(offset: 2, limit: 2).rows.map(\.key) == ["c"])
      #expect(try contents.search("b", limit: 2).rows.map(\.key) == ["b"])
    }
  }

  private struct Shouted: Codable, FetchableRecord, TableRecord {
    static let databaseTableName = "PEOPLE"
    var id: Int64
    var name: String
  }

  /// SQLite finds tables without regard to the case of ASCII.
  @Test(.timeLimit(.minutes(10))) func theCaseOfATableIsNoMatter() async throws {
    let database = try TestDatabase()
    try database.insert(["a"])
    let shouted = try CollatedList<Shouted>(
      "sv", in: database.pool, for: LocalizedIndexedCollation("sv"), searchTexts: { [$0.name] },
      by: \.name)
    try await shouted.make()
    try await check(Self.list(database))
    var changes = shouted.changes.makeAsyncIterator()
    try database.insert(["b"])
    #expect(await changes.next()?.changes.map(\.id) == [2])
    #expect(try await shouted.read { try $0.page(limit: 9).rows.map(\.name) } == ["a", "b"])
    try await Self.list(database).remove()
    #expect(try await rows(of: "collationLists", database) == 0)
  }

  private struct Quoted: FetchableRecord, TableRecord {
    static let databaseTableName = #"say "hi" or 'ho'"#
    var name: String

    init(row: Row) { name = row[#"the "name""#] }
  }

  @Test func namesMayHaveQuotes() async throws {
    let database = try TestDatabase(
      creating: #"""
        CREATE TABLE people (id INTEGER PRIMARY KEY);
        CREATE TABLE "say ""hi"" or 'ho'" (
          "the ""id""" INTEGER PRIMARY KEY, "the ""name""" TEXT);
        CREATE UNIQUE INDEX "the ""index""" ON "say ""hi"" or 'ho'" ("the ""name""");
        """#)
    var migrator = DatabaseMigrator()
    migrator.registerCollatedLists(of: Quoted.databaseTableName)
    try migrator.migrate(database.pool)
    let list = try CollatedList<Quoted>(
      "en", in: database.pool, for: LocalizedIndexedCollation("en"), by: \.name)
    try await list.make()
    try database.sqlite3(
      #"""
      INSERT INTO "say ""hi"" or 'ho'" ("the ""name""") VALUES ('b'), ('a');
      REPLACE INTO "say ""hi"" or 'ho'" ("the ""name""") VALUES ('a')
      """#)
    try await list.read { contents throws in
      #expect(try contents.page(limit: 9).rows.map(\.name) == ["a", "b"])
      #expect(try contents.outline.rowCount == 2)
      #expect(try contents.offset(of: 3) == 0)
    }
  }

  private struct Columned: Codable, FetchableRecord, TableRecord {
    static let databaseTableName = "people"
    var id: Int64
    var name: String
    var collationKey: String
    var COLLATIONID: String
  }

  /// The columns of a table have any names, also those that the library once chose for its own.
  @Test func aTableHasColumnsOfAnyName() async throws {
    let database = try TestDatabase(
      creating: """
        CREATE TABLE people (
          id INTEGER PRIMARY KEY, name TEXT, collationKey TEXT, COLLATIONID TEXT)
        """)
    func insert(_ name: String) throws {
      try database.sqlite3("INSERT INTO people VALUES (NULL, '\(name)', 'key', 'id')")
    }
    try insert("b")
    let list = try CollatedList<Columned>(
      "en", in: database.pool, for: LocalizedIndexedCollation("en"), searchTexts: { [$0.name] },
      by: \.name)
    try await list.make()
    try insert("a")
    try await list.read { contents throws in
      let page = try contents.page(limit: 1)
      #expect(page.rows.map(\.name) == ["a"])
      #expect(page.rows.map { $0.collationKey + $0.COLLATIONID } == ["keyid"])
      let cursor = try #require(page.next)
      #expect(try contents.page(from: .after(cursor), limit: 1).rows.map(\.name) == ["b"])
      #expect(try contents.page(offset: 1, limit: 1).rows.map(\.id) == [1])
      #expect(try contents.search("b", limit: 1).rows.map(\.id) == [1])
    }
  }

  // MARK: Refusals

  @Test(arguments: [0, 2])
  func eachRowNeedsOneName(number: Int) async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [number] in
      // In memory, so that no file is left.
      let queue = try DatabaseQueue()
      var migrator = DatabaseMigrator()
      migrator.registerMigration("keys") { db in
        try db.execute(
          sql: """
            CREATE TABLE keys (id INTEGER PRIMARY KEY, key TEXT);
            INSERT INTO keys (key) VALUES ('a'), ('b');
            """)
      }
      migrator.registerCollatedLists(of: "keys")
      try migrator.migrate(queue)
      let list = try CollatedList<Key>(
        "en", in: queue, for: LocalizedIndexedCollation("en"),
        names: { NameList($0.flatMap { Array(repeating: $0.key, count: number) }) })
      try await list.make()
    }
    let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(message.contains("\(2 * number) names of 2 rows"))
  }

  @Test func whatIsMissingIsNamed() async throws {
    let queue = try DatabaseQueue()
    func open() throws {
      _ = try CollatedList<Person>(
        "en", in: queue, for: LocalizedIndexedCollation("en"), by: \.name)
    }
    #expect { try open() } throws: { "\($0)".contains("no such table: people") }
    // Keys that are no names of the rowid (SQLite's lang_createtable.html, "ROWIDs and the INTEGER
    // PRIMARY KEY").
    for columns in [
      "(name TEXT)", "(id INT PRIMARY KEY, name TEXT)", "(id INTEGER PRIMARY KEY DESC, name TEXT)",
      "(id INTEGER PRIMARY KEY, name TEXT) WITHOUT ROWID",
      "(id INTEGER, name TEXT, PRIMARY KEY (id, name))",
    ] {
      try await queue.write { db in try db.execute(sql: "CREATE TABLE people \(columns)") }
      #expect("\(columns)") { try open() } throws: {
        "\($0)".contains("expected an INTEGER PRIMARY KEY")
      }
      try await queue.write { db in try db.execute(sql: "DROP TABLE people") }
    }
    try await queue.write { db in
      try db.execute(sql: "CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT)")
    }
    #expect { try open() } throws: { "\($0)".contains("registerCollatedLists(of:)") }
  }
}
