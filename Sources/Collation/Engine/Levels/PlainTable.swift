internal import Synchronization

/// The plain weights of characters of one to three UTF-8 bytes, for the loops that take most of a
/// key's time. They are looked up by the bytes, without decoding.
///
/// Unchecked because the weights of bytes are written only in `init`, the others are atomic, and a
/// row is filled before its address is stored with release ordering. Places are in bounds because a
/// byte is less than 0x100, an ASCII byte less than 0x80, the place of two bytes less than 0x4000,
/// and the place of a third byte less than 0x40.
@safe
struct PlainTable: ~Copyable, @unchecked Sendable {
  /// The weights of each byte that is a character. They are unknown for other bytes, and for
  /// characters to which rules give a compressible lead byte or an accent.
  let ofBytes: UnsafeMutablePointer<PlainWeights>
  /// The bytes of each *short* ASCII character: one for the primary level, one for the tertiary,
  /// and 1; 0 for other characters. Such a character has no other bytes, and no context joins it
  /// with an ASCII character before it.
  let ofShort: UnsafeMutablePointer<UInt32>
  /// By the first two bytes: the weights of a two-byte character, or the address of the row of
  /// three-byte characters. Until they are made, or if no character has such bytes, these are
  /// unknown weights, or a row of them.
  private let ofPairs: UnsafeMutablePointer<Atomic<UInt64>>
  private let unknownRow: UnsafeMutablePointer<PlainWeights>

  private static let (byteCount, pairCount, rowCount) = (0x100, 0x4000, 0x40)
  private static let asciiCount = 0x80
  private static let rowBytes = rowCount * MemoryLayout<PlainWeights>.stride
  /// Code points that take three bytes.
  private static let ofThreeBytes = 0x800..<0x10000

  /// - Parameters:
  ///   - ascii: The weights of the ASCII characters.
  ///   - seconds: The ASCII characters that a context joins with one before them.
  init(ascii: [PlainWeights], secondsAfterASCII seconds: Set<UInt32> = []) {
    unsafe ofBytes = .allocate(capacity: Self.byteCount)
    unsafe ofBytes.initialize(repeating: .unknown, count: Self.byteCount)
    unsafe ofShort = .allocate(capacity: Self.asciiCount)
    unsafe ofShort.initialize(repeating: 0, count: Self.asciiCount)
    for (byte, weights) in ascii.enumerated() where weights.lead == 0 && !weights.hasAccent {
      unsafe ofBytes[byte] = weights
      if weights.primaryCount == 1 && !seconds.contains(UInt32(byte)) {
        unsafe ofShort[byte] = 1 << 16 | UInt32(weights.tertiary) << 8 | weights.primary & 0xFF
      }
    }
    unsafe unknownRow = .allocate(capacity: Self.rowCount)
    unsafe unknownRow.initialize(repeating: .unknown, count: Self.rowCount)
    unsafe ofPairs = .allocate(capacity: Self.pairCount)
    let address = UInt64(UInt(bitPattern: unsafe unknownRow))
    for place in 0..<Self.pairCount {
      let bits = place & 0xF0 == 0xE0 ? address : PlainWeights.unknown.bits
      unsafe (ofPairs + place).initialize(to: Atomic(bits))
    }
  }

  deinit {
    for codePoint in stride(from: 0, to: Self.ofThreeBytes.upperBound, by: Self.rowCount) {
      if !Self.ofThreeBytes.contains(codePoint) { continue }
      let row = unsafe row(ofPairs[Self.place(of: codePoint)].load(ordering: .acquiring))
      if unsafe row == UnsafePointer(unknownRow) { continue }
      unsafe row.deallocate()
      BlockMemory.bytes.subtract(Self.rowBytes, ordering: .relaxed)
    }
    unsafe unknownRow.deallocate()
    unsafe ofBytes.deallocate()
    unsafe ofShort.deallocate()
    unsafe ofPairs.deinitialize(count: Self.pairCount)
    unsafe ofPairs.deallocate()
  }

  /// The place of the first two bytes of a two- or three-byte code point.
  private static func place(of codePoint: Int) -> Int {
    ofThreeBytes.contains(codePoint)
      ? (codePoint >> 6 & 0x3F) << 8 | 0xE0 | codePoint >> 12
      : (codePoint & 0x3F) << 8 | 0xC0 | codePoint >> 6
  }

  @inline(__always)
  private func row(_ address: UInt64) -> UnsafePointer<PlainWeights> {
    unsafe UnsafePointer(bitPattern: UInt(truncatingIfNeeded: address)).unsafelyUnwrapped
  }

  /// Stores the weights of a block of code points; called once per block. A block begins and ends
  /// with a row. Returns whether the table holds such characters.
  func set(_ weights: [PlainWeights], from codePoint: UInt32) -> Bool {
    let codePoint = Int(codePoint)
    if codePoint >= Self.ofThreeBytes.upperBound { return false }
    if codePoint < Self.ofThreeBytes.lowerBound {
      for (codePoint, weights) in zip(codePoint..., weights) {
        unsafe ofPairs[Self.place(of: codePoint)].store(weights.bits, ordering: .relaxed)
      }
    } else {
      for start in stride(from: 0, to: weights.count, by: Self.rowCount) {
        BlockMemory.bytes.add(Self.rowBytes, ordering: .relaxed)
        let row = UnsafeMutablePointer<PlainWeights>.allocate(capacity: Self.rowCount)
        for (place, weights) in weights[start..<start + Self.rowCount].enumerated() {
          unsafe (row + place).initialize(to: weights)
        }
        unsafe ofPairs[Self.place(of: codePoint + start)].store(
          UInt64(UInt(bitPattern: row)), ordering: .releasing)
      }
    }
    return true
  }

  /// Returns the character at `place`.
  ///
  /// In bounds because no byte is read from the limit on, and the place is before it.
  @inline(__always)
  func character(
    at place: UnsafePointer<UInt8>, before limit: UnsafePointer<UInt8>
  ) -> PlainCharacter {
    let head = unsafe place.pointee
    if head < 0x80 { return unsafe PlainCharacter(ofBytes[Int(head)], place + 1) }
    let count = unsafe limit - place
    if head < 0xE0 {
      return unsafe count < 2
        ? PlainCharacter(.unknown, place) : PlainCharacter(weightsOfTwo(place), place + 2)
    }
    return unsafe count < 3
      ? PlainCharacter(.unknown, place) : PlainCharacter(weightsOfThree(place), place + 3)
  }

  /// Returns the character at a place, which may be the limit.
  @inline(__always)
  func characterOrEnd(
    at place: UnsafePointer<UInt8>, before limit: UnsafePointer<UInt8>
  ) -> PlainCharacter {
    unsafe place == limit ? PlainCharacter(.end, place) : character(at: place, before: limit)
  }

  /// Returns the weights of the two- or three-byte character at a place; unknown weights if there
  /// is none.
  @inline(__always)
  func weights(ofLength length: Int, at place: UnsafePointer<UInt8>) -> PlainWeights {
    unsafe length == 2 ? weightsOfTwo(place) : weightsOfThree(place)
  }

  /// Returns the weights of the two-byte character at a place; unknown weights if there is none.
  @inline(__always)
  func weightsOfTwo(_ place: UnsafePointer<UInt8>) -> PlainWeights {
    let bytes = unsafe UnsafeRawPointer(place).loadUnaligned(as: UInt16.self).littleEndian
    if bytes & 0xC0E0 != 0x80C0 { return .unknown }
    return PlainWeights(bits: unsafe ofPairs[Int(bytes & 0x3FFF)].load(ordering: .relaxed))
  }

  /// Like `weightsOfTwo`, for a three-byte character.
  @inline(__always)
  func weightsOfThree(_ place: UnsafePointer<UInt8>) -> PlainWeights {
    let bytes = unsafe UnsafeRawPointer(place).loadUnaligned(as: UInt16.self).littleEndian
    let last = unsafe place[2]
    if bytes & 0xC0F0 != 0x80E0 { return .unknown }
    if last & 0xC0 != 0x80 { return .unknown }
    let row = unsafe row(ofPairs[Int(bytes & 0x3FFF)].load(ordering: .acquiring))
    return unsafe row[Int(last & 0x3F)]
  }
}

/// A character that a `PlainTable` has looked up by its bytes.
@safe
struct PlainCharacter {
  var weights: PlainWeights
  /// The position after the character; its own position if the weights are unknown or it is the
  /// end.
  var end: UnsafePointer<UInt8>

  @inline(__always)
  init(_ weights: PlainWeights, _ end: UnsafePointer<UInt8>) {
    self.weights = weights
    unsafe self.end = end
  }
}
