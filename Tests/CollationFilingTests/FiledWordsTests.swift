import CollationTestSupport
import Testing

@testable import Collation
@testable import CollationFiling

/// Letters that a rule leaves out, and numerals that it reads.
@Suite struct FiledWordsTests {
  private static let letters = FilingRules(skipsModifierLetters: true)
  private static let numerals = FilingRules(readsRomanNumerals: true)
  private static let numeric = CollatorOptions.with { $0.numeric = true }

  /// Returns the filed text, which all forms of a name share.
  private func filed(
    _ name: String, _ rules: FilingRules, _ options: CollatorOptions = CollatorOptions()
  ) throws -> String {
    let collator = try Collator(locale: "en", options: options).filed(by: rules)
    let text = NameParts(name).filedText(by: collator)
    for list in [NameList([name]), NameList([NameParts(name)], filedBy: { $0 })] {
      #expect(collator.filedTexts(of: list)[0].elementsEqual(text.utf8))
    }
    let collation = try LocalizedIndexedCollation(locale: "en", options: options)
    let filing = try collation.filed(by: rules)
    #expect(filing.listKey(for: name) == filing.listKey(for: NameParts(name)))
    #expect(filing.listKeys(of: NameList([name]))[0] == filing.listKey(for: name))
    #expect(filing.listKey(for: name).sortKey == collation.listKey(for: text).sortKey)
    return text
  }

  /// Library of Congress, Descriptive Cataloging Manual, and Hawaiian dictionaries: alif, ʿayn and
  /// ʻokina are disregarded in filing.
  @Test func modifierLettersAreLeftOut() throws {
    let names = [
      ("ʿAbbās", "Abbās"), ("ʻIolani", "Iolani"), ("Saʿīd", "Saīd"), ("Hawaiʻi", "Hawaii"),
      ("ʼAʽaʾ", "Aa"), ("O'Brien", "O'Brien"), ("", ""), ("Zorn", "Zorn"),
      // Nothing would be left.
      ("ʿ", "ʿ"), ("ʿʾ ʻ", "ʿʾ ʻ"), ("ʿ5", "5"),
      // Their neighbors stay: ʹ ʺ U+02BA, ˀ U+02C0, half a letter.
      ("\u{2BA}a\u{2C0}", "\u{2BA}a\u{2C0}"),
    ]
    for (name, expected) in names { #expect(try filed(name, Self.letters) == expected) }
    let collation = try LocalizedIndexedCollation(locale: "en", filing: Self.letters)
    #expect(
      collation.sortedArray(from: ["Saz", "ʻIolani", "Saʿīd", "Said", "ʿAbbās", "Adam"])
        == ["ʿAbbās", "Adam", "ʻIolani", "Said", "Saʿīd", "Saz"])
    // Half a letter.
    let halves: [UInt8] = [0x41, 0xCA]
    #expect(collation.section(forUTF8: halves.span) == 0)
  }

  /// A sort-as text and a reading stand as they are, and each field keeps some text.
  @Test func modifierLettersOfParts() throws {
    let collator = try Collator(locale: "ar").filed(
      by: FilingRules(articles: .standard, skipsPunctuation: true, skipsModifierLetters: true))
    func text(_ parts: NameParts) -> String { parts.filedText(by: collator) }
    #expect(text(NameParts("al-ʿĀdil")) == "Ādil")
    #expect(text(NameParts("(ʿAbbās)")) == "Abbās)" && text(NameParts("ʿ(Abbās)")) == "Abbās)")
    #expect(text(NameParts("ʿal-Ādil")) == "Ādil")
    #expect(text(NameParts("x", sortAs: "ʿA")) == "ʿA")
    #expect(text(NameParts("x", reading: "ʿA")) == "ʿA")
    #expect(text(NameParts(fields: ["ʿA", "ʿ", "Bʾ"])) == "A\u{FFFE}ʿ\u{FFFE}B")
    #expect(text(NameParts("The ʿA", nonfilingCount: 4)) == "A")
  }

  /// All numerals from 1 to 3999, written by another method: digit by digit, as
  /// schoolbooks have it.
  @Test func romanNumeralsHaveTheirValue() throws {
    let collator = try Collator(locale: "fr", options: Self.numeric).filed(by: Self.numerals)
    func digit(_ digit: Int, _ one: String, _ five: String, _ ten: String) -> String {
      let signs = [
        "", one, one + one, one + one + one, one + five, five, five + one, five + one + one,
        five + one + one + one, one + ten,
      ]
      return signs[digit]
    }
    for value in 1...3_999 {
      let numeral =
        String(repeating: "M", count: value / 1_000) + digit(value / 100 % 10, "C", "D", "M")
        + digit(value / 10 % 10, "X", "L", "C") + digit(value % 10, "I", "V", "X")
      #expect(NameParts("Louis \(numeral)").filedText(by: collator) == "Louis \(value)")
    }
  }

  /// What is no numeral in its usual form, or no last word, stays.
  @Test(
    arguments: [
      "XIV", " XIV", "Louis xiv", "Louis Xiv", "Louis IIII", "Louis IC", "Louis VX", "Louis MMMM",
      "Louis XIV.", "Louis XIV ", "Louis-XIV", "LouisXIV", "Louis ⅹⅳ", "Louis IXI", "Louis ",
      "Louis MMMDCCCLXXXVIIII", "XIV Louis", "(XIV) X", "– X", "Louis XIVe", "",
    ])
  func otherWordsStay(name: String) throws {
    let isOther = name != "(XIV) X"
    #expect(try filed(name, Self.numerals, Self.numeric) == (isOther ? name : "(XIV) 10"))
  }

  /// Unicode's characters for numerals have the compatibility decompositions that stand here.
  @Test func charactersOfNumerals() throws {
    let single = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 50, 100, 500, 1_000].enumerated().map {
      ("Louis \(Unicode.Scalar(UInt32(0x2160 + $0))!)", $1)
    }
    for (name, value) in single + [("Louis ⅩⅠ", 11), ("Louis ⅩⅣ", 14), ("L\u{A0}Ⅻ", 12)] {
      let text = try filed(name, Self.numerals, Self.numeric)
      #expect(text.dropFirst(name.hasPrefix("Louis") ? 6 : 2) == "\(value)")
    }
  }

  /// The kings of France, and digits beside them, by their values.
  @Test(arguments: [CollatorOptions(), numeric])
  func numeralsCollateByValue(options: CollatorOptions) throws {
    let collation = try LocalizedIndexedCollation(
      locale: "fr", options: options, filing: Self.numerals)
    let kings = [
      "Louis", "Louis IV", "Louis V", "Louis VI", "Louis 7", "Louis VIII", "Louis 9", "Louis IX",
      "Louis X", "Louis 10", "Louis XI", "Louis XIV", "Louis 100", "Louise",
    ]
    var sorted = collation.sortedArray(from: kings.reversed())
    // Of equal values, the shown names decide.
    for (digits, numeral) in [("Louis 9", "Louis IX"), ("Louis 10", "Louis X")] {
      let places = (sorted.firstIndex(of: digits)!, sorted.firstIndex(of: numeral)!)
      #expect(abs(places.0 - places.1) == 1)
    }
    sorted.removeAll { ["Louis 9", "Louis 10"].contains($0) }
    #expect(sorted == kings.filter { !["Louis 9", "Louis 10"].contains($0) })
  }

  @Test func eachFieldHasANumeral() throws {
    for options in [CollatorOptions(), Self.numeric] {
      let rules = FilingRules(numericFields: [1], readsRomanNumerals: true)
      let collation = try LocalizedIndexedCollation(locale: "fr", options: options, filing: rules)
      // The fields are the name, a number, and the name again.
      let names = [("V", 10), ("IX", 9), ("9", 10), ("X", 2)]
      let parts = names.flatMap { numeral, number in
        [
          NameParts(fields: ["Bourbon", .init("Louis \(numeral)")]),
          NameParts(fields: [.init("Louis \(numeral)"), .init("Part \(number)")]),
        ]
      }
      let keys = collation.listKeys(of: NameList(parts, filedBy: { $0 }))
      let order = parts.indices.sorted { keys[$0] < keys[$1] }
      #expect(order == [0, 4, 2, 6, 1, 3, 5, 7], "\(options)")
    }
  }

  /// Rules that are not used leave stamps as they are; each has a stamp of its own.
  @Test func stampsDiffer() throws {
    let collator = try Collator(locale: "en")
    let rules = [FilingRules.asShown, Self.letters, Self.numerals, FilingRules(numericFields: [0])]
    let stamps = try rules.map { try collator.filed(by: $0).stamp }
    #expect(Set(stamps).count == 4 && stamps[0] == collator.stamp)
    #expect(Set(rules).count == 4)
  }

  /// Removing each letter by itself would move more than 10¹² bytes.
  @Test(.timeLimit(.minutes(5))) func longNamesTakeLinearTime() throws {
    let rules = FilingRules(skipsModifierLetters: true, readsRomanNumerals: true)
    let collator = try Collator(locale: "en").filed(by: rules)
    for unit in ["ʿ", "ʿa", "\u{CA}", "a I ", "Ⅷ", "I"] {
      _ = NameParts("a " + String(repeating: unit, count: 1 << 22)).filedText(by: collator)
    }
  }
}
