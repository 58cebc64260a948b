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

  /// What was kept may have been changed; each of these would lead beyond the list, or count it wrongly.
  @Test func aChangedIndexIsNotDecoded() throws {
    let collation = try LocalizedIndexedCollation(locale: "en")
    let index = try JumpIndex(counts: [0: 2, 3: 5], for: collation)
    let json = try #require(String(data: JSONEncoder().encode(index), encoding: .utf8))
    #expect(try JSONDecoder().decode(JumpIndex.self, from: Data(json.utf8)) == index)
    let changes = [
      #""count":7"#: [#""count":8"#, #""count":-7"#],
      #""count":5"#: [#""count":6"#, #""count":-5"#, "\"count\":\(Int.max)"],
      #""number":3"#: [#""number":2"#, #""number":-3"#, #""number":999"#],
      #""offset":7"#: [#""offset":0"#, "\"offset\":\(Int.min)"],
      #""section":3"#: [#""section":99"#, #""section":-1"#],
    ]
    for (field, values) in changes {
      let place = try #require(json.range(of: field))
      for value in values {
        let changed = json.replacingCharacters(in: place, with: value)
        #expect(throws: DecodingError.self, "\(value)") {
          try JSONDecoder().decode(JumpIndex.self, from: Data(changed.utf8))
        }
      }
    }
  }

  /// The layout of the index may have changed since; the rows have not.
  @Test func aKeptIndexTakesTheLayoutOfTheCollation() throws {
    let counts = [0: 2, 3: 5]
    let plain = try LocalizedIndexedCollation(locale: "en")
    var layout = SectionLayout.uikit
    layout.hidesEmptySections = true
    layout.indexTitleLimit = 7
    layout.hasSearchEntry = true
    let other = try LocalizedIndexedCollation(locale: "en", layout: layout)
    let kept = try JumpIndex(counts: counts, for: plain)
    #expect(try kept.checked(for: other) == JumpIndex(counts: counts, for: other))
    #expect(try kept.checked(for: other).checked(for: plain) == kept)
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
