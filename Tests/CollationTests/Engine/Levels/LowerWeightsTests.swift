import CollationTestSupport
import Testing

@testable import Collation

/// Lower weights, packed and asked of ICU.
@Suite struct LowerWeightsTests {
  private func bytes(_ word: UInt32, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: word >> UInt32(8 * $0)) }
  }

  @Test func bytesArePackedAsTheyAre() {
    let cases: [(secondary: [UInt8], tertiary: [UInt8])] = [
      ([], []), ([0], [0]), ([0], [0x9C]), ([0, 0x88], [0, 0]), ([0x88, 0x89, 0x8A], [0xDC]),
    ]
    for (secondary, tertiary) in cases {
      for weights in [
        LowerWeights(secondary: secondary, tertiary: tertiary),
        LowerWeights(secondary: secondary, tertiary: tertiary).markedPlain,
      ] {
        #expect(bytes(weights.secondary, weights.secondaryCount) == secondary)
        #expect(bytes(weights.tertiary, weights.tertiaryCount) == tertiary)
        #expect(weights.hasUncommonSecondary == secondary.contains { $0 != 0 })
        #expect(weights.hasUncommonTertiary == tertiary.contains { $0 != 0 })
        #expect(!weights.isComplex)
      }
    }
    #expect(LowerWeights(secondary: [0, 0, 0, 0], tertiary: [0]).isComplex)
    #expect(LowerWeights.none.isEmpty && !LowerWeights(secondary: [0], tertiary: [0]).isEmpty)
  }

  private func source(_ set: (inout CollatorOptions) -> Void = { _ in }) throws -> LowerSource {
    let request = Collator.Request(source: .locale("root"), options: .with(set))
    return try LowerSource(Collator(request.atPrimaryStrength))
  }

  /// The levels of ICU's own key of the text, with each count of common weights by hand.
  @Test func weightsAreThoseOfICUsKeys() throws {
    let reference = try #require(ReferenceCollator(locale: "root"))
    func level(_ number: Int, of text: String) -> [UInt8] {
      Array(
        reference.sortKey(Array(text.utf8)).dropLast()
          .split(separator: 1, omittingEmptySubsequences: false)[number])
    }
    let source = try source()
    let letter = try source.weights(of: "a")
    #expect(bytes(letter.secondary, letter.secondaryCount) == [0])
    #expect(bytes(letter.tertiary, letter.tertiaryCount) == [0])
    // One common weight stands before the acute, as 45.
    let accented = try source.weights(of: "á")
    #expect(level(1, of: "á").first == 0x45)
    #expect(
      bytes(accented.secondary, accented.secondaryCount) == [0] + level(1, of: "á").dropFirst())
    #expect(bytes(accented.tertiary, accented.tertiaryCount) == [0, 0])
    let capital = try source.weights(of: "A")
    #expect(bytes(capital.tertiary, capital.tertiaryCount) == level(2, of: "A"))
    // Ignored at all levels.
    #expect(try source.weights(of: "\u{1}").isEmpty)
  }

  @Test func whatOnlyICUKnows() throws {
    // U+FDFA expands to eighteen letters (DUCET).
    #expect(throws: LowerSource.Complexity.self) { try source().weights(of: "\u{FDFA}") }
    #expect(throws: LowerSource.Complexity.separator) {
      try source { $0.backwardsSecondary = true }.weights(of: "\u{FFFE}")
    }
    // Two accents, which would have to be turned around.
    #expect(throws: LowerSource.Complexity.accents) {
      try source { $0.backwardsSecondary = true }.weights(of: "\u{1D5}")
    }
  }
}
