/// Splits a growing buffer into records, each terminated by a separator, reading each byte once.
///
/// Sixty-four bytes become a word with a bit for each separator, without a branch per byte.
package struct SeparatorScan: Sendable {
  package let separator: UInt8
  /// Where the unfinished record begins.
  package private(set) var start = 0
  /// The number of bytes read.
  private var scanned = 0

  package init(_ separator: UInt8) { self.separator = separator }

  /// Appends the ranges of the records that end in bytes not yet read.
  package mutating func scan(_ bytes: Span<UInt8>, to ranges: inout [Range<Int>]) {
    var words = InlineArray<64, UInt64>(repeating: 0)
    while scanned < bytes.count {
      // Room is made for many records at once.
      let end = min(bytes.count, scanned &+ Self.bytesAtOnce)
      var (wordCount, count) = (0, 0)
      for place in stride(from: scanned, to: end, by: 64) {
        words[wordCount] = bytes.bits(of: separator, at: place)
        count &+= words[wordCount].nonzeroBitCount
        wordCount &+= 1
      }
      ranges.makeRoom(count)
      ranges.append(addingCapacity: count) { output in
        for word in 0..<wordCount {
          var ends = words[word]
          while ends != 0 {
            let place = scanned &+ 64 &* word &+ ends.trailingZeroBitCount
            output.append(start..<place)
            start = place &+ 1
            ends &= ends &- 1
          }
        }
      }
      scanned = end
    }
  }

  private static let bytesAtOnce = 64 * 64

  /// Returns the number of separators.
  package static func count(_ separator: UInt8, in bytes: Span<UInt8>) -> Int {
    var count = 0
    for place in stride(from: 0, to: bytes.count, by: 64) {
      count &+= bytes.bits(of: separator, at: place).nonzeroBitCount
    }
    return count
  }
}

extension Span<UInt8> {
  /// Returns a bit for each of the next 64 bytes, lowest first: whether the byte is `byte`.
  @inline(__always)
  fileprivate func bits(of byte: UInt8, at place: Int) -> UInt64 {
    var bits: UInt64 = 0
    if place &+ 64 <= count {
      for word in 0..<8 {
        let bytes = unsafe self.bytes.unsafeLoadUnaligned(
          fromByteOffset: place &+ 8 &* word, as: UInt64.self)
        bits |= UInt64(littleEndian: bytes).bits(of: byte) &<< (8 &* word)
      }
    } else {
      for offset in 0..<(count &- place) where self[place &+ offset] == byte {
        bits |= 1 &<< offset
      }
    }
    return bits
  }
}

extension UInt64 {
  /// Returns a bit for each byte, lowest first: whether the byte is `byte`.
  @inline(__always)
  fileprivate func bits(of byte: UInt8) -> UInt64 {
    let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    let difference = self ^ (UInt64(byte) &* 0x0101_0101_0101_0101)
    // The high bit of each byte that is zero.
    let zeros = ~(((difference & low) &+ low) | difference | low)
    // Gathers these eight bits.
    return ((zeros &>> 7) &* 0x0102_0408_1020_4080) &>> 56
  }
}
