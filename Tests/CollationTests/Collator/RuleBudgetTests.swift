import CollationTestSupport
import Testing

@testable import Collation

/// Rules beyond the budget are refused, and others are left to ICU.
@Suite struct RuleBudgetTests {
  private static func ideograph(_ number: Int) -> String {
    String(Unicode.Scalar(0x4E00 + number)!)
  }

  /// Relations, each with an ideograph of its own.
  private static func relations(_ count: Int, _ relation: (String) -> String) -> String {
    "&x" + (0..<count).map { relation(ideograph($0)) }.joined()
  }

  private static func repeated(_ text: String, _ count: Int) -> String {
    String(repeating: text, count: count)
  }

  /// Rules beyond each of the limits, and what the error says of them. Nearly all of them would
  /// keep ICU busy for two seconds to hours.
  private static let costly: [(rules: String, thing: String)] = [
    ("&" + repeated("\u{301}", 9) + "<b", "equivalents"),
    ("&a<b" + (0..<7).map { String(Unicode.Scalar(0x300 + $0)!) }.joined(), "equivalents"),
    ("&x<" + repeated("é", 14), "equivalents"),
    ("&x<'" + repeated("é", 14) + "'", "equivalents"),
    ("&x<" + repeated("é", 7) + "|" + repeated("é", 7), "equivalents"),
    // A carriage return ends a comment.
    ("#\r&x<" + repeated("é", 12), "equivalents"),
    // U+212A is equivalent to K, U+F90A to 金.
    ("&x<" + repeated("K", 16), "equivalents"),
    ("&x<" + repeated("金", 16), "equivalents"),
    ("&x<b" + repeated("각", 9), "equivalents"),
    ("&x<*" + repeated("e", 16_000), "equivalents"),
    (relations(5_000) { "<\($0)e" }, "equivalents"),
    (relations(100) { "<b\($0)e" }, "share a character"),
    (relations(5_000) { "<b\($0)" }, "share a character"),
    (relations(6_000) { "<\($0)|b" }, "share a character"),
    (relations(6_000) { "=\($0)|b" }, "share a character"),
    (relations(700) { "<\($0)\(ideograph(5_000))|b" }, "share a character"),
    (relations(512) { "<\($0)|b\($0)" }, "share a character"),
    (relations(500) { "<" + $0 + repeated("丅", 29) + "|b" }, "share a character"),
    (relations(256) { "<\($0)|b" } + "<*" + repeated("b", 8_000), "share a character"),
    ("[import ja-u-co-private-kana]&a<*" + repeated("ー", 16_000), "share a character"),
    ("&x<*\u{20000}-\u{2FFFD}", "characters and equivalents"),
    (repeated("[import sv]", 5), "imports"), (repeated("[ import sv]", 5), "imports"),
    (repeated("[suppressContractions [^]]", 2_000) + "&a<b", "imports and sets"),
    ("[optimize [\\u0000-\\U0010FFFF] ]", "characters and equivalents"),
    ("&x<" + repeated("a", 33), "characters in one string"),
    (relations(9_000) { "<\($0)" }, "relations"),
    ("#" + repeated("x", 70_000), "bytes"),
  ]

  @Test func costlyRulesAreRefusedWithTheReason() {
    for (rules, thing) in Self.costly {
      let error = #expect(throws: CollationError.self, "\(rules.prefix(40))") {
        try Collator(rules: rules)
      }
      #expect(error?.code == .rulesTooCostly)
      #expect(
        error?.description.contains(thing) == true,
        "\(rules.prefix(40)): \(error?.description ?? "no error")")
      #expect(error?.description.contains("\n") == false)
    }
  }

  /// The syntax of UTS #35, Part 5, 3.4, with what looks like more than it is. ICU takes all.
  @Test(arguments: [
    "&a < æ <<< Æ", "&[before 1] b < ä <<< Ä",
    "&'a b' < 'x''y' # é" + repeated("é", 40), "&a <* bcd-gx", "&a << å/b", "&x < e|é",
    "&a < b # don't\n < c", "[reorder Grek] &x <<< \\u0301",
    "[suppressContractions [คชซฌ]] &a < ก", "[optimize [a-z]] &a < b",
    "&[last regular] < \u{1F600}",
    "[import de-u-co-phonebk] &a < b", "&\\- < \\&", "",
  ])
  func usualRulesAreLeftToICU(rules: String) throws {
    try RuleBudget.check(rules)
  }

  /// What users write: digraphs, syllables, emoji, and kana before a mark that lengthens them.
  @Test(arguments: [
    "&c < ch <<< cH <<< Ch <<< CH &l < ll <<< lL <<< Ll <<< LL &n < ñ <<< Ñ",
    relations(1_500) { "<\($0)\u{200D}\($0)" }, relations(300) { "<\($0)|ー" },
    relations(8_000) { "<\($0)" }, "&a<*\u{3400}-\u{9000}",
  ])
  func longRulesAreLeftToICU(rules: String) throws {
    try RuleBudget.check(rules)
  }

  /// The rules of each locale and type, as `ucol_getRules` has them. Three Chinese ones are longer.
  @Test func theRulesOfLocalesAreLeftToICU() throws {
    var checked: Set<String> = []
    for locale in Collator.availableLocales {
      for type in try Collator.availableCollationTypes(for: locale) {
        let rules = try #require(ReferenceCollator(locale: "\(locale)@collation=\(type)")).rules
        if rules.utf8.count > RuleBudget.maximumBytes { continue }
        if checked.insert(rules).inserted { try RuleBudget.check(rules) }
      }
    }
    #expect(checked.count > 100)
  }
}
