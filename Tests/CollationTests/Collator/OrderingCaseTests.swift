import CollationTestSupport
import Testing

@testable import Collation

/// Cases of our own for what the standards say of orders, each with its clause: `a <2 b` says that
/// b comes after a and that they differ at the secondary level, `a < b` only the first, `a = b`
/// that they compare equal. They stand for `RuleConformanceTests` and `PeerCaseTests` where other
/// projects' data are missing, beside `TailoringTests` and `ConformanceTests`.
@Suite struct OrderingCaseTests {
  @Test(arguments: algorithm + settings + rules + locales)
  func textsAreInOrder(texts: OrderedTexts) throws {
    #expect(try texts.checkOrder() == texts.lines.count)
    _ = try texts.checkTable()
  }

  /// The clauses are of UTS #10.
  private static let algorithm: [OrderedTexts] = [
    .init("1.1 Multi-Level Comparison", "cab <3 Cab <2 cáb <1 dab"),
    .init("1.1, accents from the front", "cote <2 coté <2 côte <2 côté"),
    .init("1.1, accents from the end", "cote <2 côte <2 coté <2 côté") {
      $0.backwardsSecondary = true
    },
    .init(
      "1.2 Canonical Equivalence", "Å = A\u{30A} = \u{212B} <1 x\u{31B}\u{323} = x\u{323}\u{31B}"),
    .init("1.2, Hangul", "가 = \u{1100}\u{1161} <1 각 = 가\u{11A8} = \u{1100}\u{1161}\u{11A8}"),
    .init("1.3 Contextual Sensitivity, expansions", "ae <2 æ <1 af"),
    .init("3.2, completely ignorable characters", "coop = co\u{AD}op = co\u{1}op"),
    .init("3.2, the identical level", "co\u{1}op < coop < co\u{AD}op") { $0.strength = .identical },
    .init("4 Variable Weighting, shifted", "de-luge = de luge = deluge = de-\u{308}luge") {
      $0.alternateHandling = .shifted
    },
    .init("4, the fourth level", "de luge <4 de-luge <4 deluge <1 deluges") {
      ($0.alternateHandling, $0.strength) = (.shifted, .quaternary)
    },
    .init("4, non-ignorable", "de luge <1 de-luge <1 de-luges <1 deluge"),
    // The longest match: a mark that the one between does not block joins the letter.
    .init(
      "S2.1, discontiguous contractions", rules: "&z < u\u{302}",
      "u\u{301}\u{302} <1 z <1 u\u{302} <2 u\u{323}\u{302} = u\u{302}\u{323} <1 u\u{302}a"),
    .init(
      "S2.1, contractions in NFD", rules: "&z < å", "a\u{323} <1 z <1 å = a\u{30A} <2 ǻ <2 ạ\u{30A}"
    ),
    .init(
      "Use of Combining Grapheme Joiner", locale: "cs", "ca <1 c\u{34F}h <1 ci <1 hz <1 ch <1 i"),
    .init("10.1.3 Implicit Weights", "一 <1 丁 <1 丨 <1 \u{E000} <1 \u{50005} <1 \u{FFFD}"),
    .init("10.1.5 Hangul", "가 <1 가가 <1 각 <1 각가 <1 간 <1 개"),
  ]

  /// The clauses are of UTS #35, Part 5.
  private static let settings: [OrderedTexts] = [
    .init("U+FFFE", "Mc\u{FFFE}Zoe <1 Mca\u{FFFE}Al <1 McA-b\u{FFFE}Al"),
    .init("U+FFFE is not variable", "a\u{FFFE}b <1 a b = ab") { $0.alternateHandling = .shifted },
    .init(
      "U+FFFE, accents from the end", locale: "fr_CA",
      "e\u{FFFE}é <2 é\u{FFFE}e <1 ée\u{FFFE}é <2 eé\u{FFFE}e"),
    .init("Tailored noncharacter weights", "\u{FFFE} <1 _ <1 0 <1 z <1 一 <1 \u{FFFD} <1 \u{FFFF}"),
    .init("Context-Sensitive Mappings", "l <2 l· <1 la <1 m <1 m· <1 ma"),
    .init("Setting Options, kn", "a$ <1 a0 <1 a2 <1 a٣ <1 a12 <1 a⓪ <1 aa") { $0.numeric = true },
    .init("Setting Options, kv", "a$b <1 a b = a-b = a★b = ab") {
      ($0.alternateHandling, $0.maxVariable) = (.shifted, .symbol)
    },
    .init("Setting Options, kk", "a\u{323}\u{302} = a\u{302}\u{323} = ậ"),
    .init("Common settings: accents are ignored, case is not", "resume = résumé < Resume = Résumé")
    {
      ($0.strength, $0.caseLevel) = (.primary, true)
    },
    .init("Common settings: case is ignored", "resume = Resume < résumé") {
      $0.strength = .secondary
    },
    .init("Case Parameters, upper first", "AB <3 Ab <3 aB <3 ab <2 Áb <1 b") {
      $0.caseFirst = .upper
    },
    .init("Case Parameters, lower first", "ab <3 aB <3 Ab <3 AB <1 b") { $0.caseFirst = .lower },
    .init("Case Parameters, tailored strings", rules: "&h < ch <<< Ch <<< CH", "CH <3 Ch <3 ch") {
      $0.caseFirst = .upper
    },
    .init("Collation Reordering", "1 <1 я <1 α <1 a <1 א") { $0.reorderCodes = ["Cyrl", "Grek"] },
    .init("Collation Reordering, others", "a <1 א <1 一 <1 1 <1 ٢") {
      $0.reorderCodes = ["others", "digit"]
    },
    .init("Collation Reordering, core groups", "$ <1 1 <1 a <1 б <1 ! <1 …") {
      $0.reorderCodes = ["space", "symbol", "currency", "digit", "others", "punct"]
    },
  ]

  /// The clauses are of UTS #35, Part 5.
  private static let rules: [OrderedTexts] = [
    .init("Orderings", rules: "&a < g &a < h < k &h << g", "a <1 h <2 g <1 k <1 b"),
    .init(
      "Orderings, all operators", rules: "&v = w <<<< x <<< y << z < a", "v = w <4 x <3 y <2 z <1 a"
    ) {
      $0.strength = .quaternary
    },
    .init("Orderings, the last rule counts", rules: "&a < x &z < x", "a <1 b <1 z <1 x"),
    .init("Abbreviations", rules: "&z <* ac-e <<<* pq", "z <1 a <1 c <1 d <1 e <3 p <3 q <1 ζ"),
    .init("Quotes and escapes", rules: "&z < '&,'<<'' # a comment\n<' '", "z <1 &, <2 ' <1 \u{20}"),
    .init("Contractions", rules: "&k < ch", "cz <1 d <1 k <1 ch <1 cha <1 l"),
    .init("Expansions", rules: "&ae < x &a < z/e", "ae <1 x <1 af <1 ag <1 ay <1 z <1 b"),
    .init("Expansions by a reset", rules: "&AE << ä", "AE <2 ä <1 AF"),
    .init("Context Before", rules: "&e <<< a|'-'", "ae <3 a- <1 af <1 b- <1 be"),
    .init(
      "Context-Sensitive Mappings, with a contraction", rules: "&d=ch &u=p|c &v=p|ci &w=op|ck",
      "ch = d <1 opch = opuh <1 opck = opw <1 pc = pu <1 pch = puh <1 pci = pv"),
    .init(
      "Context-Sensitive Mappings, no shorter one", rules: "&d=ch &v=p|ci",
      "opch = opd <1 pch = pd <1 pci = pv"),
    .init("Placing Characters Before Others", rules: "&[before 1]b < x", "az <1 x <1 b"),
    .init("Placing Before, secondary", rules: "&[before 2]a << à", "à <2 a <2 á"),
    .init("Placing Before, tertiary", rules: "&[before 3]A <<< x", "a <3 x <3 A"),
    .init(
      "Logical Reset Positions, ignorable", rules: "&[first tertiary ignorable] = x",
      "a = ax <1 b"),
    .init(
      "Logical Reset Positions, primary ignorable", rules: "&[last primary ignorable] << x",
      "a <2 á <2 ax <1 b"),
    .init("Logical Reset Positions, variable", rules: "&[last variable] < x", "} <1 x <1 + <1 1"),
    .init(
      "Logical Reset Positions, regular", rules: "&[last regular] < x", "z <1 ω <1 ア <1 x <1 一"),
    .init(
      "Special-Purpose Commands, import", rules: "[import de-u-co-phonebk] &z < æ",
      "ae <2 ä <1 af <1 z <1 æ"),
    .init(
      "Special-Purpose Commands, contractions", rules: "&h < ch [suppressContractions [c]]",
      "ca <1 ch <1 ci <1 h"),
    .init("Special-Purpose Commands, root's", rules: "[suppressContractions [и]]", "и <2 й <1 к"),
    .init("Setting Options in rules, strength", rules: "[strength 2]", "a = A < á"),
    .init(
      "Setting Options in rules, alternate", rules: "[alternate shifted][maxVariable space]",
      "a-b <1 a b = ab"),
    .init("Setting Options in rules, backwards", rules: "[backwards 2]", "côte <2 coté"),
    .init(
      "Setting Options in rules, case", rules: "[caseFirst upper][caseLevel on][strength 1]",
      "Role = Rôle < role"),
    .init("Setting Options in rules, numbers", rules: "[numericOrdering on]", "a2 <1 a10"),
    .init("Setting Options in rules, reorder", rules: "[reorder Grek digit]", "α <1 1 <1 a"),
  ]

  /// CLDR's rules for locales with what is uncommon elsewhere.
  private static let locales: [OrderedTexts] = [
    .init("ja.xml, length marks", locale: "ja", "カー <3 カア <1 カイ <1 キー <3 キイ"),
    .init("ja.xml, kana", locale: "ja", "か <4 カ <2 が <4 ガ") { $0.strength = .quaternary },
    .init("ja.xml, iteration marks", locale: "ja", "かゝ <3 かか <1 かき"),
    .init("th.xml, vowels before consonants", locale: "th", "กา <1 เก <1 ขา <1 เข"),
    .init("ko.xml, Hangul and hanja before Latin", locale: "ko", "가 <2 伽 <1 각 <1 a"),
    .init("zh.xml, pinyin", locale: "zh", "阿 <1 八 <1 中 <1 a"),
    .init("zh.xml, strokes", locale: "zh_Hant", "一 <1 丁 <1 中 <1 a"),
    .init("de.xml, phonebook", locale: "de-u-co-phonebk", "Ad <1 Ae <2 Ä <1 Af"),
    .init(
      "es.xml, traditional", locale: "es-u-co-trad",
      "cz <1 ch <3 Ch <1 d <1 lz <1 ll <1 m <1 nz <1 ñ <1 o"),
    .init(
      "da.xml", locale: "da", "A <3 a <1 z <1 Æ <3 æ <2 ä <1 ø <2 ö <1 Å <3 AA <3 Aa <3 å <3 aa"),
    .init("vi.xml, tone marks", locale: "vi", "a <2 à <2 ả <2 ã <2 á <2 ạ <1 ă <1 â <1 b"),
    .init("lt.xml", locale: "lt", "i <2 į <2 y <1 j"),
    .init("hu.xml, doubled contractions", locale: "hu", "cz <1 cs <1 cscs <3 ccs <1 d"),
    .init("fr_CA.xml", locale: "fr_CA", "cote <2 côte <2 coté <2 côté"),
  ]
}

extension OrderedTexts {
  fileprivate init(
    _ title: String, locale: String = "root", rules: String? = nil, _ chain: String,
    _ change: (inout CollatorOptions) -> Void = { _ in }
  ) {
    let options = CollatorOptions.with(change)
    self.init(title: title, source: rules.map { .rules($0) } ?? .locale(locale), options: options)
    var (relation, level) = (CollationResult.less, Int?.none)
    var start = chain.startIndex
    func append(to end: String.Index) {
      lines.append((relation, level, Array(chain[start..<end].utf8)))
    }
    for match in chain.matches(of: #/ (?:<([1-4])?|=) /#) {
      append(to: match.range.lowerBound)
      relation = chain[match.range].contains("=") ? .equal : .less
      level = match.1.flatMap { Int($0) }
      start = match.range.upperBound
    }
    append(to: chain.endIndex)
  }
}
