import Testing

@testable import Collation

/// What is plain, by hand, and where the table of plain characters finds it.
@Suite struct PlainWeightsTests {
  private func plain(
    _ primary: [UInt8], isCompressible: Bool = false, _ secondary: [UInt8], _ tertiary: [UInt8]
  ) -> PlainWeights {
    PlainWeights(
      PrimaryWeights(primary, isCompressible: isCompressible),
      LowerWeights(secondary: secondary, tertiary: tertiary))
  }

  private func primaryBytes(_ weights: PlainWeights) -> [UInt8] {
    (0..<weights.primaryCount).map { UInt8(truncatingIfNeeded: weights.primary >> UInt32(8 * $0)) }
  }

  @Test func lettersArePlain() {
    let letter = plain([0x2E, 0x08], [0], [0x9C])
    #expect(letter.isPlain && letter.lead == 0 && !letter.hasAccent && letter.isLetter(0))
    #expect(primaryBytes(letter) == [0x2E, 0x08])
    #expect(letter.tertiary == 0x9C)
    #expect(letter.primaryWord == (0x2E08 << 48, 2))
    #expect(letter.letter == 0x2E08 << 24)
    let inRun = plain([0x61, 0x12, 0x34], isCompressible: true, [0], [0])
    #expect(inRun.isPlain && inRun.lead == 0x61 && inRun.isLetter(0x61) && !inRun.isLetter(0))
    #expect(primaryBytes(inRun) == [0x12, 0x34])
    #expect(inRun.primaryWord == (0x611234 << 40, 3))
    #expect(inRun.letter == 0x611234 << 16)
  }

  @Test func lettersThatBeginLikeOthersAreNotCompared() {
    let (e, ee, f) = (
      plain([0x2E], [0], [0]), plain([0x2E, 0x2E], [0], [0]), plain([0x30], [0], [0])
    )
    #expect(PlainWeights.order(e.letter, f.letter) == -1)
    #expect(PlainWeights.order(f.letter, ee.letter) == 1)
    #expect(PlainWeights.order(ee.letter, e.letter) == nil)
    #expect(PlainWeights.order(PlainWeights.end.letter, e.letter) == -1)
    let inRun = plain([0x2E, 0x30], isCompressible: true, [0], [0])
    #expect(PlainWeights.order(inRun.letter, ee.letter) == 1)
  }

  @Test func accentsArePlain() {
    let accented = plain([0x2E], [0, 0x88], [0, 0])
    #expect(accented.isPlain && accented.hasAccent)
    #expect(accented.accent == 0x88 && accented.accentCount == 1)
    #expect(accented.isAccentInstead == 0)
    let instead = plain([0x2E], [0xC0, 0x55], [0])
    #expect(instead.isPlain && instead.isAccentInstead == 1 && instead.accentCount == 2)
    #expect(instead.accent == 0x55C0)
    let mark = plain([], [0x88], [0])
    #expect(mark.isPlain && mark.isIgnored && !mark.isLetterOrEnd)
    #expect(accented.letter == 0x2E << 32 && accented.isLetterOrEnd)
  }

  @Test func whatIsNotPlain() {
    #expect(!plain([0x2E], [0, 0], [0, 0]).isPlain)
    #expect(!plain([0x2E], [0], [0, 0]).isPlain)
    #expect(!plain([0x2E, 1, 1], [0, 0x88], [0, 0]).isPlain)
    #expect(!plain([], [], []).isPlain)
    // An accent that might be a count.
    #expect(!plain([0x2E], [0, 0x45], [0, 0]).isPlain)
    #expect(!PlainWeights(.complex, LowerWeights(secondary: [0], tertiary: [0])).isPlain)
    #expect(!PlainWeights.unknown.isPlain && PlainWeights.end.isPlain)
    #expect(PlainWeights.end.isLetterOrEnd && PlainWeights.end.letter == 0)
  }

  /// Characters of one, two and three bytes are found by their bytes, and all others are unknown.
  @Test func theTableFindsCharactersByTheirBytes() {
    func weights(_ codePoint: UInt32) -> PlainWeights {
      plain([0x2E, UInt8(2 + codePoint % 200)], [0], [0])
    }
    let table = PlainTable(ascii: (0..<0x80).map(weights))
    for first: UInt32 in [0x80, 0x780, 0x800, 0x3040, 0xFF80] {
      let isSet = table.set((first..<first + 0x80).map(weights), from: first)
      #expect(isSet)
    }
    let isSet = table.set((0x10000..<0x10080).map(weights), from: 0x10000)
    #expect(!isSet)
    func found(_ bytes: [UInt8]) -> (bits: UInt64, length: Int) {
      bytes.withUnsafeBufferPointer { bytes in
        let start = bytes.baseAddress!
        let character = table.character(at: start, before: start + bytes.count)
        return (character.weights.bits, character.end - start)
      }
    }
    for codePoint: UInt32 in [0, 0x61, 0x7F, 0x80, 0xFF, 0x7FF, 0x800, 0x87F, 0x3042, 0xFFFF] {
      let bytes = Array(String(Unicode.Scalar(codePoint)!).utf8)
      #expect(found(bytes) == (weights(codePoint).bits, bytes.count))
      // Cut short, and with a byte in the end that continues nothing.
      if bytes.count > 1 {
        #expect(found(Array(bytes.dropLast())).bits == PlainWeights.unknown.bits)
        #expect(found(bytes.dropLast() + [0x61]).bits == PlainWeights.unknown.bits)
      }
    }
    for text in ["\u{100}", "\u{900}", "\u{10000}"] {
      #expect(found(Array(text.utf8)).bits == PlainWeights.unknown.bits)
    }
    #expect(found([0x80]).bits == PlainWeights.unknown.bits)
  }
}
