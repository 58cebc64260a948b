import Collation
import CollationFiling
import CollationGRDB
import CollationLists
import Foundation
import GRDB
import Testing

/// Lists from Z to A, which read those from A to Z backward, compared with the table sorted anew.
@Suite struct DescendingTests {
  /// Layouts with catch-alls and other sections at either end.
  static let layouts: [SectionLayout] = {
    var layouts: [SectionLayout] = [.uikit, .uikit, .icu, .uikit]
    layouts[1].catchAll = .first
    layouts[3].digitsTitle = "0–9"
    layouts[3].emojiTitle = "😀"
    layouts[3].groups = [.init(title: "X–Z", letters: ["X", "Y", "Z"])]
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
      try Self.checkPages(of: contents, rebuilt.people, rebuilt.sections, in: .everything)
      for section in descending.collation.sectionTitles.indices {
        let rows = zip(rebuilt.people, rebuilt.sections).filter { $1 == section }
        try Self.checkPages(
          of: contents, rows.map(\.0), rows.map(\.1),
          in: descending.collation.listKeyRange(ofSection: section)!)
      }
      let found = try contents.search("oberg", limit: 500)
      let numbers = Dictionary(
        uniqueKeysWithValues: zip(rebuilt.people.map(\.id), rebuilt.sections))
      #expect(found.sectionNumbers == found.rows.map { numbers[$0.id] })
      #expect(found.rows.count { $0.name.contains("Oberg") } > 0)
    }
  }

  /// Pages of a few rows, there and back.
  private static func checkPages(
    of contents: CollatedList<Person>.Contents, _ people: [Person], _ sections: [Int],
    in range: ListKeyRange
  ) throws {
    for isBackward in [false, true] {
      var (rows, numbers): ([Person], [Int]) = ([], [])
      var cursor: String?
      repeat {
        let page = try contents.page(
          from: isBackward ? .before(cursor) : .after(cursor), in: range, limit: 7)
        rows.insert(contentsOf: page.rows, at: isBackward ? 0 : rows.count)
        numbers.insert(contentsOf: page.sectionNumbers, at: isBackward ? 0 : numbers.count)
        cursor = isBackward ? page.previous : page.next
      } while cursor != nil
      let areEqual = rows == people && numbers == sections
      #expect(areEqual)
    }
  }
}
