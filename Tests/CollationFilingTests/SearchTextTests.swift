import CollationTestSupport
import Testing

@testable import CollationFiling

/// The code units of texts and their characters, against those of `String`.
@Suite struct SearchTextTests {
  private static let texts: [String] = {
    var generator = SeededGenerator(seed: 4)
    let pieces = [
      "a", "B", "7", " ", "-", "\n", "é", "e\u{301}\u{323}", "\r\n", "\r", "日", "々", "𠀀", "😀",
      "👩‍👧", "กิ", "किन्द", "각", "\u{1100}\u{1161}", "\u{301}", "\u{FFFD}", "½", "٣", "\u{200D}",
    ]
    return (0..<400).map { number in
      // Texts of bytes alone have a way of their own.
      let pieces = number % 4 == 0 ? Array(pieces.prefix(6)) : pieces
      return (0..<number % 9).map { _ in pieces.randomElement(using: &generator)! }.joined()
    }
  }()

  private func read(_ bytes: [UInt8]) -> SearchText {
    var text = SearchText()
    // Nothing is left of what was read before.
    text.read(Array("x日".utf8).span)
    text.read(bytes.span)
    return text
  }

  @Test func placesAreThoseOfStrings() {
    for string in Self.texts {
      let text = read(Array(string.utf8))
      #expect(text.units == Array(string.utf16))
      // The byte of each code unit: both halves of a surrogate pair begin where the scalar does.
      var (bytes, byte): ([Int], Int) = ([], 0)
      for scalar in string.unicodeScalars {
        bytes += [Int](repeating: byte, count: UTF16.width(scalar))
        byte += UTF8.width(scalar)
      }
      bytes.append(byte)
      let boundaries = (string.indices + [string.endIndex]).map {
        string.utf16.distance(from: string.startIndex, to: $0)
      }
      var walker = SearchText.Cursor()
      for place in bytes.indices {
        var jumper = SearchText.Cursor()
        text.move(&walker, to: place)
        text.move(&jumper, to: place)
        for cursor in [walker, jumper] {
          #expect(cursor.place == place && cursor.byte == bytes[place])
          let boundary = boundaries.last { $0 <= place }!
          #expect(cursor.boundary == (boundary, bytes[boundary]))
        }
        text.move(&jumper, toBoundaryFrom: place)
        let boundary = boundaries.first { $0 >= place }!
        #expect(jumper.place == boundary && jumper.boundary == (boundary, bytes[boundary]))
      }
    }
  }

  /// Whether a word may begin with a character: no letter and no digit stands before, or the one or
  /// the other is an ideograph.
  private func mayBeginWord(_ text: String, at place: String.Index) -> Bool {
    guard place > text.startIndex else { return true }
    let before = text[text.index(before: place)].unicodeScalars.first!.properties
    return text[place].unicodeScalars.first!.properties.isIdeographic || before.isIdeographic
      || !before.isAlphabetic && before.numericType == nil
  }

  @Test func wordsBegin() {
    for string in Self.texts {
      let text = read(Array(string.utf8))
      for place in string.indices {
        let unit = string.utf16.distance(from: string.startIndex, to: place)
        var cursor = SearchText.Cursor()
        text.move(&cursor, to: unit)
        #expect((cursor.wordStart == unit) == mayBeginWord(string, at: place), "\(string)")
      }
    }
  }

  /// The example of The Unicode Standard, table 3-8: one U+FFFD for each maximal subpart.
  @Test func illFormedBytes() {
    let text = read(bytes(hexadecimal: "61F18080E180C262806380BF64"))
    let expected: [(unit: UInt16, byte: Int)] = [
      (0x61, 0), (0xFFFD, 1), (0xFFFD, 4), (0xFFFD, 6), (0x62, 7), (0xFFFD, 8), (0x63, 9),
      (0xFFFD, 10), (0xFFFD, 11), (0x64, 12),
    ]
    #expect(text.units == expected.map(\.unit))
    for (place, byte) in (expected.map(\.byte) + [13]).enumerated() {
      var cursor = SearchText.Cursor()
      text.move(&cursor, to: place)
      #expect(cursor.byte == byte && cursor.boundary == (place, byte))
    }
  }
}
