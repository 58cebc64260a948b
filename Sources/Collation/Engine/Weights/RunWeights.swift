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
    if weights.isComplex || weights.length == 0 {
      self.init(weights)
      return
    }
    let (bytes, count, lead) = (weights.code, weights.length / 8, UInt8(weights.code >> 56))
    let endsInside = weights.isCompressible
    func coded(_ bytes: UInt64, count: Int, isInside: Bool) -> (code: UInt64, length: Int)? {
      code.code(of: bytes, count: count, isInside: isInside, endsInside: endsInside)
    }
    var (outside, inside): ((code: UInt64, length: Int)?, (code: UInt64, length: Int)?)
    if !endsInside {
      outside = coded(bytes, count: count, isInside: false)
      if lead == SortKeyFormat.mergeSeparator {
        inside = coded(bytes, count: count, isInside: true)
      } else {
        let isLower = lead < code.lead
        let end = isLower ? SortKeyFormat.runEndBeforeLower : SortKeyFormat.runEndBeforeHigher
        inside = coded(UInt64(end) << 56 | bytes >> 8, count: count + 1, isInside: true)
      }
    } else if lead == code.lead {
      inside = coded(bytes << 8, count: count - 1, isInside: true)
      outside = inside.map { inside in
        let lead = code.code(of: lead, isInside: false)
        return (lead.code | inside.code >> UInt64(lead.length), lead.length + inside.length)
      }
    }
    guard let outside, let inside, outside.length <= PrimaryCode.weightsWidth else {
      self.init(weights.madeComplex)
      return
    }
    self.init(
      weights.with(code: outside.code, length: outside.length, endsInside: endsInside),
      weights.with(code: inside.code, length: inside.length, endsInside: endsInside))
  }

  /// Returns the weights inside a run if all bits of the mask are set, or outside if none are.
  @inline(__always)
  func weights(_ mask: UInt64) -> PrimaryWeights {
    PrimaryWeights(bits: outside.bits ^ (outside.bits ^ inside.bits) & mask)
  }
}
