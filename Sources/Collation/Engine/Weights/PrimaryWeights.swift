/// The weights that a character, or two that collate as one, adds to the primary level of a sort
/// key. They are packed in 64 bits: from the top, the code of up to six bytes, and below it lengths
/// and flags.
///
/// ICU writes a primary weight of one to four bytes as it is, but leaves out a lead byte that is
/// *compressible* and equals the previous weight's (`CollationKeys::writeSortKeyUpToQuaternary`).
///
/// Whether a character adds just these weights depends on the next character. The questions, from
/// the widest to the narrowest: `isComplex`, only ICU knows the weights; `isSimple(before:)`, the
/// weights hold before that character; `isSimple(beforeSimple:)`, and that character isn't complex
/// either; `isAlwaysSimple`, they hold before any character, and no lead byte is compressible.
struct PrimaryWeights: PackedWeights, TableElement {
  let bits: UInt64

  private static let codeMask: UInt64 = ~0xFFFF
  private static let lengthMask: UInt64 = 0x3F
  private static let leadLengthShift: UInt64 = 6
  private static let leadLengthMask: UInt64 = 0xF
  private static let isCompressibleFlag: UInt64 = 1 << 10
  private static let isComplexFlag: UInt64 = 1 << 11
  /// Bit 7 is part of the length of a lead byte, which a `RunCode` does not use.
  private static let endsInsideFlag: UInt64 = 1 << 7
  private static let startsContextFlag: UInt64 = 1 << 12
  private static let clashesWithMarkFlag: UInt64 = 1 << 13
  private static let continuesContextFlag: UInt64 = startsContextFlag << 2
  private static let isCombiningFlag: UInt64 = clashesWithMarkFlag << 2
  private static let contextMask =
    startsContextFlag | clashesWithMarkFlag | continuesContextFlag | isCombiningFlag

  /// The absence of a character.
  static let none = PrimaryWeights(bits: 0)

  /// The beginning of a name: a mark can't follow it.
  static let beginning = PrimaryWeights(bits: clashesWithMarkFlag)

  static let unknown = PrimaryWeights(bits: isComplexFlag | contextMask)

  /// Only ICU knows the weights. What may join with the character is known, and `with` adds it;
  /// where even that is unknown, the weights are `unknown`.
  static let complex = PrimaryWeights(bits: isComplexFlag)

  init(bits: UInt64) { self.bits = bits }

  /// The weights of `count` bytes, from the top of a number; complex if their code doesn't fit.
  private init(_ bytes: UInt64, count: Int, isCompressible: Bool, in code: PrimaryCode) {
    var (bits, length): (UInt64, Int) = (0, 0)
    for position in 0..<count {
      let next = code[UInt8(truncatingIfNeeded: bytes >> UInt64(56 - 8 * position))]
      // Codes beyond 64 bits are shifted out; they don't fit anyway.
      bits |= next.code >> UInt64(length)
      length += next.length
    }
    if length > PrimaryCode.weightsWidth {
      self = .complex
      return
    }
    let leadLength = isCompressible ? code[UInt8(bytes >> 56)].length : 0
    self.bits =
      bits | UInt64(length) | UInt64(leadLength) << Self.leadLengthShift
      | (isCompressible ? Self.isCompressibleFlag : 0)
  }

  /// The weights whose code is their bytes; complex if there are too many bytes.
  init(_ bytes: some Collection<UInt8>, isCompressible: Bool) {
    if bytes.count > PrimaryCode.weightsWidth / 8 {
      self = .complex
      return
    }
    let packed = bytes.reduce(0) { $0 << 8 | UInt64($1) } << UInt64(64 - 8 * bytes.count)
    self.init(packed, count: bytes.count, isCompressible: isCompressible, in: .bytes)
  }

  func with(
    startsContext: Bool, continuesContext: Bool, isCombining: Bool, endsInMark: Bool
  ) -> PrimaryWeights {
    PrimaryWeights(
      bits: bits | (startsContext ? Self.startsContextFlag : 0)
        | (startsContext || endsInMark ? Self.clashesWithMarkFlag : 0)
        | (continuesContext ? Self.continuesContextFlag : 0)
        | (isCombining ? Self.isCombiningFlag : 0))
  }

  /// These flags with a code of a `RunCode`, and whether that code ends in a run.
  func with(code: UInt64, length: Int, endsInside: Bool) -> PrimaryWeights {
    PrimaryWeights(
      bits: code | UInt64(length) | (endsInside ? Self.endsInsideFlag : 0)
        | bits & (Self.contextMask | Self.isComplexFlag))
  }

  /// These flags on weights that only ICU knows.
  var madeComplex: PrimaryWeights {
    PrimaryWeights(bits: bits & Self.contextMask | Self.isComplexFlag)
  }

  /// These weights in another code. Their code must be their bytes.
  func recoded(in newCode: PrimaryCode) -> PrimaryWeights {
    if isComplex { return self }
    let recoded = PrimaryWeights(
      code, count: length / 8, isCompressible: isCompressible, in: newCode)
    return PrimaryWeights(bits: recoded.bits | bits & Self.contextMask)
  }

  /// The code, from the top, followed by zeros.
  var code: UInt64 { bits & Self.codeMask }
  /// The number of bits of the code; 0 if the character is ignored at the primary level.
  var length: Int { Int(truncatingIfNeeded: bits & Self.lengthMask) }
  /// Whether all weights share one compressible lead byte. If not, no lead byte is left out.
  var isCompressible: Bool { bits & Self.isCompressibleFlag != 0 }
  /// The number of bits of a compressible lead byte's code.
  var leadLength: Int {
    Int(truncatingIfNeeded: bits >> Self.leadLengthShift & Self.leadLengthMask)
  }
  /// Whether the weights begin with a compressible lead byte. Their code must be their bytes.
  func begins(with lead: UInt8) -> Bool {
    isCompressible && !isComplex && UInt8(truncatingIfNeeded: bits >> 56) == lead
  }
  var isComplex: Bool { bits & Self.isComplexFlag != 0 }
  var isUnknown: Bool { ~bits & Self.unknown.bits == 0 }
  /// Whether the character's decomposition begins with a combining mark.
  var isCombining: Bool { bits & Self.isCombiningFlag != 0 }
  /// Whether a context begins with the character.
  var startsContext: Bool { bits & Self.startsContextFlag != 0 }
  /// Whether a following mark may form a context with the character, or move before its last mark.
  var clashesWithMark: Bool { bits & Self.clashesWithMarkFlag != 0 }
  /// Whether a context continues with the character.
  var continuesContext: Bool { bits & Self.continuesContextFlag != 0 }
  /// Whether the character adds just its weights before another one. It does if it isn't complex,
  /// the two begin no contextual string, and no mark follows that normalization may move before
  /// this character's last mark, or that may form a context with it. A mark at the beginning of a
  /// name is never simple; the walk checks for that.
  @inline(__always)
  func isSimple(before next: PrimaryWeights) -> Bool {
    bits & Self.isComplexFlag | clashes(with: next) == 0
  }
  /// Whether the character isn't complex, and no character before it can join with it.
  @inline(__always)
  var isAlwaysFirst: Bool {
    bits & (Self.isComplexFlag | Self.continuesContextFlag | Self.isCombiningFlag) == 0
  }
  /// Whether the character adds just its weights, whatever precedes or follows it, outside of runs.
  @inline(__always)
  var isAlwaysSimple: Bool {
    bits & (Self.isComplexFlag | Self.isCompressibleFlag | Self.contextMask) == 0
  }
  /// Returns which of two characters comes first, -1 or 1; `nil` if that depends on what follows.
  /// No weight is a prefix of another.
  @inline(__always)
  func order(before other: PrimaryWeights) -> Int? {
    let difference = code ^ other.code
    guard difference.leadingZeroBitCount < min(length, other.length) else { return nil }
    return code < other.code ? -1 : 1
  }
  /// Whether both characters are simple, this one before the next.
  @inline(__always)
  func isSimple(beforeSimple next: PrimaryWeights) -> Bool {
    (bits | next.bits) & Self.isComplexFlag | clashes(with: next) == 0
  }
  /// Returns the code of this and three more characters, from the top, and its number of bits;
  /// `nil` unless the code fits and all characters are simple, the last one before `next`.
  @inline(__always)
  func joined(
    _ b: PrimaryWeights, _ c: PrimaryWeights, _ d: PrimaryWeights, beforeSimple next: PrimaryWeights
  ) -> (code: UInt64, length: Int)? {
    // Shift counts are taken modulo 64, which leaves the lengths.
    let (two, three) = (bits &+ b.bits, bits &+ b.bits &+ c.bits)
    let length = length &+ b.length &+ c.length &+ d.length
    // All at once: letters in runs rarely begin or continue a context.
    let all = PrimaryWeights(bits: bits | b.bits | c.bits | d.bits | next.bits)
    if length > PrimaryCode.weightsWidth || !all.isSimple(before: all) { return nil }
    let code = bits | b.bits &>> bits | c.bits &>> two | d.bits &>> three
    return (code & Self.codeMask, length)
  }
  /// Like `joined` with three more characters, but with one.
  @inline(__always)
  func joined(
    _ b: PrimaryWeights, beforeSimple next: PrimaryWeights
  ) -> (code: UInt64, length: Int)? {
    let length = length &+ b.length
    let clashes = clashes(with: b) | b.clashes(with: next)
    if length > PrimaryCode.weightsWidth
      || (bits | b.bits | next.bits) & Self.isComplexFlag | clashes != 0
    {
      return nil
    }
    return ((bits | b.bits &>> bits) & Self.codeMask, length)
  }
  @inline(__always)
  private func clashes(with next: PrimaryWeights) -> UInt64 {
    // Shifted by two, `startsContext` meets the next character's `continuesContext`, and
    // `clashesWithMark` meets its `isCombining`.
    bits << 2 & next.bits & (Self.continuesContextFlag | Self.isCombiningFlag)
  }
  /// Whether the two characters may begin a contextual string.
  func mayStartContext(with next: PrimaryWeights) -> Bool {
    clashes(with: next) & Self.continuesContextFlag != 0
  }

  /// Whether the next character is in a run of a `RunCode`.
  var endsInside: Bool { bits & Self.endsInsideFlag != 0 }
  /// `endsInside` as a mask: all bits or none.
  @inline(__always)
  var insideMask: UInt64 { UInt64(bitPattern: Int64(bitPattern: bits << 56) >> 63) }
}

extension PrimaryWeights {
  /// The bytes of the code, from the top. The last one may be incomplete.
  var codeBytes: [UInt8] {
    stride(from: 0, to: length, by: 8).map { UInt8(truncatingIfNeeded: code >> UInt64(56 - $0)) }
  }

  /// The flags set, in words.
  var flagNames: [String] {
    [
      (isComplex, "complex"), (isCompressible, "compressible"),
      (bits & Self.startsContextFlag != 0, "starts contexts"),
      (bits & Self.continuesContextFlag != 0, "continues contexts"),
      (isCombining, "combining"), (bits & Self.clashesWithMarkFlag != 0, "clashes with marks"),
    ].compactMap { isSet, name in isSet ? name : nil }
  }
}
