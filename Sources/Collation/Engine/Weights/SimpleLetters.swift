internal import Synchronization

/// The weights of letters that are simple before one another, which make up most names, in a form
/// that joins the weights of eight bytes at once. A branch per letter would cost more than the
/// letter.
///
/// An entry has a code at the top and its number of bits at the bottom. Each byte has one, which
/// depends on the previous byte: the last byte of a character has the character's entry, and its
/// other bytes add nothing.
///
/// Unchecked because the entries are atomic, and all else is written only in `init`.
///
/// In bounds because there is an entry for each byte after any other.
@safe
struct SimpleLetters: ~Copyable, @unchecked Sendable {
  /// First the entries of ASCII characters, by byte, then the entries of all bytes, which begin at
  /// the place that `starts` has for the previous byte.
  private let entries: UnsafeMutablePointer<Atomic<UInt64>>
  private let starts: UnsafeMutablePointer<UInt16>
  /// For each ASCII character, two words: the ASCII characters that begin a context with it.
  private let firsts: UnsafeMutablePointer<UInt64>
  /// The other characters that begin a context with an ASCII character.
  private let startersOfASCII: Set<UInt32>

  /// Where entries begin: after an ASCII character that begins contexts; after another ASCII
  /// character; after the last byte of another character, by its lowest two bits; after a first
  /// byte; and how many entries there are.
  private static let (afterStarter, afterASCII) = (0x100, 0x200)
  private static let (afterLast, afterFirst, count) = (0x300, 0x700, 0x1000)
  /// Latin Extended Additional, whose letters have three bytes and are frequent in Vietnamese, and
  /// the places of its second bytes after the first.
  private static let ofThreeBytes: Range<UInt32> = 0x1E00..<0x1F00
  private static let secondsOfThree = start(0xE1) + 0x38...start(0xE1) + 0x3B

  /// The bits of four codes together, which leave room for the length and the flags.
  private static let maximumLength = 48
  private static let lengthMask: UInt64 = 0xFF
  private static let codeMask: UInt64 = ~0xFFFF
  /// The character may form a context with a simple one before it.
  private static let isSecondFlag: UInt64 = 1 << 8
  /// The character isn't a simple one, or its weights haven't been made yet.
  private static let isOtherFlag: UInt64 = 1 << 9

  /// - Parameters:
  ///   - weights: The weights of the ASCII characters.
  ///   - contexts: The contexts of the collator.
  init(ascii weights: [PrimaryWeights], _ contexts: PrimaryContexts) {
    var ascii = [UInt64](repeating: Self.isOtherFlag, count: 0x100)
    for (byte, weights) in weights.enumerated() where weights.length <= Self.maximumLength / 4 {
      ascii[byte] = Self.entry(weights)
    }
    // Zeros pad a name that ends within eight bytes, so U+0000 has to add nothing.
    if ascii[0] != 0 { ascii[0] = Self.isOtherFlag }
    var starters = [Bool](repeating: false, count: 0x80)
    var startersOfASCII: Set<UInt32> = []
    unsafe firsts = .allocate(capacity: 0x100)
    unsafe firsts.initialize(repeating: 0, count: 0x100)
    for pair in contexts.pairsEndingInASCII {
      if pair.first < 0x80 {
        starters[Int(pair.first)] = true
        ascii[Int(pair.second)] |= Self.isSecondFlag
        unsafe firsts[2 * Int(pair.second) + Int(pair.first >> 6)] |= 1 << UInt64(pair.first & 63)
      } else {
        startersOfASCII.insert(pair.first)
      }
    }
    self.startersOfASCII = startersOfASCII
    unsafe entries = .allocate(capacity: Self.count)
    for place in 0..<Self.count {
      let byte = place & 0xFF
      var entry = Self.isOtherFlag
      if place < Self.afterStarter || place < Self.afterFirst && byte < 0x80 {
        entry = place < Self.afterASCII ? ascii[byte] : ascii[byte] & ~Self.isSecondFlag
      } else if place < Self.afterFirst && byte >= 0xC0 || Self.secondsOfThree.contains(place) {
        entry = 0
      }
      unsafe (entries + place).initialize(to: Atomic(entry))
    }
    unsafe starts = .allocate(capacity: 0x100)
    for byte in 0..<0x100 {
      switch byte {
      case 0..<0x80:
        unsafe starts[byte] = UInt16(starters[byte] ? Self.afterStarter : Self.afterASCII)
      case 0x80..<0xC0: unsafe starts[byte] = UInt16(Self.afterLast + (byte & 3) << 8)
      // The bytes after it begin with 0x80.
      default: unsafe starts[byte] = UInt16(Self.start(byte) - 0x80)
      }
    }
  }

  deinit {
    unsafe firsts.deallocate()
    unsafe starts.deallocate()
    unsafe entries.deinitialize(count: Self.count)
    unsafe entries.deallocate()
  }

  /// Where the entries of the 64 bytes after a first byte begin. From 0xE0 on, only the entries
  /// after a single one are ever set.
  private static func start(_ first: Int) -> Int {
    afterFirst + (first < 0xE0 ? first & 0x1F : first == 0xE1 ? 0x20 : 0x21) << 6
  }

  private static func entry(_ weights: PrimaryWeights) -> UInt64 {
    weights.isComplex || weights.isCompressible || weights.isCombining
      ? isOtherFlag : weights.code | UInt64(weights.length)
  }

  /// Whether a character that begins with this byte may be simple: most other scripts' letters
  /// begin with other bytes.
  @inline(__always)
  static func mayBegin(with byte: UInt8) -> Bool { byte < 0xCC || byte == 0xE1 }

  /// Stores the weights of a block of code points.
  func set(_ weights: [PrimaryWeights], of codePoints: Range<UInt32>) {
    for (codePoint, weights) in zip(codePoints, weights)
    where !weights.continuesContext && !startersOfASCII.contains(codePoint) {
      var place = Int(codePoint)
      switch codePoint {
      case 0x80..<0x800: place += Self.afterFirst
      case Self.ofThreeBytes: place = Self.afterLast + (place & 0xC0) << 2 + 0x80 + place & 0x3F
      default: return
      }
      unsafe entries[place].store(Self.entry(weights), ordering: .relaxed)
    }
  }

  /// The codes of four bytes, one after another, their number of bits, and all their flags.
  typealias Joined = (code: UInt64, length: Int, flags: UInt64)

  @inline(__always)
  private func entry(_ place: some BinaryInteger) -> UInt64 {
    unsafe entries[Int(truncatingIfNeeded: place)].load(ordering: .relaxed)
  }

  /// The flags of an ASCII character.
  @inline(__always)
  func flags(_ byte: UInt8) -> UInt64 { entry(byte) }

  /// Joins the codes of the four lowest bytes of a word, and of the others. Non-ASCII bytes have
  /// the flag of another character.
  @inline(__always)
  func joined(_ word: UInt64) -> (Joined, Joined) {
    func four(_ word: UInt64) -> Joined {
      Self.joined(
        entry(word & 0xFF), entry(word &>> 8 & 0xFF), entry(word &>> 16 & 0xFF),
        entry(word &>> 24 & 0xFF))
    }
    return (four(word), four(word &>> 32))
  }

  /// Joins the codes of the characters in eight bytes, and tells how many bytes these take: the
  /// last character may be incomplete. Ill-formed bytes have the flag of another character.
  @inline(__always)
  func joinedOthers(_ word: UInt64) -> (first: Joined, second: Joined, length: Int) {
    func entry(_ number: UInt64) -> UInt64 {
      let (byte, before) = (word &>> (8 &* number) & 0xFF, word &>> (8 &* number &- 8) & 0xFF)
      // The byte before the first one may begin a context.
      let start = unsafe number == 0 ? UInt16(Self.afterStarter) : starts[Int(before)]
      return self.entry(byte &+ UInt64(start))
    }
    // The highest bit of each byte tells whether it begins a non-ASCII character, begins a
    // character of three bytes or more, or continues one.
    let highest: UInt64 = 0x8080_8080_8080_8080
    let firsts = word & word &<< 1 & highest
    let firstsOfThree = firsts & word &<< 2
    let later = word & highest ^ firsts
    var first = Self.joined(entry(0), entry(1), entry(2), entry(3))
    let second = Self.joined(entry(4), entry(5), entry(6), entry(7))
    if (firsts &<< 8 | firstsOfThree &<< 16) != later
      || max(first.length, second.length) > Self.maximumLength
    {
      first.flags |= Self.isOtherFlag
    }
    let incomplete = firsts &>> 63 | (firstsOfThree &>> 55 & 1) &<< 1
    return (first, second, 8 &- Int(truncatingIfNeeded: incomplete))
  }

  @inline(__always)
  private static func joined(_ a: UInt64, _ b: UInt64, _ c: UInt64, _ d: UInt64) -> Joined {
    // Shift counts are taken modulo 64, which leaves the lengths.
    let (ab, abc) = (a &+ b, a &+ b &+ c)
    let code = (a | b &>> a | c &>> ab | d &>> abc) & codeMask
    return (code, Int(truncatingIfNeeded: (abc &+ d) & lengthMask), a | b | c | d)
  }

  /// Whether characters with these flags are simple and ASCII.
  @inline(__always)
  static func areSimple(_ flags: UInt64) -> Bool { flags & (isOtherFlag | isSecondFlag) == 0 }

  /// Whether characters with these flags are simple.
  @inline(__always)
  func areSimple(
    _ flags: UInt64, _ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int
  ) -> Bool {
    if Self.areSimple(flags) { return true }
    return flags & Self.isOtherFlag == 0 ? unsafe areApart(bytes, start, end) : false
  }

  /// Whether no ASCII character from `start` to `end` forms a context with its predecessor.
  @inline(never)
  private func areApart(_ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Bool {
    for place in max(1, start)..<max(1, end) {
      let (first, second) = unsafe (bytes[place &- 1], bytes[place])
      if flags(second) & Self.isSecondFlag == 0 || first >= 0x80 { continue }
      if unsafe firsts[2 &* Int(second) &+ Int(first &>> 6)] &>> UInt64(first & 63) & 1 != 0 {
        return false
      }
    }
    return true
  }
}
