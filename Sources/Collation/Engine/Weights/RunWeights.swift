/// The weights that a character adds to the primary level outside and inside a run, in a `RunCode`.
struct RunWeights: TableElement {
  let outside: PrimaryWeights
  let inside: PrimaryWeights

  /// The beginning of a name: a mark can't follow it.
  static let beginning = RunWeights(.beginning)
  /// The absence of a character, which anything may follow.
  static let nothing = RunWeights(.none)

  static let unknown = RunWeights(.unknown)

  private init(_ outside: PrimaryWeights, _ inside: PrimaryWeights) {
    (self.outside, self.inside) = (outside, inside)
  }

  /// Weights with nothing but flags.
  private init(_ flags: PrimaryWeights) {
    self.init(
      flags.with(code: 0, length: 0, endsInside: false),
      flags.with(code: 0, length: 0, endsInside: true))
  }

  /// Recodes weights whose code is their bytes. They become complex if the bytes have another code
  /// in some names: if a byte within them begins or ends a run, or if they begin a run with another
  /// lead byte. Complex weights keep their flags, since the character may be part of a context.
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

  /// Returns the weights inside a run if all bits of the mask are set, or outside if none are.
  @inline(__always)
  func weights(_ mask: UInt64) -> PrimaryWeights {
    PrimaryWeights(bits: outside.bits ^ (outside.bits ^ inside.bits) & mask)
  }
}
