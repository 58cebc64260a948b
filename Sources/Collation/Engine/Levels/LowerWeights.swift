/// What a character adds to the second and the third level of a sort key, packed in 64 bits: the
/// second level in the lower half, the third in the higher.
///
/// In these levels ICU writes a weight as it is, but counts *common* weights, which nearly all
/// letters have (`CollationKeys::writeSortKeyUpToQuaternary`). So a half has the number of common
/// weights before the bytes of other weights, those bytes, and the number of common weights behind.
struct LowerWeights: BitwiseCopyable, Sendable {
  let bits: UInt64

  /// The weights are known only to ICU.
  static let complex = LowerWeights(bits: complexFlag)
  static let none = LowerWeights(bits: 0)

  private static let complexFlag: UInt64 = 1 << 27
  private static let countMask: UInt64 = 0xF
  private static let commonMask: UInt64 = countMask << 32 | countMask

  init(bits: UInt64) { self.bits = bits }

  init(second: Half, third: Half) { bits = UInt64(third.bits) << 32 | UInt64(second.bits) }

  var isComplex: Bool { bits & Self.complexFlag != 0 }
  /// Whether there are common weights only. Then `bits` are their numbers, in each half.
  @inline(__always)
  var isCommon: Bool { bits & ~Self.commonMask == 0 }

  var second: Half { Half(bits: UInt32(truncatingIfNeeded: bits)) }
  var third: Half { Half(bits: UInt32(truncatingIfNeeded: bits >> 32)) }

  /// What a character adds to one level.
  struct Half {
    let bits: UInt32

    fileprivate init(bits: UInt32) { self.bits = bits }

    /// - Returns: `nil` if it does not fit.
    init?(before: Int, bytes: some Collection<UInt8>, behind: Int, _ format: LevelFormat) {
      guard before < 16, behind < 16, bytes.count <= 2 else { return nil }
      var bits = UInt32(before) | UInt32(behind) << 4 | UInt32(bytes.count) << 8
      for (place, byte) in bytes.enumerated() { bits |= UInt32(byte) << UInt32(10 + 8 * place) }
      if let first = bytes.first, first < format.low { bits |= 1 << 26 }
      self.bits = bits
    }

    /// The number of common weights before the others.
    var before: UInt32 { bits & 0xF }
    /// The number of common weights behind the others.
    var behind: UInt32 { bits >> 4 & 0xF }
    /// The number of bytes of other weights.
    var byteCount: Int { Int(truncatingIfNeeded: bits >> 8 & 3) }
    var first: UInt8 { UInt8(truncatingIfNeeded: bits >> 10) }
    var second: UInt8 { UInt8(truncatingIfNeeded: bits >> 18) }
    /// Whether the first of the other weights is less than the common one.
    var comesBeforeCommon: Bool { bits & 1 << 26 != 0 }
  }
}

/// The bytes by which ICU counts common weights in a level. The constants are those of
/// `collationkeys.cpp`.
///
/// A run of common weights is one byte: `low` and one less than the count before a lower weight or
/// the end of the level, and `high` and as much less before a higher weight. `most` common weights
/// are the byte `middle`. No other weight begins with such a byte.
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
