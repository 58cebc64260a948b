/// A code of the bytes of a key's first level, in bits: no byte's is the beginning of another's, and
/// their order is that of the bytes, so that what is written in it compares as the bytes do.
///
/// Frequent bytes have short codes. Names take some four bits a letter, so that fifteen letters fit
/// where eight bytes did.
struct PrimaryCode: Sendable {
  /// The code of each byte, from the top of the number down. That of 0, which ends a level, is all
  /// zeros, as what follows the end is.
  private(set) var codes = [UInt64](repeating: 0, count: 256)
  /// The bits of each code.
  private(set) var lengths = [Int](repeating: 0, count: 256)

  /// A code has to be so short that those of four bytes, an ICU weight, fit in `PrimaryWeights`.
  private static let maximumLength = 12

  /// What ends a run of weights with one compressible lead byte before a weight with a lower lead byte,
  /// and with a higher one: `PRIMARY_COMPRESSION_LOW_BYTE` and `PRIMARY_COMPRESSION_HIGH_BYTE` in
  /// collation.h.
  static let (lowEnd, highEnd): (UInt8, UInt8) = (0x03, 0xFF)

  static func endsRun(_ byte: UInt8) -> Bool { byte == lowEnd || byte == highEnd }

  /// Each byte as it is.
  static let bytes = PrimaryCode()

  private init() {
    for byte in 0..<256 { (codes[byte], lengths[byte]) = (UInt64(byte) << 56, 8) }
  }

  /// Makes a code by the first levels of some names, or their beginnings.
  init(levels: [[UInt8]]) {
    var frequencies = [Int](repeating: 0, count: 256)
    for byte in levels.joined() { frequencies[Int(byte)] += 1 }
    self.init(frequencies: frequencies)
  }

  /// Makes a code by how often each byte occurs: a tree that is halved by weight (Gilbert and Moore,
  /// 1959), in which any byte still has its place.
  init(frequencies: [Int]) {
    var sums = [0]
    for frequency in frequencies { sums.append(sums[sums.count - 1] + 16 * frequency + 1) }
    split(0..<256, code: 0, length: 0, sums)
  }

  private mutating func split(_ bytes: Range<Int>, code: UInt64, length: Int, _ sums: [Int]) {
    if bytes.count == 1 {
      (codes[bytes.lowerBound], lengths[bytes.lowerBound]) = (code, length)
      return
    }
    // Neither half may have more bytes than the levels below it have room for.
    let room = 1 << (Self.maximumLength - length - 1)
    let allowed =
      max(
        bytes.lowerBound + 1, bytes.upperBound - room)...min(
        bytes.upperBound - 1, bytes.lowerBound + room)
    let half = sums[bytes.lowerBound] + sums[bytes.upperBound]
    let after = partitioningIndex(allowed.lowerBound..<allowed.upperBound) { 2 * sums[$0] >= half }
    let isNearer = after > allowed.lowerBound && half - 2 * sums[after - 1] < 2 * sums[after] - half
    let middle = isNearer ? after - 1 : after
    split(bytes.lowerBound..<middle, code: code, length: length + 1, sums)
    split(
      middle..<bytes.upperBound, code: code | 1 << UInt64(63 - length), length: length + 1, sums)
  }
}
