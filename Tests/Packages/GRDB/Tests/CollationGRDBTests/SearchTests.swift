import Collation
import CollationFiling
import CollationGRDB
import CollationLists
import Foundation
import GRDB
import Synchronization
import Testing

/// Searches, compared with `NameSearch`, which reads every row.
@Suite struct SearchTests {
  private func list(
    _ database: TestDatabase, _ name: String, isDescending: Bool = false
  ) throws -> CollatedList<Person> {
    try CollatedList(
      name, in: database.pool, for: LocalizedIndexedCollation(name, isDescending: isDescending),
      searchTexts: \.parts.searchTexts, by: \.name)
  }

  private func all(
    _ text: String, _ limit: Int, _ contents: CollatedList<Person>.Contents
  ) throws -> [Person] {
    var rows: [Person] = []
    var cursor: String?
    repeat {
      let page = try contents.search(text, from: .after(cursor), limit: limit, examining: 5)
      rows += page.rows
      cursor = page.next
    } while cursor != nil
    return rows
  }

  private static let queries = [
    "ella", "å", "ber", "anna", "zorn o", "田", "ch", "4", "", "x", "oberg", "たな", "iva", "ibn",
  ]

  /// What a search has to find: rows by rank, those of one rank in the order of the list.
  private func expected(
    _ query: String, _ list: CollatedList<Person>, _ db: Database
  ) throws -> [Person] {
    let people = try Rebuilt(list.collation, db) { list.collation.listKey(for: $0.name) }.people
    // Each text is searched by itself: the words of these queries are not in several.
    let search = try NameSearch([String](), by: list.collation.collator)
    var found: [(rank: NameSearch.Rank, person: Person)] = []
    for person in people {
      var search = search
      for text in person.parts.searchTexts { search.append(text) }
      if let match = try search.matches(query).first { found.append((match.rank, person)) }
    }
    return found.enumerated().sorted { left, right in
      left.element.rank == right.element.rank
        ? left.offset < right.offset : left.element.rank < right.element.rank
    }.map(\.element.person)
  }

  /// One table of search keys serves lists in several languages and directions, also after writes.
  @Test func aSearchFindsEachRowOnce() async throws {
    let database = try TestDatabase()
    var generator = SeededGenerator(state: 11)
    try database.insert((0..<300).map { _ in generator.name() })
    try database.insert(["Ella Iris Åkergren", "Anna Anna-Lisa", "anna ANNA Änna"])
    try await database.pool.write { db in
      try Person(name: "田中実", reading: "たなかみのる").insert(db)
    }
    let lists = [
      try list(database, "en"), try list(database, "sv", isDescending: true),
      try list(database, "ja"),
    ]
    for list in lists { try await list.make() }
    for round in 0..<2 {
      for list in lists {
        try await list.read { contents throws in
          for query in Self.queries {
            let expected = try expected(query, list, contents.database)
            let page = try contents.search(query, limit: 1_000, examining: 10_000)
            let ids = page.rows.map(\.id)
            // The first text of a row ranks higher than a second, which is searched alone above.
            #expect(ids.count == expected.count && Set(ids) == Set(expected.map(\.id)), "\(query)")
            let sections = page.rows.map { list.collation.section(for: $0.name) }
            #expect(page.sectionNumbers == sections)
            let found = try all(query, 3, contents)
            #expect(found.map { $0.id! }.sorted() == expected.map { $0.id! }.sorted(), "\(query)")
          }
          try checkSearchKeys(contents.database)
        }
      }
      if round == 1 { break }
      let renamed = (1...100).map { Person(id: $0, name: generator.name() + " Berg") }
      try await database.pool.write { db in
        for person in renamed { try person.update(db) }
        try db.execute(sql: "DELETE FROM people WHERE id % 7 = 0")
        try Person(name: "Ivan Öberg").insert(db)
      }
    }
  }

  /// The keys of former texts find nothing, and writes of any rows sweep them away.
  @Test func staleKeysAreSwept() async throws {
    let database = try TestDatabase()
    try database.insert((1...200).map { "Anna Berg \($0)" } + (1...100).map { "Zoe Zorn \($0)" })
    let list = try list(database, "en")
    try await list.make()
    try await database.pool.write { db in
      try db.execute(sql: "UPDATE people SET name = 'Anna Ek' WHERE id <= 100")
      try db.execute(sql: "DELETE FROM people WHERE id > 200")
    }
    try await list.read { contents throws in
      #expect(try contents.search("berg", limit: 1_000).rows.count == 100)
      // By their second word, too, each of these rows is found once on all pages.
      #expect(try all("anna", 7, contents).map { $0.id! }.sorted() == Array(1...200))
      #expect(try all("a", 7, contents).map { $0.id! }.sorted() == Array(1...200))
      #expect(try contents.search("z", limit: 1_000).rows.isEmpty)
      try checkSearchKeys(contents.database)
    }
    // A sweep looks at three keys for each new one.
    let count = try await rows(of: "collationWords", database)
    for number in 0..<count {
      try await database.pool.write { db in
        try db.execute(sql: "INSERT INTO people (id, name) VALUES (1000, 'Bo \(number)')")
        _ = try list.update(db)
        try db.execute(sql: "DELETE FROM people WHERE id = 1000")
        _ = try list.update(db)
      }
    }
    try await list.read { contents throws in
      let (words, people) = try (
        Table("collationWords").fetchCount(contents.database),
        Person.fetchCount(contents.database)
      )
      // Of the people, and of the few last ones.
      #expect(words < 3 * people + 20)
    }
  }

  /// However many words the names have that are changed, the search keys take at most some half
  /// more than those that are in use.
  @Test func staleKeysStayFew() async throws {
    let database = try TestDatabase()
    try database.insert((1...50).map { "Anna Berta Clara Dora \($0)" })
    let list = try list(database, "en")
    try await list.make()
    var generator = SeededGenerator(state: 7)
    var greatest = 0
    for _ in 0..<2_000 {
      let name = (0..<Int.random(in: 1...8, using: &generator)).map { _ in
        String(Int.random(in: 0..<1_000_000, using: &generator), radix: 36)
      }.joined(separator: " ")
      let id = Int.random(in: 1...50, using: &generator)
      try await database.pool.write { db in
        try db.execute(sql: "UPDATE people SET name = ? WHERE id = ?", arguments: [name, id])
        _ = try list.update(db)
      }
      greatest = max(greatest, try await rows(of: "collationWords", database))
    }
    #expect(greatest < 2 * 50 * 6)
    try await database.pool.read { try checkSearchKeys($0) }
  }

  /// A row that was renamed back, and not brought in yet, has current keys and others.
  @Test func notedRowsAreFoundOnce() async throws {
    let database = try TestDatabase()
    try database.insert(["Anna Ek", "Annika Al"])
    let list = try list(database, "en")
    try await list.make()
    func rename(_ name: String) async throws {
      try await database.pool.write { db in
        try db.execute(sql: "UPDATE people SET name = ? WHERE id = 1", arguments: [name])
      }
    }
    try await rename("Ek Anna")
    _ = try await database.pool.write { try list.update($0) }
    try await rename("Anna Ek")
    try await database.pool.read { db in
      let page = try list.contents(db)!.search("an", limit: 10)
      #expect(page.rows.map(\.name).sorted() == ["Anna Ek", "Annika Al"])
    }
  }

  /// The best match first, whatever the order of the list, and in that order those of one rank.
  @Test func theBestMatchComesFirst() async throws {
    let database = try TestDatabase()
    try database.insert(["Annabel", "Zoe Anna", "Ånna", "Bo Annan", "Anna Zorn", "Anna Ek"])
    let list = try list(database, "sv")
    try await list.make()
    try await list.read { contents throws in
      #expect(
        try contents.search("anna", limit: 9).rows.map(\.name)
          == ["Anna Ek", "Anna Zorn", "Zoe Anna", "Annabel", "Bo Annan", "Ånna"])
      // Whole words come before others.
      let first = try contents.search("anna", limit: 4)
      #expect(first.rows.map(\.name) == ["Anna Ek", "Anna Zorn", "Zoe Anna", "Ånna"])
      let second = try contents.search("anna", from: .after(first.next), limit: 4)
      #expect(second.rows.map(\.name) == ["Annabel", "Bo Annan"])
      let back = try contents.search("anna", from: .before(second.previous), limit: 4)
      #expect(back.rows == first.rows)
    }
  }

  @Test func aListWithoutSearchTextsSaysSo() async throws {
    let database = try TestDatabase()
    let list = try CollatedList<Person>(
      "en", in: database.pool, for: LocalizedIndexedCollation("en"), by: \.name)
    try await list.make()
    try await list.read { contents throws in
      #expect(try contents.outline.rowCount == 0)
      #expect {
        try contents.search("a", limit: 9)
      } throws: { error in
        (error as? CollationError)?.code == .missingStamp
      }
    }
  }

  // MARK: Making

  private func rows(of table: String, _ database: TestDatabase) async throws -> Int {
    try await database.pool.read { try Table(table).fetchCount($0) }
  }

  private func names(_ count: Int) -> [String] {
    var generator = SeededGenerator(state: 7)
    return (0..<count).map { _ in generator.name() }
  }

  /// Lists that are made at once make the search keys once; what is written meanwhile is in them.
  @Test func searchKeysAreMadeOnceBesideWrites() async throws {
    let database = try TestDatabase()
    try database.insert(names(12_000))
    let lists = try ["sv", "en", "ja"].map { try list(database, $0) }
    let pool = database.pool
    try await withThrowingTaskGroup { group in
      for list in lists {
        group.addTask {
          try await list.make { _ in
            // Between two batches.
            try? pool.write { db in
              try db.execute(sql: "INSERT INTO people (name) VALUES ('Ö'), ('A'), ('Zorn')")
              try db.execute(sql: "DELETE FROM people WHERE id = abs(random()) % 12000")
              try db.execute(sql: "UPDATE people SET name = 'Å' WHERE id = abs(random()) % 12000")
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await rows(of: "collationLists", database) == 4)
    for list in lists { try await check(list) }
    try await pool.read { try checkSearchKeys($0) }
    for list in lists.dropLast() { try await list.remove() }
    #expect(try await rows(of: "collationWords", database) > 0)
    // The search keys go with the last list.
    try await lists[2].remove()
    for table in ["Lists", "Keys", "Words", "Rows", "Blocks", "Sections", "Notes"] {
      #expect(try await rows(of: "collation\(table)", database) == 0)
    }
  }

  @Test func canceledSearchKeysAreMadeByTheNextCall() async throws {
    let database = try TestDatabase()
    try database.insert(names(12_000))
    let list = try list(database, "sv")
    let task = Mutex<Task<Void, any Error>?>(nil)
    let (started, starting) = AsyncStream.makeStream(of: Void.self)
    let making = Task {
      for await _ in started {}
      try await list.make { if $0 > 0.4 { task.withLock { $0?.cancel() } } }
    }
    task.withLock { $0 = making }
    starting.finish()
    await #expect(throws: CancellationError.self) { try await making.value }
    #expect(try await rows(of: "collationWords", database) > 0)
    try await list.make()
    #expect(try await rows(of: "collationLists", database) == 2)
    try await list.read { try checkSearchKeys($0.database) }
  }

  /// Another version of an app has other texts.
  @Test func otherSearchTextsAreNoticed() async throws {
    let database = try TestDatabase()
    try await database.pool.write { db in
      for number in 0..<2_000 {
        try Person(name: "Bo", reading: number % 50 == 0 ? "Řehoř" : nil).insert(db)
      }
    }
    let old = try CollatedList<Person>(
      "en", in: database.pool, for: LocalizedIndexedCollation("en"), searchTexts: { [$0.name] },
      by: \.name)
    try await old.make()
    let new = try list(database, "en")
    try await new.make()
    try await new.read { contents throws in
      #expect(try contents.search("rehor", limit: 100).rows.count == 40)
      try checkSearchKeys(contents.database)
    }
  }

  /// Any text is found, also one with the characters that part fields elsewhere.
  @Test func textsAreKeptApart() async throws {
    let database = try TestDatabase()
    try database.insert(["a\u{1F}b", "\u{0}", "", "\u{FFFD}c"])
    let list = try list(database, "en")
    try await list.make()
    try await list.read { contents throws in
      for (query, id) in [("a", 1), ("ab", 1), ("\u{FFFD}c", 4)] {
        #expect(try contents.search(query, limit: 9).rows.map(\.id) == [Int64(id)])
      }
      #expect(try contents.search("", limit: 9).rows.count == 4)
      try checkSearchKeys(contents.database)
    }
  }

  /// A row that was renamed is found where it was until the list is updated, if it still matches.
  @Test func aRowWhoseKeysLagIsFoundOnce() async throws {
    let database = try TestDatabase()
    try database.insert(["Anna Anna Ek", "Bo"])
    let list = try list(database, "en")
    try await list.make()
    try await database.pool.write { db in
      try db.execute(sql: "UPDATE people SET name = 'Anna Annika Berg' WHERE id = 1")
      let contents = try list.contents(db)!
      #expect(try contents.search("ann", limit: 9).rows.map(\.id) == [1])
      #expect(try contents.search("ek", limit: 9).rows == [])
    }
    let found = try await list.read { try $0.search("berg", limit: 9).rows.map(\.id) }
    #expect(found == [1])
  }

  /// A list that goes takes no search keys along that another needs.
  @Test func aListIsRemovedWhileAnotherIsMade() async throws {
    let database = try TestDatabase()
    try database.insert(names(3_000))
    for _ in 0..<5 {
      let old = try CollatedList<Person>(
        "old", in: database.pool, for: LocalizedIndexedCollation("en"), by: \.name)
      try await old.make()
      let new = try list(database, "sv")
      async let made: Void = new.make()
      async let removed: Void = old.remove()
      _ = try await (made, removed)
      try await new.read { contents throws in
        _ = try contents.search("a", limit: 9)
        try checkSearchKeys(contents.database)
      }
      try await new.remove()
      #expect(try await rows(of: "collationLists", database) == 0)
    }
  }

  /// Under another stamp the keys are made anew, as the list is.
  @Test func searchKeysOfAnotherICUAreMadeAnew() async throws {
    let database = try TestDatabase()
    try database.insert(["Řehoř", "Bo"])
    let list = try list(database, "cs")
    try await list.make()
    try database.sqlite3(
      """
      UPDATE collationLists SET stamp = replace(stamp, 'icu=', 'icu=0') WHERE name IS NULL;
      UPDATE collationWords SET key = x'31' || key;
      """)
    try await list.read { contents throws in
      #expect(try contents.page(limit: 9).rows.count == 2)
      #expect {
        try contents.search("rehor", limit: 9)
      } throws: { error in
        (error as? CollationError)?.code == .missingStamp
      }
    }
    try await list.make()
    try await list.read { contents throws in
      #expect(try contents.search("rehor", limit: 9).rows.map(\.name) == ["Řehoř"])
      try checkSearchKeys(contents.database)
    }
  }
}
