import Collation
import CollationFiling
import CollationGRDB
import CollationLists
import Foundation
import GRDB
import Testing

/// Lists from Z to A, which read those from A to Z backward, compared with the table sorted anew.
@Suite(.timeLimit(.minutes(5))) struct DescendingTests {
  /// Layouts with catch-alls and other sections at either end.
  static let layouts: [SectionLayout] = {
    var layouts: [SectionLayout] = [.uikit, .uikit, .icu, .uikit, .uikit]
    layouts[1].catchAll = .first
    layouts[3].digitsTitle = "0–9"
    layouts[3].emojiTitle = "😀"
    layouts[3].groups = [.init(title: "X–Z", letters: ["X", "Y", "Z"])]
    layouts[4].digitsTitle = "0–9"
    layouts[4].emojiTitle = "😀"
    layouts[4].sectionOrder = [.emoji, .catchAll, .normal]
    return layouts
  }()

  @Test(arguments: ["sv", "ru", "ja", "zh", "ar"], layouts.indices)
  func bothDirectionsShareAList(locale: String, layout number: Int) async throws {
    let database = try TestDatabase()
    var generator = SeededGenerator(state: 7)
    try database.insert((0..<300).map { _ in generator.name() })
    var layout = Self.layouts[number]
    let filing = FilingRules(articles: .standard, skipsPunctuation: true)
    func list(_ layout: SectionLayout) throws -> CollatedList<Person> {
      let collation = try LocalizedIndexedCollation(locale: locale, layout: layout, filing: filing)
      return try CollatedList(
        locale, in: database.pool, for: collation, searchTexts: { [$0.name] }, by: \.name)
    }
    let ascending = try list(layout)
    layout.isDescending = true
    let descending = try list(layout)
    try await ascending.make()
    #expect(try await descending.read(\.stamp) == ascending.collation.stamp)
    try await check(ascending)
    try await check(descending)

    try database.insert(["Zorn", "Öberg 2"])
    try await descending.read { contents throws in
      let rebuilt = try Rebuilt(descending.collation, contents.database) {
        descending.collation.listKey(for: $0.name)
      }
      try Self.checkPages(of: contents, rebuilt.people, rebuilt.sections)
      let found = try contents.search("oberg", limit: 500)
      let numbers = Dictionary(
        uniqueKeysWithValues: zip(rebuilt.people.map(\.id), rebuilt.sections))
      #expect(found.sectionNumbers == found.rows.map { numbers[$0.id] })
      #expect(found.rows.count { $0.name.contains("Oberg") } > 0)
    }
  }

  private func list(
    _ database: TestDatabase, isDescending: Bool
  ) throws -> CollatedList<Person> {
    try CollatedList(
      "sv", in: database.pool, for: LocalizedIndexedCollation("sv", isDescending: isDescending),
      searchTexts: { [$0.name] }, by: \.name)
  }

  /// Whoever brings in a write, followers in both directions learn what it changes in their list.
  @Test(arguments: [false, true]) func bothDirectionsAreFollowed(isDescending: Bool) async throws {
    let database = try TestDatabase()
    try database.insert((0..<40).map { "\(["Ek", "Zorn", "42"][$0 % 3]) \($0)" })
    let lists: [CollatedList<Person>] = try [false, true].map {
      try list(database, isDescending: $0)
    }
    try await lists[0].make()
    var mirrors: [Mirror] = []
    for list in lists {
      let rebuilt = try await database.pool.read { db in
        try Rebuilt(list.collation, db) { list.collation.listKey(for: $0.name) }
      }
      mirrors.append(Mirror(ids: rebuilt.ids(hidingEmpty: false)))
    }
    let streams = lists.map(\.changes)
    let writing = lists[isDescending ? 1 : 0]
    try await database.pool.write { db in
      try db.execute(sql: "UPDATE people SET name = 'Ek 5x' WHERE id % 7 = 0")
      try db.execute(sql: "DELETE FROM people WHERE id % 5 = 0")
      try db.execute(sql: "INSERT INTO people (name) VALUES ('Ek'), ('Östman'), ('Ek')")
      try writing.update(db)
    }
    for (number, list) in lists.enumerated() {
      for await (_, changes) in streams[number] {
        for change in changes { try mirrors[number].apply(change) }
        break
      }
      let rebuilt = try await database.pool.read { db in
        try Rebuilt(list.collation, db) { list.collation.listKey(for: $0.name) }
      }
      #expect(mirrors[number].ids == rebuilt.ids(hidingEmpty: false))
    }
  }

  /// Rows that were written while a trigger was missing are unknown: cursors would skip them.
  @Test(arguments: [false, true]) func aDoubtfulListHasNoCursors(isDescending: Bool) async throws {
    let database = try TestDatabase()
    try database.insert(["Ek", "Zorn"])
    try await list(database, isDescending: false).make()
    try await database.pool.write { db in
      try db.execute(sql: #"DROP TRIGGER "collation people inserted""#)
    }
    try await list(database, isDescending: isDescending).read { contents throws in
      #expect(contents.isOutdated)
      #expect(try contents.page(offset: 0, limit: 9).rows.count == 2)
      #expect(throws: CollationError.self) { try contents.page(limit: 9) }
      #expect(throws: CollationError.self) { try contents.search("ek", limit: 9) }
    }
  }

  /// The span of the ids is more than an Int64.
  @Test func idsMayBeAnyInteger() async throws {
    let database = try TestDatabase()
    try await database.pool.write { db in
      for id in [Int64.min, -1, 0, 1, Int64.max] { try Person(id: id, name: "Ek").insert(db) }
    }
    let lists = try [false, true].map { try list(database, isDescending: $0) }
    for list in lists {
      try await list.make()
      try await check(list)
      #expect(try await list.read { try $0.search("ek", limit: 9).rows.count } == 5)
    }
  }

  /// Pages of a few rows, there and back.
  private static func checkPages(
    of contents: CollatedList<Person>.Contents, _ people: [Person], _ sections: [Int]
  ) throws {
    for isBackward in [false, true] {
      var (rows, numbers): ([Person], [Int]) = ([], [])
      var cursor: String?
      repeat {
        let page = try contents.page(
          from: isBackward ? .before(cursor) : .after(cursor), limit: 7)
        rows.insert(contentsOf: page.rows, at: isBackward ? 0 : rows.count)
        numbers.insert(contentsOf: page.sectionNumbers, at: isBackward ? 0 : numbers.count)
        cursor = isBackward ? page.previous : page.next
      } while cursor != nil
      let areEqual = rows == people && numbers == sections
      #expect(areEqual)
    }
  }
}
