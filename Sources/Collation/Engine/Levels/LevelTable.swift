/// What a character, or two that collate as one, adds to the levels of a sort key.
struct LevelWeights: BitwiseCopyable, Sendable {
  /// Complex also where the lower weights are.
  let primary: PrimaryWeights
  let lower: LowerWeights

  init(_ primary: PrimaryWeights, _ lower: LowerWeights) {
    self.primary = lower.isComplex ? primary.madeComplex : primary
    self.lower = lower
  }

  /// No character.
  static let none = LevelWeights(.none, .none)
}

/// What characters add to the levels of a sort key under one order of letters, taken from ICU, a
/// block of code points at a time and only when names have them.
///
/// Collators that differ in the strength and the case level only share it.
final class LevelTable: Sendable {
  /// What they add to the first level alone, in the code of the bytes.
  let base: PrimaryTable
  let tertiaryFormat: LevelFormat
  private let source: LowerSource
  private let blocks: CodePointBlocks<LevelWeights>
  private let pairs: PrimaryPairs

  /// - Parameter base: The table whose code is the bytes.
  init(_ base: PrimaryTable) throws(CollationError) {
    self.base = base
    tertiaryFormat = .tertiary(base.source.collator.resolvedOptions.caseFirst)
    source = try LowerSource(base.source.collator)
    blocks = CodePointBlocks(
      ascii: Self.weights(of: 0..<0x80, base, source), unknown: LevelWeights(.complex, .none))
    pairs = PrimaryPairs(base.pairs)
  }

  /// The weights of each code point of ASCII.
  var ascii: UnsafePointer<LevelWeights> { unsafe blocks.ascii }

  /// The weights of a code point.
  @inline(__always)
  func weights(_ codePoint: UInt32) -> LevelWeights {
    unsafe (blocks.element(codePoint) ?? makeWeights(codePoint)).pointee
  }

  @inline(never)
  private func makeWeights(_ codePoint: UInt32) -> UnsafePointer<LevelWeights> {
    unsafe blocks.makeElement(codePoint) { Self.weights(of: $0, base, source) }
  }

  private static func weights(
    of codePoints: Range<UInt32>, _ base: PrimaryTable, _ source: LowerSource
  ) -> [LevelWeights] {
    codePoints.map { codePoint in
      let primary = base.weights(codePoint)
      guard !primary.isComplex, let scalar = Unicode.Scalar(codePoint) else {
        return LevelWeights(primary, .none)
      }
      return LevelWeights(primary, source.weights(of: String(scalar)))
    }
  }

  /// The lower weights of two characters that collate as one.
  func lowerWeights(of pair: PrimaryPair) -> LowerWeights {
    let bits = pairs.weights(pair) { pair in
      guard let first = Unicode.Scalar(pair.first), let second = Unicode.Scalar(pair.second) else {
        return .complex
      }
      let text = String(String.UnicodeScalarView([first, second]))
      return PrimaryWeights(bits: source.weights(of: text).bits)
    }
    return bits.map { LowerWeights(bits: $0.bits) } ?? .complex
  }
}
