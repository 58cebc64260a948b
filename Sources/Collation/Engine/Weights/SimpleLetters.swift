internal import Synchronization

/// The weights of letters that are simple before one another, which most names are made of, in a
/// form in which those of eight bytes are joined at once. A branch per letter would cost more than
/// the letter.
///
/// An entry has a code at the top and its number of bits at the bottom.
///
/// Unchecked because the entries of ASCII are written only in `init`, and the others are atomic.
///
/// In bounds because there is an entry for each byte and for each place below `placeCount`.
@safe
struct SimpleLetters: ~Copyable, @unchecked Sendable {
  /// By byte.
  private let ascii: UnsafeMutablePointer<UInt64>
  /// For each ASCII character, two words: the ASCII characters that begin a context with it.
  private let firsts: UnsafeMutablePointer<UInt64>
  /// By place; 0 if the character is not simple, or its weights are not made yet.
  private let others: UnsafeMutablePointer<Atomic<UInt64>>
  /// The other characters that begin a context with an ASCII character.
  private let startersOfASCII: Set<UInt32>

  /// The characters of two bytes have a place each, and after them Latin Extended Additional, whose
  /// letters have three bytes and are frequent in Vietnamese.
  private static let (threeBytesPlace, placeCount) = (0x800, 0x900)
  private static let threeBytes: Range<UInt32> = 0x1E00..<0x1F00
  /// Four codes of this many bits leave room for the flags.
  private static let maximumLength = 14
  fileprivate static let lengthMask: UInt64 = 0x3F
  /// In the entry of a byte: the character may form a context with a simple one before it.
  static let isSecondFlag: UInt64 = 1 << 6
  /// In the entry of a byte: it is no simple character.
  static let isOtherFlag: UInt64 = 1 << 7

  /// - Parameters:
  ///   - weights: The weights of each code point of ASCII.
  ///   - contexts: The contexts of the collator.
  init(ascii weights: [PrimaryWeights], _ contexts: PrimaryContexts) {
    unsafe ascii = .allocate(capacity: 0x100)
    unsafe ascii.initialize(repeating: Self.isOtherFlag, count: 0x100)
    for (byte, weights) in weights.enumerated()
    where Self.isSimple(weights) && weights.length <= Self.maximumLength {
      unsafe ascii[byte] = weights.code | UInt64(weights.length)
    }
    // Zeros follow a name that ends within eight bytes, so U+0000 has to add nothing.
    if unsafe ascii[0] != 0 { unsafe ascii[0] = Self.isOtherFlag }
    var startersOfASCII: Set<UInt32> = []
    unsafe firsts = .allocate(capacity: 0x100)
    unsafe firsts.initialize(repeating: 0, count: 0x100)
    for pair in contexts.pairsEndingInASCII {
      if pair.first < 0x80 {
        unsafe ascii[Int(pair.second)] |= Self.isSecondFlag
        unsafe firsts[2 * Int(pair.second) + Int(pair.first >> 6)] |= 1 << UInt64(pair.first & 63)
      } else {
        startersOfASCII.insert(pair.first)
      }
    }
    self.startersOfASCII = startersOfASCII
    unsafe others = .allocate(capacity: Self.placeCount)
    for place in 0..<Self.placeCount { unsafe (others + place).initialize(to: Atomic(0)) }
  }

  deinit {
    unsafe ascii.deallocate()
    unsafe firsts.deallocate()
    unsafe others.deinitialize(count: Self.placeCount)
    unsafe others.deallocate()
  }

  private static func isSimple(_ weights: PrimaryWeights) -> Bool {
    !(weights.isComplex || weights.isCompressible || weights.isCombining)
  }

  /// Whether a character that begins with this byte may be simple: letters of most other scripts
  /// begin with other bytes.
  @inline(__always)
  static func mayBegin(with byte: UInt8) -> Bool { byte < 0xCC || byte == 0xE1 }

  /// Stores the weights of a block of code points.
  func set(_ weights: [PrimaryWeights], of codePoints: Range<UInt32>) {
    let start: Int
    switch codePoints.lowerBound {
    case 0x80..<0x800: start = Int(codePoints.lowerBound)
    case Self.threeBytes:
      start = Self.threeBytesPlace + Int(codePoints.lowerBound - Self.threeBytes.lowerBound)
    default: return
    }
    for (offset, weights) in weights.enumerated()
    where Self.isSimple(weights) && !weights.continuesContext
      && !startersOfASCII.contains(codePoints.lowerBound + UInt32(offset))
    {
      unsafe others[start + offset].store(weights.code | UInt64(weights.length), ordering: .relaxed)
    }
  }

  /// The codes of four bytes, one after another, their number of bits, and the flags of all.
  typealias Joined = (code: UInt64, length: Int, flags: UInt64)

  /// The flags of an ASCII character.
  @inline(__always)
  func flags(_ byte: UInt8) -> UInt64 { unsafe ascii[Int(byte)] }

  /// Joins the codes of the four lowest bytes of a word, and those of the others.
  @inline(__always)
  func joined(_ word: UInt64) -> (Joined, Joined) { (four(word), four(word &>> 32)) }

  @inline(__always)
  private func four(_ word: UInt64) -> Joined {
    let (a, b) = unsafe (ascii[Int(word & 0xFF)], ascii[Int(word &>> 8 & 0xFF)])
    let (c, d) = unsafe (ascii[Int(word &>> 16 & 0xFF)], ascii[Int(word &>> 24 & 0xFF)])
    // Shift counts are taken modulo 64, which leaves the lengths.
    let (ab, abc) = (a &+ b, a &+ b &+ c)
    let code = (a | b &>> a | c &>> ab | d &>> abc) & ~0xFF
    return (code, Int(truncatingIfNeeded: (abc &+ d) & Self.lengthMask), a | b | c | d)
  }

  /// Whether ASCII characters with these flags are simple.
  @inline(__always)
  func areSimple(
    _ flags: UInt64, _ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int
  ) -> Bool {
    if flags & (Self.isOtherFlag | Self.isSecondFlag) == 0 { return true }
    return flags & Self.isOtherFlag == 0 ? unsafe areApart(bytes, start, end) : false
  }

  /// Whether no ASCII character from `start` to `end` forms a context with the one before it.
  @inline(never)
  private func areApart(_ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Bool {
    for place in max(1, start)..<max(1, end) {
      let (first, second) = unsafe (bytes[place &- 1], bytes[place])
      if unsafe ascii[Int(second)] & Self.isSecondFlag == 0 || first >= 0x80 { continue }
      if unsafe firsts[2 &* Int(second) &+ Int(first &>> 6)] &>> UInt64(first & 63) & 1 != 0 {
        return false
      }
    }
    return true
  }

  /// A character that is not ASCII.
  struct Other {
    fileprivate let entry: UInt64
    /// The number of its bytes.
    let length: Int
    static let none = Other(entry: 0, length: 0)

    var code: UInt64 { entry & ~0xFFFF }
    var codeLength: Int { Int(truncatingIfNeeded: entry & SimpleLetters.lengthMask) }
  }

  /// Returns the entry of the character of two or three bytes at the beginning of a word, and its
  /// number of bytes; zeros if it is not simple or the word does not have all of it.
  @inline(__always)
  func other(_ word: UInt64) -> Other {
    var (place, length) = (0, 0)
    if word & 0xC0E0 == 0x80C0 {
      (place, length) = (Int((word & 0x1F) &<< 6 | word &>> 8 & 0x3F), 2)
    } else if word & 0xC0_FC_FF == 0x80_B8_E1 {
      place = Self.threeBytesPlace | Int((word &>> 8 & 3) &<< 6 | word &>> 16 & 0x3F)
      length = 3
    }
    let entry = unsafe others[place].load(ordering: .relaxed)
    return entry == 0 ? .none : Other(entry: entry, length: length)
  }
}
