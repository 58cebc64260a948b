import CollationTestSupport
import Testing

@testable import Collation
@testable import CollationFiling

/// The order of family name and given name: UTS #35, Part 8, with the data of the machine's ICU,
/// which ICU's own lookup of inherited resources reads for the tests.
@Suite struct NameOrderTests {
  /// ICU has the data since version 72.
  private static let hasData = ReferenceICU.majorVersion >= 72

  private func isFamilyFirst(_ parts: NameParts, in list: String) throws -> Bool {
    parts.familyNameComesFirst(in: try Collator(locale: list))
  }

  /// The names of locales that have the data of others are among ICU's, but not in its list.
  private static let locales =
    ReferenceICU.locales + ["zh_TW", "zh_HK", "sr_ME", "pa_PK", "iw", "no_NO", "ars", "root"]

  @Test func everyLocaleHasTheLanguagesThatICUReads() {
    var differing: Set<[String]> = []
    for locale in Self.locales {
      let order = ICUNameOrder(locale: locale == "root" ? "" : locale)
      #expect(order.surnameFirst == ReferenceICU.nameOrder(locale, "surnameFirst"), "\(locale)")
      #expect(order.givenFirst == ReferenceICU.nameOrder(locale, "givenFirst"), "\(locale)")
      differing.insert(order.surnameFirst)
    }
    #expect(differing.count > 3 || !Self.hasData)
  }

  /// By languages alone, so that no parent locale needs to be looked up: those of other languages
  /// (CLDR, parentLocales) are all on the side of the languages that they are parents of.
  @Test func listsHaveLanguagesAlone() {
    for locale in Self.locales {
      let order = ICUNameOrder(locale: locale)
      for language in order.surnameFirst + order.givenFirst {
        // CLDR 48 also has kok_Latn, beside kok.
        let isKonkani = language == "kok_Latn" && order.givenFirst.contains("kok")
        #expect((2...3).contains(language.utf8.count) || isKonkani, "\(language) in \(locale)")
      }
      for (child, parent) in [("nn", "no"), ("nb", "no"), ("ht", "fr")] {
        #expect(order.surnameFirst.contains(child) == order.surnameFirst.contains(parent))
      }
    }
  }

  /// All lists, each with the languages that some list puts on another side than another.
  @Test(.enabled(if: hasData, "ICU has data of name orders since version 72"))
  func namesHaveTheOrderOfTheirLanguagesInTheList() throws {
    for locale in Self.locales {
      let first = Set(ReferenceICU.nameOrder(locale, "surnameFirst"))
      let undetermined = first.contains("und")
      for language in ["hu", "ja", "ko", "vi", "yue", "zh", "si", "ta", "mn", "km", "sv", "en"] {
        let given = ReferenceICU.nameOrder(locale, "givenFirst").contains(language)
        let expected = !given && (first.contains(language) || undetermined)
        let region = ["ja": "JP", "zh": "TW", "sv": "FI"][language] ?? "US"
        for tag in [language, "\(language)-\(region)", "\(language)_Latn_\(region)_POSIX"] {
          let parts = NameParts(fields: ["Family", "Given"], language: tag)
          #expect(try isFamilyFirst(parts, in: locale) == expected, "\(tag) in \(locale)")
        }
      }
    }
  }

  /// UTS #35, Part 8, *Derive the name order*: the table of examples, and the chain of lookups.
  @Test(.enabled(if: hasData, "ICU has data of name orders since version 72"))
  func examplesOfTheStandard() throws {
    func order(_ language: String?, _ family: String = "F", in list: String = "en") throws -> Bool {
      try isFamilyFirst(NameParts(fields: [.init(family), "G"], language: language), in: list)
    }
    #expect(try order("zh"))
    #expect(try order("und-JP"))
    #expect(try !order("fr"))
    #expect(try !order(nil))
    #expect(try order("zh-Hant-TW") && order("zh_Hant_TW") && order("cmn"))
    // No language: the script of the name stands for one, unless the list is written in it.
    #expect(try order(nil, "김") && order(nil, "山田") && order("und", "やまだ"))
    #expect(try order(nil, "“山田”") && !order(nil, "Иванов") && !order(nil, "محمد"))
    #expect(try order(nil, "Nagy", in: "hu") && order(nil, "Nguyễn", in: "vi"))
    #expect(try !order(nil, "Smith", in: "ja") && order(nil, "山田", in: "ja"))
    #expect(try !order("en", "Smith", in: "hu"))
    // Languages that are no tags are unknown.
    #expect(try order("no tag", "Nagy", in: "hu") && !order("!!") && !order(""))
    #expect(try !order(String(repeating: "x", count: 5_000)))
    // Without a letter, and without anything.
    #expect(try order(nil, "1", in: "hu") && !order(nil, "\u{E000}\u{10FFFF}"))
    #expect(try isFamilyFirst(NameParts("김철수"), in: "en"))
    #expect(try !isFamilyFirst(NameParts(""), in: "en"))
  }

  /// CLDR's common/main/sv.xml, en.xml and ja.xml of version 42.
  @Test(.enabled(if: ReferenceICU.majorVersion == 72, "the values are of CLDR 42, in ICU 72"))
  func theListMatters() throws {
    let japanese = NameParts(fields: ["Miyazaki", "Hayao"], language: "ja")
    #expect(try isFamilyFirst(japanese, in: "en"))
    #expect(try !isFamilyFirst(japanese, in: "sv"))
    let hungarian = NameParts(fields: ["Nagy", "Ágnes"], language: "hu")
    #expect(try isFamilyFirst(hungarian, in: "ja") && isFamilyFirst(hungarian, in: "hu"))
    #expect(try !isFamilyFirst(hungarian, in: "en"))
    #expect(try !isFamilyFirst(hungarian, in: "de@collation=phonebook"))
  }

  /// A collator by rules has no language, as root; the language of a field counts, too.
  @Test(.enabled(if: hasData, "ICU has data of name orders since version 72"))
  func otherCollatorsAndFields() throws {
    let rules = try Collator(rules: "&a < b")
    #expect(NameParts(fields: ["김", "철수"]).familyNameComesFirst(in: rules))
    #expect(!NameParts(fields: ["Kim", "Chulsoo"]).familyNameComesFirst(in: rules))
    let parts = NameParts(fields: [.init("Kim", language: "ko"), "Chulsoo"])
    #expect(parts.familyNameComesFirst(in: rules))
    #expect(try isFamilyFirst(parts, in: "und"))
  }

  @Test(.enabled(if: !hasData, "this ICU has data of name orders"))
  func withoutDataTheGivenNameComesFirst() throws {
    #expect(try !isFamilyFirst(NameParts(fields: ["김", "철수"], language: "ko"), in: "ko"))
  }
}
