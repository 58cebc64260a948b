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
  /// The bits that were appended, of which `current` has those that do not fill a word.
  private var count = 0
  /// The bits that are wanted.
  private let limit: Int

  /// An empty key, of which no more than so many bits are wanted.
  @inline(__always)
  init(limit: Int = Self.capacity) { self.limit = limit }

  var isFull: Bool { count >= limit }

  @inline(__always)
  mutating func append(_ code: UInt64, _ length: Int) {
    // The shifts are by their numbers modulo 64.
    current |= code &>> UInt64(truncatingIfNeeded: count)
    let before = count
    count &+= length
    if (before ^ count) & ~63 != 0 {
      if before < 64 { words.0 = current } else if before < 128 { words.1 = current }
      current = code &<< UInt64(truncatingIfNeeded: 64 &- before)
    }
  }

  var high: UInt64 { count < 64 ? current : words.0 }

  /// The bits after those of `high`; the lowest tells whether the level goes on.
  var low: UInt64 {
    if count < 64 { return 0 }
    return (count < 128 ? current : words.1) & ~1 | (count >= Self.capacity ? 1 : 0)
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
