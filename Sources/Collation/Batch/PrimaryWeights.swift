/// What one character, or two that collate as one, add to the first level of a sort key, packed in 64
/// bits: the code of up to six bytes from the top, and below it lengths and flags.
///
/// ICU writes a primary weight of one to four bytes as it is, but leaves out the lead byte where it is
/// *compressible* and that of the weight before (`CollationKeys::writeSortKeyUpToQuaternary`).
struct PrimaryWeights: Sendable {
  let bits: UInt64

  private static let codeMask: UInt64 = ~0xFFFF
  static let codeWidth = 48
  private static let lengthMask: UInt64 = 0x3F
  private static let leadLengthShift: UInt64 = 6
  private static let leadLengthMask: UInt64 = 0xF
  private static let isCompressibleFlag: UInt64 = 1 << 10
  private static let isComplexFlag: UInt64 = 1 << 11
  /// In a `RunCode`, where no lead byte is left out of a code.
  private static let endsInsideFlag: UInt64 = 1 << 7
  private static let startsContextFlag: UInt64 = 1 << 12
  private static let clashesWithMarkFlag: UInt64 = 1 << 13
  private static let continuesContextFlag: UInt64 = startsContextFlag << 2
  private static let isCombiningFlag: UInt64 = clashesWithMarkFlag << 2
  private static let contextMask =
    startsContextFlag | clashesWithMarkFlag | continuesContextFlag | isCombiningFlag

  /// No character.
  static let none = PrimaryWeights(bits: 0)

  /// No character, where a mark may not follow.
  static let beginning = PrimaryWeights(bits: clashesWithMarkFlag)

  /// The weights are known only to ICU.
  static let complex = PrimaryWeights(bits: isComplexFlag)

  init(bits: UInt64) { self.bits = bits }

  /// Weights of so many bytes, from the top of a number; complex where their code does not fit.
  private init(_ bytes: UInt64, count: Int, isCompressible: Bool, in code: PrimaryCode) {
    var (bits, length): (UInt64, Int) = (0, 0)
    for position in 0..<count {
      let byte = Int(bytes >> UInt64(56 - 8 * position) & 0xFF)
      // Codes beyond 64 bits are shifted out; they do not fit anyway.
      bits |= code.codes[byte] >> UInt64(length)
      length += code.lengths[byte]
    }
    if length > Self.codeWidth {
      self = .complex
      return
    }
    let leadLength = isCompressible ? code.lengths[Int(bytes >> 56)] : 0
    self.bits =
      bits | UInt64(length) | UInt64(leadLength) << Self.leadLengthShift
      | (isCompressible ? Self.isCompressibleFlag : 0)
  }

  /// Weights whose bytes are their code; complex where these are too many.
  init(_ bytes: some Collection<UInt8>, isCompressible: Bool) {
    if bytes.count > Self.codeWidth / 8 {
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

  /// The same flags with a code in a `RunCode`, and whether that ends in a run.
  func with(code: UInt64, length: Int, endsInside: Bool) -> PrimaryWeights {
    PrimaryWeights(
      bits: code | UInt64(length) | (endsInside ? Self.endsInsideFlag : 0)
        | bits & (Self.contextMask | Self.isComplexFlag))
  }

  /// The same weights, whose code is their bytes, in another code.
  func recoded(in newCode: PrimaryCode) -> PrimaryWeights {
    if isComplex { return self }
    let recoded = PrimaryWeights(
      code, count: length / 8, isCompressible: isCompressible, in: newCode)
    return PrimaryWeights(bits: recoded.bits | bits & Self.contextMask)
  }

  /// The code, from the top; zeros follow.
  var code: UInt64 { bits & Self.codeMask }
  /// The bits of the code; 0 where the character is ignored at the first level.
  var length: Int { Int(truncatingIfNeeded: bits & Self.lengthMask) }
  /// Whether all weights have the same lead byte and it is compressible. If not, none is.
  var isCompressible: Bool { bits & Self.isCompressibleFlag != 0 }
  /// The bits of a compressible lead byte's code.
  var leadLength: Int {
    Int(truncatingIfNeeded: bits >> Self.leadLengthShift & Self.leadLengthMask)
  }
  var isComplex: Bool { bits & Self.isComplexFlag != 0 }
  /// Whether the character's decomposition begins with a combining mark.
  var isCombining: Bool { bits & Self.isCombiningFlag != 0 }
  /// Whether the character, if it is no mark at the beginning, adds its weights and no more before another
  /// one: it is not complex, the two begin no contextual string, and no mark follows that may go before
  /// a mark or into a context.
  @inline(__always)
  func isSimple(before next: PrimaryWeights) -> Bool {
    bits & Self.isComplexFlag | clashes(with: next) == 0
  }
  /// Whether both are simple, the character before the next.
  @inline(__always)
  func isSimple(beforeSimple next: PrimaryWeights) -> Bool {
    (bits | next.bits) & Self.isComplexFlag | clashes(with: next) == 0
  }
  /// Whether the character is simple before one of ASCII, and its lead byte not compressible.
  @inline(__always)
  func isPlain(beforeASCII next: PrimaryWeights) -> Bool {
    bits & (Self.isComplexFlag | Self.isCompressibleFlag) | clashes(with: next) == 0
  }
  @inline(__always)
  private func clashes(with next: PrimaryWeights) -> UInt64 {
    // Flags of this character are made those of the next that they clash with.
    bits << 2 & next.bits & (Self.continuesContextFlag | Self.isCombiningFlag)
  }
  /// Whether the two may be the first of a contextual string.
  func mayStartContext(with next: PrimaryWeights) -> Bool {
    clashes(with: next) & Self.continuesContextFlag != 0
  }

  /// Whether what follows is in a run of a `RunCode`.
  var endsInside: Bool { bits & Self.endsInsideFlag != 0 }
  /// The same as a number, of which all bits are set or none.
  @inline(__always)
  var insideMask: UInt64 { UInt64(bitPattern: Int64(bitPattern: bits << 56) >> 63) }
}
