import Collation
import CollationLists
import GRDB
import Testing

@testable import FiveJobs

/// What the jobs give. In Swedish, Å, Ä and Ö are letters behind Z; in English and German they are
/// A and O with a mark. So say the dictionaries of these languages, and CLDR.
@Suite struct FiveJobsTests {
  /// All of a family stand together: Berg before Berga, although BergZoe comes behind BergaAnna.
  /// The mark of Müller counts only where both names are the same without it, as in a phone book
  /// (UTS #10, 1.6).
  @Test func sortByTwoFields() throws {
    let people = [
      Person(family: "Åberg", given: "Zara"), Person(family: "Muller", given: "Zoe"),
      Person(family: "Berga", given: "Anna"), Person(family: "Müller", given: "Zoe"),
      Person(family: "Åberg", given: "Anna"), Person(family: "Berg", given: "Zoe"),
      Person(family: "Müller", given: "Anna"),
    ]
    #expect(
      try sortedPeople(people, locale: "de").map { "\($0.family) \($0.given)" } == [
        "Åberg Anna", "Åberg Zara", "Berg Zoe", "Berga Anna", "Müller Anna", "Muller Zoe",
        "Müller Zoe",
      ])
    #expect(try sortedPeople(people, locale: "sv").suffix(2).map(\.given) == ["Anna", "Zara"])
  }

  /// The titles are those of UIKit for Swedish.
  @Test func sectionsOnAPage() throws {
    let people = [
      Person(family: "Öberg", given: "Siv"), Person(family: "Zorn", given: "Anders"),
      Person(family: "Åberg", given: "Maja"), Person(family: "3M", given: "AB"),
      Person(family: "Åberg", given: "Eva"),
    ]
    #expect(
      try page(of: people, locale: "sv") == [
        "A B C D E F G H I J K L M N O P Q R S T U V W X Y Z Å Ä Ö #",
        "- Z", "Zorn, Anders", "- Å", "Åberg, Eva", "Åberg, Maja", "- Ö", "Öberg, Siv",
        "- #", "3M, AB",
      ])
  }

  private static let names: [Int64: String] = [
    1: "Öberg", 2: "Zorn", 3: "Åberg", 4: "Adam", 5: "Ängström", 6: "Adam", 7: "7 Up",
  ]

  /// Contacts with the same name are in the order of their ids.
  @Test func storeAndPage() throws {
    let collation = try LocalizedIndexedCollation(locale: "sv")
    try DatabaseQueue().write { db in
      try store(Self.names, for: collation, in: db)
      let first = try page(after: nil, for: collation, in: db)
      #expect(first.rows.map(\.id) == [4, 6, 2])
      #expect(first.sectionNumbers.map { collation.sectionTitles[$0] } == ["A", "A", "Z"])
      let second = try page(after: first.next, for: collation, in: db)
      #expect(second.rows.map(\.name) == ["Åberg", "Ängström", "Öberg"])
      let third = try page(after: second.next, for: collation, in: db)
      #expect(third.rows.map(\.name) == ["7 Up"])
      #expect(third.next == nil)

      let all = try StoredList(uncheckedFor: collation).page(limit: .max) {
        try Contact.fetchAll(db, $0)
      }
      #expect(all.rows.map(\.id) == [4, 6, 2, 3, 5, 1, 7])

      let german = try LocalizedIndexedCollation(locale: "de")
      #expect(throws: CollationError.self) { try page(after: nil, for: german, in: db) }
      try db.execute(sql: "DELETE FROM stamp")
      #expect(throws: CollationError.self) { try page(after: nil, for: collation, in: db) }
    }
  }

  /// The queries of a page seek in the primary key and sort nothing.
  @Test func pageIsOneSeek() throws {
    try DatabaseQueue().write { db in
      try db.execute(sql: Contact.schema)
      var plans: Set<String> = []
      db.trace { if case .statement(let statement) = $0 { plans.insert(statement.sql) } }
      let collation = try LocalizedIndexedCollation(locale: "sv")
      let list = StoredList(uncheckedFor: collation)
      let cursor = try list.cursor(forKey: collation.listKey(for: "Adam").bytes, id: 4)
      for after in [nil, cursor] {
        _ = try search("a", after: after, in: list, db)
        _ = try list.page(from: .after(after), limit: 3) { try Contact.fetchAll(db, $0) }
      }
      db.trace(options: [])
      let sql = try #require(plans.first)
      #expect(plans.count == 1)
      let arguments: StatementArguments = ["key": "", "id": nil, "end": "", "limit": 3]
      #expect(
        try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN \(sql)", arguments: arguments)
          .map { $0["detail"] as String }
          == ["SEARCH contact USING PRIMARY KEY ((key,id)>(?,?) AND key<?)"])
    }
  }

  @Test func searchAsYouType() throws {
    let names: [Int64: String] = [
      1: "Ångström", 2: "Angus", 3: "angel", 4: "Anna", 5: "Angela", 6: "Angelo", 7: "Bo",
    ]
    for (locale, typed, pages) in [
      ("en", "an", [["angel", "Angela", "Angelo"], ["Ångström", "Angus", "Anna"]]),
      ("en", "ang", [["angel", "Angela", "Angelo"], ["Ångström", "Angus"]]),
      ("sv", "ang", [["angel", "Angela", "Angelo"], ["Angus"]]),
      ("sv", "ån", [["Ångström"]]), ("en", "x", [[]]),
    ] {
      let collation = try LocalizedIndexedCollation(locale: locale)
      let list = StoredList(uncheckedFor: collation)
      try DatabaseQueue().write { db in
        try store(names, for: collation, in: db)
        var cursor: String?
        for expected in pages {
          let page = try search(typed, after: cursor, in: list, db)
          #expect(page.rows.map(\.name) == expected, "\(locale): \(typed)")
          cursor = page.next
        }
        #expect(cursor == nil)
      }
    }
  }

  /// What a header asks for, RFC 9110 says (12.5.4).
  @Test func languageOfTheReader() throws {
    let catalog = try CollationCatalog(locales: ["en", "sv", "de"], fallback: "en")
    let names = ["Zorn", "Åberg", "Adam"]
    let (english, swedish) = (["Åberg", "Adam", "Zorn"], ["Adam", "Zorn", "Åberg"])
    for (header, chosen, locale, expected) in [
      ("sv-SE,sv;q=0.9,en;q=0.8", nil, "sv", swedish), ("fr,de;q=0.5", nil, "de", english),
      ("sv", "de", "de", english), (nil, nil, "en", english),
      ("sv", "no such locale", "sv", swedish),
    ] as [(String?, String?, String, [String])] {
      let answer = answer(names, acceptLanguage: header, chosen: chosen, from: catalog)
      #expect(answer.locale == locale)
      #expect(answer.names == expected)
    }
  }
}
