import CollationTestSupport
import Testing

@testable import Collation

/// Which locale is had for the one that is asked for. Aliases and likely scripts are CLDR's; a
/// fallback is a language or a script that the collator's valid locale does not have.
@Suite(.serialized) struct LocaleTests {
  /// Of locales that share their data (no and nb, zh_Hant and zh_Hant_TW) ICU names the one that
  /// was opened first as valid, so that only its language is certain.
  @Test(arguments: [
    ("sv_SE", "sv", false), ("sv-SE", "sv", false), ("en", "en", false), ("en-US", "en", false),
    ("AR_sa", "ar", false), ("ko_KO", "ko", false), ("zh_TW", "zh", false),
    ("zh-Hant", "zh", false), ("sr-Latn", "sr", false), ("nb", "n", false), ("no", "n", false),
    ("zh-u-co-stroke", "zh", false), ("zh-Hans-u-co-stroke", "zh", false), ("yue", "zh", false),
    ("de_DE.UTF-8", "de", false), ("und", "root", false), ("root", "root", false),
    ("und-u-co-emoji", "root", false), ("xx", "root", true), ("tlh", "root", true),
    ("und-Latn", "root", false), ("de_DE@euro", "de", false), ("sr_RS@latin", "sr", false),
    ("sr_RS-latin", "sr", false),
    ("uz_UZ@cyrillic", "uz", true), ("ca_ES.UTF-8@valencia", "ca", false),
    ("i-klingon", "root", true), ("ja-Latn", "ja", true), ("en-Cyrl", "en", true),
  ])
  func fallbackIsTold(locale: String, language: String, isFallback: Bool) throws {
    let options = try Collator(locale: locale).resolvedOptions
    #expect(options.requestedLocale == locale)
    #expect(options.resolvedLocale.hasPrefix(language))
    #expect(options.isFallback == isFallback)
  }

  /// Whether ICU has a type for a locale is what `ucol_getKeywordValuesForLocale` lists for it.
  @Test(arguments: ["sv", "de", "en", "zh", "zh-Hant", "ko", "ja", "es", "root"])
  func aTypeThatTheLocaleLacksIsTold(locale: String) throws {
    #expect(try Collator(locale: locale).resolvedOptions.hasRequestedCollationType)
    let types = try Collator.availableCollationTypes(for: locale)
    for type in Set(types + ["phonebook", "pinyin", "stroke", "traditional", "searchjl"]) {
      let options = try Collator(locale: "\(locale)@collation=\(type)").resolvedOptions
      #expect(options.hasRequestedCollationType == types.contains(type), "\(type)")
    }
  }

  /// All locales share root's data of the type emoji, of which ICU tells the locale that asked
  /// first.
  @Test func aSharedTypeTellsTheLocaleThatWasAskedFor() throws {
    for (locale, resolved) in [("af", "af"), ("und", "root"), ("en", "en"), ("sv", "sv")] {
      let collator = try Collator(locale: "\(locale)-u-co-emoji")
      #expect(collator.resolvedOptions.resolvedLocale == resolved)
    }
  }

  @Test(arguments: [
    ("cmn", "zh"), ("tl", "fil"), ("in", "id"), ("iw", "he"), ("mo", "ro"), ("sh", "sr-Latn"),
  ])
  func aliasesHold(alias: String, locale: String) throws {
    let (one, other) = (
      try LocalizedIndexedCollation(locale: alias), try LocalizedIndexedCollation(locale: locale)
    )
    #expect(one.sectionTitles == other.sectionTitles)
    #expect(!one.collator.resolvedOptions.isFallback)
    #expect(
      one.collator.resolvedOptions.actualLocale == other.collator.resolvedOptions.actualLocale)
  }

  /// ICU alone answers for an unknown locale with the labels of the process's default locale; so it
  /// does here, as the test shows.
  @Test func noDefaultLocaleLeaksIntoLabels() throws {
    let latin = "ABCDEFGHIJKLMNOPQRSTUVWXYZ#".map(String.init)
    defer { ReferenceICU.setDefaultLocale("en_US") }
    for (number, standard) in ["ja", "ru", "sv", "de"].enumerated() {
      ReferenceICU.setDefaultLocale(standard)
      // A layout that no test has opened before, so that nothing comes from the cache.
      var layout = SectionLayout.uikit
      layout.underflowTitle = "\(number)"
      for order in SectionLayout.ScriptOrder.allCases where order != .labelsOnly {
        layout.scriptOrder = order
        // In CLDR 40, of ICU 70, ja_Latn is not the child of root that it is since.
        let locales = ["xx", "tlh", "ja-Latn", "en-Cyrl", "xx-u-co-emoji"]
        for locale in locales where locale != "ja-Latn" || ReferenceICU.majorVersion > 70 {
          let collation = try LocalizedIndexedCollation(locale: locale, layout: layout)
          #expect(collation.sectionTitles == latin, "\(locale) \(order) \(standard)")
        }
      }
    }
    ReferenceICU.setDefaultLocale("ru")
    #expect(try #require(ReferenceIndex(locale: "xx")).labels.contains("Ж"))
  }

  @Test func fallbackKeepsTheOrderThatICUHas() throws {
    // ja-Latn has the order of ja, in which Latin comes before kana and kana before Han.
    let collator = try Collator(locale: "ja-Latn")
    #expect(
      collator.sorted(["一", "あ", "a"]) == (try Collator(locale: "ja")).sorted(["一", "あ", "a"]))
    #expect(try Collator(locale: "xx").sorted(["ö", "z", "o"]) == ["o", "ö", "z"])
  }

  @Test func currentIsTheProcesssOwnLocale() throws {
    defer { ReferenceICU.setDefaultLocale("en_US") }
    ReferenceICU.setDefaultLocale("sv_SE")
    #expect(try LocalizedIndexedCollation.current().sectionTitles.contains("Å"))
    ReferenceICU.setDefaultLocale("en_US_POSIX")
    let posix = try LocalizedIndexedCollation.current()
    #expect(posix.collator.resolvedOptions.requestedLocale == "en_US")
    #expect(posix.section(for: "adam") == 0)
    // As ICU makes them of LANG=sr_RS@latin and LANG=x.
    ReferenceICU.setDefaultLocale("sr_RS_LATIN")
    #expect(try LocalizedIndexedCollation.current().sectionTitles.contains("NJ"))
    ReferenceICU.setDefaultLocale("x")
    #expect(try LocalizedIndexedCollation.current().sectionTitles.count == 27)
  }

  /// A tag has the modifier as a variant. Fuzzing found that it was a script in an identifier only.
  @Test func aModifierInATagIsAScript() throws {
    let collation = try LocalizedIndexedCollation(locale: "sr-latin")
    #expect(collation.stamp == (try LocalizedIndexedCollation(locale: "sr_Latn").stamp))
    #expect(collation.sectionTitles.contains("NJ"))
    #expect(try Collator(locale: "ca-valencia").stamp == Collator(locale: "ca").stamp)
    #expect(try Collator(locale: "rsy-latin").resolvedOptions.isFallback)
  }

  /// Java writes a variant that no tag may have in private use (`Locale.toLanguageTag`), and ICU
  /// reads it. Fuzzing found that such a tag had two canonical names, or one that was refused.
  @Test(arguments: [
    ("ja-JP-x-lvariant-JP", "ja_JP"), ("x-d-Lvariant-y", "@x=d"),
    ("de@x=lvariant-y", "de"), ("de-x-y", "de@x=y"),
  ])
  func aVariantInPrivateUseIsLeftOut(locale: String, canonical: String) throws {
    #expect(try LocaleIdentifier(locale).canonical == canonical)
    #expect(try LocaleIdentifier(canonical).canonical == canonical)
  }

  /// Fuzzing found a locale whose canonical name had another canonical name: ICU reads a value that
  /// is left out as `yes`, and `true` as `yes` only where the key has such a value.
  @Test(arguments: ["as-u-hc-true", "as-u-hc", "as@hours=true", "de-u-kn-true", "de-u-kn"])
  func aValueLeftOutIsTrue(locale: String) throws {
    let canonical = try LocaleIdentifier(locale).canonical
    #expect(canonical.hasSuffix("=yes"))
    #expect(try LocaleIdentifier(canonical).canonical == canonical)
  }

  /// In other extensions, `true` is a word like any other. ICU doesn't read all of them back from
  /// the tags that it writes for them.
  @Test func onlyAUnicodeKeywordHasATrueValue() throws {
    let phonebook = try Collator(locale: "de-u-co-phonebk").stamp
    #expect(try Collator(locale: "de-t-true-u-co-phonebk").stamp == phonebook)
    #expect(try LocaleIdentifier("sv-x-true").canonical == "sv@x=true")
    #expect(try LocaleIdentifier("en-US-POSIX-u-va-foo").canonical.hasPrefix("en_US_POSIX@"))
    for locale in ["en-a-true", "en-b-yes"] {
      let error = #expect(throws: CollationError.self) { try Collator(locale: locale) }
      #expect(error?.code == .unknownLocaleKeyword)
    }
  }

  /// ICU takes a hyphen as an underscore. Fuzzing found that the modifier was lost.
  @Test func aModifierBehindAHyphenIsTakenToo() throws {
    let collation = try LocalizedIndexedCollation(locale: "sr_RS-latin")
    #expect(collation.stamp == (try LocalizedIndexedCollation(locale: "sr_RS@latin").stamp))
    #expect(collation.sectionTitles.contains("NJ"))
  }

  /// ICU compares each variant of a locale with all before it.
  @Test func namesOfLocalesHaveALimit() throws {
    let long = "en" + (0..<20_000).map { "-v\(10_000 + $0)" }.joined()
    let error = #expect(throws: CollationError.self) { try Collator(locale: long) }
    #expect(error?.code == .malformedLocale)
    #expect(error?.description.contains("expected at most 2048 bytes") == true)
    #expect((error?.description.utf8.count ?? .max) < 200)
  }

  /// RFC 5646, 2.2.7: a tag may have any number of subtags for private use, which mean nothing
  /// here. ICU writes no name of a locale to less room than the name takes.
  @Test func longLocalesAreOpened() throws {
    let privateUse = [String](repeating: "abcdefgh", count: 200).joined(separator: "-")
    let swedish = try Collator(locale: "sv")
    for locale in ["sv-x-\(privateUse)", "sv@x=\(privateUse)"] {
      let collator = try Collator(locale: locale)
      #expect(collator.stamp == swedish.stamp)
      #expect(try Collator.availableCollationTypes(for: locale).contains("standard"))
    }
  }

  /// The documentation of `CollationError` says that its description is one line. Fuzzing found the
  /// first of these texts.
  @Test(arguments: [
    "j\rE,svx", "sv\n", "\u{B}", "sv\r\nX", "a\u{85}b", "\u{2028}", "\u{2029}", "\0",
  ])
  func errorsAreOneLine(text: String) {
    func check(_ error: CollationError?) {
      let controls: Set<UInt32> = Set(0..<0x20).union(0x7F...0x9F).union([0x2028, 0x2029])
      let found = error?.description.unicodeScalars.map(\.value).filter(controls.contains)
      #expect(found == [], "\(error?.description ?? "no error")")
    }
    check(#expect(throws: CollationError.self) { try Collator(locale: text) })
    let options = CollatorOptions.with { $0.reorderCodes = [text] }
    check(#expect(throws: CollationError.self) { try Collator(locale: "sv", options: options) })
    var layout = SectionLayout.uikit
    layout.scriptOrder = SectionLayout.ScriptOrder(rawValue: text)
    check(
      #expect(throws: CollationError.self) {
        try LocalizedIndexedCollation(locale: "sv", layout: layout)
      })
  }
}
