import Collation
import CollationLists
import CollationTestSupport
import Testing

/// The titles of the Latin letters.
let latin = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".map(String.init)

/// The options of the sections. Expected labels are those of ICU 72 and ICU 76, as AlphabeticIndex
/// itself gives them in the test or as CLDR 42 and CLDR 46 list them.
@Suite struct SectionLayoutTests {
  private func open(
    _ locale: String, _ layout: SectionLayout = .uikit,
    _ change: (inout SectionLayout) -> Void = { _ in }
  ) throws -> LocalizedIndexedCollation {
    var layout = layout
    change(&layout)
    return try LocalizedIndexedCollation(locale: locale, layout: layout)
  }

  private let hangul = "ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ".map(String.init)
  private let kana = "あかさたなはまやらわ".map(String.init)

  @Test func scriptOrderMovesTitlesAndNamesTogether() throws {
    let expected: [(SectionLayout.ScriptOrder, [String], [String])] = [
      (.latinFirst, latin + hangul, latin + kana),
      // Koreans have Hangul first, Japanese have Latin first: CLDR's reorder codes.
      (.locale, hangul + latin, latin + kana),
      (.latinLast, hangul + latin, kana + latin),
      (.localeOnly, hangul, kana),
    ]
    for (order, korean, japanese) in expected {
      let korea = try open("ko") { $0.scriptOrder = order }
      #expect(korea.sectionTitles == korean + ["#"])
      let japan = try open("ja") { $0.scriptOrder = order }
      #expect(japan.sectionTitles == japanese + ["#"])

      for (collation, names) in [(korea, ["Adam", "가람", "Zoe", "한"]), (japan, ["Adam", "あき"])] {
        let sections = collation.sections(of: names)
        #expect(
          order == .localeOnly || sections.flatMap { $0 } == collation.collator.sorted(names))
      }
    }
    #expect(
      try open("ko") { $0.scriptOrder = .localeOnly }.sections(of: ["Adam"]).last.map(Array.init)
        == ["Adam"])
  }

  /// Where no Latin letter is among the locale's own, A–Z and then its own letters as ICU's own
  /// index has them, for every language but the Chinese ones. A combining mark that ICU makes a
  /// label is no title.
  @Test func latinStandsBeforeOrAfterTheLocalesOwnLetters() throws {
    var nonLatin = 0
    for locale in ReferenceICU.locales where !locale.contains("_") {
      let own = try #require(ReferenceIndex(locale: locale, maxLabelCount: 10_000))
      let letters = zip(own.labels, own.kinds).filter { $0.1 == .normal }.map(\.0)
        .filter {
          !$0.unicodeScalars.allSatisfy {
            $0.properties.generalCategory == .spacingMark
              || $0.properties.generalCategory == .nonspacingMark
          }
        }
      let isLatin = letters.contains { $0.unicodeScalars.first.map { $0.value < 0x250 } ?? false }
      guard !isLatin, !locale.hasPrefix("yue"), locale != "zh" else { continue }
      nonLatin += 1
      let first = try open(locale).sectionTitles
      let last = try open(locale) { $0.scriptOrder = .latinLast }.sectionTitles
      let replaced = locale == "ar" ? ["آ"] + letters.dropFirst() : letters
      #expect(first == latin + replaced + ["#"], "\(locale)")
      #expect(last == replaced + latin + ["#"], "\(locale)")
    }
    #expect(nonLatin > 60)
  }

  /// What stands in the reader's own script before the first letter of its index is no Z.
  @Test func ownCharactersBeforeTheFirstLetterAreNotUnderZ() throws {
    let names = [
      "hi": ["ॐ प्रकाश", "ॲना", "ऄ"], "ne": ["ॐ प्रकाश"], "ur": ["إبراهيم", "ٱلله"], "gu": ["ૐ"],
      "ta": ["ௐ"], "pa": ["ੴ"], "bn": ["ঀ"], "as": ["ঀ"], "lo": ["ໞ"], "fa": ["ٵ"], "ps": ["ٵ"],
      "bo": ["༴"],
    ]
    for (locale, names) in names {
      for catchAll in [SectionLayout.CatchAll.last, .first] {
        let collation = try open(locale) { $0.catchAll = catchAll }
        for name in names {
          #expect(collation.sectionKinds[collation.section(for: name)] == .catchAll, "\(name)")
        }
      }
      let split = try open(locale) { $0.catchAll = .split }
      let inflow = try #require(split.sectionKinds.firstIndex(of: .inflow))
      #expect(split.sectionTitles[inflow - 1] == "Z")
      #expect(names.allSatisfy { split.section(for: $0) == inflow }, "\(locale)")
    }
    // Digits that the reader wants between two scripts.
    let options = CollatorOptions.with { $0.reorderCodes = ["Latn", "digit", "Cyrl"] }
    let russian = try LocalizedIndexedCollation(locale: "ru", options: options)
    #expect(russian.sectionTitles[russian.section(for: "42")] == "#")
  }

  /// CLDR's Russian rules begin with `[reorder Cyrl]`; UIKit's Russian lists begin with A–Z.
  @Test func theCollatorOfAListIsNotThatOfItsLocale() throws {
    let plain = try Collator(locale: "ru")
    #expect(plain.sorted(["Zorn", "Анна"]) == ["Анна", "Zorn"])
    for collation in try [
      LocalizedIndexedCollation(locale: "ru"), LocalizedIndexedCollation(collator: plain),
    ] {
      #expect(collation.collator.sorted(["Анна", "Zorn"]) == ["Zorn", "Анна"])
      #expect(collation.collator != plain && collation.collator.stamp != plain.stamp)
    }
  }

  /// A character of a script that has labels lies under the last of that script's labels that is
  /// not after it, and in the catch-all where it comes before all of them; a character of any other
  /// script lies in the catch-all. The order is that of ICU's keys, scripts are the character
  /// property.
  @Test(arguments: [SectionLayout.ScriptOrder.latinFirst, .locale, .latinLast, .localeOnly])
  func charactersLieUnderALabelOfTheirScript(order: SectionLayout.ScriptOrder) throws {
    // Katakana collate as Hiragana.
    func script(of codePoint: UInt32) -> Int {
      let script = ReferenceICU.script(codePoint)
      return script == 22 ? 20 : script
    }
    let codePoints = Dictionary(
      grouping: (UInt32(0)...0x1FFFF).filter { Unicode.Scalar($0) != nil },
      by: script(of:))
    // Common, Inherited and unassigned characters have no script.
    let scripts = codePoints.filter { ![0, 1, 103].contains($0.key) }
    var seen: Set<String> = []
    var wrong: [String] = []
    // The Chinese file Han by labels of other scripts.
    let locales = Coverage.part(16, of: ReferenceICU.locales)
    for locale in locales
    where !locale.hasPrefix("zh") && !locale.hasPrefix("yue") {
      let collation = try open(locale) {
        $0.scriptOrder = order
        if locale.hasPrefix("ar") { $0.titleReplacements = ["آ": "ا"] }
      }
      let options = collation.collator.resolvedOptions
      // Most locales of a language share its order and its letters.
      let sameness = collation.stamp.components.last!.value + options.actualLocale
      guard seen.insert(sameness).inserted else { continue }

      let codes = options.reorderCodes.map { "-" + $0 }.joined()
      let tag = locale.replacing("_", with: "-") + (codes.isEmpty ? "" : "-u-kr" + codes)
      let reference = try #require(ReferenceCollator(locale: tag))
      reference.set(5, to: 0)  // UCOL_STRENGTH = UCOL_PRIMARY
      let keys = collation.sectionTitles.map {
        Array(reference.sortKey(Array($0.utf8)).dropLast())
      }
      let normal = collation.sectionKinds.indices.filter { collation.sectionKinds[$0] == .normal }
      let labels = normal.map { number in
        let first = collation.sectionTitles[number].unicodeScalars.first!.value
        // The Maltese label IE holds only the names that begin with it: ICU's
        // `hasMultiplePrimaryWeights`.
        let isOneLetter = !normal.contains {
          $0 != number && keys[number].starts(with: keys[$0])
        }
        return (
          number: number, script: script(of: first), key: keys[number], isOneLetter: isOneLetter
        )
      }
      .sorted { $0.key.lexicographicallyPrecedes($1.key) }
      let catchAll = try #require(collation.sectionKinds.firstIndex(of: .catchAll))
      let labelScripts = Set(labels.map(\.script))
      for (script, codePoints) in scripts {
        let isOfLabels = labelScripts.contains(script)
        for codePoint in isOfLabels ? codePoints : [codePoints.first!, codePoints.last!] {
          let name = Array(String(Character(Unicode.Scalar(codePoint)!)).utf8)
          let key = Array(reference.sortKey(name).dropLast())
          let label = labels.last {
            compareBytes($0.key, key) <= 0 && ($0.isOneLetter || key.starts(with: $0.key))
          }
          // ʻ of Hawaiian and other letters that look like marks are Common.
          let isUnder = label.map { $0.script == script || $0.script == 0 && isOfLabels } ?? false
          let expected = isUnder ? label!.number : catchAll
          let sortKey = collation.storage.primaryCollator.sortKeyByICU(of: name.span)
          let byICU = collation.storage.sectionLookup.section(ofSortKey: sortKey[...])
          // Making tables for each order would take longer than all else.
          let section = seen.count % 8 == 1 ? collation.section(forUTF8: name.span) : byICU
          if section != expected || byICU != expected {
            let titles = [section, byICU, expected].map { collation.sectionTitles[$0] }
            wrong.append("\(locale) U+\(String(codePoint, radix: 16)): \(titles)")
          }
        }
      }
    }
    // ICU's own index has it so too.
    let hasKhmer = order == .localeOnly && locales.contains("km")
    #expect(wrong == (hasKhmer ? [#"km U+17aa: ["ឩ", "ឩ", "ឪ"]"#] : []))
    #expect(seen.count > (Coverage.isPart ? 20 : 100))
  }

  @Test func strokesStayFirst() throws {
    let titles = try open("zh_Hant").sectionTitles
    #expect(titles.first == "1劃")
    #expect(titles.suffix(27) == latin + ["#"])
    #expect(try open("zh_Hant") { $0.scriptOrder = .latinLast }.sectionTitles == titles)
  }

  @Test func catchAllIsLastFirstOrSplit() throws {
    let names = ["42", "Ωmega", "Bob", "ひと"]
    let last = try open("en")
    #expect(names.map { last.sectionTitles[last.section(for: $0)] } == ["#", "#", "B", "#"])
    #expect(last.sectionKinds.last == .catchAll)

    let first = try open("en") { $0.catchAll = .first }
    #expect(first.sectionTitles == ["#"] + latin)
    #expect(first.section(for: "Ωmega") == 0 && first.section(for: "Adam") == 1)

    let split = try open("hi", .icu)
    #expect(split.sectionKinds.first == .underflow)
    #expect(split.sectionKinds.last == .overflow)
    // Hindi: Devanagari, then the other Indic scripts as an inflow, then Latin.
    let inflow = try #require(split.sectionKinds.firstIndex(of: .inflow))
    #expect(split.section(for: "বাংলা") == inflow)
    #expect(split.section(for: "42") == 0)
    #expect(split.section(for: "日") == split.sectionTitles.count - 1)
  }

  @Test func labelsOfCatchAllsCanBeSet() throws {
    let merged = try open("en") { $0.catchAllTitle = "0–9" }
    #expect(merged.sectionTitles.last == "0–9" && merged.sectionIndexTitles.last == "0–9")
    let split = try open("hi", .icu) {
      $0.underflowTitle = "0–9"
      $0.inflowTitle = "Indic"
      $0.overflowTitle = "他"
    }
    #expect(split.sectionTitles.first == "0–9" && split.sectionTitles.last == "他")
    #expect(split.sectionTitles.contains("Indic"))
  }

  /// Android's `ContactLocaleUtilsTest`: several locales' labels in one index.
  @Test func labelsOfOtherLocalesAreAdded() throws {
    let collation = try open("en") { $0.labelLocales = ["ja", "ko"] }
    // In the order of the English collator, which is root's: Hangul before kana.
    #expect(collation.sectionTitles == latin + hangul + kana + ["#"])
    #expect(collation.sectionTitles[collation.section(for: "한")] == "ㅎ")
    #expect(throws: CollationError.self) { try open("en") { $0.labelLocales = ["xx"] } }
  }

  /// ICU's alphaindextst.cpp, `TestSchSt`: labels that do not sort apart from their letters.
  @Test func customLabelsAreAdded() throws {
    let collation = try open("de") { $0.customLabels = ["Æ", "Sch*", "St*"] }
    let expected = [
      "Adelbert": "A", "Afrika": "A", "Æsculap": "Æ", "Aesthet": "Æ", "Berlin": "B",
      "Rilke": "R", "Sacher": "S", "Seiler": "S", "Sultan": "S", "Schiller": "Sch",
      "Steiff": "St", "Thomas": "T",
    ]
    for (name, title) in expected {
      #expect(collation.sectionTitles[collation.section(for: name)] == title, "\(name)")
    }
    // Also where combining marks are taken out of ICU's labels.
    #expect(try open("mr") { $0.customLabels = ["Sch*"] }.sectionTitles.contains("Sch"))
  }

  @Test func titlesAreReplacedWithoutMovingTheirBoundaries() throws {
    let names = ["ا", "أحمد", "آدم", "ادم", "باسم"]
    let plain = try open("ar", .icu)
    let uikit = try open("ar")
    let custom = try open("fa") { $0.titleReplacements = ["ا": "الف", "غير موجود": "x"] }
    #expect(uikit.sectionTitles.contains("آ") && !uikit.sectionTitles.contains("ا"))
    #expect(custom.sectionTitles.contains("الف"))
    // By the title that is shown or by the label; catch-alls have a title of their own.
    #expect(try open("ar") { $0.titleReplacements = ["آ": "X"] }.sectionTitles[26] == "X")
    #expect(try open("ar") { $0.titleReplacements = ["ا": "X"] }.sectionTitles[26] == "X")
    #expect(try open("en") { $0.titleReplacements = ["#": "X"] }.sectionTitles.last == "#")
    for name in names {
      let title = plain.sectionTitles[plain.section(for: name)]
      let shown = uikit.sectionTitles[uikit.section(for: name)]
      #expect(shown == (title == "ا" ? "آ" : title), "\(name)")
    }
  }

  /// In `ar-u-co-compat` آ is a letter before ا, in the other collations of Arabic a variant of it.
  @Test func titlesOfUIKitAreOfTheirSections() throws {
    let compat = try open("ar-u-co-compat")
    #expect(compat.sectionTitles.contains("ا") && !compat.sectionTitles.contains("آ"))
    #expect(compat.sectionTitles[compat.section(for: "ادم")] == "ا")
    for name in ["آدم", "أحمد"] {
      #expect(compat.sectionKinds[compat.section(for: name)] == .catchAll)
    }
    for locale in ["ar", "ar_EG", "ar-u-co-search"] {
      let arabic = try open(locale)
      #expect(arabic.sectionTitles[arabic.section(for: "آدم")] == "آ", "\(locale)")
    }
  }

  /// CLDR's index exemplars that are equal to another letter in ICU's order at primary strength: Ñ
  /// in English, Y in Lithuanian, Á, É, Í in Hungarian.
  @Test func droppedLabelsAreReported() throws {
    #expect(try open("en").droppedLabels == [])
    #expect(try open("en") { $0.labelLocales = ["es"] }.droppedLabels == ["Ñ"])
    #expect(try open("lt").droppedLabels.contains("Y"))
    #expect(Set(try open("hu").droppedLabels).isSuperset(of: ["Á", "É", "Í"]))
    #expect(try open("es").droppedLabels == [])
    // "#" is no letter, and the title of the catch-all does not make it one.
    #expect(try open("en") { $0.customLabels = ["#", "🎈"] }.droppedLabels == ["#", "🎈"])
  }

  /// ICU's `setMaxLabelCount` is 99 by default; Vai has 298 labels.
  @Test func moreThanNinetyNineLabelsAreKept() throws {
    #expect(try open("vai", .icu).sectionTitles.count > 290)
    #expect(try open("zh@collation=unihan", .icu).sectionTitles.count > 200)
  }

  /// Two bytes of a list key number 65,535 sections and what comes behind them. Every Han
  /// character has a primary weight of its own; ICU's index has A–Z, an underflow, an inflow and an
  /// overflow beside them.
  @Test func moreSectionsThanAListKeyCanNumberAreRefused() throws {
    let han = ([0x3400...0x4DBF, 0x4E00...0x9FFF, 0x20000...0x2A6DF] as [ClosedRange<UInt32>])
      .joined().compactMap(Unicode.Scalar.init).map { String(Character($0)) }
    func open(_ labels: Int) throws -> LocalizedIndexedCollation {
      try self.open("en", .icu) {
        $0.scriptOrder = .localeOnly
        $0.customLabels = Array(han.prefix(labels))
      }
    }
    let own = try open(1).sectionTitles.count - 1
    #expect(try open(1_000).sectionTitles.count == own + 1_000)
    let error = #expect(throws: CollationError.self) { try open(65_536 - own) }
    #expect(error?.code == .tooManySections)
    let most = try open(65_535 - own)
    #expect(most.section(for: "42") == 0 && most.section(for: "\u{10FFFF}") == 65_534)
    #expect(most.listKey(for: "\u{10FFFF}").section == 65_534)
  }

  /// To append copies no labels: sixteen thousand took a second. Another layout keeps its own.
  @Test func labelsAreAppendedInPlace() {
    var layout = SectionLayout.uikit
    layout.customLabels.reserveCapacity(100)
    layout.customLabels.append("Æ")
    let place = layout.customLabels.withUnsafeBufferPointer { $0.baseAddress }
    layout.customLabels.append("Ø")
    #expect(layout.customLabels.withUnsafeBufferPointer { $0.baseAddress } == place)
    let copy = layout
    layout.customLabels.append("Å")
    layout.titleReplacements["Æ"] = "AE"
    #expect(copy.customLabels == ["Æ", "Ø"] && copy.titleReplacements.isEmpty)
    #expect(layout.customLabels == ["Æ", "Ø", "Å"] && copy != layout)
    #expect(SectionLayout.uikit.customLabels.isEmpty)
  }

  /// ICU 72 takes half a minute for so many labels, and has no index for such rules.
  @Test func layoutsThatICUTakesLongForAreRefused() throws {
    var layout = SectionLayout.icu
    layout.customLabels = (0..<20_000).map { "a" + String(Unicode.Scalar(0x4E00 + $0)!) }
    let tooMany = #expect(throws: CollationError.self) {
      try LocalizedIndexedCollation(locale: "en", layout: layout)
    }
    #expect(tooMany?.code == .tooManySections)
    // A syllable has the weights of its letters (UTS #10, 10.1.1 Collation of Conjoining Jamo).
    layout.customLabels = (0xAC00...0xD7A3).map { String(Unicode.Scalar($0 as UInt32)!) }
    let syllables = #expect(throws: CollationError.self) {
      try LocalizedIndexedCollation(locale: "en", layout: layout)
    }
    #expect(syllables?.code == .tooManySections)

    let rules = try Collator(rules: "[suppressContractions [\\u0000-\\U0010FFFF]]")
    #expect(rules.compare("a", "b") == .less)
    let noIndex = #expect(throws: CollationError.self) {
      try LocalizedIndexedCollation(collator: rules)
    }
    #expect(noIndex?.description.contains("U+FDD1") == true)
  }

  /// ICU takes seconds for the key of the first label, and does not return for that of the second
  /// (ICU-22511). Its index gets labels as they are.
  @Test(.timeLimit(.minutes(5))) func labelsThatICUTakesLongForAreRefused() throws {
    let costly = [
      String(repeating: "\u{F71}", count: 1 << 14), "\u{438}\u{301}\u{1E8D0}\u{344}",
      "a" + String(repeating: "\u{301}", count: 17), String(repeating: "a", count: 257),
    ]
    for label in costly {
      let error = #expect(throws: CollationError.self) {
        try open("en", .uikit) { $0.customLabels = ["Sch*", label] }
      }
      #expect(error?.code == .labelTooCostly)
    }
    let longest = "\u{153}" + String(repeating: "\u{301}", count: 16) + "*"
    let letters = String(repeating: "z", count: SectionLayout.maximumLabelLength - 1) + "*"
    let collation = try open("en", .uikit) { $0.customLabels = [longest, letters] }
    #expect(collation.sectionTitles.contains(String(longest.dropLast())))
    #expect(collation.section(for: letters) > collation.section(for: "zz"))
  }

  /// A reading decides on section and order, the text that is shown does not.
  @Test func readingsStandForNames() throws {
    let people = [("田中", "たなか"), ("青木", "あおき"), ("井上", "いのうえ"), ("Smith", "Smith")]
    let sections = try open("ja").sections(of: people, by: \.1)
    #expect(sections.rows.map(\.0) == ["Smith", "青木", "井上", "田中"])
    let titles = sections.filter { !$0.isEmpty }.map(\.title)
    #expect(titles == ["S", "あ", "た"])
  }

  /// With a case level, ICU's own index would have "adam" before its boundary "A".
  @Test func caseLevelDoesNotMoveNamesOutOfTheirSections() throws {
    let options = CollatorOptions.with { ($0.caseLevel, $0.caseFirst) = (true, .upper) }
    let collation = try LocalizedIndexedCollation(locale: "en", options: options)
    #expect(["adam", "Adam", "ADAM"].map { collation.section(for: $0) } == [0, 0, 0])
    #expect(collation.sections(of: ["adam", "Adam"])[0].elementsEqual(["Adam", "adam"]))
  }

  @Test func explicitReorderCodesBeatTheScriptOrder() throws {
    let options = CollatorOptions.with { $0.reorderCodes = ["Hang"] }
    let collation = try LocalizedIndexedCollation(locale: "ko", options: options)
    #expect(collation.sectionTitles == hangul + latin + ["#"])
  }

  @Test func customRulesHaveSections() throws {
    let collation = try LocalizedIndexedCollation(collator: Collator(rules: "&Z < å <<< Å"))
    #expect(collation.sectionTitles == latin + ["#"])
    #expect(collation.section(for: "Åberg") == 25)
    let layout = SectionLayout.uikit.with { $0.customLabels = ["Å"] }
    let labelled = try LocalizedIndexedCollation(
      collator: Collator(rules: "&Z < å <<< Å"), layout: layout)
    #expect(labelled.sectionTitles == latin + ["Å", "#"])
    #expect(labelled.section(for: "åberg") == 26)
  }
}
