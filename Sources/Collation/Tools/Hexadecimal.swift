/// Bytes as text, in two digits each.
package enum Hexadecimal {
  package static func text(of bytes: some Sequence<UInt8>) -> String {
    String(decoding: digits(of: Array(bytes).span), as: UTF8.self)
  }

  /// Returns the digits in lowercase UTF-8.
  package static func digits(of bytes: Span<UInt8>) -> [UInt8] {
    var digits: [UInt8] = []
    digits.reserveCapacity(2 * bytes.count)
    for place in bytes.indices {
      digits.append(digit(bytes[place] >> 4))
      digits.append(digit(bytes[place] & 15))
    }
    return digits
  }

  private static func digit(_ number: UInt8) -> UInt8 {
    number + (number < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
  }

  /// Returns the bytes that digits in either case denote; `nil` for anything else.
  package static func bytes(of text: String) -> [UInt8]? {
    let digits = text.utf8.map { Character(Unicode.Scalar($0)).hexDigitValue }
    guard digits.count % 2 == 0 else { return nil }
    var bytes: [UInt8] = []
    for position in stride(from: 0, to: digits.count, by: 2) {
      guard let high = digits[position], let low = digits[position + 1] else { return nil }
      bytes.append(UInt8(high << 4 | low))
    }
    return bytes
  }
}
