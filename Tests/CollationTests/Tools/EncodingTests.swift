import Testing

@testable import Collation

@Suite struct EncodingTests {
  /// Every scalar value is UTF-8, wherever it is; a first of two bytes alone is not.
  @Test func scalarValues() {
    var wrong: [Unicode.Scalar] = []
    for value in stride(from: UInt32(0x80), through: 0x10FFFF, by: 7) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let before = [UInt8](repeating: 0x61, count: Int(value) % 9)
      let bytes = before + String(scalar).utf8
      let text = bytes + String(repeating: "z", count: Int(value) % 5).utf8
      let cut = before + String(scalar).utf8.dropLast()
      if !text.span.looksLikeUTF8 || !bytes.span.looksLikeUTF8 { wrong.append(scalar) }
      if bytes.count == before.count + 2, cut.span.looksLikeUTF8 { wrong.append(scalar) }
    }
    #expect(wrong == [])
  }

  /// A letter of Latin-1 among those of ASCII is not UTF-8 (Unicode, table 3-7).
  @Test(arguments: UInt8(0x80)...0xFF)
  func lettersOfLatin1(letter: UInt8) {
    for before in 0..<17 {
      for after in 0..<10 {
        let text =
          Array(repeating: 0x61, count: before) + [letter] + Array(repeating: 0x7A, count: after)
        let looksLikeUTF8 = text.span.looksLikeUTF8
        #expect(!looksLikeUTF8)
      }
    }
  }
}
