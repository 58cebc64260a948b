/// The weights that a character adds to the primary level outside of a run and inside of one, in a
/// `RunCode`.
struct RunWeights: BitwiseCopyable, Sendable {
  let outside: PrimaryWeights
  let inside: PrimaryWeights

  /// No character, where a name begins: no mark may follow.
  static let beginning = RunWeights(.beginning)
  /// No character, where anything may follow.
  static let nothing = RunWeights(.none)

  private init(_ outside: PrimaryWeights, _ inside: PrimaryWeights) {
    (self.outside, self.inside) = (outside, inside)
  }

  /// Weights that add nothing but flags.
  private init(_ flags: PrimaryWeights) {
    self.init(
      flags.with(code: 0, length: 0, endsInside: false),
      flags.with(code: 0, length: 0, endsInside: true))
  }

  /// Puts weights into a code. Their code has to be their bytes. They become complex if the bytes
  /// have another code in some names: if a byte within them begins or ends a run, or if they begin
  /// a run of another lead byte. Complex weights
  /// keep their flags, since the character may be part of a context.
  init(_ weights: PrimaryWeights, in code: RunCode) {
    let bytes = weights.codeBytes
    guard let lead = bytes.first, !weights.isComplex else {
      self.init(weights)
      return
    }
    func coded(_ bytes: [UInt8], isInside: Bool) -> PrimaryWeights? {
      code.code(of: bytes, isInside: isInside, endsInside: weights.isCompressible).map {
        weights.with(code: $0.code, length: $0.length, endsInside: weights.isCompressible)
      }
    }
    let end = lead < code.lead ? SortKeyFormat.runEndBeforeLower : SortKeyFormat.runEndBeforeHigher
    let insideBytes =
      weights.isCompressible
      ? Array(bytes.dropFirst()) : lead == SortKeyFormat.mergeSeparator ? bytes : [end] + bytes
    if weights.isCompressible && lead != code.lead {
      self.init(weights.madeComplex)
    } else if let outside = coded(bytes, isInside: false),
      let inside = coded(insideBytes, isInside: true)
    {
      self.init(outside, inside)
    } else {
      self.init(weights.madeComplex)
    }
  }

  /// The weights inside of a run if all bits of the mask are set, and outside of a run if no bit
  /// is.
  @inline(__always)
  func weights(_ mask: UInt64) -> PrimaryWeights {
    PrimaryWeights(bits: outside.bits ^ (outside.bits ^ inside.bits) & mask)
  }
}
