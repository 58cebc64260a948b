/// Receives the bits of a sort key's primary level as an encoder writes them in a table's code.
protocol LevelSink {
  /// Whether the sink keeps the bits of many characters.
  static var isLong: Bool { get }

  /// The number of bits of the level that the sink keeps.
  var wanted: Int { get }

  /// Whether the sink has all the bits that it keeps.
  var isFull: Bool { get }

  /// The number of bits appended so far.
  var count: Int { get }

  /// Removes the bits after the first `count`.
  mutating func truncate(to count: Int)

  /// Appends `length` bits, from the top of a number that is zero below them. The sink must not be
  /// full.
  mutating func append(_ code: UInt64, _ length: Int)
}

extension LevelSink {
  static var isLong: Bool { true }
}

/// The first 127 bits of the primary level of a name's sort key, and whether the level goes on
/// beyond them, as two numbers that compare as the levels do. If a level ends earlier, it is padded
/// with zeros, which are less than any code.
struct PrimaryKey: LevelSink {
  /// The number of bits held.
  static let capacity = 127

  private(set) var high: UInt64 = 0
  private var rest: UInt64 = 0
  private(set) var count = 0
  var wanted: Int { Self.capacity }
  var isFull: Bool { count >= Self.capacity }

  @inline(__always)
  mutating func append(_ code: UInt64, _ length: Int) {
    // No branches: one would be mispredicted in each name. Shift counts are taken modulo 64.
    let isInRest = count >= 64
    let bits = code &>> UInt64(truncatingIfNeeded: count)
    let carried = (code &<< 1) &<< UInt64(truncatingIfNeeded: 63 &- count)
    high |= isInRest ? 0 : bits
    rest |= isInRest ? bits : carried
    count &+= length
  }

  mutating func truncate(to count: Int) {
    high &= ~(UInt64.max >> UInt64(count))
    rest &= ~(UInt64.max >> UInt64(max(0, count - 64)))
    self.count = count
  }

  /// The bits after `high`; the lowest tells whether the level goes on.
  var low: UInt64 { rest & ~1 | (count >= Self.capacity ? 1 : 0) }
}

/// The 63 bits of the primary level after an offset, and whether the level goes on beyond them, as
/// one number.
struct LaterPrimaryKey: LevelSink {
  /// The number of bits held.
  static let capacity = 63

  private var bits: UInt64 = 0
  private(set) var count = 0
  private let offset: Int

  /// - Parameter offset: How many bits of the level precede the first one held.
  init(offset: Int) { self.offset = offset }

  var wanted: Int { offset &+ Self.capacity }
  var isFull: Bool { count >= wanted }

  @inline(__always)
  mutating func append(_ code: UInt64, _ length: Int) {
    let place = count &- offset
    count &+= length
    // Shift counts are taken modulo 64.
    if place >= 0 {
      bits |= code &>> UInt64(truncatingIfNeeded: place)
    } else if count > offset {
      bits |= code &<< UInt64(truncatingIfNeeded: 0 &- place)
    }
  }

  mutating func truncate(to count: Int) {
    bits &= ~(UInt64.max >> UInt64(max(0, count - offset)))
    self.count = count
  }

  /// The bits; the lowest tells whether the level goes on.
  var value: UInt64 { bits & ~1 | (isFull ? 1 : 0) }
}

/// The first 127 bits of the level and the next 63, made in one walk.
struct WidePrimaryKey: LevelSink {
  private(set) var first = PrimaryKey()
  private(set) var later = LaterPrimaryKey(offset: PrimaryKey.capacity)

  var wanted: Int { later.wanted }
  var isFull: Bool { later.isFull }
  var count: Int { later.count }

  mutating func truncate(to count: Int) {
    if count < first.count { first.truncate(to: count) }
    later.truncate(to: count)
  }

  @inline(__always)
  mutating func append(_ code: UInt64, _ length: Int) {
    if !first.isFull { first.append(code, length) }
    later.append(code, length)
  }
}

/// The first bytes of the level, for a table whose code is the bytes: `limit` of them, and the rest
/// of the last weight.
struct PrimaryBytes: LevelSink {
  private(set) var bytes: [UInt8] = []
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  var wanted: Int { 8 * limit }
  var isFull: Bool { bytes.count >= limit }
  var count: Int { 8 * bytes.count }

  mutating func truncate(to count: Int) { bytes.removeLast(bytes.count - count / 8) }

  mutating func append(_ code: UInt64, _ length: Int) {
    for shift in stride(from: 56, to: 56 - length, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: code >> UInt64(shift)))
    }
  }
}
