import CollationTestSupport
import Testing

@testable import Collation
@testable import CollationFiling

/// Collation elements of texts, and where matches may begin and end.
@Suite struct SearchElementsTests {
  /// What is known of an element besides its weights.
  private struct Place: Equatable {
    var byte: Int
    var begins: Begins
    var end: Int?

    enum Begins { case nothing, match, word }

    init(_ byte: Int, _ begins: Begins, _ end: Int?) {
      (self.byte, self.begins, self.end) = (byte, begins, end)
    }
  }

  private func elements(
    _ text: [UInt8], _ strength: CollationStrength = .primary, in locale: String = "root",
    shifted: Bool = false
  ) throws -> [SearchElement] {
    let options = CollatorOptions.with { $0.alternateHandling = shifted ? .shifted : .nonIgnorable }
    var elements = SearchElements(
      by: try Collator(locale: locale, options: options), strength: strength)
    var read: [SearchElement] = []
    elements.read(text.span) { read.append($0) }
    return read
  }

  private func places(
    _ text: String, _ strength: CollationStrength = .primary, in locale: String = "root",
    shifted: Bool = false
  ) throws -> [Place] {
    try elements(Array(text.utf8), strength, in: locale, shifted: shifted).map { element in
      #expect(element.beginsMatch || !element.beginsWord)
      return Place(
        element.byte, element.beginsWord ? .word : element.beginsMatch ? .match : .nothing,
        element.matchEnd)
    }
  }

  /// No character and no contraction is cut, but a match may end before a vowel sign. By hand.
  @Test func matchesBeginAndEndBetweenCharacters() throws {
    #expect(try places("") == [])
    #expect(try places("ab") == [Place(0, .word, 1), Place(1, .match, 2)])
    #expect(try places("ch", in: "cs") == [Place(0, .word, 2)])
    // Both letters of ß belong to one character.
    #expect(try places("ß") == [Place(0, .word, nil), Place(0, .nothing, 2)])
    // An accent belongs to its letter, whether or not it counts.
    #expect(try places("e\u{301}x") == [Place(0, .word, 3), Place(3, .match, 4)])
    #expect(
      try places("e\u{301}x", .secondary)
        == [Place(0, .word, nil), Place(0, .nothing, 3), Place(3, .match, 4)])
    // A Thai vowel has a letter of its own; jamo make up one syllable.
    #expect(try places("กิ") == [Place(0, .word, 3), Place(0, .nothing, 6)])
    #expect(
      try places("\u{1100}\u{1161}") == [Place(0, .word, nil), Place(0, .nothing, 6)])
    #expect(try places("日本") == [Place(0, .word, 3), Place(3, .word, 6)])
  }

  /// Ignored characters belong to no match: the soft hyphen at all strengths, spaces and what is
  /// ignored behind them under shifted handling (UTS #10, 4).
  @Test func ignoredCharacters() throws {
    #expect(try places("\u{AD}a\u{AD}b") == [Place(2, .word, 3), Place(5, .word, 6)])
    #expect(
      try places("a b") == [Place(0, .word, 1), Place(1, .match, 2), Place(2, .word, 3)])
    for text in ["a b", "a-b"] {
      #expect(try places(text, shifted: true) == [Place(0, .word, 1), Place(2, .word, 3)])
    }
    #expect(
      try places("a \u{301}b", .secondary, shifted: true)
        == [Place(0, .word, 1), Place(4, .word, 5)])
  }

  /// ICU's own iterator is the judge of the weights: of each half of an element by itself.
  @Test(arguments: ["root", "cs", "ja", "th"]) func weightsAreThoseOfICU(locale: String) throws {
    let reference = try #require(ReferenceCollator(normalizing: locale))
    var source = HostileNames(seed: 6)
    for name in source.names(15 * Coverage.names) where !HostileNames.mayHangICU(name) {
      let values = reference.elements(of: Array(String(decoding: name, as: UTF8.self).utf16))
        .map(\.value)
      for (strength, mask) in [(CollationStrength.primary, 0xFFFF_0000), (.secondary, 0xFFFF_FF00)]
        as [(CollationStrength, UInt32)]
      {
        // The second half of an element says so in bits of the third level.
        var expected: [[UInt32]] = []
        for value in values {
          if value & 0xC0 == 0xC0, !expected.isEmpty {
            expected[expected.count - 1].append(value & mask)
          } else {
            expected.append([value & mask])
          }
        }
        expected.removeAll { $0.allSatisfy { $0 == 0 } }
        let found = try elements(name, strength, in: locale).map { element in
          let primary = UInt32(element.weights >> 32)
          let secondary = UInt32(element.weights >> 16 & 0xFFFF)
          let first = primary & 0xFFFF_0000 | secondary & 0xFF00
          return [first, primary << 16 | (secondary & 0xFF) << 8]
        }
        #expect(found == expected.map { $0 + [UInt32](repeating: 0, count: 2 - $0.count) })
      }
    }
  }

  /// Letters are read word by word, ASCII by a table, and words that come again from what was kept:
  /// as if ICU had read the whole text. Only a mark behind a space begins a word that way alone.
  @Test func wordsAreReadAsThePartsOfATextAre() throws {
    let letters = try SearchLetters.of(Collator(locale: "root"))
    var elements = SearchElements(of: letters.collator, ascii: letters.ascii)
    var source = HostileNames(seed: 8)
    let ascii = (0..<0x80).map { [0x61, UInt8($0), 0x62, UInt8($0), 0x20, UInt8($0)] }
    for name in ascii + source.names(15 * Coverage.names) where !HostileNames.mayHangICU(name) {
      for text in [name, name + [0x20] + name, [0x20] + name + Array(" a\u{301} b".utf8)] {
        let characters = String(decoding: text, as: UTF8.self)
        let isMarked = characters.contains { character in
          character.unicodeScalars.first == " " && character.unicodeScalars.count > 1
        }
        if isMarked { continue }
        var whole: [SearchElement] = []
        var readWhole = SearchElements(of: letters.collator)
        readWhole.read(text.span) { whole.append($0) }
        for _ in 0..<2 {
          var read: [SearchElement] = []
          elements.read(text.span) { read.append($0) }
          #expect(read == whole, "\(text)")
        }
      }
    }
  }
}
