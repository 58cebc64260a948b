import Collation
import CollationFoundationCompat
import CollationTestSupport
import Foundation
import Testing

@Suite struct FoundationCompatTests {
  private struct Person: Equatable {
    var name: String
    var age: Int
  }

  /// The order Z, Å, Ä, Ö is that of the Swedish alphabet.
  @Test func localesOpenCollators() throws {
    let collator = try Collator(locale: Locale(identifier: "sv_SE"))
    #expect(collator.sorted(["Öl", "Zorn", "Äng", "Ås"]) == ["Zorn", "Ås", "Äng", "Öl"])
    #expect(collator == (try Collator(locale: "sv-SE")))

    let collation = try LocalizedIndexedCollation(locale: Locale(identifier: "sv_SE"))
    #expect(collation.sectionTitles.suffix(4) == ["Å", "Ä", "Ö", "#"])
  }

  /// In the German phonebook order ä is ae (DIN 5007-2).
  @Test func collationTypeOfALocaleIsKept() throws {
    let collator = try Collator(locale: Locale(identifier: "de@collation=phonebook"))
    #expect(collator.resolvedOptions.collationType == "phonebook")
    #expect(collator.compare("Ärger", "Af") == .less)
    #expect(try Collator(locale: Locale(identifier: "de")).compare("Ärger", "Af") == .greater)
  }

  @Test func collatorIsASortComparator() throws {
    let collator = try Collator(locale: "sv")
    var names = ["Öl", "Zorn", "Äng", "Ås"]
    names.sort(using: collator.comparator)
    #expect(names == ["Zorn", "Ås", "Äng", "Öl"])

    var people = [
      Person(name: "Öl", age: 1), Person(name: "Ås", age: 2), Person(name: "Ås", age: 3),
    ]
    people.sort(using: KeyPathComparator(\.name, comparator: collator.comparator, order: .reverse))
    #expect(people.map(\.age) == [1, 2, 3])
    people.sort(using: KeyPathComparator(\.name, comparator: collator.comparator))
    #expect(people.map(\.age) == [2, 3, 1])
  }

  /// Apple's class reference of 2010: "If the application provides a Localizable.strings file … the
  /// indexed-collation object localizes each string returned by the method".
  @Test func keysAreLocalizedBeforeTheyAreCollated() throws {
    try withFruits { bundle in
      let fruits = ["pear.title", "apple.title", "kiwi"]
      let title = try bundle.localizing(\String.self, for: Locale(identifier: "sv_SE"))
      let collation = try LocalizedIndexedCollation(locale: "sv_SE")
      let numbers = fruits.map { collation.section(for: $0, by: title) }
      #expect(numbers.map { collation.sectionTitles[$0] } == ["P", "Ä", "K"])

      let english = try bundle.localizing(\String.self, for: Locale(identifier: "en_GB"))
      #expect(english("apple.title") == "Apple")
    }
  }

  /// By what a reader of each language reads: Taiwan and Hong Kong write Han in its traditional
  /// form, `iw` was the code of Hebrew, `nb` is what Norwegian `no` mostly is (CLDR's likely
  /// subtags, aliases and language matching).
  @Test(arguments: [
    ("zh_TW", "zh-Hant"), ("zh_HK", "zh-Hant"), ("zh_CN", "zh-Hans"), ("zh-Hant-TW", "zh-Hant"),
    ("zh", "zh-Hans"), ("pt_BR", "pt-BR"), ("pt_PT", "pt-PT"), ("pt", "pt-BR"), ("pt_AO", "pt-PT"),
    ("sr_Latn", "sr-Latn"), ("sr_Latn_RS", "sr-Latn"), ("sr_ME", "sr-Latn"), ("nb", "no"),
    ("nb_NO", "no"), ("iw", "he"), ("he_IL", "he"), ("es_MX", "es-419"), ("fr_CA", "fr_CA"),
    ("en_GB", "en"), ("de@collation=phonebook", "en"), ("sv", "en"),
  ])
  func stringsAreInTheLanguageThatSuitsBest(locale: String, folder: String) throws {
    let folders = [
      "en", "es-419", "fr_CA", "he", "no", "pt-BR", "pt-PT", "sr-Latn", "zh-Hans", "zh-Hant",
    ]
    let tables = folders.map { ($0, #""folder" = "\#($0)";"#) }
    try withBundle(Dictionary(uniqueKeysWithValues: tables)) { bundle in
      let string = try bundle.localizing(\String.self, for: Locale(identifier: locale))
      #expect(string("folder") == folder)
    }
  }

  @Test func bundleWithoutATableLeavesKeysAsTheyAre() throws {
    try withFruits { bundle in
      let string = try bundle.localizing(
        \String.self, for: Locale(identifier: "sv"), table: "Absent")
      #expect(string("apple.title") == "apple.title")
    }
  }

  /// Foundation's `developmentLocalization` traps for a bundle that does not say its own language.
  @Test func bundleThatSaysNoLanguageIsEnglish() throws {
    try withFruits { bundle in
      let string = try bundle.localizing(\String.self, for: Locale(identifier: "de"))
      #expect(string("apple.title") == "Apple")
    }
  }

  private func withFruits(_ body: (Bundle) throws -> Void) throws {
    try withBundle(
      [
        "en": #""apple.title" = "Apple"; "pear.title" = "Pear";"#,
        "sv": #""apple.title" = "Äpple"; "pear.title" = "Päron";"#,
      ], body)
  }

  /// A bundle with a `Localizable.strings` for each language.
  private func withBundle(
    _ tables: [String: String], _ body: (Bundle) throws -> Void
  ) throws {
    try withTemporaryFolder { folder in
      for (language, table) in tables {
        let languageFolder = folder.appending(path: "\(language).lproj")
        try FileManager.default.createDirectory(
          at: languageFolder, withIntermediateDirectories: true)
        try Data(table.utf8).write(to: languageFolder.appending(path: "Localizable.strings"))
      }
      try body(#require(Bundle(path: folder.path)))
    }
  }
}
