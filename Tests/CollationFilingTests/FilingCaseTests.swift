import CollationTestSupport
import Testing

@testable import Collation
@testable import CollationFiling

/// What people ask for, in their own examples. A source stands beside each case; the title is the
/// one that its author expects.
@Suite struct FilingCaseTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var source: String
    var name: String
    var title: String
    var list = "en"
    var language: String?
    var rules = FilingRules(articles: .standard)
    var testDescription: String { "\(name) in \(list), \(source)" }
  }

  private static let punctuation = FilingRules(skipsPunctuation: true)

  static let cases: [Case] = [
    // Articles by language, where the record has one and where the list has.
    Case(source: "Readarr#1706", name: "I Malavoglia", title: "M", language: "it"),
    Case(source: "Readarr#1706", name: "I am Legend", title: "I", language: "en"),
    Case(source: "nova-video-player/aos-AVP#295", name: "L'Avventura", title: "A", list: "fr"),
    Case(source: "nova-video-player/aos-AVP#295", name: "Les Choristes", title: "C", list: "fr"),
    Case(source: "nova-video-player/aos-AVP#295", name: "The Godfather", title: "G"),
    Case(source: "navidrome#326", name: "The Beatles", title: "B"),
    Case(source: "navidrome#326", name: "Theodore", title: "T"),
    // A list of English names has no Portuguese articles, nor German ones.
    Case(source: "navidrome#5438", name: "As It Is", title: "A"),
    Case(source: "Kareadita/Kavita#4915", name: "As the Moon Wanes", title: "A"),
    Case(source: "navidrome#5438", name: "As It Is", title: "I", list: "pt"),
    Case(source: "issue of this library", name: "A-ha", title: "A"),
    Case(source: "issue of this library", name: "Die Hard", title: "D"),
    Case(source: "issue of this library", name: "Die Hard", title: "H", list: "de"),
    Case(source: "issue of this library", name: "Die Hard", title: "D", list: "de", language: "en"),
    // MARC 21, Appendix F, and the examples of its field 245, second indicator.
    Case(source: "MARC 21, 245: 4", name: "The Year book of medicine", title: "Y"),
    Case(source: "MARC 21, 245: 2", name: "A report to the legislature", title: "R"),
    Case(source: "MARC 21, 245: 2", name: "L'été", title: "E", list: "fr"),
    Case(source: "MARC 21, 245: 4", name: "Der öffentliche Dienst", title: "O", list: "de"),
    Case(source: "MARC 21, 245: 5", name: "Los cambios", title: "C", list: "es"),
    Case(source: "MARC 21, appendix F", name: "'t Hooft", title: "H", list: "nl"),
    Case(source: "MARC 21, appendix F", name: "’T HOOFT", title: "H", list: "nl"),
    Case(source: "MARC 21, appendix F", name: "An t-Oileánach", title: "O", list: "ga"),
    Case(source: "MARC 21, appendix F", name: "Na h-Eileanan", title: "E", list: "gd"),
    Case(source: "MARC 21, appendix F", name: "as-Sijill", title: "S", language: "ar"),
    Case(source: "MARC 21, appendix F", name: "Egy nap", title: "N", list: "hu"),
    Case(source: "MARC 21, appendix F", name: "Gli indifferenti", title: "I", list: "it"),
    Case(source: "MARC 21, appendix F", name: "GL'INNAMORATI", title: "I", list: "it"),
    Case(source: "MARC 21, appendix F", name: "Y Gododdin", title: "G", list: "cy"),
    Case(source: "MARC 21, appendix F", name: "Ang mga ibon", title: "I", list: "fil"),
    Case(source: "MARC 21, appendix F", name: "Ένα κορίτσι", title: "Κ", list: "el"),
    Case(source: "MARC 21, appendix F", name: "Ε\u{301}να κορίτσι", title: "Κ", list: "el"),
    // Finnish has no articles.
    Case(source: "MARC 21, appendix F", name: "En Finlande", title: "E", list: "fi"),
    // A name that is only an article stays.
    Case(source: "issue of this library", name: "The", title: "T"),
    Case(source: "issue of this library", name: "The The", title: "T"),
    Case(source: "issue of this library", name: "A", title: "A"),
    // A language that is no tag, or has no articles in the table, is unknown.
    Case(source: "issue of this library", name: "The Wall", title: "W", language: "no tag"),
    Case(source: "issue of this library", name: "The Wall", title: "W", language: "tlh"),
    Case(source: "issue of this library", name: "Das Boot", title: "B", language: "de-AT"),
    Case(source: "issue of this library", name: "Das Boot", title: "B", language: "de_AT"),
    // Leading punctuation alone: zotero went to and fro.
    Case(source: "zotero#514", name: "“Adam", title: "A", rules: punctuation),
    Case(source: "zotero#1837", name: "(Adam)", title: "A", rules: punctuation),
    Case(source: "navidrome#174", name: "…And Justice for All", title: "A", rules: punctuation),
    Case(source: "navidrome#174", name: "¡Ándale!", title: "A", rules: punctuation),
    Case(source: "dopamine-windows#682", name: "*NSYNC", title: "N", rules: punctuation),
    Case(source: "dopamine-windows#682", name: ".hack", title: "H", rules: punctuation),
    Case(source: "arkham.build#185", name: "\"Ashcan\" Pete", title: "A", rules: punctuation),
    Case(source: "issue of this library", name: "!!!", title: "#", rules: punctuation),
    Case(source: "issue of this library", name: "😀 Party", title: "P", rules: punctuation),
    Case(source: "issue of this library", name: "(500) Days", title: "#", rules: punctuation),
    Case(source: "issue of this library", name: "", title: "#", rules: punctuation),
  ]

  @Test(arguments: cases)
  func aNameIsFiledWhereItsAuthorExpects(testCase: Case) throws {
    let collation = try LocalizedIndexedCollation(locale: testCase.list, filing: testCase.rules)
    let parts = NameParts(testCase.name, language: testCase.language)
    #expect(collation.sectionTitles[collation.section(for: parts)] == testCase.title)
  }

  /// What stands inside of a name counts, other than with alternate handling.
  @Test func spacesInsideOfANameCount() throws {
    let collation = try LocalizedIndexedCollation(locale: "en", filing: Self.punctuation)
    #expect(collation.listKey(for: "di Silva") != collation.listKey(for: "diSilva"))
    #expect(collation.listKey(for: "di Silva") < collation.listKey(for: "diSilva"))
  }

  /// SimpleMobileTools/Simple-Contacts#693, vCard 4.0 (RFC 6350, 5.9): SORT-AS overrides all, and
  /// a name without one is filed as it is, not under #.
  @Test func sortAsOverridesAndMayBeMissing() throws {
    let rules = FilingRules(articles: .standard, skipsPunctuation: true)
    let collation = try LocalizedIndexedCollation(locale: "en", filing: rules)
    func title(_ parts: NameParts) -> String {
      collation.sectionTitles[collation.section(for: parts)]
    }
    #expect(title(NameParts("Ludwig van Beethoven", sortAs: "Beethoven")) == "B")
    #expect(title(NameParts("Wolfgang Mozart", sortAs: "")) == "W")
    #expect(title(NameParts("Wolfgang Mozart", sortAs: "  ")) == "W")
    #expect(title(NameParts("X", sortAs: "The Who")) == "T", "an override is not guessed at")
    #expect(title(NameParts("X", reading: "A Flock")) == "A")
    #expect(title(NameParts("X", sortAs: "S", reading: "R")) == "S")
  }

  /// ICU is the judge: a reading in hiragana has the letters of one in katakana, so that no kana
  /// have to be folded.
  @Test func readingsInBothKanaHaveTheSameLetters() throws {
    let options = CollatorOptions.with { $0.strength = .primary }
    var pairs = [("おぐらゆい", "オグラユイ"), ("がっこう", "ガッコウ"), ("こーひー", "コーヒー")]
    for locale in Collator.availableLocales {
      let collator = try Collator(locale: locale, options: options)
      for (hiragana, katakana) in pairs {
        #expect(collator.compare(hiragana, katakana) == .equal, "\(locale) \(hiragana)")
      }
    }
    // The marks that repeat a syllable are letters of their own but in Japanese.
    pairs = [("みすゞ", "ミスヾ"), ("こゝろ", "ココロ")]
    let japanese = try Collator(locale: "ja", options: options)
    for (hiragana, katakana) in pairs { #expect(japanese.compare(hiragana, katakana) == .equal) }
  }

  /// Anglo-American Cataloguing Rules, 22.5D1, by the language of each name.
  @Test(
    arguments: [
      ("nl", "van der Waals", "W"), ("nl", "Ver Boven", "V"), ("nl", "’t Hooft", "H"),
      ("nl", "op den Akker", "A"), ("de", "von Goethe", "G"), ("de", "Vom Ende", "V"),
      ("de", "zu Guttenberg", "G"), ("fr", "de Gaulle", "G"), ("fr", "d’Alembert", "A"),
      ("fr", "de La Bruyère", "L"), ("fr", "Du Bellay", "D"), ("es", "de las Casas", "C"),
      ("es", "Las Heras", "L"), ("en", "De Quincey", "D"), ("it", "Della Casa", "D"),
      ("pt", "dos Santos", "S"), ("sv", "af Geijerstam", "G"), ("da", "De Wilde", "D"),
      ("af", "Van der Post", "V"), ("cs", "z Žerotína", "Ž"),
    ])
  func particlesOfFamilyNamesCountWhereTheLanguageHasThemCount(
    language: String, name: String, title: String
  ) throws {
    let collation = try LocalizedIndexedCollation(
      locale: "cs", filing: FilingRules(articles: .surnameParticles))
    let parts = NameParts(name, language: language)
    #expect(collation.sectionTitles[collation.section(for: parts)] == title)
  }

  /// What is skipped is told by the general category (UAX #44, 5.7.1), for all characters: those
  /// of L, M and N stay, as do unassigned ones and those for private use.
  @Test func everyCharacterIsSkippedOrStaysByItsCategory() throws {
    let collation = try LocalizedIndexedCollation(locale: "en", filing: Self.punctuation)
    let scalars = (0...0x10FFFF as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init)
    let names = NameList(shown: UTF8Records(strings: scalars.map { "\($0)b" }))
    var wrong: [String] = []
    for (scalar, filed) in zip(scalars, collation.collator.filedTexts(of: names)) {
      let isSkipped =
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
          .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber,
          .otherNumber, .unassigned, .privateUse:
          false
        default: true
        }
      // Swift may know characters that this ICU does not have yet, or the other way round.
      let isUnknown = scalar.properties.age == nil || !ReferenceICU.has(scalar)
      let expectedCount = isSkipped ? 1 : String(scalar).utf8.count + 1
      if filed.count != expectedCount && !isUnknown {
        wrong.append(String(scalar.value, radix: 16))
      }
    }
    #expect(wrong == [])
  }

  /// An ill-formed sequence collates as U+FFFD (UTS #10, 7.1.3), which is a symbol (Unicode, So),
  /// also where its first byte begins letters elsewhere.
  @Test(arguments: [[0xE5], [0xEA, 0xB9], [0xE3, 0x41], [0xFF]] as [[UInt8]])
  func illFormedBytesAtTheBeginningAreSkippedAsSymbols(bytes: [UInt8]) throws {
    let collation = try LocalizedIndexedCollation(locale: "en", filing: Self.punctuation)
    let name = bytes + Array("(Adam".utf8)
    let ends = bytes.last == 0x41 ? "A" : "Adam"
    let filed = collation.collator.filedTexts(
      of: NameList(shown: try UTF8Records(name, ranges: [0..<name.count])))
    #expect(String(decoding: filed[0], as: UTF8.self).hasPrefix(ends))
  }

  /// navidrome#3285: 小倉唯 is read おぐらゆい. Of names with one reading, those that are written by
  /// it come first, then the others as they are written.
  @Test func readingsDecideAndWhatIsShownBreaksTies() throws {
    let collation = try LocalizedIndexedCollation(locale: "ja")
    let names = [
      NameParts("田中", reading: "たなか"), NameParts("他中", reading: "たなか"), NameParts("たなか"),
      NameParts("小倉唯", reading: "おぐらゆい"), NameParts("サイダーガール"),
    ]
    let sections = collation.sections(of: names, filedBy: { $0 }, hidingEmpty: true)
    #expect(sections.map(\.title) == ["あ", "さ", "た"])
    let collator = collation.collator
    let written = ["田中", "他中"].sorted { collator.compare($0, $1) == .less }
    #expect(sections.last?.map(\.shown) == ["たなか"] + written)
  }

  /// FossifyOrg/Contacts#60, nextcloud/contacts#18: family name, then given name, then company; an
  /// album by its disc and track.
  @Test func fieldsDecideInTurn() throws {
    let collation = try LocalizedIndexedCollation(
      locale: "en", filing: FilingRules(numericFields: [1, 2]))
    func order(_ fields: [[String]]) -> [[String]] {
      collation.sections(of: fields, filedBy: { NameParts(fields: $0.map { .init($0) }) }).rows
    }
    #expect(
      order([["Smith", "Zoe", ""], ["", "", "Acme"], ["Smith", "Adam", ""], ["", "Bob", ""]])
        == [["", "", "Acme"], ["", "Bob", ""], ["Smith", "Adam", ""], ["Smith", "Zoe", ""]])
    #expect(
      order([["Blue", "1", "10"], ["Blue", "2", "1"], ["Blue", "1", "9"], ["Blue 2", "1", "1"]])
        == [["Blue", "1", "9"], ["Blue", "1", "10"], ["Blue", "2", "1"], ["Blue 2", "1", "1"]])
  }
}
