import CollationFiling
import CollationTestSupport
import Testing

@testable import Collation

/// Keys that are appended to memory of the caller's: ICU's own key if there is room for all of it,
/// else nothing.
@Suite struct AppendedKeyTests {
  /// Bytes that stand in the memory before a key.
  private static let before: [UInt8] = [0xAB, 0xCD]

  /// Checks a key in rooms around its length, and in one in which it can be made in place.
  private func check(
    _ expected: some Collection<UInt8>, of byteCount: Int, _ comment: Comment,
    _ append: (inout OutputSpan<UInt8>) -> Int
  ) {
    let length = expected.count
    for room in [0, 1, 2, length - 1, length, length + 1, 13 * byteCount + 100] {
      var returned = 0
      let bytes = [UInt8](capacity: Self.before.count + room) { output in
        for byte in Self.before { output.append(byte) }
        returned = append(&output)
      }
      #expect(returned == length, comment)
      #expect(bytes == Self.before + (room < length ? [] : Array(expected)), comment)
    }
    // No memory at all.
    var nothing = OutputSpan<UInt8>()
    #expect(append(&nothing) == length && nothing.isEmpty, comment)
  }

  /// The sort key against ICU's own; the list key against that, after the section of
  /// `section(for:)`, which other tests compare with ICU.
  private func check(_ name: [UInt8], _ collation: LocalizedIndexedCollation) {
    let key = collation.collator.sortKeyByICU(of: name.span)
    check(key, of: name.count, "\(name.prefix(40))") {
      collation.collator.appendSortKey(forUTF8: name.span, to: &$0)
    }
    let section = collation.section(forUTF8: name.span)
    let listKey = [UInt8(section >> 8), UInt8(section & 0xFF)] + key
    check(listKey, of: name.count, "\(name.prefix(40))") {
      collation.appendListKey(forUTF8: name.span, to: &$0)
    }
    guard let string = String(validating: name, as: UTF8.self) else { return }
    check(key, of: name.count, "\(string.prefix(40))") {
      collation.collator.appendSortKey(for: string, to: &$0)
    }
    check(listKey, of: name.count, "\(string.prefix(40))") {
      collation.appendListKey(for: string, to: &$0)
    }
  }

  private static let names: [[UInt8]] =
    [
      "", "a", "Zorn", "Åberg", "李明", "Σωκράτης", "かなカナ", "Ada\u{FFFE}Lovelace", "\u{FFFE}",
      "\u{FFFE}\u{FFFE}", "ch", "e\u{301}\u{323}", "\u{301}", "\u{0}", "\u{FDFA}", "👩‍💻", "각",
      // Longer than the stack's memory for a key, than the tables take, and both by far.
      String(repeating: "a", count: 75), String(repeating: "Ål", count: 200),
      String(repeating: "日", count: 400), String(repeating: "x", count: 4_096),
      String(repeating: "x", count: 4_097), String(repeating: "é\u{301}", count: 10_000),
      String(repeating: "\u{FDFA}", count: 200),
    ].map { Array($0.utf8) } + [
      // Ill-formed.
      [0xFF], [0x61, 0xC3], [0xC0, 0xAF], [0x61, 0xED, 0xA0, 0x80, 0x62], [0xF0, 0x9F, 0x98],
    ]

  /// Before the collator has tables, ICU makes the keys, and afterwards it makes some.
  @Test(arguments: ["root", "en", "sv", "cs", "fr_CA", "ja", "zh", "th"], [false, true])
  func keysAreICUsWithAndWithoutTables(locale: String, hasTables: Bool) throws {
    let collator = try Collator(
      unshared: Collator.Request(source: .locale(locale), options: CollatorOptions()))
    let collation = try LocalizedIndexedCollation(collator: collator)
    if hasTables {
      let count = Thresholds.namesToMakeTable
      try #require(Engine(collator: collation.collator).tables(forFurther: count) != nil)
    }
    for name in Self.names { check(name, collation) }
  }

  /// A filing collation appends what `listKey(for:)` returns, which `FilingTests` compares with
  /// ICU: with the key of the shown name after it, complemented if the list runs from Z to A.
  @Test(arguments: [false, true])
  func filedNames(isDescending: Bool) throws {
    let layout = SectionLayout.uikit.with { $0.isDescending = isDescending }
    let collation = try LocalizedIndexedCollation(
      locale: "en", layout: layout, filing: FilingRules(articles: .standard))
    for name in ["The Beatles", "Abba", "", "The", "A \(String(repeating: "é", count: 300))"] {
      let length = name.utf8.count
      check(collation.listKey(for: name).bytes, of: 3 * length, "\(name)") {
        collation.appendListKey(for: name, to: &$0)
      }
      check(collation.collator.sortKey(for: name).bytes, of: 3 * length, "\(name)") {
        collation.collator.appendSortKey(for: name, to: &$0)
      }
    }
  }

  /// Keys one after another fill memory as far as whole ones fit.
  @Test func keysFollowOneAnother() throws {
    let collator = try Collator(locale: "sv")
    let names = ["Zorn", "Åberg", "", "Ångström"]
    let keys = names.map { collator.keyByICU($0).bytes }
    var appended = 0
    let bytes = [UInt8](capacity: keys.dropLast().reduce(1) { $0 + $1.count }) { output in
      for name in names {
        let room = output.freeCapacity
        if collator.appendSortKey(for: name, to: &output) <= room { appended += 1 }
      }
    }
    #expect(appended == 3)
    #expect(bytes == Array(keys.dropLast().joined()))
  }
}
