import CollationTestSupport
import Testing

@testable import Collation

/// Contexts and marks, case by case. What may be written is told by UTS #10, S2.1, and that it is
/// right by ICU's own key.
@Suite struct ClusterEncoderTests {
  /// Writes down what it is given.
  private struct Scribe: ClusterEncoder {
    var written: [[UInt32]] = []

    mutating func append(_ character: PrimaryCharacter, _ table: Void) -> Bool {
      written.append([character.codePoint])
      return true
    }

    mutating func append(
      _ pair: PrimaryPair, _ weights: PrimaryWeights, _ table: Void
    ) -> Bool {
      written.append([pair.first, pair.second])
      return true
    }
  }

  /// What the cluster at the beginning of a name writes; `nil` where it is left to ICU.
  private func cluster(_ name: String, _ locale: String) throws -> [String]? {
    let table = try PrimaryTable(locale)
    return Array(name.utf8).withUnsafeBufferPointer { name in
      var (position, scribe) = (0, Scribe())
      guard let first = PrimaryCharacter(name, &position, table),
        scribe.appendCluster(first, name, &position, base: table, ())
      else { return nil }
      // The place is behind what was written.
      let written = scribe.written.joined().compactMap(Unicode.Scalar.init)
      #expect(position == String(String.UnicodeScalarView(written)).utf8.count)
      return scribe.written.map {
        String(String.UnicodeScalarView($0.compactMap(Unicode.Scalar.init)))
      }
    }
  }

  /// That the table proves a name simple, and that its key is the beginning of ICU's.
  private func check(_ name: String, _ locale: String, isProved: Bool?) throws {
    let table = try PrimaryTable(locale)
    let bits = table.bits(of: Array(name.utf8))
    if let isProved { #expect((bits != nil) == isProved, "\(name) \(locale)") }
    if let bits { #expect(bits == table.bitsByICU(of: Array(name.utf8)), "\(name) \(locale)") }
  }

  private func expect(_ written: [String]?, of name: String, _ locale: String) throws {
    let scalars = { (texts: [String]?) in texts?.map { $0.unicodeScalars.map(\.value) } }
    #expect(try scalars(cluster(name, locale)) == scalars(written), "\(name) \(locale)")
    for whole in [name, "x" + name, name + "x"] {
      try check(whole, locale, isProved: written == nil ? nil : true)
    }
  }

  @Test func charactersThatMakeNoContextAreOneByOne() throws {
    try expect(["a"], of: "ab", "root")
    try expect(["c"], of: "ch", "root")
    try expect(["c"], of: "c", "cs")
    try expect(["c"], of: "ca", "cs")
  }

  /// CLDR: ch is a letter in Czech, dž, lj and nj are letters in Croatian, ll is one in Welsh.
  @Test(arguments: [
    ("ch", "cs"), ("Ch", "cs"), ("dž", "hr"), ("lj", "hr"), ("NJ", "hr"), ("ll", "cy"),
    ("ng", "cy"), ("aa", "da"),
  ])
  func contractionsAreWrittenAsOne(pair: String, locale: String) throws {
    try expect([pair], of: pair, locale)
    try expect([pair], of: pair + "b", locale)
  }

  /// A mark that makes no letter with either character is written behind them.
  @Test(arguments: [("ch", "cs"), ("lj", "hr"), ("ll", "cy"), ("ng", "cy")])
  func marksBehindContractionsAreWritten(pair: String, locale: String) throws {
    try expect([pair, "\u{323}"], of: pair + "\u{323}", locale)
    try expect([pair, "\u{301}"], of: pair + "\u{301}b", locale)
    if locale == "cs" { return }
    try expect([pair, "\u{323}", "\u{301}"], of: pair + "\u{323}\u{301}b", locale)
    #expect(try cluster(pair + "\u{301}\u{323}", locale) == nil)
  }

  /// What may be another contraction with the second character is left to ICU.
  @Test func contextsThatOverlapAreLeftToICU() throws {
    for (name, locale) in [("lll", "cy"), ("ddd", "cy"), ("aaa", "da"), ("fff", "cy")] {
      #expect(try cluster(name, locale) == nil, "\(name)")
      try check(name, locale, isProved: false)
    }
    // Hungarian ccs is cs twice: more than two characters.
    #expect(try cluster("ccs", "hu") == nil)
    try check("ccs", "hu", isProved: false)
  }

  /// CLDR: in Hungarian nny and ssz are ny and sz twice, and dz and dzs are letters. So nn, ss and
  /// tt are two letters unless y or z follows.
  @Test func longerContextsAreLookedUpByTheThirdCharacter() throws {
    for name in ["nna", "nn", "nnn", "nná", "ssa", "sst", "tte", "gge", "Nna", "nn\u{301}a"] {
      try expect([String(name.unicodeScalars.first!)], of: name, "hu")
    }
    for name in ["nny", "nny\u{308}", "nnÿ", "Nny", "ssz", "tty", "ddz", "dz", "dzs", "dza"] {
      #expect(try cluster(name, "hu") == nil, "\(name)")
      for whole in [name, "x" + name, name + "x"] { try check(whole, "hu", isProved: false) }
    }
  }

  @Test func marksInCanonicalOrderAreWritten() throws {
    // U+0323 is of class 220, U+0301 of class 230, U+0327 of class 202 (UnicodeData.txt).
    try expect(["a", "\u{301}"], of: "a\u{301}", "root")
    try expect(["a", "\u{323}", "\u{301}"], of: "a\u{323}\u{301}b", "root")
    try expect(["a", "\u{327}", "\u{323}", "\u{301}"], of: "a\u{327}\u{323}\u{301}", "root")
    // Marks of one class stay in their order.
    try expect(["a", "\u{301}", "\u{308}"], of: "a\u{301}\u{308}", "root")
    // é ends in a mark of class 230 by its decomposition.
    try expect(["é", "\u{308}"], of: "é\u{308}", "root")
  }

  @Test func marksOutOfOrderAreLeftToICU() throws {
    for name in ["a\u{301}\u{323}", "a\u{301}\u{301}\u{327}", "é\u{323}", "ǖ\u{327}"] {
      #expect(try cluster(name, "root") == nil, "\(name)")
      try check(name, "root", isProved: false)
    }
  }

  /// A mark may make a letter with the character, and another mark may stand between: in Swedish a
  /// and U+0308 are ä, in Vietnamese o and U+031B are ơ.
  @Test func marksThatMayMakeALetterAreLeftToICU() throws {
    for (name, locale) in [
      ("a\u{308}", "sv"), ("a\u{30A}", "sv"), ("o\u{31B}", "vi"), ("a\u{302}", "vi"),
      ("a\u{323}\u{308}", "sv"), ("o\u{323}\u{302}", "vi"),
    ] {
      #expect(try cluster(name, locale) == nil, "\(name)")
      for whole in [name, name + "b", "b" + name] { try check(whole, locale, isProved: false) }
    }
    // The first mark is looked up, and makes no letter.
    try expect(["a", "\u{301}"], of: "a\u{301}", "sv")
  }

  @Test func whatOnlyICUKnowsIsLeftToIt() throws {
    // Jamo, which compose to syllables, and what is ill-formed behind a character.
    #expect(try cluster("\u{1100}\u{1161}", "root") == nil)
    #expect(try cluster("a\u{1100}", "root") == nil)
    let table = try PrimaryTable("root")
    for name in [[0x61, 0xCC, 0x81, 0xFF], [0x61, 0xFF]] as [[UInt8]] {
      #expect(table.bits(of: name) == nil)
    }
  }
}
