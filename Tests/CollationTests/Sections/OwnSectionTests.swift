import CollationTestSupport
import Testing

@testable import Collation

/// Sections for ideographs and emoji.
@Suite struct OwnSectionTests {
  static let locales = ["en", "ja", "ru", "th", "ar", "sv", "ko", "root", "en-u-co-emoji"]

  private static func collation(
    _ locale: String, _ catchAll: SectionLayout.CatchAll = .last, isDescending: Bool = false
  ) throws -> LocalizedIndexedCollation {
    var layout = SectionLayout.uikit
    layout.catchAll = catchAll
    layout.isDescending = isDescending
    layout.digitsTitle = "0–9"
    layout.ideographsTitle = "他"
    layout.emojiTitle = "😀"
    return try LocalizedIndexedCollation(locale: locale, layout: layout)
  }

  /// One in 127 of the unified ideographs that Unicode 13 has. Those that have a letter without the
  /// section, as those with a Korean reading do, keep it.
  @Test(arguments: locales) func ideographsHaveASection(locale: String) throws {
    let collation = try Self.collation(locale)
    let plain = try LocalizedIndexedCollation(locale: locale)
    let ranges: [ClosedRange<UInt32>] = [
      0x3400...0x4DBF, 0x4E00...0x9FFC, 0x20000...0x2A6DD, 0x2A700...0x2B734, 0x30000...0x3134A,
    ]
    for codePoint in ranges.joined() where codePoint % 127 == 0 {
      let name = String(Character(Unicode.Scalar(codePoint)!)) + "x"
      let usual = plain.section(for: name)
      let title = collation.sectionTitles[collation.section(for: name)]
      #expect(title == (plain.sectionTitles[usual] == "#" ? "他" : plain.sectionTitles[usual]))
    }
    for name in ["", "a", "た", "Ж", "#", "ㄅ", "\u{E000}", "\u{10FFFD}"] {
      #expect(collation.sectionTitles[collation.section(for: name)] != "他")
    }
  }

  /// Lists whose letters have ideographs need no such section.
  @Test(arguments: ["zh", "zh_Hant", "zh-u-co-unihan", "zh-u-co-zhuyin"])
  func listsWithLettersOfIdeographsHaveNoSectionOfTheirs(locale: String) throws {
    let collation = try Self.collation(locale)
    #expect(!collation.sectionTitles.contains("他"))
    let plain = try LocalizedIndexedCollation(locale: locale)
    for name in ["曾", "一", "龘", "𠀀"] {
      #expect(
        collation.sectionTitles[collation.section(for: name)]
          == plain.sectionTitles[plain.section(for: name)])
    }
  }

  /// Every symbol: emoji by the property of Unicode, as the standard library has it, and what has
  /// the first weight of one, as ↮ has that of ↔. Letters such as 🅰 collate as letters.
  @Test(arguments: ["en", "ja", "ko", "en-u-co-emoji"]) func emojiHaveASection(
    locale: String
  ) throws {
    let collation = try Self.collation(locale)
    let collator = collation.collator
    func primaryLevel(_ text: String) -> [UInt8] {
      Array(collator.sortKeyByICU(of: text.utf8.span).primaryLevel)
    }
    // Newer emoji than those that this ICU knows have no weight of a symbol.
    let symbols = ICUCodePointSet.symbols.members.compactMap(Unicode.Scalar.init).map {
      ($0, primaryLevel(String(Character($0))))
    }
    let currencies = primaryLevel("€")
    let emoji = symbols.filter { $0.0.properties.isEmoji && $0.0.value > 0xFF }.map(\.1)
    let expected = Set(emoji.filter { !$0.isEmpty && $0.lexicographicallyPrecedes(currencies) })
    #expect(expected.count > 1_000)
    for (scalar, key) in symbols {
      let title = collation.sectionTitles[collation.section(for: String(Character(scalar)))]
      #expect((title == "😀") == expected.contains(key), "\(locale), \(scalar)")
    }
    for emoji in ["👨‍👩‍👦", "🇸🇪", "❤️ Anna", "👍🏽", "☎ 112"] {
      #expect(collation.sectionTitles[collation.section(for: emoji)] == "😀")
    }
    // By the order of emoji a keycap is one, and else begins with a digit.
    let keycap = collation.sectionTitles[collation.section(for: "1️⃣")]
    #expect(keycap == (locale == "en-u-co-emoji" ? "😀" : "0–9"))
  }

  /// Moving groups changes the place of no symbol within its group (UTS #35, Part 5, 3.12), so all
  /// have the section that they have without it.
  @Test func emojiHaveTheirSectionInEveryOrderOfGroups() throws {
    let layout = SectionLayout.uikit.with { $0.emojiTitle = "😀" }
    let plain = try LocalizedIndexedCollation(locale: "en", layout: layout)
    let symbols = ICUCodePointSet.symbols.members.compactMap(Unicode.Scalar.init).map {
      String(Character($0)) + "x"
    }
    func emoji(in collation: LocalizedIndexedCollation) -> Set<String> {
      Set(symbols.filter { collation.sectionKinds[collation.section(for: $0)] == .emoji })
    }
    let expected = emoji(in: plain)
    let groups = ["symbol", "currency", "punct", "digit", "Latn"]
    for first in groups {
      for second in groups {
        if first == second { continue }
        for codes in [
          [first, second], [first, second, "Grek", "space"], [first, "others", second],
        ] {
          let options = CollatorOptions.with { $0.reorderCodes = codes }
          let collation = try LocalizedIndexedCollation(
            locale: "en", options: options, layout: layout)
          let isSame = emoji(in: collation) == expected
          #expect(isSame, "\(codes)")
        }
      }
    }
  }

  @Test func sectionsStandBesideTheCatchAll() throws {
    func ends(_ collation: LocalizedIndexedCollation) -> [String] {
      Array(collation.sectionTitles.prefix(4) + collation.sectionTitles.suffix(4))
    }
    #expect(try ends(Self.collation("en")) == ["A", "B", "C", "D", "他", "0–9", "😀", "#"])
    #expect(
      try ends(Self.collation("en", .first)) == ["#", "0–9", "😀", "A", "X", "Y", "Z", "他"])
    #expect(
      try ends(Self.collation("en", isDescending: true))
        == ["😀", "0–9", "他", "Z", "C", "B", "A", "#"])
    let split = try Self.collation("en", .split)
    #expect(split.sectionTitles == ["…", "0–9", "😀"] + latin + ["…", "他"])
  }

  /// Keys, sections and rows agree in all places of the catch-all, in both directions.
  @Test(arguments: ["ja", "en", "ko", "zh"], [SectionLayout.CatchAll.last, .first, .split])
  func keysAndSectionsAgree(locale: String, catchAll: SectionLayout.CatchAll) throws {
    for isDescending in [false, true] {
      let collation = try Self.collation(locale, catchAll, isDescending: isDescending)
      var source = HostileNames(seed: 9)
      var records = UTF8Records(names: source.names(10 * Coverage.names))
      for name in ["😀a", "❤️", "一郎", "亜", "㊙", "🅰", "5", "٣", "©", "+"] { records.append(name) }
      let keys = collation.listKeys(of: NameList(records))
      let order = records.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }
      #expect(collation.sections(of: NameList(records)).rows == order)
      for (name, key) in zip(records, keys) {
        #expect(collation.section(forUTF8: name.span) == key.section)
      }
    }
  }

  @Test func layoutsAreCodedAndStamped() throws {
    var layout = SectionLayout.uikit
    let plain = try LocalizedIndexedCollation(locale: "ja", layout: layout).stamp
    layout.ideographsTitle = "他"
    let ideographs = try LocalizedIndexedCollation(locale: "ja", layout: layout).stamp
    layout.ideographsTitle = nil
    layout.emojiTitle = "😀"
    let emoji = try LocalizedIndexedCollation(locale: "ja", layout: layout).stamp
    #expect(Set([plain, ideographs, emoji]).count == 3)
    layout.emojiTitle = String(repeating: "a", count: 257)
    #expect(throws: CollationError.self) {
      try LocalizedIndexedCollation(locale: "ja", layout: layout)
    }
  }
}
