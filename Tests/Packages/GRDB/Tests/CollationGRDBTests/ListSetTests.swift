import Collation
import CollationGRDB
import CollationLists
import Foundation
import GRDB
import Synchronization
import Testing

/// The lists of a catalog, made when somebody asks for them.
@Suite(.timeLimit(.minutes(5))) struct ListSetTests {
  private func catalog(isDescending: Bool = false) throws -> CollationCatalog {
    // English and German share a list.
    try CollationCatalog(locales: ["en", "de", "sv", "cs", "pl"], fallback: "en") {
      try LocalizedIndexedCollation($0, isDescending: isDescending)
    }
  }

  private func lists(
    _ database: TestDatabase, keeping limit: Int = 16
  ) throws -> CollatedLists<Person> {
    try CollatedLists(for: catalog(), catalog(isDescending: true), keeping: limit) { variant in
      try CollatedList(
        "people \(variant.listName)", in: database.pool, for: variant.collation,
        searchTexts: { [$0.name] }, by: \.name)
    }
  }

  private func storedLists(_ database: TestDatabase) async throws -> [String] {
    try await database.pool.read { db in
      try String.fetchAll(
        db,
        sql: """
          SELECT name FROM collationLists WHERE name IS NOT NULL AND state <> 'gone' ORDER BY id
          """)
    }
  }

  /// Runs lists until `body` returns.
  private func whileRunning(
    _ lists: CollatedLists<Person>,
    reporting report: @escaping @Sendable (CollationCatalog.Variant, (any Error)?) -> Void = {
      _, _ in
    },
    _ body: () async throws -> Void
  ) async throws {
    try await withThrowingTaskGroup { group in
      group.addTask { await lists.run(reporting: report) }
      try await body()
      group.cancelAll()
    }
  }

  /// Waits until a reader's own list is made.
  private func own(
    _ lists: CollatedLists<Person>, _ variant: CollationCatalog.Variant
  ) async throws -> CollatedList<Person> {
    while true {
      let choice = try await lists.list(for: variant)
      if choice.progress == nil {
        #expect(choice.variant == variant)
        return choice.list
      }
      try await Task.sleep(for: .milliseconds(2))
    }
  }

  @Test func aListIsMadeWhenSomebodyAsks() async throws {
    let database = try TestDatabase()
    try database.insert(["Öberg", "Oberg", "Zorn"])
    let (catalog, lists) = (try catalog(), try lists(database))
    let swedish = catalog["sv"]!
    // Before anything is made, the reader's own list says so.
    let first = try await lists.list(for: swedish)
    #expect(first.progress == 0 && first.list.name == "people sv")
    await #expect(throws: CollationError.self) { try await first.list.read(\.revision) }

    try await whileRunning(lists) {
      let english = try await own(lists, catalog["en"]!)
      try await check(english)
      try await check(own(lists, swedish))
      #expect(try await storedLists(database) == ["people en", "people sv"])
      #expect(try await own(lists, catalog["de"]!) === english)
      // Z to A is the same list in the file.
      let backward = try await own(lists, self.catalog(isDescending: true)["sv"]!)
      #expect(backward.collation.layout.isDescending)
      try await check(backward)
      #expect(try await storedLists(database).count == 2)
    }

    // Another language, and other sections of the same.
    let other = try CollationCatalog(locales: ["en", "fi"], fallback: "en") {
      try LocalizedIndexedCollation(locale: $0, layout: .icu)
    }
    for variant in other.variants {
      await #expect(throws: CollationError.self) { try await lists.list(for: variant) }
    }
    #expect(throws: CollationError.self) {
      try CollatedLists(for: catalog, other) { variant in
        try CollatedList<Person>(
          variant.listName, in: database.pool, for: variant.collation, by: \.name)
      }
    }
  }

  /// Readers get the fallback's rows while their own list is made.
  @Test func theFallbackIsReadMeanwhile() async throws {
    let database = try TestDatabase()
    try database.insert(["Öberg", "Zorn"])
    let (catalog, lists) = (try catalog(), try lists(database))
    try await whileRunning(lists) { _ = try await own(lists, catalog.fallback) }
    // Nobody makes it now.
    let choice = try await lists.list(for: catalog["cs"]!)
    #expect(choice.variant == catalog.fallback && choice.progress == 0)
    #expect(try await choice.list.read { try $0.search("oberg", limit: 9).rows.count } == 1)
    let backward = try await lists.list(for: self.catalog(isDescending: true)["cs"]!)
    #expect(backward.list.collation.layout.isDescending && backward.variant.listName == "en")
  }

  /// The list that was asked for least recently goes, but never the fallback.
  @Test func listsAreEvicted() async throws {
    let database = try TestDatabase()
    try database.insert(["Öberg", "Zorn"])
    let (catalog, lists) = (try catalog(), try lists(database, keeping: 2))
    try await whileRunning(lists) {
      for locale in ["sv", "cs", "pl", "sv"] {
        _ = try await own(lists, catalog[locale]!)
        while try await storedLists(database) != ["people en", "people \(locale)"] {
          try await Task.sleep(for: .milliseconds(2))
        }
      }
    }
    // The search keys, which all share, stay.
    try await database.pool.read { try checkSearchKeys($0) }
  }

  /// After an upgrade of ICU or the death of a process, only what is asked for is made.
  @Test func onlyWhatIsAskedForIsMadeAnew() async throws {
    let database = try TestDatabase()
    try database.insert(["Öberg", "Zorn"])
    let catalog = try catalog()
    let before = try lists(database)
    try await whileRunning(before) {
      for locale in ["sv", "cs"] { _ = try await own(before, catalog[locale]!) }
    }
    try await database.pool.write { db in
      try db.execute(
        sql: """
          UPDATE collationLists SET stamp = replace(stamp, 'icu=', 'icu=1.')
          WHERE name IS NOT NULL;
          INSERT INTO collationLists (source, name, stamp, titles, state)
          VALUES ('people', 'people pl', '', '', 'making');
          """)
    }
    let after = try lists(database)
    try await whileRunning(after) {
      let list = try await own(after, catalog["sv"]!)
      #expect(try await list.read(\.isOutdated) == false)
      let states = try await database.pool.read { db in
        try String.fetchAll(
          db,
          sql: """
            SELECT name || ' ' || (stamp LIKE '%icu=1.%') FROM collationLists
            WHERE name IS NOT NULL AND state <> 'gone' ORDER BY name
            """)
      }
      #expect(states == ["people cs 1", "people en 0", "people sv 0"])
    }
  }

  /// A list that cannot be made is reported, and made when the fault is mended.
  @Test func aFailureIsReported() async throws {
    let database = try TestDatabase(
      creating: "CREATE TABLE people (id INTEGER PRIMARY KEY, name, reading, email)")
    try await database.pool.write { db in
      try db.execute(sql: "INSERT INTO people (name) VALUES (NULL), ('Zorn')")
    }
    let (catalog, lists) = (try catalog(), try lists(database))
    let reports = Mutex<[(String, (any Error)?)]>([])
    try await whileRunning(lists) { variant, error in
      reports.withLock { $0.append((variant.locale, error)) }
    } _: {
      while reports.withLock(\.isEmpty) { try await Task.sleep(for: .milliseconds(2)) }
      let (locale, error) = reports.withLock { $0[0] }
      #expect(locale == "en" && "\(error!)".contains("row 1"))
      try await database.pool.write { try $0.execute(sql: "DELETE FROM people WHERE id = 1") }
      try await check(own(lists, catalog.fallback))
      while reports.withLock({ $0.last!.1 != nil }) { try await Task.sleep(for: .milliseconds(2)) }
    }
  }
}
