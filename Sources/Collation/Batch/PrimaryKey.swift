/// What takes the first level of a sort key, in the code of a `PrimaryTable`.
protocol PrimaryLevelWriter {
  /// Whether nothing that is appended from now on is kept.
  var isFull: Bool { get }

  /// Appends so many bits, from the top of a number that is zero below them.
  mutating func append(_ code: UInt64, _ length: Int)
}

/// The first 127 bits of the first level of a name's sort key, and whether the level goes on beyond
/// them, as two numbers that compare as the levels do. Where a level ends before, zeros follow, which
/// are less than any code.
struct PrimaryKey: PrimaryLevelWriter {
  /// The bits that are held.
  static let capacity = 127

  private var words: (UInt64, UInt64) = (0, 0)
  private var current: UInt64 = 0
  /// The bits in `current`, and in the words before it.
  private var (filled, before) = (0, 0)
  /// The bits that are wanted.
  private let limit: Int

  /// An empty key, of which no more than so many bits are wanted.
  @inline(__always)
  init(limit: Int = Self.capacity) { self.limit = limit }

  var isFull: Bool { before &+ filled >= limit }

  @inline(__always)
  mutating func append(_ code: UInt64, _ length: Int) {
    // Shifts by less than 64 bits, and sums of small numbers.
    current |= code &>> UInt64(truncatingIfNeeded: filled)
    filled &+= length
    if filled >= 64 { carry(code, length) }
  }

  @inline(__always)
  private mutating func carry(_ code: UInt64, _ length: Int) {
    filled &-= 64
    if before == 0 { words.0 = current } else if before == 64 { words.1 = current }
    before &+= 64
    current = code &<< UInt64(truncatingIfNeeded: length &- filled)
  }

  var high: UInt64 { before == 0 ? current : words.0 }

  /// The bits after those of `high`; the lowest tells whether the level goes on.
  var low: UInt64 {
    if before == 0 { return 0 }
    return (before == 64 ? current : words.1) & ~1 | (before &+ filled >= Self.capacity ? 1 : 0)
  }
}

/// Some later 63 bits of the first level, and whether it goes on beyond them, as a number.
struct LaterPrimaryKey: PrimaryLevelWriter {
  /// The bits that are held.
  static let capacity = 63

  private var bits: UInt64 = 0
  private var filled = 0
  private var skipped: Int

  /// - Parameter offset: How many bits of the level come before the first that is held.
  init(offset: Int) { skipped = offset }

  var isFull: Bool { filled >= Self.capacity }

  mutating func append(_ code: UInt64, _ length: Int) {
    if skipped >= length {
      skipped -= length
      return
    }
    // Swift's own shifts give zero from 64 bits on.
    bits |= (code << UInt64(skipped)) >> UInt64(filled)
    filled += length - skipped
    skipped = 0
  }

  /// The bits; the lowest tells whether the level goes on.
  var value: UInt64 { bits & ~1 | (isFull ? 1 : 0) }
}
