/// What a character adds to the second and the third level of a sort key, packed in 64 bits: the
/// second level in the lower half, the third in the higher.
///
/// In these levels ICU writes a weight as it is, but counts *common* weights, which nearly all
/// letters have (`CollationKeys::writeSortKeyUpToQuaternary`). So a half has the number of common
/// weights before the bytes of other weights, those bytes, and the number of common weights behind.
/// Where a half would not hold all that, the weights are complex.
struct LowerWeights: BitwiseCopyable, Sendable {
  let bits: UInt64

  /// The weights are known only to ICU.
  static let complex = LowerWeights(bits: complexFlag)
  static let none = LowerWeights(bits: 0)

  private static let complexFlag: UInt64 = 1 << 27
  private static let countMask: UInt64 = 0xF
  private static let commonMask: UInt64 = countMask << 32 | countMask

  init(bits: UInt64) { self.bits = bits }

  init(_ weights: [ICULowerWeights], _ caseFirst: CaseFirst) {
    let tertiary = LevelFormat.tertiary(caseFirst)
    guard
      let second = Self.half(weights.compactMap(\.writtenSecondary), .secondary),
      let third = Self.half(weights.map { $0.writtenTertiary(caseFirst) }, tertiary)
    else {
      self = .complex
      return
    }
    bits = third << 32 | second
  }

  /// The half of a level with some weights; `nil` if they do not fit.
  private static func half(_ weights: [WrittenWeight], _ format: LevelFormat) -> UInt64? {
    let isCommon = { (weight: WrittenWeight) in weight == .common }
    let before = weights.prefix(while: isCommon)
    let behind = weights.dropFirst(before.count).reversed().prefix(while: isCommon)
    let others = weights.dropFirst(before.count).dropLast(behind.count)
    let bytes = others.flatMap(\.bytes)
    guard before.count <= countMask, behind.count <= countMask, bytes.count <= 2,
      !others.contains(where: isCommon)
    else { return nil }
    var half = UInt64(before.count) | UInt64(behind.count) << 4 | UInt64(bytes.count) << 8
    for (place, byte) in bytes.enumerated() { half |= UInt64(byte) << UInt64(10 + 8 * place) }
    if let first = bytes.first, first < format.low { half |= 1 << 26 }
    return half
  }

  var isComplex: Bool { bits & Self.complexFlag != 0 }
  /// Whether there are common weights only. Then `bits` are their numbers, in each half.
  @inline(__always)
  var isCommon: Bool { bits & ~Self.commonMask == 0 }

  /// A half that has other weights than common ones.
  struct Half {
    let bits: UInt32

    var before: UInt32 { bits & 0xF }
    var behind: UInt32 { bits >> 4 & 0xF }
    var byteCount: Int { Int(truncatingIfNeeded: bits >> 8 & 3) }
    var first: UInt8 { UInt8(truncatingIfNeeded: bits >> 10) }
    var second: UInt8 { UInt8(truncatingIfNeeded: bits >> 18) }
    /// Whether the first of the other weights is less than the common one.
    var comesBeforeCommon: Bool { bits & 1 << 26 != 0 }
  }

  var second: Half { Half(bits: UInt32(truncatingIfNeeded: bits)) }
  var third: Half { Half(bits: UInt32(truncatingIfNeeded: bits >> 32)) }
}

/// The bytes by which ICU counts common weights in a level. The constants are those of
/// `collationkeys.cpp`.
///
/// A run of common weights is one byte: `low` and one less than the count before a lower weight or
/// the end of the level, and `high` and as much less before a higher weight. `most` common weights
/// are the byte `middle`.
struct LevelFormat {
  let low: UInt8
  let middle: UInt8
  let high: UInt8
  let most: UInt32

  /// `SEC_COMMON_LOW`
  static let secondary = LevelFormat(low: 0x05, middle: 0x25, high: 0x45, most: 0x21)

  static func tertiary(_ caseFirst: CaseFirst) -> LevelFormat {
    switch caseFirst {
    // TER_ONLY_COMMON_LOW
    case .off: LevelFormat(low: 0x05, middle: 0x65, high: 0xC5, most: 0x61)
    // TER_LOWER_FIRST_COMMON_LOW
    case .lower: LevelFormat(low: 0x05, middle: 0x25, high: 0x45, most: 0x21)
    // TER_UPPER_FIRST_COMMON_LOW
    case .upper: LevelFormat(low: 0x85, middle: 0xA5, high: 0xC5, most: 0x21)
    }
  }
}

/// A weight as a level has it.
private enum WrittenWeight: Equatable {
  case common
  case other(UInt16)

  /// No second byte is written if it would be 0.
  var bytes: [UInt8] {
    guard case .other(let weight) = self else { return [] }
    let (first, second) = (UInt8(weight >> 8), UInt8(weight & 0xFF))
    return second == 0 ? [first] : [first, second]
  }
}

extension ICULowerWeights {
  /// The secondary weight as it is written; `nil` where there is none.
  fileprivate var writtenSecondary: WrittenWeight? {
    secondary == 0 ? nil : secondary == Self.common ? .common : .other(secondary)
  }

  /// The tertiary weight as it is written. Weights beyond the common one are moved behind the bytes
  /// that count.
  fileprivate func writtenTertiary(_ caseFirst: CaseFirst) -> WrittenWeight {
    let weight = tertiary & (caseFirst == .off ? 0x3F3F : 0xFF3F)
    if weight == Self.common { return .common }
    switch caseFirst {
    case .off: return .other(weight < Self.common ? weight : weight &+ 0xC000)
    case .lower: return .other(weight < Self.common ? weight : weight &+ 0x4000)
    case .upper:
      // An element that has a tertiary weight alone keeps its case, and so stays above the others.
      if secondary == 0 && !hasPrimary { return .other(weight &+ 0x4000) }
      let inverted = weight ^ 0xC000
      return .other(inverted < 0xC500 ? inverted &- 0x4000 : inverted)
    }
  }
}
