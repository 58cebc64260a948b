import CollationTestSupport
import Foundation
import Testing

@testable import Collation

/// Sections with their counts and offsets. What they have to be is what counting rows one by one
/// gives.
@Suite struct SectionOutlineTests {
  /// Counting names one by one, section by section.
  @Test(arguments: ["en", "zh", "zh_Hant", "ja"], [false, true])
  func sectionsAreThoseOfRowsCountedOneByOne(locale: String, hides: Bool) throws {
    var source = HostileNames(seed: 71)
    let names = source.names(300).map { String(decoding: $0, as: UTF8.self) }
    let collation = try LocalizedIndexedCollation(locale: locale)
    var counts = [Int](repeating: 0, count: collation.sectionTitles.count)
    for name in names { counts[collation.section(for: name)] += 1 }
    let shown = counts.indices.filter { !hides || counts[$0] > 0 }

    let outline = SectionOutline(
      counting: NameList(names), for: collation, hidingEmpty: hides)
    #expect(outline.hidesEmptySections == hides && outline.rowCount == names.count)
    #expect(outline.map(\.number) == shown && outline.map(\.id) == shown)
    #expect(outline.map(\.position) == Array(shown.indices))
    #expect(outline.map(\.title) == shown.map { collation.sectionTitles[$0] })
    #expect(outline.map(\.kind) == shown.map { collation.sectionKinds[$0] })
    #expect(outline.map(\.count) == shown.map { counts[$0] })
    #expect(outline.map(\.offset) == shown.map { counts[..<$0].reduce(0, +) })
    for number in counts.indices {
      let section = outline.first { $0.number == number }
      #expect(outline[number: number] == section)
      if let section { #expect(outline[section.position] == section) }
    }
    for (position, section) in zip(outline.indices, outline) {
      #expect(outline[position] == section)
    }
    let rows = outline.flatMap { [Int](repeating: $0.number, count: $0.count) }
    #expect((0..<rows.count).map { outline.section(ofRow: $0)?.number } == rows)
    for row in [-1, rows.count, .min, .max] { #expect(outline.section(ofRow: row) == nil) }

    // The same from a database's counts, and as a part of a grouping.
    let numbered = Dictionary(uniqueKeysWithValues: counts.enumerated().map { ($0, $1) })
    for counts in [numbered, numbered.filter { $0.value > 0 }] {
      #expect(try SectionOutline(counts: counts, for: collation, hidingEmpty: hides) == outline)
    }
    let sections = collation.sections(of: names, hidingEmpty: hides)
    #expect(sections.outline == outline)
    #expect(sections.map(\.count) == outline.map(\.count))
    #expect(sections.map(\.offset) == outline.map(\.offset))
    #expect(
      try SectionOutline(counts: numbered, for: collation, hidingEmpty: !hides) != outline)
  }

  /// The titles are those of the collation; each leads to the section that a walk down the list
  /// finds.
  @Test(arguments: ["en", "zh_Hant", "hi"], [false, true])
  func indexTitlesLeadToShownSections(locale: String, hides: Bool) throws {
    for layout in [SectionLayout.uikit, .icu] {
      let collation = try LocalizedIndexedCollation(locale: locale, layout: layout)
      let last = collation.sectionTitles.count - 1
      for counts in [[:], [2: 1], [0: 3, 5: 1], [last: 2], [1: 1, last - 1: 4]] as [[Int: Int]] {
        let outline = try SectionOutline(counts: counts, for: collation, hidingEmpty: hides)
        for limit in [nil, 0, 5, 12, 1_000] {
          for search in [false, true] {
            let titles = outline.indexTitles(limit: limit, includingSearch: search)
            guard limit.map({ $0 >= last + 2 }) ?? true || counts.isEmpty else {
              // A thinned index has the titles of sections that have rows.
              for title in titles where !["•", "{search}"].contains(title.title) {
                #expect(title.section.map { $0.count > 0 && $0.title == title.title } == true)
              }
              continue
            }
            let all = try SectionOutline(counts: [:], for: collation)
              .indexTitles(limit: limit, includingSearch: search)
            #expect(titles.map(\.title) == all.map(\.title))
            let expected = all.map { title -> SectionOutline.Section? in
              guard let number = title.section?.number else { return nil }
              var nearest = outline.first
              for section in outline where section.number <= number { nearest = section }
              return nearest
            }
            #expect(titles.map(\.section) == expected)
          }
        }
      }
    }
  }

  @Test func numbersOfNoSectionHaveNone() throws {
    let collation = try LocalizedIndexedCollation(locale: "en")
    for hides in [false, true] {
      let outline = try SectionOutline(counts: [3: 1], for: collation, hidingEmpty: hides)
      for number in [-1, 27, .min, .max] { #expect(outline[number: number] == nil) }
      #expect((outline[number: 2] == nil) == hides && outline[number: 3]?.count == 1)
    }
  }

  @Test func noRowsLeadNowhereIfEmptySectionsAreHidden() throws {
    let collation = try LocalizedIndexedCollation(locale: "en")
    let hidden = try SectionOutline(counts: [:], for: collation, hidingEmpty: true)
    #expect(hidden.isEmpty && hidden.indexTitles().allSatisfy { $0.section == nil })
    #expect(hidden.indexTitles().count == 27 && hidden.section(ofRow: 0) == nil)
    let shown = try SectionOutline(counts: [:], for: collation)
    #expect(shown.indexTitles().map(\.section?.number) == Array(0..<27) && shown.rowCount == 0)
  }

  @Test func countsThatCannotBeAreRefused() throws {
    let collation = try LocalizedIndexedCollation(locale: "en")
    for counts in [[27: 1], [-1: 0], [0: -1], [0: .max, 1: 1], [.max: 1]] as [[Int: Int]] {
      let error = #expect(throws: CollationError.self, "\(counts)") {
        try SectionOutline(counts: counts, for: collation)
      }
      #expect(error?.description.contains("\n") == false)
    }
    #expect(try SectionOutline(counts: [26: .max], for: collation).rowCount == .max)
  }

  // MARK: Kept outlines

  /// What is coded are the stamp, and title, kind and count of every section.
  @Test(arguments: [false, true]) func outlinesAreDecodedAsTheyWere(hides: Bool) throws {
    let collation = try LocalizedIndexedCollation(locale: "sv", layout: .icu)
    let outline = try SectionOutline(counts: [0: 2, 3: 5], for: collation, hidingEmpty: hides)
    let json = try JSONEncoder().encode(outline)
    let decoded = try JSONDecoder().decode(SectionOutline.self, from: json)
    #expect(decoded == outline && Array(decoded) == Array(outline))
    #expect(decoded.indexTitles() == outline.indexTitles())
    #expect(decoded.stamp == collation.stamp && decoded.hashValue == outline.hashValue)
    try collation.stamp.check(stored: decoded.stamp)
    let other = try LocalizedIndexedCollation(locale: "de")
    #expect(throws: CollationError.self) { try other.stamp.check(stored: decoded.stamp) }
    let object = try #require(JSONSerialization.jsonObject(with: json) as? [String: Any])
    let sections = try #require(object["sections"] as? [[String: Any]])
    #expect(sections.compactMap { $0["title"] as? String } == collation.sectionTitles)
    #expect(
      sections.compactMap { $0["kind"] as? String } == collation.sectionKinds.map(\.rawValue))
    #expect(sections.compactMap { $0["count"] as? Int }.prefix(4) == [2, 0, 0, 5])
    #expect(object["stamp"] as? String == collation.stamp.description)
  }

  /// What was kept may have been changed; each of these would count the list wrongly.
  @Test func aChangedOutlineIsNotDecoded() throws {
    let collation = try LocalizedIndexedCollation(locale: "en")
    let outline = try SectionOutline(counts: [0: 2, 3: 5], for: collation)
    let json = try #require(String(data: JSONEncoder().encode(outline), encoding: .utf8))
    let changes = [
      #""count":5"#: [#""count":-5"#, "\"count\":\(Int.max)", #""count":0.5"#, #""x":1"#],
      #""stamp":"keys"#: [#""stamp":"koys"#],
      #""hidesEmptySections":false"#: [#""hides":false"#],
    ]
    for (field, values) in changes {
      let place = try #require(json.range(of: field))
      for value in values {
        let changed = json.replacingCharacters(in: place, with: value)
        #expect(throws: DecodingError.self, "\(value)") {
          try JSONDecoder().decode(SectionOutline.self, from: Data(changed.utf8))
        }
      }
    }
  }
}
