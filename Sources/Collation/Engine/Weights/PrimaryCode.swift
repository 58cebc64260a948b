/// A prefix code for the bytes of a key's primary level that preserves their order (an alphabetic
/// code): strings of bits compare as the bytes they encode.
///
/// Frequent bytes have short codes. A letter takes some four bits, so fifteen letters fit in place
/// of eight bytes.
struct PrimaryCode: Sendable {
  /// The code of each byte, from the top of the number down. The code of 0, which ends a level, is
  /// all zeros, like the padding after the end.
  private(set) var codes = [UInt64](repeating: 0, count: 256)
  /// The number of bits of each code.
  private(set) var lengths = [Int](repeating: 0, count: 256)

  /// The number of bits that `PrimaryWeights` has room for.
  static let weightsWidth = 48
  /// The codes of four bytes, the maximum in an ICU weight, fit in `weightsWidth`.
  private static let maximumLength = 12

  /// Each byte unchanged.
  static let bytes = PrimaryCode()

  private init() {
    for byte in 0..<256 { (codes[byte], lengths[byte]) = (UInt64(byte) << 56, 8) }
  }

  /// Makes a code that suits some primary levels, or their beginnings.
  init(levels: [[UInt8]]) {
    var frequencies = [Int](repeating: 0, count: 256)
    for byte in levels.joined() { frequencies[Int(byte)] += 1 }
    self.init(frequencies: frequencies)
  }

  /// Makes a code from how often each byte occurs, by splitting a tree in halves of equal weight
  /// (Gilbert and Moore, 1959). Bytes that don't occur have a place in it, too.
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
