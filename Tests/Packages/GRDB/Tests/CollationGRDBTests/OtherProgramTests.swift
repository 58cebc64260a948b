import Collation
import CollationFiling
import CollationGRDB
import CollationLists
import Foundation
import GRDB
import Synchronization
import Testing

/// Lists of a table that other programs write to, and programs that are killed.
@Suite(.timeLimit(.minutes(5))) struct OtherProgramTests {
  @Test func sqlite3WritesBeside() async throws {
    let database = try TestDatabase()
    try database.insert(["Åberg", "Zorn", "Berg"])
    let list = try CollatedList<Person>(
      "sv", in: database.pool, for: LocalizedIndexedCollation("sv"),
      searchTexts: \.parts.searchTexts,
      by: \.name)
    try await list.make()
    let revision = try await list.read(\.revision)
    try database.sqlite3("UPDATE people SET name = 'Öberg, Bo' WHERE name = 'Berg'")
    #expect(try await database.pool.read { try list.contents($0)!.isCurrent } == false)
    try await list.read { contents throws in
      #expect(try contents.isCurrent)
      #expect(contents.revision != revision)
      #expect(try contents.page(limit: 9).rows.map(\.name) == ["Zorn", "Åberg", "Öberg, Bo"])
      #expect(try contents.search("bo", limit: 9).rows.map(\.name) == ["Öberg, Bo"])
    }
    // A cursor keeps its place when its row goes.
    let next = try #require(await list.read { try $0.page(limit: 1).next })
    try database.sqlite3("DELETE FROM people WHERE name = 'Zorn'")
    let rest = try await list.read { try $0.page(from: .after(next), limit: 9).rows.map(\.name) }
    #expect(rest == ["Åberg", "Öberg, Bo"])
    for sql in [
      "INSERT INTO people (name, email) VALUES ('Ek', 'a@example.com'), ('Alm', 'b@example.com')",
      "INSERT OR REPLACE INTO people (name, email) VALUES ('Ny', 'a@example.com')",
      "UPDATE OR REPLACE people SET email = 'b@example.com' WHERE name = 'Ny'",
      "REPLACE INTO people (id, name) VALUES (1, 'Å')",
      "INSERT OR ABORT INTO people (name) VALUES ('x'); UPDATE OR FAIL people SET name = 'y'",
      "UPDATE people SET id = id + 100; INSERT INTO people (id, name) VALUES (-5, 'negative')",
      "BEGIN; DELETE FROM people; ROLLBACK; DELETE FROM people WHERE id % 2",
      "DELETE FROM people; VACUUM",
      "INSERT INTO people (name) VALUES ('last')",
    ] {
      try database.sqlite3(sql)
      try await check(list)
    }
  }

  // MARK: Locks

  /// SQLite calls the busy mode's callback whenever a connection is about to wait for another.
  @Test(arguments: [true, false])
  func aReadDoesNotWaitForTheLockOfAnotherProgram(isPool: Bool) async throws {
    let database = try TestDatabase()
    try database.insert(["b", "d"])
    let waits = Mutex(0)
    var configuration = Configuration()
    configuration.busyMode = .callback { _ in
      waits.withLock { $0 += 1 }
      return false
    }
    // The pool of the test's database has put the file into WAL mode.
    let writer: any DatabaseWriter =
      isPool
      ? try DatabasePool(path: database.path, configuration: configuration)
      : try DatabaseQueue(path: database.path, configuration: configuration)
    let list = try CollatedList<Person>(
      "en", in: writer, for: LocalizedIndexedCollation("en"), searchTexts: { [$0.name] }, by: \.name
    )
    try await list.make()

    configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: database.path, configuration: configuration)
    try await other.write { try Person(name: "a").insert($0) }
    try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
    for _ in 0..<3 {
      try await list.read { contents throws in
        #expect(try !contents.isCurrent)
        #expect(try contents.outline.rowCount == 2)
        #expect(try contents.page(limit: 9).rows.map(\.name) == ["b", "d"])
        #expect(try contents.page(offset: 1, limit: 9).rows.map(\.name) == ["d"])
        #expect(try contents.search("b", limit: 9).rows.map(\.name) == ["b"])
        #expect(try contents.search("a", limit: 9).rows == [])
      }
    }
    try await other.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
    try await check(list)
    #expect(try await list.read { try $0.isCurrent })
    #expect(waits.withLock(\.self) == 0)
  }

  /// Until the reads are over, the write is not.
  @Test func aReadDoesNotQueueBehindAWrite() async throws {
    let database = try TestDatabase()
    try database.insert(["b"])
    let list = try CollatedList<Person>(
      "en", in: database.pool, for: LocalizedIndexedCollation("en"), by: \.name)
    try await list.make()
    let changes = list.changes
    let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
    let mayEnd = DispatchSemaphore(value: 0)
    async let written: Void = database.pool.writeWithoutTransaction { db in
      try Person(name: "a").insert(db)
      beginning.finish()
      mayEnd.wait()
      try Person(name: "c").insert(db)
    }
    for await _ in begun {}
    try await withThrowingTaskGroup { group in
      for _ in 0..<20 {
        group.addTask {
          try await list.read { contents throws in
            #expect(try !contents.isCurrent)
            #expect(try contents.page(limit: 9).rows.map(\.name) == ["b"])
          }
        }
      }
      try await group.waitForAll()
    }
    mayEnd.signal()
    try await written
    // What the reads did not wait for comes to the followers.
    var ids: Set<Int64> = []
    for await transaction in changes {
      ids.formUnion(transaction.changes.map(\.id))
      if ids == [2, 3] { break }
    }
    try await check(list)
  }

  /// `COLLATE NOCASE` on an index finds other rows than the column's own collation.
  @Test func aRowIsReplacedByAnIndexWithACollation() async throws {
    let database = try TestDatabase()
    try database.sqlite3(
      """
      CREATE UNIQUE INDEX caseless ON people (email COLLATE NOCASE, reading COLLATE RTRIM DESC);
      INSERT INTO people (name, email, reading) VALUES ('a', 'a@example.com', 'x'), ('b', NULL, '')
      """)
    let list = try CollatedList<Person>(
      "sv", in: database.pool, for: LocalizedIndexedCollation("sv"), by: \.name)
    try await list.make()
    for sql in [
      "REPLACE INTO people (name, email, reading) VALUES ('c', 'A@example.com', 'x  ')",
      "UPDATE OR REPLACE people SET email = 'a@EXAMPLE.com', reading = 'x ' WHERE name = 'b'",
    ] {
      try database.sqlite3(sql)
      try await check(list)
    }
    #expect(try await list.read { try $0.page(limit: 9).rows.map(\.name) } == ["b"])
  }

  /// The writer acknowledges rows that are on the disk, and is killed while it makes the list, or
  /// after.
  @Test(arguments: ["made 0.", "made 0.6", "ready"])
  func nothingAcknowledgedIsLost(killedAt moment: String) async throws {
    let database = try TestDatabase()
    try await database.pool.write { db in
      try db.execute(
        sql: """
          WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers LIMIT 40000)
          INSERT INTO people (name) SELECT char(0x41 + n % 26) || n FROM numbers
          """)
    }
    let process = Process()
    process.executableURL =
      Bundle.allBundles.map(\.bundleURL)
      .map { $0.deletingLastPathComponent().appending(path: "Writer") }
      .first { FileManager.default.fileExists(atPath: $0.path) }
      ?? URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(
        path: "Writer")
    process.arguments = [database.path]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    try pipe.fileHandleForWriting.close()
    var acknowledged: [Int64] = []
    var isOver = false
    var rest = Data()
    while case let data = pipe.fileHandleForReading.availableData, !data.isEmpty {
      rest += data
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: rest[..<end], as: UTF8.self)
        rest = rest[(end + 1)...]
        if line.hasPrefix("inserted ") { acknowledged.append(Int64(line.dropFirst(9))!) }
        if line.hasPrefix(moment), !isOver {
          isOver = true
          kill(process.processIdentifier, SIGKILL)
        }
      }
    }
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal)
    #expect(!acknowledged.isEmpty)

    let list = try CollatedList<Person>(
      "sv", in: database.pool, for: LocalizedIndexedCollation("sv"), by: \.name)
    if moment != "ready" { try await list.make() }
    try await check(list)
    try await list.read { [acknowledged] contents throws in
      for id in acknowledged { #expect(try contents.offset(of: id) != nil) }
    }
    try await list.make()
    #expect(try await database.pool.read { try Table("collationLists").fetchCount($0) } == 1)
  }

  /// Each batch is a transaction of its own, so that other writes wait for one alone.
  @Test(.timeLimit(.minutes(10))) func aBulkWriteIsBroughtInInBatches() async throws {
    let database = try TestDatabase()
    let list = try CollatedList<Person>(
      "sv", in: database.pool, for: LocalizedIndexedCollation("sv"), by: \.name)
    try await list.make()
    var changes = list.changes.makeAsyncIterator()
    try database.sqlite3(
      """
      WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers LIMIT 12000)
      INSERT INTO people (name) SELECT char(0x41 + n % 26) || n FROM numbers
      """)
    // The stream updates the list, too: on a busy machine, that takes longer than a read waits.
    while try await !list.read({ try $0.isCurrent }) {}
    let revision = try await list.read(\.revision)
    try await check(list)
    var counts: [Int] = []
    while let next = await changes.next() {
      counts.append(next.changes.count)
      if next.revision == revision { break }
    }
    #expect(counts.reduce(0, +) == 12_000)
    #expect(counts.allSatisfy { $0 <= 5_000 })
  }

  /// Who takes a stream before a commit reads the list as it was before, and needs the changes.
  @Test(.timeLimit(.minutes(10))) func aStreamHasATransactionThatIsCommittedLater() async throws {
    let database = try TestDatabase()
    let list = try CollatedList<Person>(
      "en", in: database.pool, for: LocalizedIndexedCollation("en"), by: \.name)
    try await list.make()
    let changes = try await database.pool.write { db in
      try db.execute(sql: "INSERT INTO people (name) VALUES ('a')")
      try list.update(db)
      return list.changes
    }
    var next = changes.makeAsyncIterator()
    #expect(await next.next()?.changes.map(\.id) == [1])
  }

  /// The list observes the writer from the end of that write on.
  @Test func aStreamHasAWriteThatRunsWhenItIsTaken() async throws {
    let database = try TestDatabase()
    let list = try CollatedList<Person>(
      "en", in: database.pool, for: LocalizedIndexedCollation("en"), by: \.name)
    try await list.make()
    let (writer, holding) = AsyncStream.makeStream(of: Void.self)
    let mayWrite = DispatchSemaphore(value: 0)
    async let written: Void = database.pool.write { db in
      holding.finish()
      mayWrite.wait()
      try db.execute(sql: "INSERT INTO people (name) VALUES ('a')")
    }
    for await _ in writer {}
    var (first, second) = (list.changes.makeAsyncIterator(), list.changes.makeAsyncIterator())
    mayWrite.signal()
    try await written
    #expect(await first.next()?.changes.map(\.id) == [1])
    #expect(await second.next()?.changes.map(\.id) == [1])
  }

  /// A follower tells by the revision whether another object has brought something in.
  @Test func eachRevisionHasChanges() async throws {
    let database = try TestDatabase()
    func open() throws -> CollatedList<Person> {
      try CollatedList(
        "en", in: database.pool, for: LocalizedIndexedCollation("en"), by: \.name)
    }
    let (list, other) = (try open(), try open())
    try await list.make()
    let revision = try await list.read(\.revision)
    var changes = list.changes.makeAsyncIterator()
    func write(_ sql: String, _ list: CollatedList<Person>) async throws {
      try await database.pool.write { db in
        try db.execute(sql: sql)
        try list.update(db)
      }
    }
    try await write("INSERT INTO people (name) VALUES ('a'); DELETE FROM people", list)
    try await write("INSERT INTO people (name) VALUES ('b')", list)
    #expect(await changes.next()?.revision == revision + 1)
    try await write("INSERT INTO people (name) VALUES ('c')", other)
    try await write("INSERT INTO people (name) VALUES ('d')", list)
    #expect(await changes.next()?.revision == revision + 2)
    #expect(await changes.next()?.revision == revision + 3)
  }

  /// GRDB tells nobody its observers, but a mirror shows them.
  @Test func aListTakesItsObserverAlong() async throws {
    let database = try TestDatabase()
    func observerCount() async throws -> Int? {
      // Observers that are gone leave at the end of a transaction.
      try await database.pool.write { try $0.execute(sql: "UPDATE people SET name = name") }
      return try await database.pool.write { db in
        let observations = Swift.Mirror(reflecting: db).descendant(
          "observationBroker", "some", "transactionObservations")
        return (observations as? [Any])?.count
      }
    }
    weak var last: CollatedList<Person>?
    do {
      let list = try CollatedList<Person>(
        "en", in: database.pool, for: LocalizedIndexedCollation("en"), by: \.name)
      last = list
      _ = list.changes
      #expect(try await observerCount() == 1)
      withExtendedLifetime(list) {}
    }
    // The first stream has the list read once.
    while last != nil { await Task.yield() }
    #expect(try await observerCount() == 0)
  }

  @Test func aStreamHasWhatIsWrittenWithoutUpdate() async throws {
    let database = try TestDatabase()
    try database.insert(["a", "b"])
    let list = try CollatedList<Person>(
      "en", in: database.pool, for: LocalizedIndexedCollation("en"), hidingEmpty: true, by: \.name)
    try await list.make()
    var changes = list.changes.makeAsyncIterator()
    try await database.pool.write { db in
      try db.execute(sql: "INSERT INTO people (name) VALUES ('aa')")
    }
    let inserted = await changes.next()
    #expect(inserted?.changes.map(\.new) == [RowPosition(section: 0, row: 1)])
    // A snapshot tells which changes it has.
    #expect(try await list.read(\.revision) == inserted?.revision)
    try await database.pool.write { db in
      try db.execute(sql: "UPDATE people SET name = 'c' WHERE name = 'b'")
      try list.update(db)
    }
    let moved = await changes.next()
    #expect(moved?.changes.map(\.old) == [RowPosition(section: 1, row: 0)])
    #expect(moved?.changes.map(\.deletedSection) == [1])
    #expect(moved?.changes.map(\.insertedSection) == [1])
    #expect(try await list.read(\.revision) == moved?.revision)
    // A write that is rolled back is no change, and another program's is one at the next read.
    try? await database.pool.write { db in
      try db.execute(sql: "DELETE FROM people")
      try list.update(db)
      throw CancellationError()
    }
    try database.sqlite3("UPDATE people SET email = 'x' WHERE name = 'a'")
    let revision = try await list.read(\.revision)
    let updated = await changes.next()
    #expect(updated?.changes.map(\.old) == [RowPosition(section: 0, row: 0)])
    #expect(updated?.changes.map(\.new) == [RowPosition(section: 0, row: 0)])
    #expect(updated?.revision == revision && revision > moved!.revision)
  }
}
