import CollationTestSupport
import Testing

@testable import Collation

/// Reorder codes for which ICU has too few lead bytes, found by ICU's own keys: a key may have the
/// byte 00 at its end only, and a weight that is moved changes its lead byte only.
@Suite struct ICUReorderingTests {
  private static let scripts = allScripts.filter { ICUReorderCode.code(named: $0) != nil }

  private static let allScripts = [
    "Thaa", "Nagm", "Nbat", "Cpmn", "Linb", "Gran", "Guru", "Beng", "Geor", "Armn", "Ethi", "Cher",
    "Khmr", "Mymr", "Tibt", "Grek", "Cyrl", "Hebr", "Arab", "Kana", "Hang", "Hani", "Bopo", "Copt",
    "Goth", "Runr", "Ogam", "Sylo", "Tglg", "Java", "Bali", "Cham", "punct", "symbol", "digit",
  ]

  /// A code point of each 48, and Han beyond the basic plane.
  private static let codePoints: [Unicode.Scalar] =
    (stride(from: 0x20, to: 0x1_1000, by: 48) + [0x2_0000, 0x3_1000, 0xBB749, 0x10_FFFD])
    .compactMap { Unicode.Scalar($0) }

  private static func isWellFormed(_ key: [UInt8], usual: [UInt8]) -> Bool {
    key.count == usual.count && !key.dropLast().contains(0) && key.first! > 2
  }

  @Test func collatorsOfWhichICUWritesMalformedKeysAreRefused() throws {
    var generator = SeededGenerator(seed: 11)
    var (opened, refused) = (0, 0)
    var usualOptions = CollatorOptions()
    usualOptions.strength = .primary
    usualOptions.reorderCodes = ["others"]
    let usual = try Collator(locale: "hi", options: usualOptions)
    // ICU 70 has no Nagm.
    let told = ["Thaa", "punct", "Nagm", "Nbat", "Cpmn", "Linb", "Gran", "Guru"]
      .filter { Self.scripts.contains($0) }
    for round in 0..<60 {
      let count = Int.random(in: 1...12, using: &generator)
      let codes =
        round == 0 ? told : Array(Self.scripts.shuffled(using: &generator).prefix(count))
      let options = CollatorOptions.with { ($0.reorderCodes, $0.strength) = (codes, .primary) }
      switch Result(catching: { try Collator(locale: "hi", options: options) }) {
      case .success(let collator):
        opened += 1
        for codePoint in Self.codePoints {
          let text = String(codePoint)
          let (key, usualKey) = (collator.sortKey(for: text), usual.sortKey(for: text))
          // Several weights may change where one run ends.
          guard usualKey.bytes.count == key.bytes.count || usualKey.bytes.count <= 4,
            usualKey.bytes.count > 1
          else { continue }
          #expect(
            Self.isWellFormed(Array(key.bytes), usual: Array(usualKey.bytes)), "\(codes) \(text)")
        }
      case .failure(let error):
        refused += 1
        #expect((error as? CollationError)?.code == .invalidOption)
      }
    }
    // Both are as likely as not; the set of the first round is one that ICU gets wrong.
    #expect(opened > 10 && refused > 0)
  }

  @Test(.enabled(if: scripts.contains("Nagm"), "this ICU has no script Nagm"))
  func theSetThatWasFoundIsRefused() {
    var options = CollatorOptions()
    options.alternateHandling = .shifted
    options.reorderCodes = ["Thaa", "punct", "Nagm", "Nbat", "Cpmn", "Linb", "Gran", "Guru"]
    let error = #expect(throws: CollationError.self) {
      try Collator(locale: "hi", options: options)
    }
    #expect(error?.code == .invalidOption)
  }

  /// Three codes are opened without a look at keys. All sets of three of the scripts and groups
  /// that ICU 72 has were tried once by its keys.
  @Test func threeCodesHaveRoom() throws {
    var generator = SeededGenerator(seed: 17)
    let codes = try Self.scripts.map { try #require(ICUReorderCode.code(named: $0)) }
    for _ in 0..<(Coverage.isSlice ? 40 : 20_000) {
      let some = Array(codes.shuffled(using: &generator).prefix(3))
      var collator = try ICUCollator(locale: "root")
      try collator.setReorderCodes(some)
      #expect(try collator.keepsWeightsWhenReordered(), "\(some)")
    }
  }

  /// The codes of the locales themselves, and of layouts that have Latin first or last, are opened
  /// without a look at keys.
  @Test func theCodesOfLocalesAreTaken() throws {
    var layouts = [SectionLayout.icu, .uikit, .uikit]
    layouts[2].scriptOrder = .latinLast
    for locale in Collator.availableLocales {
      for layout in layouts {
        let collator = try LocalizedIndexedCollation(locale: locale, layout: layout).collator
        #expect(try collator.storage.icu.keepsWeightsWhenReordered(), "\(locale) \(layout)")
      }
    }
  }
}
