import CollationTestSupport
import Testing

@testable import CollationFiling

/// Romanized texts, against ICU's transliterators.
@Suite struct RomanizerTests {
  private func romanized(
    _ text: [UInt8], _ romanization: FilingRules.Romanization = .foreignScripts,
    in language: String = "en", of nameLanguage: String? = nil
  ) throws -> [UInt8]? {
    try Romanizer(romanization, locale: language, language: language)
      .romanized(text.span, nameLanguage: nameLanguage)
  }

  private func romanized(
    _ text: String, _ romanization: FilingRules.Romanization = .foreignScripts,
    in language: String = "en", of nameLanguage: String? = nil
  ) throws -> String? {
    try romanized(Array(text.utf8), romanization, in: language, of: nameLanguage)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  private func byICU(_ text: String, _ transliterator: String) throws -> String {
    try #require(
      ReferenceTransliterator.transliterate(text, by: transliterator + "; [[:Lm:]’] Remove; NFC"))
  }

  /// Latin stays, and so do the scripts of the list, unless all scripts are romanized. Signs, marks
  /// and most digits have no script (UAX #24).
  @Test func whichScriptsStay() throws {
    let letters = ["Иван": "ru", "Γιώργος": "el", "たなか": "ja", "김": "ko"]
    for (text, language) in letters {
      for list in letters.values {
        #expect(try (romanized(text, in: list) == nil) == (list == language), "\(text) in \(list)")
        #expect(try romanized(text, .allScripts, in: list) != nil)
      }
    }
    for text in ["", "Öberg", "e\u{301}", "42", "１", "№ — …", "\u{1F600}"] {
      #expect(try romanized(text, .allScripts) == nil, "\(text)")
    }
  }

  /// Whatever stands between words stays, also bytes that are no UTF-8.
  @Test func wordsAreRomanizedWhereTheyStand() throws {
    let greek = "NFC; Greek-Latin/UNGEGN"
    let (first, second) = ("Ωνάσης", "Χριστίνα")
    let expected = try [byICU(first, greek), byICU(second, greek)].map { Array($0.utf8) }
    let text = [0xFF] + Array("x ".utf8) + Array(first.utf8) + [0xE0, 0x2D] + Array(second.utf8)
    #expect(
      try romanized(text + [0xC3])
        == [0xFF] + Array("x ".utf8) + expected[0] + [0xE0, 0x2D] + expected[1] + [0xC3])
    // Letters of two scripts are two words.
    #expect(
      try romanized(first + "Иван") == byICU(first, greek) + byICU("Иван", "NFC; ru-ru_Latn/BGN"))
  }

  /// ICU gets a long word in pieces. Georgian is written letter by letter.
  @Test func longWords() throws {
    for count in [1, 63, 64, 65, 200] {
      let word = String(repeating: "გიორ", count: count)
      #expect(try romanized(word) == byICU(word, "Any-Latin"))
    }
  }

  /// The language of the name decides before that of the list. Ideographs have Chinese readings,
  /// each a syllable, and none in Japanese and Korean.
  @Test func languagesDecide() throws {
    let name = "Гринченко"
    for (list, language, expected) in [
      ("en", nil, "ru"), ("en", "uk", "uk"), ("uk", nil, "uk"), ("uk", "ru", "ru"),
      ("en", "fr", "ru"), ("bg", "fr", "bg"),
    ] as [(String, String?, String)] {
      #expect(
        try romanized(name, .allScripts, in: list, of: language)
          == byICU(name, "NFC; \(expected)-\(expected)_Latn/BGN"), "\(list)")
    }
    let chinese = try byICU("北京 大学", "Han-Latin")
    #expect(chinese.split(separator: " ").count == 4)
    #expect(try romanized("北京 大学") == chinese)
    for language in ["ja", "ko"] { #expect(try romanized("北京", of: language) == "北京") }
  }
}
