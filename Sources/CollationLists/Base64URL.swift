internal import Collation

/// Bytes as URL-safe text: RFC 4648, section 5, without padding.
enum Base64URL {
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  private static let values: [UInt8: UInt32] = Dictionary(
    uniqueKeysWithValues: zip(digits, 0..<64))

  static func byteCount(ofCharacters count: Int) -> Int { count * 3 / 4 }

  static func text(of bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(0 as UInt32) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - group.count))
      for digit in 0...group.count {
        text.append(digits[Int(bits >> UInt32(18 - 6 * digit)) & 63])
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes that a text encodes; `nil` if ``text(of:)`` would encode them differently.
  static func bytes(of text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    var bits: UInt32 = 0
    var bitCount: UInt32 = 0
    for digit in text.utf8 {
      guard let value = values[digit] else { return nil }
      bits = (bits << 6 | value) & 0xFFFF
      bitCount += 6
      if bitCount >= 8 {
        bitCount -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> bitCount))
      }
    }
    // Leftover bits must be zero, and fewer than a digit's.
    guard bitCount < 6, bits & (1 << bitCount - 1) == 0 else { return nil }
    return bytes
  }
}
