/// What a character adds to the first level outside of a run and inside of one, in a `RunCode`.
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

  /// What adds nothing, but for flags.
  private init(_ flags: PrimaryWeights) {
    self.init(
      flags.with(code: 0, length: 0, endsInside: false),
      flags.with(code: 0, length: 0, endsInside: true))
  }

  /// Puts weights, whose code is their bytes, into a code. They are complex where that is not the code of
  /// the bytes in any name: where a byte within them begins or ends a run, or they begin a run of another
  /// lead byte.
  init(_ weights: PrimaryWeights, in code: RunCode) {
    let bytes = (0..<weights.length / 8).map {
      UInt8(truncatingIfNeeded: weights.code >> UInt64(56 - 8 * $0))
    }
    guard let lead = bytes.first, !weights.isComplex else {
      self.init(weights)
      return
    }
    func coded(_ bytes: [UInt8], isInside: Bool) -> PrimaryWeights? {
      code.code(of: bytes, isInside: isInside, endsInside: weights.isCompressible).map {
        weights.with(code: $0.code, length: $0.length, endsInside: weights.isCompressible)
      }
    }
    let end = lead < code.lead ? PrimaryCode.lowEnd : PrimaryCode.highEnd
    let insideBytes = weights.isCompressible ? Array(bytes.dropFirst()) : [end] + bytes
    if weights.isCompressible && lead != code.lead {
      self.init(.complex)
    } else if let outside = coded(bytes, isInside: false),
      let inside = coded(insideBytes, isInside: true)
    {
      self.init(outside, inside)
    } else {
      self.init(.complex)
    }
  }

  /// The weights inside of a run where all bits of the mask are set, and outside where none is.
  @inline(__always)
  func weights(_ mask: UInt64) -> PrimaryWeights {
    PrimaryWeights(bits: outside.bits ^ (outside.bits ^ inside.bits) & mask)
  }
}
