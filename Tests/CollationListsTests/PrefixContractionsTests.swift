import CollationTestSupport
import Testing

@testable import Collation
@testable import CollationLists

/// Prefixes that end within a contraction, against ICU's keys of names that go on with the whole.
@Suite struct PrefixContractionsTests {
  /// ICU's own letters under one locale.
  private struct Letters {
    let reference: ReferenceCollator

    init(_ locale: String) throws {
      reference = try #require(ReferenceCollator(locale: locale))
      reference.set(4, to: 17)  // UCOL_NORMALIZATION_MODE = UCOL_ON
      reference.set(5, to: 0)  // UCOL_STRENGTH = UCOL_PRIMARY
    }

    func of(_ text: some StringProtocol) -> ArraySlice<UInt8> {
      reference.sortKey(Array(text.utf8)).dropLast()
    }

    /// Whether a prefix may end before a scalar of a name, within a character only before letters
    /// that are added and change none. An accent has no letters, and jamo make up one syllable.
    func mayEnd(before place: String.Index, of name: String) -> Bool {
      guard let end = ([name.endIndex] + name.indices).filter({ $0 >= place }).min(), end > place
      else { return true }
      let scalar = name.unicodeScalars[place]
      let (prefix, whole) = (of(name[..<place]), of(name[..<end]))
      return !(0x1160...0x11FF).contains(scalar.value) && !(0xD7B0...0xD7FF).contains(scalar.value)
        && !of(String(scalar)).isEmpty && whole.starts(with: prefix) && whole.count > prefix.count
    }
  }

  private func collator(_ locale: String) throws -> Collator {
    var options = CollatorOptions()
    options.strength = .primary
    return try Collator(locale: locale, options: options)
  }

  /// Behind letters of the same run and of others, every contraction of ICU's is cut at each place.
  @Test(arguments: ["cs", "hu", "th", "ta", "my", "ja", "root"])
  func namesBeginWithOneOfTheBeginnings(locale: String) throws {
    let collator = try collator(locale)
    let contractions = try PrefixContractions.of(collator)
    let letters = try Letters(locale)
    let wholes = try collator.storage.icu.contextualStrings().map {
      String(String.UnicodeScalarView($0.compactMap(Unicode.Scalar.init)))
    }
    #expect(contractions.longest == wholes.map(\.unicodeScalars.count).max())
    var (cut, changed) = (0, 0)
    let stems = ["b", "Ж", "ก", "க", "あ", "1"]
    for (number, whole) in wholes.enumerated() {
      for stem in ["", stems[number % stems.count]] {
        let name = stem + whole
        if HostileNames.mayHangICU(Array(name.utf8)) { continue }
        let nameLetters = letters.of(name)
        for place in name.unicodeScalars.dropFirst(stem.unicodeScalars.count + 1).indices
        where letters.mayEnd(before: place, of: name) {
          let prefix = letters.of(name[..<place])
          let beginnings = contractions.beginnings(of: Array(prefix))
          let isFound = (0..<beginnings.count).contains { nameLetters.starts(with: beginnings[$0]) }
          #expect(isFound, "\(name.unicodeScalars.map(\.value))")
          cut += 1
          if !nameLetters.starts(with: prefix) { changed += 1 }
          #expect(prefix.count - nameLetters.count <= contractions.saving)
        }
      }
    }
    // Root's own contractions are those of the Indic scripts and of Thai.
    #expect(cut > 1_000 && changed > 100)
  }

  /// Czech ch is one letter and c begins it; no letter of *Adam* begins another.
  @Test func onlyContractionsHaveMoreBeginnings() throws {
    let collator = try collator("cs")
    let contractions = try PrefixContractions.of(collator)
    let letters = try Letters("cs")
    for prefix in ["", "adam", "x", "ch", "Ж"] {
      let beginnings = contractions.beginnings(of: Array(letters.of(prefix)))
      #expect(beginnings.count == 1 && beginnings[0] == letters.of(prefix), "\(prefix)")
    }
    let beginnings = contractions.beginnings(of: Array(letters.of("ac")))
    #expect((0..<beginnings.count).map { beginnings[$0] }.contains(letters.of("ach")))
  }

  @Test(arguments: ["cs", "hi", "th"]) func marksThatBringLetters(locale: String) throws {
    let collator = try collator(locale)
    let contractions = try PrefixContractions.of(collator)
    let letters = try Letters(locale)
    let scripts: [ClosedRange<UInt32>] = [0x61...0x24F, 0x300...0x36F, 0x900...0xE7F]
    for scalar in scripts.joined().compactMap(Unicode.Scalar.init) {
      #expect(
        contractions.bringsLetter(scalar, collator) == !letters.of(String(scalar)).isEmpty,
        "\(scalar.value)")
    }
    for jamo: Unicode.Scalar in ["\u{1160}", "\u{11FF}", "\u{D7B0}", "\u{D7FF}"] {
      #expect(!contractions.bringsLetter(jamo, collator))
    }
  }
}
