import CollationTestSupport
import Testing

@testable import Collation
@testable import CollationFiling
@testable import CollationLists

/// Names that are filed with other letters than they are shown with.
@Suite struct RespellingTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var source: String
    var name: String
    var title: String
    var list = "en"
    var language: String?
    var romanization: FilingRules.Romanization? = .foreignScripts
    var surnames = false
    var testDescription: String { "\(name) in \(list), \(source)" }
  }

  /// The tables of the boards on geographic names: `Х` is *kh*, `Я` *ya*, `Щ` *shch*, `ㄱ` *k* at
  /// the beginning; Ukrainian `Г` is *h*, Russian `Г` *g*.
  private static let (bgn, ungegn) = ("BGN/PCGN", "UNGEGN 1987")

  static let cases: [Case] = [
    Case(source: "issue of this library", name: "Иванов", title: "I"),
    Case(source: "issue of this library", name: "Ωνάσης", title: "O"),
    Case(source: "issue of this library", name: "김", title: "K"),
    Case(source: bgn, name: "Хрущёв", title: "K"),
    Case(source: bgn, name: "Яна", title: "Y"),
    Case(source: bgn, name: "Щукин", title: "S"),
    Case(source: bgn, name: "Гринченко", title: "G"),
    Case(source: bgn, name: "Гринченко", title: "H", language: "uk"),
    Case(source: bgn, name: "Гринченко", title: "H", list: "uk", romanization: .allScripts),
    Case(source: bgn, name: "박", title: "P"),
    Case(source: ungegn, name: "Γιώργος", title: "G"),
    Case(source: "ISO 3602", name: "ショーン・コネリー", title: "S"),
    Case(source: "ISO 3602", name: "たなか", title: "T"),
    // The sign of ʿayn, which begins the name, is no letter.
    Case(source: "ISO 233", name: "عمر", title: "M"),
    // The list's own letters stay, and Latin ones do.
    Case(source: "issue of this library", name: "Ωνάσης", title: "Ω", list: "el"),
    Case(source: "issue of this library", name: "Иванов", title: "И", list: "ru"),
    Case(source: "issue of this library", name: "たなか", title: "た", list: "ja"),
    Case(source: "issue of this library", name: "Иванов", title: "I", list: "ja"),
    Case(source: "issue of this library", name: "安娜", title: "A", list: "zh"),
    Case(source: "issue of this library", name: "Öberg", title: "Ö", list: "sv"),
    // The readings of ideographs in Japanese and Korean are not those in Chinese.
    Case(source: "issue of this library", name: "田中", title: "T"),
    Case(source: "issue of this library", name: "田中", title: "#", language: "ja"),
    // ICU has no transliterator of Khmer.
    Case(source: "utrans_openIDs", name: "ខ្មែរ", title: "#"),
    // Surnames, of which other projects' users complain: Juris-M/citeproc-js#226.
    Case(
      source: "citeproc-js#226", name: "曾国藩", title: "Z", list: "zh", romanization: nil,
      surnames: true),
    Case(
      source: "citeproc-js#226", name: "仇英", title: "Q", list: "zh", romanization: nil,
      surnames: true),
    Case(
      source: "citeproc-js#226", name: "解缙", title: "X", list: "zh", romanization: nil,
      surnames: true),
    Case(source: "citeproc-js#226", name: "曾国藩", title: "Z", surnames: true),
    Case(source: "UTS #35, pinyin", name: "曾国藩", title: "C"),
    Case(
      source: "CC-CEDICT", name: "单于", title: "C", list: "zh", romanization: nil,
      surnames: true),
    Case(
      source: "CC-CEDICT", name: "单雄信", title: "S", list: "zh", romanization: nil,
      surnames: true),
    Case(
      source: "UTS #35, pinyin", name: "国曾", title: "G", list: "zh", romanization: nil,
      surnames: true),
  ]

  @Test(arguments: cases) func namesAreFiledAsPeopleSay(_ test: Case) throws {
    let collation = try LocalizedIndexedCollation(
      locale: test.list,
      filing: FilingRules(
        romanization: test.romanization, readsChineseSurnames: test.surnames))
    let section = collation.section(for: NameParts(test.name, language: test.language))
    #expect(collation.sectionTitles[section] == test.title)
  }

  /// What ICU makes of a whole text is the judge of what is made of its words.
  @Test(arguments: [
    (
      "Хрущёв Никита, Гагарин; Шостакович Дмитрий Ильич",
      "NFC; ru-ru_Latn/BGN; Any-Latin"
    ),
    ("Παπαδόπουλος Γεώργιος, Ωνάσης", "NFC; Greek-Latin/UNGEGN; Any-Latin"),
    ("김철수 박지성 이영애", "NFD; ko-ko_Latn/BGN; Any-Latin"),
    ("コーヒー ひろし サッカー", "NFC; Any-Latin"),
    ("曾国藩 安娜 阿明 北京大学 欧阳修", "Han-Latin"),
    ("नरेन्द्र मोदी", "NFC; Any-Latin"), ("გიორგი", "NFC; Any-Latin"),
    ("Զաքարյան", "NFC; Any-Latin"), ("தமிழ்", "NFC; Any-Latin"),
  ])
  func romanizationIsThatOfICU(text: String, transliterator: String) throws {
    let collation = try LocalizedIndexedCollation(
      locale: "en", filing: FilingRules(romanization: .foreignScripts))
    let expected = ReferenceTransliterator.transliterate(
      text, by: transliterator + "; [[:Lm:]’] Remove; NFC")
    #expect(NameParts(text).filedText(by: collation.collator) == expected)
  }

  /// Names of real lists: each word as ICU writes it, where the whole list is in one script.
  @Test(
    .enabled(if: !TestData.lists.isEmpty, "\(UnicodeData.absence)"),
    arguments: [
      ("ru", "NFC; ru-ru_Latn/BGN; Any-Latin"), ("el", "NFC; Greek-Latin/UNGEGN; Any-Latin"),
      ("ko", "NFD; ko-ko_Latn/BGN; Any-Latin"), ("zh", "Han-Latin"),
    ])
  func namesOfListsAreRomanizedAsByICU(list: String, transliterator: String) throws {
    let collation = try LocalizedIndexedCollation(
      locale: "en", filing: FilingRules(romanization: .foreignScripts))
    let names = try TestData.names(of: list).map { String(decoding: $0, as: UTF8.self) }
    // The only rule of Han-Latin that reads an ideograph by the next one; here each is a word. It
    // leaves Greek as it is: μs, a unit's name.
    let letters = names.filter { name in
      !name.contains("藏文") && !(list == "zh" && name.contains("μ"))
        && name.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || $0 == " " }
    }
    #expect(letters.count > 50)
    for name in letters.prefix(5 * Coverage.names) {
      let words = name.split(separator: " ", omittingEmptySubsequences: false).map { word in
        ReferenceTransliterator.transliterate(
          String(word), by: transliterator + "; [[:Lm:][:P:][:S:]] Remove; NFC")!
      }
      #expect(
        NameParts(name).filedText(by: collation.collator) == words.joined(separator: " "), "\(name)"
      )
    }
  }

  /// A name that is in Latin letters and the list's own is filed as it stands, and any bytes are
  /// taken. All forms agree.
  @Test(arguments: ["en", "ru", "ja", "zh", "ko", "el", "root"])
  func hostileNamesKeepTheirLetters(locale: String) throws {
    let plain = try LocalizedIndexedCollation(locale: locale)
    for (romanization, surnames) in [
      (FilingRules.Romanization.foreignScripts, false), (.allScripts, true),
    ] {
      let collation = try LocalizedIndexedCollation(
        locale: locale,
        filing: FilingRules(romanization: romanization, readsChineseSurnames: surnames))
      var source = HostileNames(seed: 5)
      let records = UTF8Records(names: source.names(15 * Coverage.names))
      let keys = collation.listKeys(of: NameList(records))
      let order = records.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }
      #expect(collation.sections(of: NameList(records)).rows == order)
      for (name, key) in zip(records, keys) {
        #expect(collation.listKey(forUTF8: name.span) == key)
        #expect(collation.section(forUTF8: name.span) == key.section)
        let text = String(decoding: name, as: UTF8.self)
        let isLatin = text.unicodeScalars.allSatisfy { scalar in
          [0, 1, 25].contains(Self.script(scalar))
        }
        if isLatin { #expect(key == plain.listKey(forUTF8: name.span)) }
        let parts = NameParts("x", sortAs: text.isEmpty ? nil : text)
        let isBlank = text.unicodeScalars.allSatisfy(\.properties.isWhitespace)
        if !isBlank {
          #expect(
            collation.listKey(for: parts).sortKey == plain.listKey(for: text).sortKey)
        }
      }
    }
  }

  private static func script(_ scalar: Unicode.Scalar) -> Int {
    Int(ICUCharacter.script(scalar.value))
  }

  /// The time that ICU takes for a word grows with the square of its letters, so that long ones are
  /// cut. What is cut is all there.
  @Test func longWordsLoseNoLetters() throws {
    let collation = try LocalizedIndexedCollation(
      locale: "en", filing: FilingRules(romanization: .foreignScripts))
    for count in [63, 64, 65, 1_000] {
      let word = String(repeating: "б", count: count)
      #expect(
        NameParts(word).filedText(by: collation.collator) == String(repeating: "b", count: count))
    }
  }

  /// A reading is romanized, what a name sorts as is not; ties are broken by what is shown.
  @Test func partsAreRomanizedWhereTheyAreRead() throws {
    let collation = try LocalizedIndexedCollation(
      locale: "en", filing: FilingRules(romanization: .foreignScripts))
    func title(_ parts: NameParts) -> String {
      collation.sectionTitles[collation.section(for: parts)]
    }
    #expect(title(NameParts("田中", reading: "たなか", language: "ja")) == "T")
    #expect(title(NameParts("x", sortAs: "Иванов")) == "#")
    #expect(title(NameParts(fields: ["Чехов", "Антон"])) == "C")
    let names = ["Иванов", "Ivanov", "Petrov", "Петров"]
    #expect(collation.sections(of: names).rows == ["Ivanov", "Иванов", "Petrov", "Петров"])
  }

  // MARK: Surnames

  /// The readings. Most are those of CC-CEDICT and of Unihan's kTGHZ2013. Those of 夹谷, 子车, 宰父
  /// and 句龙 stand in lists of surnames alone.
  static let readings: [(String, String)] = [
    ("賁", "bēn"), ("秘", "bì"), ("薄", "bó"), ("卜", "bǔ"), ("种", "chóng"), ("都", "dū"),
    ("干", "gān"), ("葛", "gě"), ("盖", "gě"), ("蓋", "gě"), ("过", "guō"), ("過", "guō"),
    ("哈", "hǎ"), ("华", "huà"), ("華", "huà"), ("纪", "jǐ"), ("紀", "jǐ"), ("阚", "kàn"),
    ("罗", "luó"), ("缪", "miào"), ("繆", "miào"), ("佴", "nài"), ("粘", "nián"), ("乜", "niè"),
    ("区", "ōu"), ("區", "ōu"), ("朴", "piáo"), ("繁", "pó"), ("譙", "qiáo"), ("仇", "qiú"),
    ("闕", "quē"), ("任", "rén"), ("单", "shàn"), ("單", "shàn"), ("召", "shào"), ("折", "shé"),
    ("舍", "shè"), ("鈄", "tǒu"), ("拓", "tuò"), ("肖", "xiāo"), ("解", "xiè"), ("燕", "yān"),
    ("乐", "yuè"), ("樂", "yuè"), ("员", "yùn"), ("員", "yùn"), ("曾", "zēng"), ("查", "zhā"),
    ("翟", "zhái"), ("祭", "zhài"), ("卓", "zhuó"), ("万俟", "mò qí"), ("尉迟", "yù chí"),
    ("尉遲", "yù chí"), ("澹台", "tán tái"), ("澹臺", "tán tái"), ("单于", "chán yú"),
    ("單于", "chán yú"), ("令狐", "líng hú"), ("诸葛", "zhū gě"), ("諸葛", "zhū gě"),
    ("乐正", "yuè zhèng"), ("樂正", "yuè zhèng"), ("宰父", "zǎi fǔ"), ("拓跋", "tuò bá"),
    ("段干", "duàn gān"), ("夹谷", "jiá gǔ"), ("夾谷", "jiá gǔ"), ("子车", "zǐ jū"),
    ("子車", "zǐ jū"), ("乐羊", "yuè yáng"), ("樂羊", "yuè yáng"), ("中行", "zhōng háng"),
    ("句龙", "gōu lóng"), ("句龍", "gōu lóng"),
  ]

  /// ICU's transliterator judges what characters stand for a surname, and where it knows the
  /// surname (`Han-Latin/Names`) it judges the reading as well.
  @Test(arguments: readings)
  func surnamesHaveTheirReadings(surname: String, reading: String) throws {
    let substitute = try #require(ChineseSurnames.table[surname])
    #expect(ReferenceTransliterator.transliterate(substitute, by: "Han-Latin") == reading)
    let usual = ReferenceTransliterator.transliterate(surname, by: "Han-Latin")
    // Later ICUs read some of these surnames so by themselves.
    if ReferenceICU.majorVersion <= 72 { #expect(usual != reading) }
    let known = ReferenceTransliterator.transliterate(surname, by: "Han-Latin/Names")
    // It has 单于 and 單于 as two surnames each, of which one is 单.
    if known != usual && !surname.hasSuffix("于") { #expect(known == reading) }
  }

  @Test func theTableHasTheseSurnames() {
    #expect(Set(Self.readings.map(\.0)) == Set(ChineseSurnames.table.keys))
  }

  /// A name lies in the section of the letter with which the surname's reading begins, and not at
  /// the place that it has without the rule.
  @Test func surnamesLieUnderTheirReadings() throws {
    let collation = try LocalizedIndexedCollation(
      locale: "zh", filing: FilingRules(readsChineseSurnames: true))
    let plain = try LocalizedIndexedCollation(locale: "zh")
    for (surname, reading) in Self.readings {
      let key = collation.listKey(for: surname + "国").sortKey
      let initial = ReferenceTransliterator.transliterate(reading, by: "Latin-ASCII; Any-Upper")!
        .prefix(1)
      let section = collation.section(for: surname + "国")
      #expect(collation.sectionTitles[section] == initial)
      #expect(key != plain.listKey(for: surname + "国").sortKey)
    }
  }

  /// ICU writes U+1E4EE as it is: a name that stays as it is shown has one key, whoever makes it.
  @Test func namesThatStayHaveOneKey() throws {
    let filing = FilingRules(romanization: .allScripts)
    let collation = try LocalizedIndexedCollation(locale: "sv", filing: filing)
    let names = ["\u{1E4EE}", "a\u{1E4EE}"]
    let keys = collation.listKeys(of: NameList(names))
    #expect(names.map { collation.listKey(for: $0) } == Array(keys))
    #expect(names.map { collation.listKey(for: NameParts($0)) } == Array(keys))
  }

  // MARK: Rules

  @Test func otherRulesHaveOtherStamps() throws {
    let rules = [
      FilingRules.asShown, FilingRules(romanization: .foreignScripts),
      FilingRules(romanization: .allScripts), FilingRules(readsChineseSurnames: true),
      FilingRules(romanization: .allScripts, readsChineseSurnames: true),
    ]
    let stamps = try rules.map { try LocalizedIndexedCollation(locale: "zh", filing: $0).stamp }
    #expect(Set(stamps).count == rules.count)
  }

  /// Different lists have different stamps, and equal lists have equal ones, as `CollationStamp`
  /// says: Serbian and Bosnian in Cyrillic have one order, but ICU romanizes the letters of Serbian
  /// by rules of their own (BGN); Tajik and English have root's order, but Tajik keeps Cyrillic.
  @Test func romanizedListsOfOneStampAreFiledAlike() throws {
    let names = [
      "Ђорђе", "Гринченко", "Юрій", "Хрущёв", "田中", "安娜", "김", "たなか", "Ωνάσης", "გიორგი", "عمر",
    ]
    let rules = [FilingRules.Romanization.foreignScripts, .allScripts].map {
      FilingRules(romanization: $0)
    }
    func collator(_ locale: String, _ rules: FilingRules) throws -> Collator {
      try LocalizedIndexedCollation(locale: locale, filing: rules).collator
    }
    var filed: [CollationStamp: (locale: String, texts: [String])] = [:]
    for rules in rules {
      for locale in [
        "en", "de", "root", "tg", "sr", "bs_Cyrl", "sr_Latn", "bs", "ru", "uk", "be", "bg", "mk",
        "ja", "ko", "zh", "yue", "el", "ka", "ar", "kk", "mn", "uz_Cyrl",
      ] {
        let collator = try collator(locale, rules)
        let texts = names.map { NameParts($0).filedText(by: collator) }
        let known = filed[collator.stamp] ?? (locale, texts)
        #expect(known.texts == texts, "\(locale) has the stamp of \(known.locale)")
        filed[collator.stamp] = known
      }
    }
    #expect(try collator("sr", rules[1]).stamp != collator("bs_Cyrl", rules[1]).stamp)
    #expect(try collator("en", rules[0]).stamp != collator("tg", rules[0]).stamp)
    // To English and German all scripts but Latin are foreign.
    #expect(try collator("en", rules[0]).stamp == collator("de", rules[0]).stamp)
    #expect(try collator("en", rules[0]).stamp == collator("en", rules[1]).stamp)
  }

  @Test func rulesWithoutEffectAreRefused() throws {
    func error(_ locale: String, _ rules: FilingRules) -> CollationError? {
      do {
        _ = try LocalizedIndexedCollation(locale: locale, filing: rules)
        return nil
      } catch { return error }
    }
    let surnames = FilingRules(readsChineseSurnames: true)
    for locale in ["sv", "zh-u-co-stroke", "zh_Hant", "zh-u-co-zhuyin", "ja"] {
      let error = error(locale, surnames)
      #expect(error?.code == .invalidFilingRules, "\(locale)")
      #expect(error?.description.contains("expected") == true)
    }
    for locale in ["zh", "zh-u-co-pinyin", "zh_CN"] { #expect(error(locale, surnames) == nil) }
    let unknown = FilingRules(romanization: FilingRules.Romanization(rawValue: "some"))
    #expect(error("en", unknown)?.code == .invalidFilingRules)
  }
}
