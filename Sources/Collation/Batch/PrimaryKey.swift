/// The first sixteen bytes of the first level of a name's sort key, as two numbers that compare as the
/// bytes do. A shorter level is filled with zeros, which are less than any byte of a weight.
struct PrimaryKey {
  var high: UInt64 = 0
  var low: UInt64 = 0

  /// The bytes that this holds.
  static let capacity: UInt64 = 16

  private var count: UInt64 = 0
  /// The compressible lead byte of the last weight; 0 where it is none.
  private var lead: UInt64 = 0

  private init() {}

  /// The beginning of a sort key that ICU made.
  init(sortKey key: Span<UInt8>) {
    for position in 0..<min(key.count, Int(Self.capacity)) {
      // 1 and 0 end the first level.
      if key[position] <= 1 { return }
      append(UInt64(key[position]) << 56, count: 1)
    }
  }

  @inline(__always)
  private mutating func append(_ bytes: UInt64, count length: UInt64) {
    if count < 8 {
      high |= bytes >> (8 * count)
      if count + length > 8 { low |= bytes << (64 - 8 * count) }
    } else if count < Self.capacity {
      low |= bytes >> (8 * (count - 8))
    }
    count += length
  }

  /// Appends weights, as ICU's `CollationKeys::writeSortKeyUpToQuaternary` does: a lead byte that is
  /// compressible and the same as before is left out, and where it changes, a byte lower or higher than
  /// all others ends the run.
  @inline(__always)
  private mutating func append(_ weights: PrimaryWeights) {
    var (bytes, length) = (weights.bytes, weights.length)
    if length == 0 { return }
    if lead != 0 || weights.isCompressible {
      let newLead = bytes >> 56
      if weights.isCompressible && newLead == lead {
        bytes <<= 8
        length -= 1
      } else {
        if lead != 0 { append(newLead < lead ? 0x03 << 56 : 0xFF << 56, count: 1) }
        lead = weights.isCompressible ? newLead : 0
      }
    }
    append(bytes, count: length)
  }

  /// The key of a name whose every character the table proves simple; `nil` for any other.
  ///
  /// What follows the sixteenth byte is not read, but for marks that may change what comes before.
  @inline(__always)
  init?(_ name: UnsafeBufferPointer<UInt8>, _ table: PrimaryTable) {
    var (position, previous): (Int, UInt32?) = (0, nil)
    while position < name.count {
      let start = position
      guard let character = unsafe Self.decode(name, &position) else { return nil }
      let weights = table.weights(character)
      if !weights.isSpecial {
        append(weights)
        previous = character
      } else if weights.isComplex {
        return nil
      } else if weights.isCombining {
        // The character before it begins no context, or its marks would have been appended with it.
        guard let base = previous else { return nil }
        position = start
        guard unsafe appendMarks(after: base, takesMarks: false, name, &position, table) else {
          return nil
        }
        previous = nil
      } else {
        guard unsafe appendContext(weights, character, name, &position, table) else { return nil }
        previous = nil
      }
      // Combining marks begin at U+0300, whose first byte is 0xCC.
      if count >= Self.capacity, position == name.count || (unsafe name[position]) < 0xCC { return }
    }
  }

  /// Appends a character that begins contexts, alone or with the next one, and the marks after it.
  @inline(never)
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
