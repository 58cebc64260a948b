import CollationTestSupport
import Foundation
import Testing

@testable import Collation
@testable import CollationLists

/// List keys: rows ordered by their bytes are in the order of the sections one after another.
@Suite struct ListKeyTests {
  static let locales = [
    "en", "sv", "cs", "de@collation=phonebook", "ru", "el", "ar", "th", "ja", "ko", "zh", "zh_Hant",
    "zh@collation=unihan", "hi", "he",
  ]

  static let layouts: [SectionLayout] = [
    .uikit, .icu, .uikit.with { $0.catchAll = .first }, .uikit.with { $0.catchAll = .split },
    .uikit.with { $0.scriptOrder = .locale }, .uikit.with { $0.scriptOrder = .latinLast },
    .uikit.with { ($0.scriptOrder, $0.customLabels) = (.localeOnly, ["Sch*", "Mc*"]) },
  ]

  /// Rows in the order that `sections(of:)` gives, which the tests of sections compare with ICU,
  /// ascend by (bytes of the list key, input). No two rows have the same of both, so no other
  /// order does.
  private func check(_ records: UTF8Records, _ collation: LocalizedIndexedCollation) {
    let keys = Array(collation.listKeys(of: NameList(records)))
    #expect(keys.count == records.count)
    let sections = collation.sections(of: NameList(records))
    var disorder = 0
    for (row, next) in zip(sections.rows, sections.rows.dropFirst()) {
      let order = compareBytes(Array(keys[row].bytes), Array(keys[next].bytes))
      if order == 0 ? row > next : order > 0 { disorder += 1 }
    }
    #expect(disorder == 0)
    for section in sections {
      #expect(section.allSatisfy { keys[$0].section == section.number })
    }
  }

  private static let lines = Result { try TestData.lists.flatMap(TestData.lines(of:)) }

  @Test(.enabled(if: !TestData.lists.isEmpty, "\(UnicodeData.absence)"), arguments: locales)
  func orderOfKeysIsThatOfTheListForAllLists(locale: String) throws {
    let lines = try Self.lines.get()
    for (number, layout) in Self.layouts.enumerated() {
      // All names under one layout of each locale, some of every list under the others.
      let isFull = number == locale.utf8.count % Self.layouts.count
      let step = isFull && !Coverage.isPart ? 1 : 41
      let names = stride(from: number, to: lines.count, by: step).map { lines[$0] }
      check(
        UTF8Records(names: names),
        try LocalizedIndexedCollation(locale: locale, layout: layout))
    }
  }

  @Test(arguments: locales)
  func orderOfKeysIsThatOfTheListForHostileNames(locale: String) throws {
    var source = HostileNames(seed: 61)
    let names = source.names(400)
    for layout in Self.layouts {
      check(
        UTF8Records(names: names + names.prefix(50)),
        try LocalizedIndexedCollation(locale: locale, layout: layout))
    }
  }

  /// Section order is not collation order: `#` is last, and Chinese and Latin names share sections.
  @Test func keysOrderWhatSortKeysDoNot() throws {
    let collation = try LocalizedIndexedCollation(locale: "zh")
    let names = ["42", "阿明", "鲍勃", "张三", "Adam", "Bob"]
    let sorted = names.sorted { collation.listKey(for: $0) < collation.listKey(for: $1) }
    #expect(sorted == ["阿明", "Adam", "鲍勃", "Bob", "张三", "42"])
  }

  /// A key is the section in two bytes, the higher first, then what ICU says.
  @Test func keysAreSectionsAndSortKeysOfICU() throws {
    let collation = try LocalizedIndexedCollation(locale: "sv")
    let reference = try #require(ReferenceCollator(normalizing: "sv"))
    for (name, section) in [("Åberg", 26), ("adam", 0), ("", 29), ("42", 29)] {
      let key = collation.listKey(for: name)
      #expect(Array(key.bytes) == [0, UInt8(section)] + reference.sortKey(Array(name.utf8)))
      #expect(key.section == section && key.sortKey == collation.collator.sortKey(for: name))
      #expect(ListKey(bytes: key.bytes) == key)
    }
    // Two bytes and a sort key, which ends in 00 (ICU: `ucol_getSortKey`), or complements.
    for bytes in [[], [0], [0, 0], [0, 26, 0x2A], [0, 26, 0x2A, 1]] as [[UInt8]] {
      #expect(ListKey(bytes: bytes) == nil)
    }
    #expect(ListKey(bytes: [1, 2, 0])?.section == 258)
    #expect(ListKey.section(of: [1, 2]) == 258 && ListKey.section(of: [1, 2, 3, 4]) == 258)
    #expect(ListKey.section(of: [1]) == nil && ListKey.section(of: []) == nil)
  }

  /// Hexadecimal digits have the order of the bytes.
  @Test func codedKeysKeepTheirOrder() throws {
    let collation = try LocalizedIndexedCollation(locale: "sv")
    let keys = ["Åberg", "Zorn", "42"].map { collation.listKey(for: $0) }
    let json = try JSONEncoder().encode(keys)
    #expect(try JSONDecoder().decode([ListKey].self, from: json) == keys)
    let texts = try JSONDecoder().decode([String].self, from: json)
    #expect((texts[0] < texts[1]) == (keys[0] < keys[1]) && texts[0] < texts[2])
    for text in ["", "00", "0000", "000", "0g00", "00 0", "00é", "00ff01", "00ff"] {
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode([ListKey].self, from: JSONEncoder().encode([text]))
      }
    }
    #expect(
      try JSONDecoder().decode([ListKey].self, from: Data(#"["00FF2A00"]"#.utf8))[0].section
        == 255)
  }
}
