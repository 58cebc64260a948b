/// Returns the first code point of some UTF-8, and its length in bytes; `nil` if the bytes are
/// ill-formed (The Unicode Standard, 3.9, Table 3-7).
///
/// - Parameters:
///   - count: The number of bytes, at least 1.
///   - byte: Reads the byte at an offset below `count`.
@inline(__always)
package func decodedCodePoint(
  _ count: Int, _ byte: (Int) -> UInt8
) -> (codePoint: UInt32, length: Int)? {
  let first = UInt32(byte(0))
  if first < 0x80 { return (first, 1) }
  var length = 0
  guard let codePoint = decodeBeyondASCII(first, count, &length, byte) else { return nil }
  return (codePoint, length)
}

/// Like `decodedCodePoint`, for a first byte that isn't ASCII. Adds the number of bytes to
/// `length`.
@inline(__always)
func decodeBeyondASCII(
  _ first: UInt32, _ count: Int, _ length: inout Int, _ byte: (Int) -> UInt8
) -> UInt32? {
  // The XOR turns a continuation byte, which begins with the bits 10, into less than 0x40.
  func trail(_ offset: Int) -> UInt32 { UInt32(byte(offset)) ^ 0x80 }
  // Overlong forms, surrogates and anything beyond U+10FFFF are ill-formed.
  if first >= 0xC2, first < 0xE0, count >= 2 {
    let last = trail(1)
    guard last < 0x40 else { return nil }
    length &+= 2
    return (first & 0x1F) &<< 6 | last
  }
  if first >= 0xE0, first < 0xF0, count >= 3 {
    let (second, last) = (trail(1), trail(2))
    let codePoint = (first & 0xF) &<< 12 | second &<< 6 | last
    guard second | last < 0x40, codePoint >= 0x800, codePoint & ~0x7FF != 0xD800 else { return nil }
    length &+= 3
    return codePoint
  }
  if first >= 0xF0, first < 0xF5, count >= 4 {
    let (second, third, last) = (trail(1), trail(2), trail(3))
    let codePoint = (first & 7) &<< 18 | second &<< 12 | third &<< 6 | last
    guard second | third | last < 0x40, codePoint >= 0x10000, codePoint <= 0x10FFFF else {
      return nil
    }
    length &+= 4
    return codePoint
  }
  return nil
}
