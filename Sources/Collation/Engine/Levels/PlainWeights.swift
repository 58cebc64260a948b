/// What a *plain* character adds to all levels, packed in 64 bits: a weight of up to four bytes to
/// the primary level, a common weight to the secondary, and one byte to the tertiary. Most
/// characters in names are plain, including capital letters. A letter with an *accent* is also
/// plain if its weight has at most two bytes: it adds up to two more bytes to the secondary level,
/// and one more common weight to the tertiary. A sign that the primary level ignores, such as a
/// Thai tone, is plain if it adds one or two bytes to the secondary level.
///
/// If a character isn't plain, its flags tell whether a character before it adds just its weights.
struct PlainWeights: TableElement {
  let bits: UInt64

  // bits    what
  // 0–7     flags
  // 8–10    the number of bytes of the primary level, without a compressible lead byte
  // 11–12   the number of bytes of the accent
  // 13      whether the accent replaces a common weight
  // 16–23   the compressible lead byte, or 0
  // 24–31   the byte of the tertiary level
  // 32–63   the bytes of the primary level as memory has them; with an accent, its bytes are 48–63
  private static let startsContextFlag: UInt64 = 1 << 0
  private static let clashesWithMarkFlag: UInt64 = 1 << 1
  private static let continuesContextFlag: UInt64 = startsContextFlag << 2
  private static let isCombiningFlag: UInt64 = clashesWithMarkFlag << 2
  private static let isUnknownFlag: UInt64 = 1 << 4
  private static let isNotPlainFlag: UInt64 = 1 << 5
  private static let hasAccentFlag: UInt64 = 1 << 6
  private static let isIgnoredFlag: UInt64 = 1 << 7
  private static let accentCountShift: UInt64 = 11
  private static let isAccentInsteadShift: UInt64 = 13

  static let unknown = PlainWeights(
    bits: isUnknownFlag | isNotPlainFlag | startsContextFlag | clashesWithMarkFlag
      | continuesContextFlag | isCombiningFlag)
  /// The end of a name, after the last character.
  static let end = PlainWeights(bits: 0)

  init(bits: UInt64) { self.bits = bits }

  init(_ primary: PrimaryWeights, _ lower: LowerWeights) {
    if primary.isUnknown {
      self = .unknown
      return
    }
    let flags =
      (primary.startsContext ? Self.startsContextFlag : 0)
      | (primary.clashesWithMark ? Self.clashesWithMarkFlag : 0)
      | (primary.continuesContext ? Self.continuesContextFlag : 0)
      | (primary.isCombining ? Self.isCombiningFlag : 0)
    let lead = primary.isCompressible ? primary.code >> 56 : 0
    let (code, count) =
      lead == 0 ? (primary.code, primary.length / 8) : (primary.code << 8, primary.length / 8 - 1)
    let secondary = UInt8(truncatingIfNeeded: lower.secondary)
    // What the secondary level has in place of a common weight, or after one.
    let (accent, isInstead) =
      secondary == LevelFormat.common
      ? (lower.secondary >> 8 & 0xFFFF, false) : (lower.secondary & 0xFFFF, true)
    let accentCount = isInstead ? lower.secondaryCount : lower.secondaryCount - 1
    let hasAccent = lower.secondaryCount > (isInstead ? 0 : 1)
    let tertiaryCount = hasAccent && !isInstead ? 2 : 1
    guard !primary.isComplex, primary.length > 0 || isInstead, lower.secondaryCount > 0,
      count <= (hasAccent ? 2 : 4), accentCount <= 2,
      // A byte equal to the common weight would have to be counted.
      !hasAccent || accent & 0xFF > LevelFormat.secondary.high,
      accentCount < 2 || accent >> 8 != LevelFormat.common,
      lower.tertiaryCount == tertiaryCount,
      tertiaryCount == 1 || lower.tertiary >> 8 & 0xFF == LevelFormat.common
    else {
      bits = flags | Self.isNotPlainFlag
      return
    }
    let accentBits =
      hasAccent
      ? Self.hasAccentFlag | UInt64(accentCount) << Self.accentCountShift
        | (isInstead ? 1 << Self.isAccentInsteadShift : 0) | UInt64(accent) << 48 : 0
    bits =
      (code >> 32).byteSwapped & ~0xFFFF_FFFF | UInt64(lower.tertiary & 0xFF) << 24 | lead << 16
      | UInt64(count) << 8 | flags | (primary.length == 0 ? Self.isIgnoredFlag : 0) | accentBits
  }

  @inline(__always)
  var isPlain: Bool { bits & Self.isNotPlainFlag == 0 }
  /// Whether the character is a combining mark, which is never simple at the beginning of a name.
  /// The signs of Indian scripts are plain marks.
  @inline(__always)
  var isCombining: Bool { bits & Self.isCombiningFlag != 0 }
  /// Whether a plain character adds just its weights before another character
  /// (`PrimaryWeights.isSimple(before:)`).
  @inline(__always)
  func isSimple(before next: PlainWeights) -> Bool {
    let flags = next.bits & (Self.continuesContextFlag | Self.isCombiningFlag | Self.isUnknownFlag)
    return (bits &<< 2 | Self.isUnknownFlag) & flags == 0
  }
  /// Like `isSimple(before:)`, but also false if `next` isn't plain.
  @inline(__always)
  func isSimple(beforePlain next: PlainWeights) -> Bool {
    let flags = Self.continuesContextFlag | Self.isCombiningFlag
    return (bits &<< 2 & flags | Self.isNotPlainFlag) & next.bits == 0
  }

  /// Whether the character adds a weight to the primary level, or is no character, as at the end.
  @inline(__always)
  var isLetterOrEnd: Bool { bits & (Self.isNotPlainFlag | Self.isIgnoredFlag) == 0 }
  /// The bytes of the primary level, from the top of a number, followed by zeros.
  @inline(__always)
  var letter: UInt64 {
    let bytes = UInt64((primary & (hasAccent ? 0xFFFF : .max)).bigEndian)
    return lead == 0 ? bytes &<< 8 : UInt64(lead) &<< 32 | bytes
  }
  /// Returns which of two different letters comes first, -1 or 1; `nil` if that depends on what
  /// follows, as when one begins with the other: Arabic آ begins like أ. No weight is a prefix of
  /// another, and none has a zero byte.
  @inline(__always)
  static func order(_ first: UInt64, _ second: UInt64) -> Int? {
    let place = UInt64(truncatingIfNeeded: 63 &- (first ^ second).leadingZeroBitCount) & ~7
    let lower = min(first, second)
    // The end of a name comes before every letter.
    if lower != 0 && (lower &>> place) & 0xFF == 0 { return nil }
    return first < second ? -1 : 1
  }
  /// Whether a context or a mark may join the character with the previous one.
  @inline(__always)
  var mayContinue: Bool { bits & (Self.continuesContextFlag | Self.isCombiningFlag) != 0 }
  /// Whether a context or a mark may join the character with the next one.
  @inline(__always)
  var mayJoin: Bool { bits & (Self.startsContextFlag | Self.clashesWithMarkFlag) != 0 }
  /// Whether a context or a mark may join the character with `next`.
  @inline(__always)
  func mayJoin(_ next: PlainWeights) -> Bool {
    bits &<< 2 & next.bits & (Self.continuesContextFlag | Self.isCombiningFlag) != 0
  }

  /// The bytes of the primary level, from the top of a word, and their number.
  @inline(__always)
  var primaryWord: (bytes: UInt64, count: Int) {
    let leadCount = lead == 0 ? 0 : 1
    let bytes = UInt64(primary.bigEndian) &<< 32 & ~(UInt64.max &>> UInt64(8 &* primaryCount))
    return (UInt64(lead) &<< 56 | bytes &>> UInt64(8 &* leadCount), leadCount &+ primaryCount)
  }

  /// The bytes of the primary level without a compressible lead byte, lowest first.
  @inline(__always)
  var primary: UInt32 { UInt32(truncatingIfNeeded: bits &>> 32).littleEndian }
  /// The number of these bytes.
  @inline(__always)
  var primaryCount: Int { Int(truncatingIfNeeded: bits &>> 8 & 7) }
  /// `primaryCount` for a character without an accent.
  @inline(__always)
  var primaryCountOfLetter: Int { Int(UInt8(truncatingIfNeeded: bits &>> 8)) }
  /// Whether the primary level ignores the character. Its accent replaces the common weight.
  @inline(__always)
  var isIgnored: Bool { bits & Self.isIgnoredFlag != 0 }
  /// The lead byte if it is compressible, else 0.
  @inline(__always)
  var lead: UInt8 { UInt8(truncatingIfNeeded: bits &>> 16) }
  /// The byte of the tertiary level.
  @inline(__always)
  var tertiary: UInt8 { UInt8(truncatingIfNeeded: bits &>> 24) }
  /// The bits of the tertiary byte.
  static let tertiaryMask: UInt64 = 0xFF << 24
  /// Whether the secondary level has more or other weights than one common weight.
  @inline(__always)
  var hasAccent: Bool { bits & Self.hasAccentFlag != 0 }
  /// Whether the character has no accent, and this compressible lead byte (none if it is 0).
  @inline(__always)
  func isLetter(_ lead: UInt8) -> Bool {
    bits & (0xFF << 16 | Self.hasAccentFlag) == UInt64(lead) &<< 16
  }
  /// The bytes of the accent, lowest first. They are higher than any count of common weights.
  @inline(__always)
  var accent: UInt16 { UInt16(truncatingIfNeeded: bits &>> 48).littleEndian }
  /// The number of these bytes.
  @inline(__always)
  var accentCount: Int { Int(truncatingIfNeeded: bits &>> Self.accentCountShift & 3) }
  /// 1 if the accent replaces the common weight, as in the Arabic alef, else 0.
  @inline(__always)
  var isAccentInstead: Int { Int(truncatingIfNeeded: bits &>> Self.isAccentInsteadShift & 1) }
}
