/// What one character, or two that collate as one, add to the first level of a sort key, packed in 64
/// bits: up to six bytes from the top, their number, and flags.
///
/// ICU writes a primary weight of one to four bytes as it is, but leaves out the lead byte where it is
/// *compressible* and that of the weight before (`CollationKeys::writeSortKeyUpToQuaternary`).
struct PrimaryWeights {
  let bits: UInt64

  static let maximumLength = 6

  private static let lengthShift: UInt64 = 13
  private static let isCompressibleFlag: UInt64 = 1 << 12
  private static let isComplexFlag: UInt64 = 1 << 11
  private static let startsContextFlag: UInt64 = 1 << 10
  private static let isCombiningFlag: UInt64 = 1 << 9
  private static let takesMarksFlag: UInt64 = 1 << 8
  private static let takesASCIIFlag: UInt64 = 1 << 7

  /// The flags of a character that may need more than its weights, before any character and before one
  /// of ASCII.
  private static let specialMask = isComplexFlag | startsContextFlag | isCombiningFlag
  private static let specialBeforeASCIIMask = isComplexFlag | takesASCIIFlag | isCombiningFlag

  /// The weights are known only to ICU.
  static let complex = PrimaryWeights(bits: isComplexFlag)

  private init(bits: UInt64) { self.bits = bits }

  init(_ bytes: some Collection<UInt8>, isCompressible: Bool) {
    var bits: UInt64 = 0
    for (position, byte) in bytes.enumerated() { bits |= UInt64(byte) << UInt64(56 - 8 * position) }
    self.bits =
      bits | UInt64(bytes.count) << Self.lengthShift
      | (isCompressible ? Self.isCompressibleFlag : 0)
  }

  func with(
    startsContext: Bool, isCombining: Bool, takesMarks: Bool, takesASCII: Bool
  ) -> PrimaryWeights {
    PrimaryWeights(
      bits: bits | (startsContext ? Self.startsContextFlag : 0)
        | (isCombining ? Self.isCombiningFlag : 0) | (takesMarks ? Self.takesMarksFlag : 0)
        | (takesASCII ? Self.takesASCIIFlag : 0))
  }

  /// The bytes, from the top; zeros follow.
  var bytes: UInt64 { bits & ~0xFFFF }
  /// The number of bytes; 0 where the character is ignored at the first level.
  var length: Int { Int(truncatingIfNeeded: bits >> Self.lengthShift & 7) }
  /// Whether all weights have the same lead byte and it is compressible. If not, none is.
  var isCompressible: Bool { bits & Self.isCompressibleFlag != 0 }
  /// Whether the character adds its weights and no more, by the first byte of what follows.
  @inline(__always)
  func isSimple(before next: UInt8) -> Bool {
    bits & (next < 0x80 ? Self.specialBeforeASCIIMask : Self.specialMask) == 0
  }
  var isComplex: Bool { bits & Self.isComplexFlag != 0 }
  /// Whether the character is the first of a contextual string.
  var startsContext: Bool { bits & Self.startsContextFlag != 0 }
  /// Whether the character's decomposition begins with a combining mark.
  var isCombining: Bool { bits & Self.isCombiningFlag != 0 }
  /// Whether the character is the first of a contextual string that goes on with a combining mark.
  var takesMarks: Bool { bits & Self.takesMarksFlag != 0 }
}
