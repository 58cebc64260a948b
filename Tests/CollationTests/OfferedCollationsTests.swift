import CollationTestSupport
import Testing

@testable import Collation

/// Which of the offered collations a request gets. Expected choices are those of ICU's
/// `uloc_acceptLanguageFromHTTP`.
@Suite struct OfferedCollationsTests {
  private static let offered = ["en", "sv", "de", "pt-BR", "zh-Hant", "zh", "ja", "nb", "sr-Latn"]

  @Test func headersChooseAsICUDoes() throws {
    let offered = try OfferedCollations(locales: Self.offered, fallback: "de")
    var generator = SeededGenerator(seed: 3)
    let ranges = [
      "sv", "sv-FI", "en-GB", "en", "de-AT", "*", "xx", "pt", "pt-PT", "zh-TW", "zh-HK", "zh-CN",
      "ja-JP",
      "no", "nn", "da", "sr", "sr-RS", "hr", "iw", "tlh", "de-CH-1996", "en-u-co-standard",
      "x-private",
    ]
    let qualities = ["", "", ";q=0.8", ";q=0.5", ";q=0", "; q=1.0", ";q=0.001"]
    for _ in 0..<400 {
      let header = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
        ranges.randomElement(using: &generator)! + qualities.randomElement(using: &generator)!
      }.joined(separator: Bool.random(using: &generator) ? "," : ", ")
      let best = ReferenceICU.bestLocale(of: Self.offered, forAcceptLanguage: header)
      let expected = best.map { Self.offered[$0] } ?? "de"
      #expect(offered.offer(forAcceptLanguage: header).locale == expected, "\(header)")
    }
  }

  /// RFC 9110, 12.5.4: the language with the highest quality. CLDR: zh-TW is written in Traditional
  /// Chinese.
  @Test func wellKnownHeaders() throws {
    let offered = try OfferedCollations(locales: Self.offered, fallback: "en")
    for (header, expected) in [
      ("sv-SE,sv;q=0.9,en-US;q=0.8,en;q=0.7", "sv"), ("da;q=0.1, ja;q=0.9", "ja"), ("en-GB", "en"),
      ("zh-TW", "zh-Hant"), ("zh-CN", "zh"), ("no", "nb"), ("xx", "en"), ("", "en"), ("*", "en"),
    ] {
      #expect(offered.offer(forAcceptLanguage: header).locale == expected, "\(header)")
    }
    #expect(offered.offer(forAcceptLanguage: nil).locale == "en")
  }

  @Test func aChosenLocaleGoesBeforeTheHeader() throws {
    let offered = try OfferedCollations(
      locales: Self.offered + ["de-u-co-phonebk"], fallback: "en")
    func choice(_ chosen: String?) -> String? {
      offered.offer(forAcceptLanguage: "ja", locale: chosen).locale
    }
    #expect(choice("sv") == "sv" && choice("SV_se") == "sv" && choice("zh_TW") == "zh-Hant")
    #expect(choice("de@collation=phonebook") == "de-u-co-phonebk" && choice("de") == "de")
    for none in [nil, "", "xx", "not a locale", "sv\u{0}", "é", "root", "de-u-co-bogus-", "__"] {
      #expect(choice(none) == "ja", "\(none ?? "nil")")
    }
  }

  @Test func theFallbackNeedNotBeOffered() throws {
    let offered = try OfferedCollations(
      locales: ["sv", "SV", "sv-u-co-standard"], fallback: "root")
    #expect(offered.offers.map(\.locale) == ["sv", "sv-u-co-standard", "root"])
    #expect(offered.fallback.locale == "root" && offered["root"]?.locale == "root")
    #expect(offered["sv"]?.locale == "sv" && offered["SV"] == nil && offered["de"] == nil)
    #expect(offered.offer(forAcceptLanguage: "de").locale == "root")
    let none = try OfferedCollations(locales: [], fallback: "en")
    #expect(none.offer(forAcceptLanguage: "sv").locale == "en")
    #expect(
      try OfferedCollations(locales: [], fallback: "und").offer(forAcceptLanguage: "sv").locale
        == "und")
    #expect(throws: CollationError.self) {
      try OfferedCollations(locales: ["en", "a b"], fallback: "en")
    }
    #expect(throws: CollationError.self) { try OfferedCollations(locales: ["en"], fallback: "") }
  }

  /// Each of ICU's locales gets itself, or one that is the same to ICU.
  @Test func everyLocaleCanBeOffered() throws {
    let locales = Collator.availableLocales
    let offered = try OfferedCollations(locales: locales, fallback: "en")
    for name in locales {
      #expect(offered.offer(forAcceptLanguage: nil, locale: name).locale == name)
    }
    #expect(offered.offer(forAcceptLanguage: "fr-CA").locale == "fr_CA")
  }

  static let hostile: [String] = {
    var generator = SeededGenerator(seed: 19)
    let letters = Array(
      "abcdefghijklmnopqrstuvwxyz0123456789-_@=;,.*q \u{0}\n\u{7F}é".unicodeScalars)
    return (0..<1000).map { number in
      func random(_ count: Int) -> String {
        String(
          String.UnicodeScalarView(
            (0..<count).map { _ in letters.randomElement(using: &generator)! }))
      }
      return switch number % 8 {
      case 0: random(Int.random(in: 0...40, using: &generator))
      case 1: "sv-x-private\(number)"
      case 2: "en-u-co-standard-x-a\(number)"
      case 3: (0..<200).map { "x\($0)\(number);q=0.\($0)" }.joined(separator: ",")
      case 4: random(Int.random(in: 900...20_000, using: &generator))
      case 5: "de;q=" + String(repeating: "9", count: 600) + ",\(number)"
      case 6: "sv\u{0}\(number)"
      default: String(repeating: "-", count: number) + "en@collation=\(number)"
      }
    }
  }()

  /// A thousand hostile headers and locales open nothing, and honest requests in between get
  /// theirs.
  @Test func hostileRequestsOpenNothing() throws {
    let offered = try OfferedCollations(locales: Self.offered, fallback: "de")
    for text in Self.hostile {
      for offer in [
        offered.offer(forAcceptLanguage: text),
        offered.offer(forAcceptLanguage: text, locale: text),
      ] {
        #expect(offered.offers.contains { $0.collation.storage === offer.collation.storage })
      }
      #expect(
        Collator.cache.value(
          for: Collator.Request(source: .locale(text), options: CollatorOptions())) == nil)
      #expect(offered.offer(forAcceptLanguage: "sv-SE,en;q=0.5").locale == "sv")
      #expect(offered.offer(forAcceptLanguage: nil, locale: "zh-TW").locale == "zh-Hant")
    }
  }

  /// Who opens collations by names from outside has caches that do not grow beyond their capacity;
  /// `BoundedCacheTests` has what stays in them.
  @Test func hostileLocalesDoNotGrowTheCaches() throws {
    for number in 0..<400 {
      _ = try LocalizedIndexedCollation(locale: "en-x-h\(number)")
      #expect(Collator.cache.count <= 256 && LocalizedIndexedCollation.cache.count <= 256)
    }
    #expect(try LocalizedIndexedCollation(locale: "sv").sectionTitles.count == 30)
  }
}
