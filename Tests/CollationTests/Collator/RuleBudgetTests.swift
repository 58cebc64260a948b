import CollationTestSupport
import Testing

@testable import Collation

/// Rules beyond the budget are refused, and others are left to ICU.
@Suite struct RuleBudgetTests {
  /// Rules beyond each of the limits, and what the error says of them.
  private static let costly: [(rules: String, thing: String)] = [
    ("&" + String(repeating: "\u{301}", count: 9) + "<b", "marks on one letter"),
    ("&a<b" + (0..<7).map { String(Unicode.Scalar(0x300 + $0)!) }.joined(), "marks on one letter"),
    ("&x<" + String(repeating: "é", count: 20), "canonical equivalents"),
    ("&x<'" + String(repeating: "é", count: 20) + "'", "canonical equivalents"),
    (
      "&x<" + String(repeating: "é", count: 10) + "|" + String(repeating: "é", count: 10),
      "equivalents"
    ),
    ("&x<*\u{4E00}-\u{9FFF}", "characters and canonical equivalents"),
    (String(repeating: "[import sv]", count: 5), "imports"),
    ("[optimize [\\u0000-\\U0010FFFF]]", "characters and canonical equivalents"),
    ("&x<" + String(repeating: "a", count: 33), "characters in one string"),
    ("&x" + (0..<600).map { "<a" + String(Unicode.Scalar(0x4E00 + $0)!) }.joined(), "contractions"),
    ("&x" + (0..<9_000).map { "<" + String(Unicode.Scalar(0x4E00 + $0)!) }.joined(), "relations"),
    ("#" + String(repeating: "x", count: 70_000), "bytes"),
  ]

  @Test func costlyRulesAreRefusedWithTheReason() {
    for (rules, thing) in Self.costly {
      let error = #expect(throws: CollationError.self, "\(rules.prefix(40))") {
        try Collator(rules: rules)
      }
      #expect(error?.code == .rulesTooCostly)
      #expect(error?.description.contains(thing) == true, "\(error?.description ?? "no error")")
      #expect(error?.description.contains("\n") == false)
    }
  }

  /// The syntax of UTS #35, Part 5, 3.4, with what looks like more than it is. ICU takes all.
  @Test(arguments: [
    "&a < æ <<< Æ", "&[before 1] b < ä <<< Ä",
    "&'a b' < 'x''y' # é" + String(repeating: "é", count: 40),
    "&a <* bcd-gx", "&a << å/b", "&x < e|é", "[reorder Grek] &x <<< \\u0301",
    "[suppressContractions [คชซฌ]] &a < ก", "[optimize [a-z]] &a < b",
    "&[last regular] < \u{1F600}",
    "[import de-u-co-phonebk] &a < b", "&\\- < \\&", "",
  ])
  func usualRulesAreLeftToICU(rules: String) throws {
    try RuleBudget.check(rules)
  }

  /// ICU's own tailorings are within what one string may have.
  @Test func theRulesOfLocalesAreWithinTheLimitsOfAString() throws {
    for locale in ["cs", "hu", "da", "sk", "hr", "cy", "lt", "vi", "th", "de-u-co-phonebk", "sv"] {
      let strings = try Collator(locale: locale).storage.icu.tailoredStrings()
      for string in strings {
        let text = string.compactMap(Unicode.Scalar.init).map { "\\" + String($0) }.joined()
        try RuleBudget.check("&a<" + text)
      }
    }
  }
}
