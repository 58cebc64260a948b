/// Sixteen bytes of the first level of a name's sort key, the first or later ones, as two numbers that
/// compare as the bytes do. Where the level ends before, zeros follow, which are less than any byte of a
/// weight.
struct PrimaryKey {
  /// The bytes of a key.
  struct Bytes: Comparable {
    var high: UInt64 = 0
    var low: UInt64 = 0

    /// Whether the level goes on beyond the key.
    var isFull: Bool { low & 0xFF != 0 }

    static func < (left: Self, right: Self) -> Bool {
      left.high != right.high ? left.high < right.high : left.low < right.low
    }
  }

  private(set) var bytes = Bytes()
  var high: UInt64 { bytes.high }
  var low: UInt64 { bytes.low }

  /// The bytes that a key holds.
  static let capacity = 16

  /// Where in the key the next byte of the level goes; negative for those before the offset.
  private var place: Int
  /// The compressible lead byte of the last weight; 0 where it is none.
  private var lead: UInt64 = 0

  /// A key without bytes yet.
  ///
  /// - Parameter offset: How many bytes of the level come before the first that is held.
  @inline(__always)
  private init(offset: Int) { place = -offset }

  /// Bytes of a sort key that ICU made.
  init(sortKey key: Span<UInt8>, offset: Int = 0) {
    self.init(offset: offset)
    for position in 0..<min(key.count, offset + Self.capacity) {
      // 1 and 0 end the first level.
      if key[position] <= 1 { return }
      append(UInt64(key[position]) << 56, count: 1)
    }
  }

  /// Appends at most eight bytes, from the top of a number that is zero below them.
  @inline(__always)
  private mutating func append(_ weight: UInt64, count: Int) {
    // Shifts by less than 64 bits, and sums of small numbers.
    let bits = 8 &* place
    place &+= count
    if bits >= 64 {
      if bits < 128 { bytes.low |= weight &>> UInt64(truncatingIfNeeded: bits) }
    } else if bits > 0 {
      bytes.high |= weight &>> UInt64(truncatingIfNeeded: bits)
      bytes.low |= weight &<< UInt64(truncatingIfNeeded: 64 &- bits)
    } else if bits > -64 {
      bytes.high |= weight &<< UInt64(truncatingIfNeeded: 0 &- bits)
    }
  }

  /// Appends weights, as ICU's `CollationKeys::writeSortKeyUpToQuaternary` does: a lead byte that is
  /// compressible and the same as before is left out, and where it changes, a byte lower or higher than
  /// all others ends the run.
  @inline(__always)
  private mutating func append(_ weights: PrimaryWeights) {
    if lead == 0 && !weights.isCompressible {
      append(weights.bytes, count: weights.length)
    } else {
      var copy = self
      copy.appendCompressing(weights)
      self = copy
    }
  }

  private mutating func appendCompressing(_ weights: PrimaryWeights) {
    var (weight, length) = (weights.bytes, weights.length)
    if length == 0 { return }
    let newLead = weight >> 56
    if weights.isCompressible && newLead == lead {
      weight <<= 8
      length -= 1
    } else {
      if lead != 0 { append(newLead < lead ? 0x03 << 56 : 0xFF << 56, count: 1) }
      lead = weights.isCompressible ? newLead : 0
    }
    append(weight, count: length)
  }

  /// The key of a name whose every character the table proves simple; `nil` for any other.
  ///
  /// What follows the last byte is not read, but for marks that may change what comes before.
  @inline(__always)
  init?(_ name: UnsafeBufferPointer<UInt8>, _ table: PrimaryTable, offset: Int = 0) {
    // What is passed to a function that is not inlined would be kept in memory, so that copies are
    // passed: this loop is most of the time that a key takes.
    var key = PrimaryKey(offset: offset)
    var (position, previous): (Int, UInt32?) = (0, nil)
    while position < name.count {
      let start = position
      guard let character = unsafe Self.decode(name, &position) else { return nil }
      let weights =
        character < 0x80 ? unsafe table.ascii[Int(character)] : table.weights(character)
      let next = position < name.count ? unsafe name[position] : 0
      if weights.isSimple(before: next) {
        key.append(weights)
        previous = character
      } else {
        var (copy, end) = (key, position)
        guard unsafe copy.appendSpecial(weights, character, start, previous, name, &end, table)
        else { return nil }
        (key, position, previous) = (copy, end, nil)
      }
      // Combining marks begin at U+0300, whose first byte is 0xCC.
      if key.place >= Self.capacity, position == name.count || (unsafe name[position]) < 0xCC {
        break
      }
    }
    self = key
  }

  /// Appends a character that may be complex, combine with the one before, or begin a context.
  @inline(never)
  private mutating func appendSpecial(
    _ weights: PrimaryWeights, _ character: UInt32, _ start: Int, _ previous: UInt32?,
    _ name: UnsafeBufferPointer<UInt8>, _ position: inout Int, _ table: PrimaryTable
  ) -> Bool {
    if weights.isComplex { return false }
    guard weights.isCombining else {
      return unsafe appendContext(weights, character, name, &position, table)
    }
    // The character before begins no context, or its marks would have been appended with it.
    guard let previous else { return false }
    position = start
    return unsafe appendMarks(after: previous, takesMarks: false, name, &position, table)
  }

  /// Appends a character that begins contexts, alone or with the next one, and the marks after it.
  private mutating func appendContext(
    _ weights: PrimaryWeights, _ first: UInt32, _ name: UnsafeBufferPointer<UInt8>,
    _ position: inout Int, _ table: PrimaryTable
  ) -> Bool {
    var (weights, last, takesMarks) = (weights, first, weights.takesMarks)
    if position < name.count {
      var next = position
      guard let second = unsafe Self.decode(name, &next) else { return false }
      if let pair = table.weights(first, second) {
        if pair.isComplex { return false }
        (weights, last, position) = (pair, second, next)
        takesMarks = takesMarks || table.weights(second).takesMarks
        // The second character may begin a context of its own.
        if position < name.count {
          guard let third = unsafe Self.decode(name, &next) else { return false }
          if table.weights(second, third) != nil { return false }
        }
      }
    }
    append(weights)
    return unsafe appendMarks(after: last, takesMarks: takesMarks, name, &position, table)
  }
}

extension PrimaryKey {
  /// Appends the combining marks after a character, if they are in canonical order and none can make a
  /// context with the character: not the first, which `appendContext` has looked up, and, since a
  /// context may leave out marks in between (UTS #10, S2.1.1), no second one either.
  @inline(__always)
  private mutating func appendMarks(
    after character: UInt32, takesMarks: Bool, _ name: UnsafeBufferPointer<UInt8>,
    _ position: inout Int, _ table: PrimaryTable
  ) -> Bool {
    var (previous, marks) = (character, 0)
    while position < name.count, (unsafe name[position]) >= 0xCC {
      var next = position
      guard let mark = unsafe Self.decode(name, &next) else { return false }
      let weights = table.weights(mark)
      guard weights.isComplex || weights.isCombining else { return true }
      marks += 1
      if weights.isComplex || takesMarks && marks > 1 { return false }
      if ICUCombiningClass.trailing(previous) > ICUCombiningClass.leading(mark) { return false }
      append(weights)
      (previous, position) = (mark, next)
    }
    return true
  }

  /// The code point at a position, which moves behind it; `nil` where the bytes are ill-formed.
  @inline(__always)
  private static func decode(
    _ name: UnsafeBufferPointer<UInt8>, _ position: inout Int
  ) -> UInt32? {
    let first = unsafe UInt32(name[position])
    if first < 0x80 {
      position += 1
      return first
    }
    let length = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0
    guard length > 0, position + length <= name.count else { return nil }
    var codePoint = first & (0x7F >> UInt32(length))
    for offset in 1..<length {
      let byte = unsafe UInt32(name[position + offset])
      guard byte & 0xC0 == 0x80 else { return nil }
      codePoint = codePoint << 6 | byte & 0x3F
    }
    // Overlong forms and surrogates are ill-formed.
    let minimum: UInt32 = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000
    guard codePoint >= minimum, codePoint <= 0x10FFFF, codePoint & ~0x7FF != 0xD800 else {
      return nil
    }
    position += length
    return codePoint
  }
}
