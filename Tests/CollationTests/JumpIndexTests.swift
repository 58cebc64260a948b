import CollationTestSupport
import Foundation
import Testing

@testable import Collation

/// Index titles with the counts and offsets of their sections.
@Suite struct JumpIndexTests {
  /// The table of Benedict's Soapbox with rows in B, D and Z only, as in `SectionIndexTests`.
  @Test func titlesLeadToTheNearestSectionThatHasRows() throws {
    var layout = SectionLayout.uikit
    layout.hidesEmptySections = true
    let collation = try LocalizedIndexedCollation(locale: "en", layout: layout)
    let index = try JumpIndex(counts: [1: 3, 3: 5, 25: 2], for: collation)
    #expect(index.entries.map(\.title) == collation.sectionIndexTitles && index.count == 10)
    let jumps = index.entries.map { entry in entry.section.map { collation.sectionTitles[$0] } }
    #expect(jumps == ["B", "B", "B", "D"] + [String](repeating: "D", count: 21) + ["Z", "Z"])
    #expect(index.entries[0].count == 3 && index.entries[0].offset == 0)
    #expect(index.entries[4].count == 5 && index.entries[4].offset == 3)
    #expect(index.entries[26].count == 2 && index.entries[26].offset == 8)
  }

  /// The same as the grouping of the same elements says, for every layout of the index.
  @Test(arguments: ["en", "zh", "zh_Hant", "ja"], [false, true])
  func entriesAreThoseOfAGrouping(locale: String, hides: Bool) throws {
    var source = HostileNames(seed: 71)
    let names = source.names(300).map { String(decoding: $0, as: UTF8.self) }
    for limit in [nil, 5, 12] {
      var layout = SectionLayout.uikit
      layout.hidesEmptySections = hides
      layout.indexTitleLimit = limit
      layout.hasSearchEntry = limit != nil
      let collation = try LocalizedIndexedCollation(locale: locale, layout: layout)
      let sections = collation.sections(of: names)
      let index = JumpIndex(counting: names, by: \.self, for: collation)
      #expect(index.count == names.count)
      #expect(index.sections.map(\.number) == sections.map(\.number))
      #expect(index.sections.map(\.title) == sections.map(\.title))
      #expect(index.sections.map(\.count) == sections.map(\.rows.count))
      #expect(index.sections.map(\.offset) == sections.map(\.offset))
      // Row by row, as the grouping has them.
      let rows = sections.flatMap { section in section.rows.map { _ in section.number } }
      #expect((0..<rows.count).map { index.section(ofRow: $0)?.number } == rows)
      #expect(index.section(ofRow: -1) == nil && index.section(ofRow: rows.count) == nil)
      for (number, entry) in index.entries.enumerated() {
        let section = sections.section(forSectionIndexTitle: number).map { sections[$0] }
        #expect(entry.title == sections.sectionIndexTitles[number])
        #expect(entry.section == section?.number)
        #expect(entry.count == section?.rows.count ?? 0)
        #expect(entry.offset == section?.offset ?? 0)
      }
      var counts: [Int: Int] = [:]
      for name in names { counts[collation.section(for: name), default: 0] += 1 }
      #expect(try JumpIndex(counts: counts, for: collation) == index)
    }
  }

  @Test func noRowsLeadNowhereIfEmptySectionsAreHidden() throws {
    var layout = SectionLayout.uikit
    layout.hidesEmptySections = true
    let hidden = try LocalizedIndexedCollation(locale: "en", layout: layout)
    let empty = try JumpIndex(counts: [:], for: hidden)
    #expect(empty.entries.allSatisfy { $0.section == nil } && empty.sections.isEmpty)
    #expect(empty.section(ofRow: 0) == nil)
    let shown = try LocalizedIndexedCollation(locale: "en")
    let index = try JumpIndex(counts: [:], for: shown)
    #expect(index.entries.map(\.section) == Array(0..<27) && index.count == 0)
  }

  @Test func countsThatCannotBeAreRefused() throws {
    let collation = try LocalizedIndexedCollation(locale: "en")
    for counts in [[27: 1], [-1: 0], [0: -1], [0: .max, 1: 1], [.max: 1]] as [[Int: Int]] {
      let error = #expect(throws: PagingError.self) {
        try JumpIndex(counts: counts, for: collation)
      }
      #expect(error?.code == .invalidCounts, "\(counts)")
    }
  }

  @Test func anIndexOfAnotherStampIsRefused() throws {
    let collation = try LocalizedIndexedCollation(locale: "sv")
    let index = JumpIndex(counting: ["Åberg"], by: \.self, for: collation)
    let json = try JSONEncoder().encode(index)
    let stored = try JSONDecoder().decode(JumpIndex.self, from: json)
    #expect(try stored.checked(for: collation) == index)
    let error = #expect(throws: PagingError.self) {
      try stored.checked(for: LocalizedIndexedCollation(locale: "fi"))
    }
    #expect(error?.code == .otherStamp)
    #expect(error?.differences.contains("locale is fi, was sv") == true)
  }
}
