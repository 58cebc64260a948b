/// A prefix code for the bytes of a key's primary level that preserves their order (an alphabetic
/// code): strings of bits compare as the bytes they encode.
///
/// Frequent bytes have short codes. A letter takes some four bits, so fifteen letters fit in place
/// of eight bytes.
final class PrimaryCode: Sendable {
  private typealias Codes = InlineArray<256, UInt16>

  /// The code of each byte in the upper 12 bits, and its length in the others. They are in place in
  /// an object so that coding a weight neither copies them nor retains an array.
  private let codes: Codes

  /// The number of bits that `PrimaryWeights` has room for.
  static let weightsWidth = 48
  /// The codes of four bytes, the maximum in an ICU weight, fit in `weightsWidth`.
  private static let maximumLength = 12

  /// Each byte unchanged.
  static let bytes = PrimaryCode()

  private init() {
    codes = Codes { Self.packed(UInt64($0) << 56, length: 8) }
  }

  /// Returns the code of a byte, from the top of a number, and its number of bits. The code of 0,
  /// which ends a level, is all zeros, like the padding after the end.
  @inline(__always)
  subscript(byte: UInt8) -> (code: UInt64, length: Int) {
    let packed = codes[Int(byte)]
    return (UInt64(packed & 0xFFF0) << 48, Int(packed & 0xF))
  }

  private static func packed(_ code: UInt64, length: Int) -> UInt16 {
    UInt16(code >> 48) | UInt16(length)
  }

  /// Makes a code that suits some primary levels, or their beginnings.
  convenience init(levels: [[UInt8]]) {
    var frequencies = [Int](repeating: 0, count: 256)
    for byte in levels.joined() { frequencies[Int(byte)] += 1 }
    self.init(frequencies: frequencies)
  }

  /// Makes a code from how often each byte occurs, by splitting a tree in halves of equal weight
  /// (Gilbert and Moore, 1959). Bytes that don't occur have a place in it, too.
  init(frequencies: [Int]) {
    var sums = [0]
    for frequency in frequencies { sums.append(sums[sums.count - 1] + 16 * frequency + 1) }
    var codes = Codes(repeating: 0)
    Self.split(0..<256, code: 0, length: 0, sums, &codes)
    self.codes = codes
  }

  private static func split(
    _ bytes: Range<Int>, code: UInt64, length: Int, _ sums: [Int], _ codes: inout Codes
  ) {
    if bytes.count == 1 {
      codes[bytes.lowerBound] = packed(code, length: length)
      return
    }
    // Neither half may have more bytes than the levels below it have room for.
    let room = 1 << (maximumLength - length - 1)
    let allowed =
      max(
        bytes.lowerBound + 1, bytes.upperBound - room)...min(
        bytes.upperBound - 1, bytes.lowerBound + room)
    let half = sums[bytes.lowerBound] + sums[bytes.upperBound]
    let after = partitioningIndex(allowed.lowerBound..<allowed.upperBound) { 2 * sums[$0] >= half }
    let isNearer = after > allowed.lowerBound && half - 2 * sums[after - 1] < 2 * sums[after] - half
    let middle = isNearer ? after - 1 : after
    split(bytes.lowerBound..<middle, code: code, length: length + 1, sums, &codes)
    let one: UInt64 = 1 << UInt64(63 - length)
    split(middle..<bytes.upperBound, code: code | one, length: length + 1, sums, &codes)
  }
}
