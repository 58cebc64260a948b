/// What a character adds to the second and the third level of a sort key, packed in 64 bits: the
/// second level in the lower half, the third in the higher.
///
/// A half has up to three bytes as memory has them, and their number in its last byte. They are
/// the bytes of weights before `LevelFormat` counts the common ones.
struct LowerWeights: BitwiseCopyable, Sendable {
  let bits: UInt64

  /// The weights are known only to ICU.
  static let complex = LowerWeights(bits: complexFlag)
  static let none = LowerWeights(bits: 0)

  private static let complexFlag: UInt64 = 1 << 26
  private static let isPlainFlag: UInt64 = 1 << 27
  /// The most bytes of a level.
  private static let maximumCount = 3

  init(bits: UInt64) { self.bits = bits }

  /// The bytes of two levels; complex if they do not fit.
  init(second: [UInt8], third: [UInt8]) {
    if max(second.count, third.count) > Self.maximumCount {
      self = .complex
    } else {
      bits = Self.half(third) << 32 | Self.half(second)
    }
  }

  private static func half(_ bytes: [UInt8]) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) } | UInt64(bytes.count) << 24
  }

  var isComplex: Bool { bits & Self.complexFlag != 0 }
  /// Whether the character is ignored at both levels.
  var isEmpty: Bool { bits == 0 }

  /// Whether the character is in the table of plain ones.
  var isPlain: Bool { bits & Self.isPlainFlag != 0 }
  /// The same weights of such a character.
  var markedPlain: LowerWeights { LowerWeights(bits: bits | Self.isPlainFlag) }

  /// The bytes of the second level, from the lowest on, and others above them.
  @inline(__always)
  var second: UInt32 { UInt32(truncatingIfNeeded: bits) }
  @inline(__always)
  var secondCount: Int { Int(truncatingIfNeeded: bits &>> 24 & 3) }
  /// The bytes of the third level, from the lowest on, and others above them.
  @inline(__always)
  var third: UInt32 { UInt32(truncatingIfNeeded: bits &>> 32) }
  /// Whether the second level has another weight than common ones.
  @inline(__always)
  var hasUncommonSecond: Bool { bits & 0xFF_FFFF != 0 }
  /// Whether the third level has another weight than common ones.
  @inline(__always)
  var hasUncommonThird: Bool { (bits &<< 8) &>> 40 != 0 }
  @inline(__always)
  var thirdCount: Int { Int(truncatingIfNeeded: bits &>> 56) }
}
