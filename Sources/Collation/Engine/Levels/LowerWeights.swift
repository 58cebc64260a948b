/// What a character adds to the secondary and the tertiary level of a sort key, packed in 64 bits:
/// the secondary level in the lower half, the tertiary in the upper.
///
/// A half has up to three bytes, lowest first, and their number in the highest byte. They are the
/// bytes of weights before `LevelFormat` counts the common ones.
struct LowerWeights: PackedWeights, BitwiseCopyable, Sendable {
  let bits: UInt64

  /// Weights known only to ICU.
  static let complex = LowerWeights(bits: complexFlag)
  static let none = LowerWeights(bits: 0)

  private static let complexFlag: UInt64 = 1 << 26
  private static let isPlainFlag: UInt64 = 1 << 27
  /// The maximum number of bytes per level.
  private static let maximumCount = 3

  init(bits: UInt64) { self.bits = bits }

  /// Packs the bytes of two levels; complex if they don't fit.
  init(secondary: [UInt8], tertiary: [UInt8]) {
    if max(secondary.count, tertiary.count) > Self.maximumCount {
      self = .complex
    } else {
      bits = Self.half(tertiary) << 32 | Self.half(secondary)
    }
  }

  private static func half(_ bytes: [UInt8]) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) } | UInt64(bytes.count) << 24
  }

  var isComplex: Bool { bits & Self.complexFlag != 0 }
  /// Whether the character is ignored at both levels.
  var isEmpty: Bool { bits == 0 }

  /// Whether the character is in the table of plain characters.
  var isPlain: Bool { bits & Self.isPlainFlag != 0 }
  /// These weights, flagged as in that table.
  var markedPlain: LowerWeights { LowerWeights(bits: bits | Self.isPlainFlag) }

  /// The bytes of the secondary level, lowest first, with other bits above them.
  @inline(__always)
  var secondary: UInt32 { UInt32(truncatingIfNeeded: bits) }
  @inline(__always)
  var secondaryCount: Int { Int(truncatingIfNeeded: bits &>> 24 & 3) }
  /// The bytes of the tertiary level, lowest first, with other bits above them.
  @inline(__always)
  var tertiary: UInt32 { UInt32(truncatingIfNeeded: bits &>> 32) }
  /// Whether the secondary level has an uncommon weight.
  @inline(__always)
  var hasUncommonSecondary: Bool { bits & 0xFF_FFFF != 0 }
  /// Whether the tertiary level has an uncommon weight.
  @inline(__always)
  var hasUncommonTertiary: Bool { (bits &<< 8) &>> 40 != 0 }
  @inline(__always)
  var tertiaryCount: Int { Int(truncatingIfNeeded: bits &>> 56) }
}
