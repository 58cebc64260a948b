import CollationTestSupport
import Foundation
import Testing

@testable import Collation
@testable import CollationLists

/// base64url against Foundation's Base64 and the examples of RFC 4648.
@Suite struct Base64URLTests {
  /// RFC 4648, 10, without the padding.
  @Test func examplesOfTheStandard() {
    for (bytes, text) in [
      ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"),
      ("fooba", "Zm9vYmE"), ("foobar", "Zm9vYmFy"),
    ] {
      #expect(Base64URL.text(of: Array(bytes.utf8)) == text)
      #expect(Base64URL.bytes(of: text) == Array(bytes.utf8))
    }
    // RFC 4648, 5: "-" and "_" in place of "+" and "/".
    #expect(Base64URL.text(of: [0xFB, 0xFF]) == "-_8")
  }

  @Test func textsAreThoseOfFoundation() {
    var generator = SeededGenerator(seed: 24)
    for count in 0..<200 {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
      let expected = Data(bytes).base64EncodedString()
        .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
      let text = Base64URL.text(of: bytes)
      #expect(text == expected && Base64URL.bytes(of: text) == bytes)
      #expect(Base64URL.byteCount(ofCharacters: text.utf8.count) == count)
    }
  }

  /// Each text of up to two digits and, at random, of more: it is read if it is the text of some
  /// bytes.
  @Test func onlyTextsOfBytesAreRead() {
    let letters = (UInt8.min...UInt8.max).map { String(decoding: [$0], as: UTF8.self) }
    let digits = letters.filter { Base64URL.bytes(of: $0 + "A") != nil || $0 == "\u{FFFD}" }
    #expect(digits.count(where: { $0 != "\u{FFFD}" }) == 64)
    func check(_ text: String) {
      guard let bytes = Base64URL.bytes(of: text) else {
        let padded = text.replacing("-", with: "+").replacing("_", with: "/")
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        // What Foundation reads all the same has bits that are not zero behind the last byte.
        if let data = Data(base64Encoded: padded + padding),
          !text.contains(where: { "+/=".contains($0) })
        {
          #expect(Base64URL.text(of: [UInt8](data)) != text, "\(text)")
        }
        return
      }
      #expect(Base64URL.text(of: bytes) == text, "\(text)")
    }
    for first in letters {
      check(first)
      for second in letters { check(first + second) }
    }
    var generator = SeededGenerator(seed: 25)
    for _ in 0..<2_000 {
      check(
        (0..<Int.random(in: 3...9, using: &generator)).map { _ in
          "ABCDwxyz0189-_".map(String.init).randomElement(using: &generator)!
        }.joined())
    }
    for text in ["=", "Zg==", "Zg=", "Zm9v\n", " Zm9v", "Zm+v", "Zm/v", "Zh", "Zm9", "A", "é"] {
      #expect(Base64URL.bytes(of: text) == nil, "\(text)")
    }
  }
}
