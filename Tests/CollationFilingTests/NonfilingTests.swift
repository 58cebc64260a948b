import CollationTestSupport
import Testing

@testable import Collation
@testable import CollationFiling

/// What does not count in a name by what a MARC 21 record says.
@Suite struct NonfilingTests {
  private static let marks = FilingRules(skipsNonsortingZones: true)

  private func filed(
    _ parts: NameParts, _ rules: FilingRules = .asShown, in list: String = "en"
  ) throws -> String {
    let collator = try Collator(locale: list).filed(by: rules)
    let text = parts.filedText(by: collator)
    // Alone, in a list, and by the keys.
    let inList = collator.filedTexts(of: NameList([parts], filedBy: { $0 }))
    #expect(inList[0].elementsEqual(text.utf8))
    let collation = try LocalizedIndexedCollation(locale: list).filed(by: rules)
    #expect(collation.listKey(for: parts) == collation.listKeys(of: NameList([parts]) { $0 })[0])
    let plain = try LocalizedIndexedCollation(locale: list)
    #expect(collation.listKey(for: parts).sortKey == plain.listKey(for: text).sortKey)
    return text
  }

  /// MARC 21 Format for Bibliographic Data, 245, the examples of the second indicator, and those of
  /// Columbia University Libraries' manual.
  @Test(
    arguments: [
      (4, "The Year book of medicine.", "Year book of medicine."),
      (
        2, "A report to the legislature for the year ...",
        "report to the legislature for the year ..."
      ),
      (2, "L'enfant criminal.", "enfant criminal."),
      (
        5, "[The Part of Pennsylvania that ... townships].",
        "Part of Pennsylvania that ... townships]."
      ),
      (6, "--the serpent--snapping eye", "serpent--snapping eye"),
      (8, "The ... annual report to the Governor.", "annual report to the Governor."),
      (5, "The “winter mind”", "winter mind”"),
      (3, "La Cause du peuple", "Cause du peuple"), (3, "al-Mostatraf", "Mostatraf"),
      (0, "Eileen Ford's a more beautiful you", "Eileen Ford's a more beautiful you"),
      // An article that the cataloguer does not take for one stays.
      (0, "The The", "The The"), (0, "A & P", "A & P"), (0, "A-ha", "A-ha"),
    ])
  func theCountOfARecordIsTaken(count: Int, title: String, expected: String) throws {
    for rules in [FilingRules.asShown, FilingRules(articles: .standard), Self.marks] {
      #expect(try filed(NameParts(title, nonfilingCount: count), rules) == expected)
      let fields = NameParts(fields: ["Anna", .init(title, nonfilingCount: count)])
      #expect(try filed(fields, rules) == "Anna\u{FFFE}\(expected)")
    }
  }

  /// Punctuation is not counted where there is no article: the rule decides about it.
  @Test func punctuationIsTheRulesMatter() throws {
    let punctuation = FilingRules(articles: .standard, skipsPunctuation: true)
    #expect(
      try filed(NameParts("\"Fly it away!\"", nonfilingCount: 0), punctuation) == "Fly it away!\"")
    #expect(try filed(NameParts("\"Fly it away!\"", nonfilingCount: 0)) == "\"Fly it away!\"")
    #expect(
      try filed(NameParts("The “winter mind”", nonfilingCount: 4), punctuation) == "winter mind”")
    #expect(try filed(NameParts("The The Who", nonfilingCount: 4), punctuation) == "The Who")
  }

  /// MARC 21 Specifications, Character Sets, Part 3: a base letter and its mark are two characters.
  @Test func scalarsAreCounted() throws {
    #expect(try filed(NameParts("E\u{301}na koritsi", nonfilingCount: 5)) == "koritsi")
    #expect(try filed(NameParts("Η Αθήνα", nonfilingCount: 2), in: "el") == "Αθήνα")
    #expect(try filed(NameParts("𝕬 book", nonfilingCount: 2)) == "book")
    // A space that was not counted.
    #expect(try filed(NameParts("The Beatles", nonfilingCount: 3)) == "Beatles")
  }

  @Test func aCountThatLeavesNothingCountsAsNone() throws {
    for count in [-1, 0, 3, 4, 9, Int.max, Int.min] {
      #expect(
        try filed(NameParts("The", nonfilingCount: count)) == (count > 0 && count < 3 ? "" : "The"))
    }
    #expect(try filed(NameParts("", nonfilingCount: 4)) == "")
    #expect(try filed(NameParts("The ", nonfilingCount: 4)) == "The ")
    // What a name sorts as, and how it is read, stand as they are.
    #expect(try filed(NameParts("The Who", sortAs: "Who, The", nonfilingCount: 4)) == "Who, The")
    #expect(try filed(NameParts("The Who", reading: "The hu", nonfilingCount: 4)) == "The hu")
  }

  /// Guidelines for the Non-Sorting Control Character Technique (Library of Congress, 2013): marks
  /// at the beginning of a field or a subfield. The French union catalog has the space within the
  /// marks (Sudoc, UNIMARC), the German National Library after them.
  @Test(
    arguments: [
      ("\u{98}The \u{9C}Beatles", "Beatles"),
      ("\u{98}Les \u{9C}opérateurs monotones", "opérateurs monotones"),
      ("\u{98}Der\u{9C} neue Ninja", "neue Ninja"),
      ("\u{98}L'\u{9C}été", "été"),
      ("Dickens, Charles. \u{98}The \u{9C}Pickwick papers", "Dickens, Charles. Pickwick papers"),
      ("Dickens, Charles. \u{98}The\u{9C} Pickwick papers", "Dickens, Charles. Pickwick papers"),
      ("\u{98}Die \u{9C}Physiker: \u{98}eine \u{9C}Komödie", "Physiker: Komödie"),
      // An article that is not marked stays, and so does a mark that has no other.
      ("\u{98}The \u{9C}The Band", "The Band"),
      ("\u{98}The Beatles", "\u{98}The Beatles"), ("The \u{9C}Beatles", "The \u{9C}Beatles"),
      ("\u{9C}A\u{98}", "\u{9C}A\u{98}"), ("\u{98}\u{9C}Zorn", "Zorn"),
      ("\u{98}a\u{98}b\u{9C}c\u{9C}d", "c\u{9C}d"),
      // A name would have no text.
      ("\u{98}The\u{9C}", "\u{98}The\u{9C}"), ("\u{98}The\u{9C} ", "\u{98}The\u{9C} "),
      ("", ""), ("Beatles", "Beatles"), ("Ü", "Ü"),
    ])
  func markedZonesAreIgnored(name: String, expected: String) throws {
    #expect(try filed(NameParts(name), Self.marks) == expected)
    let fields = NameParts(shown: "x", fields: ["Anna", .init(name)])
    #expect(
      try filed(fields, Self.marks) == (expected.isEmpty ? "Anna" : "Anna\u{FFFE}\(expected)"))
    #expect(try filed(NameParts(name)) == name, "without the rule")
    // All forms of a name without other parts.
    let collation = try LocalizedIndexedCollation(locale: "en", filing: Self.marks)
    let key = collation.listKey(for: NameParts(name))
    #expect(collation.listKey(for: name) == key)
    #expect(collation.listKeys(of: NameList([name]))[0] == key)
    #expect(collation.listKeys(of: NameList(UTF8Records(strings: [name])))[0] == key)
    #expect(collation.section(for: name) == key.section)
  }

  /// A record may have both, for different zones.
  @Test func marksCountsAndOtherRulesGoTogether() throws {
    let all = FilingRules(
      articles: .standard, skipsPunctuation: true, numericFields: [0], romanization: .allScripts,
      skipsNonsortingZones: true)
    #expect(
      try filed(NameParts("The \u{98}(old) \u{9C}cat", nonfilingCount: 4), Self.marks) == "cat")
    #expect(try filed(NameParts("\u{98}The \u{9C}“winter mind”"), all) == "winter mind”")
    #expect(try filed(NameParts("The Who"), all) == "Who", "no marks")
    #expect(try filed(NameParts("\u{98}Η \u{9C}Αθήνα", language: "el"), all).hasPrefix("Ath"))
    #expect(
      try filed(NameParts("Η Αθήνα", language: "el", nonfilingCount: 2), all).hasPrefix("Ath"))
    #expect(try filed(NameParts(fields: ["\u{98}No. \u{9C}17", "b"]), all) == "217\u{FFFE}b")
  }

  /// The marks make no difference to a collation that does not look for them: they are completely
  /// ignorable (UTS #10, allkeys.txt). A stamp tells the rule.
  @Test func stampsDiffer() throws {
    let plain = try Collator(locale: "en")
    #expect(plain.compare("\u{98}The \u{9C}Beatles", "The Beatles") == .equal)
    let stamps = try [FilingRules.asShown, Self.marks].map { try plain.filed(by: $0).stamp }
    #expect(stamps[0] != stamps[1])
    #expect(Self.marks != .asShown && NameParts("a", nonfilingCount: 0) != NameParts("a"))
  }

  /// Moving the rest of a name at each mark would copy more than 10¹² bytes of it.
  @Test(.timeLimit(.minutes(5))) func manyMarksTakeLinearTime() throws {
    let collator = try Collator(locale: "en").filed(by: Self.marks)
    for unit in ["\u{98}", "\u{9C}", "\u{98}a\u{9C}", "\u{98}a\u{9C} ", "Â"] {
      let name = String(repeating: unit, count: 1 << 22)
      _ = NameParts(name, nonfilingCount: 1 << 21).filedText(by: collator)
    }
  }
}
