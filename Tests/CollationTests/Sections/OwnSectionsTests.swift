import CollationTestSupport
import Foundation
import Testing

@testable import Collation

/// Sections that a caller asks for beside the letters: digits, and several letters in one. Where a
/// name lies follows from ICU's keys, and from where it lies without such sections.
@Suite struct OwnSectionsTests {
  private func open(
    _ locale: String, _ options: CollatorOptions = CollatorOptions(),
    _ layout: SectionLayout = .uikit, _ change: (inout SectionLayout) -> Void = { _ in }
  ) throws -> LocalizedIndexedCollation {
    var layout = layout
    change(&layout)
    return try LocalizedIndexedCollation(locale: locale, options: options, layout: layout)
  }

  private func title(
    of name: [UInt8], in collation: LocalizedIndexedCollation
  ) -> (String, SectionKind) {
    let section = collation.section(forUTF8: name.span)
    return (collation.sectionTitles[section], collation.sectionKinds[section])
  }

  // MARK: Digits

  /// The primary level of ICU's key begins with that of a digit, or with the byte of all numbers.
  @Test(arguments: Coverage.locales)
  func aNameLiesAmongDigitsIfItsKeyBeginsWithTheWeightOfOne(locale: String) throws {
    var source = HostileNames(seed: 97)
    let heads = ["", "0", "7", "٣", "३", "３", "½", "①", "$1", "一", "Ⅷ", "1\u{FFFE}", "๙", "௧"]
    for numeric in [false, true] {
      let options = CollatorOptions.with { $0.numeric = numeric }
      let without = try open(locale, options, .icu)
      let with = try open(locale, options, .icu) { $0.digitsTitle = "0–9" }
      let collator = try Collator(without.collator.storage.request.atPrimaryStrength)
      let digits = (0...9).map { digit in
        let level = Array(collator.sortKeyByICU(of: "\(digit)".utf8.span).primaryLevel)
        return numeric ? Array(level.prefix(1)) : level
      }
      for number in 0..<Coverage.names {
        let name = Array(heads[number % heads.count].utf8) + source.next()
        let level = collator.sortKeyByICU(of: name.span).primaryLevel
        let isDigit = digits.contains { level.starts(with: $0) }
        let expected = isDigit ? ("0–9", .digits) : title(of: name, in: without)
        #expect(title(of: name, in: with) == expected, "\(locale) \(numeric): \(name)")
      }
    }
  }

  /// Where digits sort behind the letters, ICU's last bucket has them.
  @Test func digitsBehindTheLettersHaveTheirSectionThere() throws {
    let options = CollatorOptions.with { $0.reorderCodes = ["others", "digit"] }
    let collation = try open("en", options, .icu) { $0.digitsTitle = "0–9" }
    #expect(collation.sectionTitles.suffix(2) == ["…", "0–9"])
    #expect(title(of: Array("7".utf8), in: collation) == ("0–9", .digits))
    #expect(title(of: Array("日".utf8), in: collation) == ("…", .overflow))
  }

  /// Rules may move one digit away from the others; what lies between is no digit.
  @Test func digitsThatRulesMoveAreInTheSection() throws {
    let layout = SectionLayout.uikit.with { $0.digitsTitle = "0–9" }
    let collation = try LocalizedIndexedCollation(
      collator: Collator(rules: "&m<1"), layout: layout)
    let titles = ["0", "1", "19", "2", "m", "n", "#"].map {
      title(of: Array($0.utf8), in: collation).0
    }
    #expect(titles == ["0–9", "0–9", "0–9", "0–9", "M", "N", "#"])
  }

  /// A weight may end with the greatest byte, which has no byte behind it.
  @Test func digitsWhoseWeightsEndWithTheGreatestByte() throws {
    let letters = (0x4E00..<0x4F00).map { "<\(Unicode.Scalar($0)!)" }.joined()
    let collator = try Collator(rules: "&m\(letters)<0")
    #expect(collator.sortKeyByICU(of: "0".utf8.span).primaryLevel.last == 0xFF)
    let layout = SectionLayout.uikit.with { $0.digitsTitle = "0–9" }
    let collation = try LocalizedIndexedCollation(collator: collator, layout: layout)
    let titles = ["0", "07", "5", "n", "一"].map { title(of: Array($0.utf8), in: collation).0 }
    #expect(titles == ["0–9", "0–9", "0–9", "N", "M"])
  }

  // MARK: Groups

  /// Each name lies in the group of the letter that it has without groups.
  @Test(arguments: Coverage.locales)
  func aGroupHasTheNamesOfItsLetters(locale: String) throws {
    var (source, generator) = (HostileNames(seed: 98), SeededGenerator(seed: 99))
    for layout in [SectionLayout.uikit, .icu] {
      let without = try open(locale, CollatorOptions(), layout)
      let letters = Set(
        zip(without.sectionTitles, without.sectionKinds).filter { $0.1 == .normal }.map(\.0))
      var groupOfLetter: [String: String] = [:]
      for letter in letters.sorted() where Bool.random(using: &generator) {
        groupOfLetter[letter] = "group \(Int.random(in: 0..<4, using: &generator))"
      }
      let groups = Dictionary(grouping: groupOfLetter.keys.sorted()) { groupOfLetter[$0]! }
      let with = try open(locale, CollatorOptions(), layout) {
        $0.groups = groups.map { title, letters in
          SectionLayout.Group(title: title, letters: letters + ["no letter of \(title)"])
        }
      }
      // A group stands where the first of its letters stood.
      var expected: [String] = []
      for (title, kind) in zip(without.sectionTitles, without.sectionKinds) {
        let group = kind == .normal ? groupOfLetter[title] : nil
        if let group, expected.contains(group) { continue }
        expected.append(group ?? title)
      }
      #expect(with.sectionTitles == expected)

      let names = source.names(Coverage.names) + letters.sorted().map { Array($0.utf8) }
      for name in names {
        let (letter, kind) = title(of: name, in: without)
        let expected = kind == .normal ? groupOfLetter[letter] ?? letter : letter
        #expect(title(of: name, in: with) == (expected, kind), "\(locale): \(name)")
      }
      // The order of list keys is the order of the list.
      let records = UTF8Records(names: names)
      let keys = with.listKeys(of: NameList(records))
      let rows = with.sections(of: NameList(records)).rows
      #expect(rows == names.indices.sorted { (keys[$0], $0) < (keys[$1], $1) })
    }
  }

  /// What people asked for: X, Y and Z under one title (navidrome/navidrome#1510), and letters of
  /// one sound in a section (Kieran-McIntyre/react-native-section-alphabet-list#12).
  @Test func groupsThatPeopleAskedFor() throws {
    let english = try open("en") {
      $0.groups = [SectionLayout.Group(title: "X–Z", letters: ["X", "Y", "Z"])]
    }
    #expect(english.sectionTitles.suffix(3) == ["W", "X–Z", "#"])
    #expect(
      english.sections(of: ["Zoe", "Xaver", "Yann"])[number: 23].map(Array.init) == [
        "Xaver", "Yann", "Zoe",
      ])

    // CLDR's index of Turkish has no Ğ.
    #expect(try open("tr").section(for: "ğ") == open("tr").section(for: "g"))
    let spanish = try open("es") {
      $0.groups = [SectionLayout.Group(title: "N, Ñ", letters: ["N", "Ñ"])]
    }
    #expect(spanish.section(for: "ñu") == spanish.section(for: "nu"))
    #expect(spanish.sectionTitles[13] == "N, Ñ" && spanish.sectionTitles[14] == "O")

    // In Swedish, Å comes behind Z, and stays there within its section.
    let swedish = try open("sv") {
      $0.groups = [SectionLayout.Group(title: "A", letters: ["A", "Å"])]
    }
    #expect(
      swedish.sections(of: ["Åsa", "Azra", "Bo"]).prefix(2).map { Array($0) } == [
        ["Azra", "Åsa"], ["Bo"],
      ])
    #expect(swedish.listKey(for: "Åsa") < swedish.listKey(for: "Bo"))
  }

  @Test func aLetterInTwoGroupsIsRefused() throws {
    func code(_ locale: String, _ letters: [[String]]) -> CollationError.Code? {
      do {
        _ = try open(locale) {
          $0.groups = letters.enumerated().map {
            SectionLayout.Group(title: "group \($0)", letters: $1)
          }
        }
        return nil
      } catch {
        return (error as? CollationError)?.code
      }
    }
    #expect(code("en", [["A", "B"], ["B"]]) == .invalidOption)
    // UIKit's title of the Arabic letter, and its label.
    #expect(code("ar", [["آ"], ["ا"]]) == .invalidOption)
    #expect(code("en", [["A", "A"], ["#"], [], ["Ж"]]) == nil)
  }

  /// To compare texts with many marks takes Swift the square of their number.
  @Test func longTitlesAreRefused() throws {
    let long = "X" + String(repeating: "\u{301}\u{323}", count: 1 << 14)
    let changes: [(inout SectionLayout) -> Void] = [
      { $0.digitsTitle = long }, { $0.groups = [SectionLayout.Group(title: long, letters: ["X"])] },
      { $0.groups = [SectionLayout.Group(title: "X", letters: [long])] },
      { $0.indexTitleReplacements = [long: "X"] }, { $0.indexTitleReplacements = ["X": long] },
      { $0.titleReplacements = ["X": long] }, { $0.catchAllTitle = long },
    ]
    for change in changes {
      let error = #expect(throws: CollationError.self) {
        try open("en", CollatorOptions(), .uikit, change)
      }
      #expect(error?.code == .labelTooCostly)
    }
  }

  // MARK: Index titles

  /// Other texts at the side of the list lead to the same sections, and no stored list depends on
  /// them.
  @Test func indexTitlesMayBeOtherTexts() throws {
    let without = try open("zh-u-co-stroke")
    let with = try open("zh-u-co-stroke") {
      $0.indexTitleReplacements = ["17劃": "17", "no title": "x"]
    }
    #expect(with.sectionTitles == without.sectionTitles)
    #expect(with.stamp == without.stamp)
    #expect(with.sectionIndexTitles == without.sectionTitles.map { $0 == "17劃" ? "17" : $0 })

    let outline = try SectionOutline(counts: [0: 1], for: with)
    #expect(outline.indexTitles().map(\.title) == with.sectionIndexTitles)
    #expect(outline.map(\.title) == with.sectionTitles)
    let data = try JSONEncoder().encode(outline)
    #expect(try JSONDecoder().decode(SectionOutline.self, from: data) == outline)
    #expect(outline != (try SectionOutline(counts: [0: 1], for: without)))
    #expect(with.sections(of: ["一"]).indexTitles().map(\.title) == with.sectionIndexTitles)
  }
}
