import CollationTestSupport
import Foundation
import Testing

@testable import Collation
@testable import CollationLists

/// Lists from Z to A. What they have to be is made of the same list from A to Z, which other tests
/// compare with ICU: a sort of its list keys from their end, section by section.
@Suite struct DescendingTests {
  private struct Pair {
    let ascending: LocalizedIndexedCollation
    let descending: LocalizedIndexedCollation
    /// For each section of the list from A to Z, its number in that from Z to A.
    let newNumbers: [Int]

    init(_ locale: String, _ layout: SectionLayout) throws {
      var turned = layout
      turned.isDescending = true
      ascending = try LocalizedIndexedCollation(locale: locale, layout: layout)
      descending = try LocalizedIndexedCollation(locale: locale, layout: turned)
      let kinds = ascending.sectionKinds
      let first = kinds.indices.filter {
        kinds[$0] == .underflow || kinds[$0] == .catchAll && layout.catchAll == .first
      }
      let last = kinds.indices.filter {
        kinds[$0] == .overflow || kinds[$0] == .catchAll && layout.catchAll == .last
      }
      let order =
        first + kinds.indices.reversed().filter { !first.contains($0) && !last.contains($0) } + last
      newNumbers = kinds.indices.map { order.firstIndex(of: $0)! }
    }

    /// The numbers of names from Z to A, by their keys in the list from A to Z.
    func order(of keys: [ListKey]) -> [Int] {
      keys.indices.sorted { left, right in
        let (leftKey, rightKey) = (keys[left], keys[right])
        if leftKey == rightKey { return left < right }
        let sections = (newNumbers[leftKey.section], newNumbers[rightKey.section])
        return sections.0 == sections.1 ? rightKey < leftKey : sections.0 < sections.1
      }
    }
  }

  private static let locales = [
    "en", "sv", "cs", "fr_CA", "ru", "th", "ja", "ko", "zh", "zh_Hant", "zh@collation=unihan", "ar",
  ]

  private static let layouts: [SectionLayout] =
    ListKeyTests.layouts + [
      .uikit.with {
        $0.digitsTitle = "0–9"
        $0.groups = [SectionLayout.Group(title: "A", letters: ["A", "Å", "Z"])]
      },
      .icu.with { $0.digitsTitle = "0–9" },
      .uikit.with {
        $0.catchAll = .first
        $0.digitsTitle = "0–9"
        $0.groups = [SectionLayout.Group(title: "X–Z", letters: ["X", "Y", "Z"])]
      },
    ]

  private static func records(_ count: Int, _ generator: inout SeededGenerator) -> UTF8Records {
    var source = HostileNames(seed: generator.next())
    let words = ["阿明", "Adam", "adam", "Åberg", "42", "٣", "", "Zorn", "鲍勃", "เก", "Жук", "かな"]
    // Of two names in three there are some more.
    let pool = words.map { Array($0.utf8) } + source.names(1 + count / 3)
    return UTF8Records(names: (0..<count).map { _ in pool.randomElement(using: &generator)! })
  }

  private func check(_ pair: Pair, _ records: UTF8Records) async throws {
    let (ascending, descending) = (pair.ascending, pair.descending)
    let keys = Array(ascending.listKeys(of: NameList(records)))
    let expected = pair.order(of: keys)

    let newKeys = descending.listKeys(of: NameList(records))
    #expect(newKeys.sortedIndices() == expected)
    #expect(
      Array(try await descending.listKeys(of: NameList(records), workers: 2)) == Array(newKeys))
    #expect(zip(newKeys, keys).allSatisfy { $0.sortKey == $1.sortKey })
    #expect(newKeys.map(\.section) == keys.map { pair.newNumbers[$0.section] })
    #expect(
      zip(newKeys, records).allSatisfy { key, name in
        key == descending.listKey(forUTF8: name.span) && ListKey(bytes: key.bytes) == key
          && descending.section(forUTF8: name.span) == key.section
      })
    #expect(descending.sectionNumbers(of: NameList(records)) == newKeys.map(\.section))

    let sections = descending.sections(of: NameList(records))
    #expect(sections.rows == expected)
    #expect(try await descending.sections(of: NameList(records), workers: 2) == sections)
    for section in sections {
      #expect(section.allSatisfy { newKeys[$0].section == section.number })
    }
    let shown = descending.sections(of: NameList(records), hidingEmpty: true)
    #expect(shown.rows == expected)
    #expect(shown.map(\.number) == Set(newKeys.map(\.section)).sorted())

    let names = records.map { String(decoding: $0, as: UTF8.self) }
    #expect(descending.sections(of: names).rows == expected.map { names[$0] })
    #expect(
      descending.sortedArray(from: names) == ascending.collator.sorted(names, descending: true))
  }

  /// Lists as short as those that are compared, of ICU's keys, and of the table's.
  @Test(arguments: locales) func listsAreThoseFromTheEnd(locale: String) async throws {
    var generator = SeededGenerator(seed: UInt64(locale.utf8.count) &* 31 &+ 7)
    for layout in Self.layouts {
      let pair = try Pair(locale, layout)
      for count in [1, 6, 90] { try await check(pair, Self.records(count, &generator)) }
    }
    let pair = try Pair(locale, .uikit)
    try await check(pair, Self.records(3_000, &generator))
    try await check(pair, Self.records(90, &generator))
  }

  @Test func catchAllsStayAtTheirEnd() throws {
    func titles(_ change: (inout SectionLayout) -> Void) throws -> String {
      var layout = SectionLayout.uikit
      layout.isDescending = true
      layout.underflowTitle = "u"
      layout.inflowTitle = "i"
      layout.overflowTitle = "o"
      change(&layout)
      let collation = try LocalizedIndexedCollation(locale: "el", layout: layout)
      return collation.sectionTitles.joined()
    }
    let (latin, greek) = ("ZYXWVUTSRQPONMLKJIHGFEDCBA", "ΩΨΧΦΥΤΣΡΠΟΞΝΜΛΚΙΘΗΖΕΔΓΒΑ")
    #expect(try titles { _ in } == greek + latin + "#")
    #expect(try titles { $0.catchAll = .first } == "#" + greek + latin)
    #expect(try titles { $0.catchAll = .split } == "u" + greek + "i" + latin + "o")
    #expect(try titles { $0.digitsTitle = "0" } == "0" + greek + latin + "#")
  }

  @Test func rowsOfOneSectionDescendThoughLettersInterleave() throws {
    let layout = SectionLayout.uikit.with { $0.isDescending = true }
    let collation = try LocalizedIndexedCollation(locale: "zh", layout: layout)
    let names = ["42", "Adam", "阿明", "Bob", "鲍勃", "张三", "7"]
    let sections = collation.sections(of: names, hidingEmpty: true)
    #expect(sections.sectionTitles == ["Z", "B", "A", "#"])
    #expect(
      sections.map { Array($0) } == [["张三"], ["Bob", "鲍勃"], ["Adam", "阿明"], ["7", "42"]])
  }

  /// A key is the number of the section, then ICU's bytes, each taken from 255.
  @Test func keysAreComplementsOfICUs() throws {
    let layout = SectionLayout.uikit.with { $0.isDescending = true }
    let collation = try LocalizedIndexedCollation(locale: "sv", layout: layout)
    let reference = try #require(ReferenceCollator(normalizing: "sv"))
    for (name, section) in [("Åberg", 2), ("adam", 28), ("", 29), ("42", 29)] as [(String, UInt8)] {
      let key = reference.sortKey(Array(name.utf8))
      #expect(Array(collation.listKey(for: name).bytes) == [0, section] + key.map { 255 - $0 })
    }
  }

  /// The stamp differs also where there is one section, whose number is the same in both.
  @Test func stampsDiffer() throws {
    for layout in Self.layouts {
      let pair = try Pair("sv", layout)
      #expect(pair.ascending.stamp != pair.descending.stamp)
      #expect(pair.ascending != pair.descending)
    }
    var layout = SectionLayout.uikit
    layout.groups = [SectionLayout.Group(title: "A–Z", letters: latin)]
    let pair = try Pair("en", layout)
    #expect(pair.ascending.sectionTitles == pair.descending.sectionTitles)
    let mismatch = #expect(throws: CollationError.self) {
      try pair.descending.stamp.check(stored: pair.ascending.stamp)
    }
    #expect(mismatch?.differences.count == 1)
    // Keys of one list are no keys of the other.
    let key = pair.ascending.listKey(for: "a")
    let error = #expect(throws: CollationError.self) {
      try StoredList(uncheckedFor: pair.descending).cursor(forKey: key.bytes, id: 1)
    }
    #expect(error?.code == .keyMismatch)
  }

  @Test func indexesAndOutlinesFollow() throws {
    let pair = try Pair("en", .uikit)
    let index = try SectionOutline(counts: [:], for: pair.descending)
      .indexTitles(limit: 9, includingSearch: true)
    #expect(index.map(\.title) == ["{search}", "Z", "•", "R", "•", "I", "•", "A", "#"])
    #expect(index.compactMap(\.section?.number) == [0, 4, 8, 12, 17, 21, 25, 26])
    let outline = try SectionOutline(
      counts: [0: 3, 25: 2, 26: 1], for: pair.descending, hidingEmpty: true)
    #expect(outline.map(\.title) == ["Z", "A", "#"] && outline.map(\.offset) == [0, 3, 5])
    #expect(outline.section(ofRow: 4)?.title == "A")
    #expect(outline.indexTitles()[7].section?.title == "Z", "S leads to what stands before it")
  }

  @Test func layoutsAreCodedWithTheirDirection() throws {
    let layout = SectionLayout.icu.with { $0.isDescending = true }
    let data = try JSONEncoder().encode(layout)
    #expect(try JSONDecoder().decode(SectionLayout.self, from: data) == layout)
    #expect(layout.description.hasSuffix(", descending"))
    let old = try JSONDecoder().decode(SectionLayout.self, from: Data(#"{"preset":"icu"}"#.utf8))
    #expect(!old.isDescending)
  }
}
