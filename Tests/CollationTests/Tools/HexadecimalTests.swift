import Foundation
import Testing

@testable import Collation

/// Hexadecimal digits against C's and the examples of RFC 4648.
@Suite struct HexadecimalTests {
  @Test func digitsAreThoseOfC() {
    let all = [UInt8](.min ... .max)
    #expect(Hexadecimal.text(of: all) == all.map { String(format: "%02x", $0) }.joined())
    #expect(Hexadecimal.bytes(of: all.map { String(format: "%02x", $0) }.joined()) == all)
    #expect(Hexadecimal.bytes(of: all.map { String(format: "%02X", $0) }.joined()) == all)
    #expect(Hexadecimal.text(of: []) == "" && Hexadecimal.bytes(of: "") == [])
  }

  /// RFC 4648, 10, which has digits in upper case.
  @Test func examplesOfTheStandard() {
    #expect(Hexadecimal.text(of: "foobar".utf8) == "666f6f626172")
    #expect(Hexadecimal.bytes(of: "666F6F626172") == Array("foobar".utf8))
  }

  /// Of all texts of two bytes, those of two digits are read.
  @Test func nothingElseIsRead() {
    for high in UInt8.min...UInt8.max {
      for low in UInt8.min...UInt8.max {
        let text = String(decoding: [high, low], as: UTF8.self)
        let digits = text.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        let expected =
          text.utf8.count == 2 && digits.count == 2 ? [UInt8(digits[0] << 4 | digits[1])] : nil
        #expect(Hexadecimal.bytes(of: text) == expected)
      }
    }
    for text in ["0", "000", "0x00", " 00", "00 ", "+0", "-1", "０0", "é0", "0\u{0}"] {
      #expect(Hexadecimal.bytes(of: text) == nil, "\(text)")
    }
  }
}
