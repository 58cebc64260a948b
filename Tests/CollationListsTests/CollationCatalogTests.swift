import CollationTestSupport
import Testing

@testable import Collation
@testable import CollationLists

/// Which of the collations of a catalog a request gets. Expected choices are those of ICU's
/// `uloc_acceptLanguageFromHTTP`.
@Suite struct CollationCatalogTests {
  private static let locales = ["en", "sv", "de", "pt-BR", "zh-Hant", "zh", "ja", "nb", "sr-Latn"]

  @Test func headersChooseAsICUDoes() throws {
    let catalog = try CollationCatalog(locales: Self.locales, fallback: "de")
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
      let best = ReferenceICU.bestLocale(of: Self.locales, forAcceptLanguage: header)
      let expected = best.map { Self.locales[$0] } ?? "de"
      #expect(catalog.variant(forAcceptLanguage: header).locale == expected, "\(header)")
    }
  }

  /// RFC 9110, 12.5.4: the language with the highest quality. CLDR: zh-TW is written in Traditional
  /// Chinese.
  @Test func wellKnownHeaders() throws {
    let catalog = try CollationCatalog(locales: Self.locales, fallback: "en")
    for (header, expected) in [
      ("sv-SE,sv;q=0.9,en-US;q=0.8,en;q=0.7", "sv"), ("da;q=0.1, ja;q=0.9", "ja"), ("en-GB", "en"),
      ("zh-TW", "zh-Hant"), ("zh-CN", "zh"), ("no", "nb"), ("xx", "en"), ("", "en"), ("*", "en"),
    ] {
      #expect(catalog.variant(forAcceptLanguage: header).locale == expected, "\(header)")
    }
    #expect(catalog.variant(forAcceptLanguage: nil).locale == "en")
  }

  @Test func aChosenLocaleGoesBeforeTheHeader() throws {
    let catalog = try CollationCatalog(
      locales: Self.locales + ["de-u-co-phonebk"], fallback: "en")
    func choice(_ chosen: String?) -> String? {
      catalog.variant(forAcceptLanguage: "ja", preferring: chosen).locale
    }
    #expect(choice("sv") == "sv" && choice("SV_se") == "sv" && choice("zh_TW") == "zh-Hant")
    #expect(choice("de@collation=phonebook") == "de-u-co-phonebk" && choice("de") == "de")
    for none in [nil, "", "xx", "not a locale", "sv\u{0}", "é", "root", "de-u-co-bogus-", "__"] {
      #expect(choice(none) == "ja", "\(none ?? "nil")")
    }
  }

  @Test func theFallbackNeedNotBeListed() throws {
    let catalog = try CollationCatalog(
      locales: ["sv", "SV", "sv-u-co-standard"], fallback: "root")
    #expect(catalog.variants.map(\.locale) == ["sv", "sv-u-co-standard", "root"])
    #expect(catalog.fallback.locale == "root" && catalog["root"]?.locale == "root")
    #expect(catalog["sv"]?.locale == "sv" && catalog["SV"] == nil && catalog["de"] == nil)
    #expect(catalog.variant(forAcceptLanguage: "de").locale == "root")
    let none = try CollationCatalog(locales: [], fallback: "en")
    #expect(none.variant(forAcceptLanguage: "sv").locale == "en")
    #expect(
      try CollationCatalog(locales: [], fallback: "und").variant(forAcceptLanguage: "sv").locale
        == "und")
    #expect(throws: CollationError.self) {
      try CollationCatalog(locales: ["en", "a b"], fallback: "en")
    }
    #expect(throws: CollationError.self) { try CollationCatalog(locales: ["en"], fallback: "") }
  }

  /// Each of ICU's locales gets itself, or one that is the same to ICU.
  @Test func everyLocaleCanBeListed() throws {
    let locales = Collator.availableLocales
    let catalog = try CollationCatalog(locales: locales, fallback: "en")
    for name in locales {
      #expect(catalog.variant(forAcceptLanguage: nil, preferring: name).locale == name)
    }
    #expect(catalog.variant(forAcceptLanguage: "fr-CA").locale == "fr_CA")
  }

  /// One stored list for all locales with one order and the same sections. In ICU 72 these are
  /// root's order and the letters A–Z for the first four, and orders of their own for the others.
  @Test func localesThatSortAndCutAlikeShareAList() throws {
    let catalog = try CollationCatalog(
      locales: ["en", "de", "sv", "en-GB", "fr", "da", "de-u-co-phonebk", "de_DE", "sv_SE"],
      fallback: "nl")
    #expect(catalog.lists.map(\.locale) == ["en", "sv", "da", "de-u-co-phonebk"])
    #expect(
      catalog.variants.map(\.listName)
        == ["en", "en", "sv", "en", "en", "da", "de-u-co-phonebk", "en", "sv", "en"])
    #expect(catalog.fallback.listName == "en" && catalog.fallback.locale == "nl")
  }

  /// ICU has no language *svv*: a slip in settings. Whoever means it says which order to take.
  @Test func aLocaleThatICULacksIsRefused() throws {
    for (locales, fallback) in [(["en", "svv"], "en"), (["en"], "svv")] {
      let error = #expect(throws: CollationError.self) {
        try CollationCatalog(locales: locales, fallback: fallback)
      }
      #expect(error?.code == .unknownLocale)
    }
    let catalog = try CollationCatalog(locales: ["en", "svv"], fallback: "en") { locale in
      try LocalizedIndexedCollation(locale: locale == "svv" ? "sv" : locale)
    }
    #expect(catalog["svv"]?.collation == (try LocalizedIndexedCollation(locale: "sv")))
  }

  /// All of ICU's locales: those with one stamp share a list. What has one stamp has one list by
  /// ICU's keys, too: see `StampPartitionTests`.
  @Test func listsAreOneForEachStamp() throws {
    let catalog = try CollationCatalog(locales: Collator.availableLocales, fallback: "root")
    for variant in catalog.variants {
      let list = try #require(catalog[variant.listName])
      #expect(list.listName == list.locale && list.collation.stamp == variant.collation.stamp)
    }
    #expect(catalog.lists.count < catalog.variants.count - 20)
    #expect(Set(catalog.lists.map(\.collation.stamp)).count == catalog.lists.count)
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
    let catalog = try CollationCatalog(locales: Self.locales, fallback: "de")
    for text in Self.hostile {
      for variant in [
        catalog.variant(forAcceptLanguage: text),
        catalog.variant(forAcceptLanguage: text, preferring: text),
      ] {
        #expect(catalog.variants.contains { $0.collation.storage === variant.collation.storage })
      }
      #expect(
        Collator.cache.value(
          for: Collator.Request(source: .locale(text), options: CollatorOptions())) == nil)
      #expect(catalog.variant(forAcceptLanguage: "sv-SE,en;q=0.5").locale == "sv")
      #expect(catalog.variant(forAcceptLanguage: nil, preferring: "zh-TW").locale == "zh-Hant")
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
