import Collation
import CollationTestSupport
import Testing

/// Comparing, sort keys, sorting and sections agree, and they are ICU's.
@Suite struct AgreementTests {
  private static let locales = [
    "root", "en", "de@collation=phonebook", "sv", "vi", "lt", "hr", "cs", "fr_CA", "da", "mt", "ru",
    "el", "ar", "he", "th", "hi", "ja", "ko", "zh", "zh_Hant", "zh@collation=zhuyin", "my", "bo",
    "dz", "nb", "az", "en_US_POSIX",
  ]

  /// Combinations of options; each with the attributes that set the same on ICU's own collator.
  private static let combinations: [(name: String, options: CollatorOptions)] = {
    var combinations: [(String, CollatorOptions)] = [("none", CollatorOptions())]
    func add(_ name: String, _ change: (inout CollatorOptions) -> Void) {
      var options = CollatorOptions()
      change(&options)
      combinations.append((name, options))
    }
    for strength in CollationStrength.allCases {
      add("\(strength)") { $0.strength = strength }
      add("\(strength) shifted") {
        $0.strength = strength
        $0.alternateHandling = .shifted
      }
      add("\(strength) case level") {
        $0.strength = strength
        $0.caseLevel = true
      }
    }
    for group in MaxVariable.allCases {
      add("shifted to \(group)") {
        $0.alternateHandling = .shifted
        $0.maxVariable = group
      }
    }
    add("upper first") { $0.caseFirst = .upper }
    add("lower first") { $0.caseFirst = .lower }
    add("numeric") { $0.numeric = true }
    add("numeric identical") {
      $0.numeric = true
      $0.strength = .identical
    }
    add("backwards") { $0.backwardsSecondary = true }
    add("backwards shifted numeric") {
      $0.backwardsSecondary = true
      $0.alternateHandling = .shifted
      $0.numeric = true
    }
    add("Latin before digits") { $0.reorderCodes = [.latin, .digit] }
    add("reordered") { $0.reorderCodes = [.digit, "Grek", "Cyrl"] }
    add("not normalized") { $0.normalization = false }
    return combinations
  }()

  /// The names: hostile ones, and neighbours that differ from them in one place.
  private static func names(seed: UInt64) -> [[UInt8]] {
    var source = HostileNames(seed: seed)
    let names = source.names(60)
    return names + zip(names, source.names(60)).map { $0 + $1.prefix(3) }
  }

  @Test(arguments: AgreementTests.locales)
  func compareKeysAndSortedAgree(locale: String) throws {
    let names = Self.names(seed: 7)
    let records = try #require(
      UTF8Records(
        names.flatMap { $0 },
        ranges: names.reduce(into: []) { ranges, name in
          let start = ranges.last?.upperBound ?? 0
          ranges.append(start..<start + name.count)
        }))
    for (combination, options) in Self.combinations {
      let collator = try Collator(locale: locale, options: options)
      let keys = names.map { collator.sortKey(forUTF8: $0.span) }
      for step in [1, 60] {
        for (left, right) in zip(names.indices, names.indices.dropFirst(step)) {
          let expected: CollationResult =
            keys[left] == keys[right] ? .equal : keys[left] < keys[right] ? .less : .greater
          let (leftName, rightName) = (names[left], names[right])
          let result = collator.compare(utf8: leftName.span, rightName.span)
          #expect(result == expected, "\(combination): \(leftName) \(rightName)")
        }
      }
      let expected = insertionSorted(names.indices) { keys[$0] < keys[$1] }
      #expect(collator.order(of: records) == expected, "\(combination)")
    }
  }

  /// Examples in which `ucol_strcollUTF8` differs from `ucol_getSortKey`, one for each mechanism.
  @Test func sortKeysDecideWhereICUDisagreesWithItself() throws {
    func check(
      _ locale: String, _ left: String, _ right: String, _ expected: CollationResult,
      change: (inout CollatorOptions) -> Void = { _ in }
    ) throws {
      var options = CollatorOptions()
      change(&options)
      let collator = try Collator(locale: locale, options: options)
      #expect(collator.compare(left, right) == expected)
      #expect(collator.compare(right, left).rawValue == -expected.rawValue)
      let (leftKey, rightKey) = (collator.sortKey(for: left), collator.sortKey(for: right))
      #expect((leftKey == rightKey ? .equal : leftKey < rightKey ? .less : .greater) == expected)
    }
    // ò and a horn are ơ with a grave, which comes after ô.
    try check("vi", "\u{F2}\u{31B}", "\u{F4}", .greater)
    try check("root", "2a", "2\u{667}", .less) { $0.numeric = true }
    try check("fr_CA", "\u{E4D}", "\u{E4D}\u{E4C}", .greater)
    try check("root", "\u{B7}\u{20E2}", "\u{B7}", .equal) { $0.alternateHandling = .shifted }
    try check("root", "\u{A0}a", "a", .equal) {
      $0.alternateHandling = .shifted
      $0.maxVariable = .space
    }
    try check("root", "z", "1", .less) { $0.reorderCodes = [.latin, .digit] }
    try check("root", "\u{1E4EF}", "\u{1E4EF}\u{1E4EE}", .greater)

    // ICU itself: if these hold no longer, `ComparisonAgreement` says too much.
    let reference = try #require(ReferenceCollator(locale: "vi"))
    let (left, right) = (Array("\u{F2}\u{31B}".utf8), Array("\u{F4}".utf8))
    #expect(reference.compare(left, right) == -1)
    #expect(reference.sortKey(right).lexicographicallyPrecedes(reference.sortKey(left)))
  }

  @Test(arguments: AgreementTests.locales)
  func keysAndComparisonsAreThoseOfICU(locale: String) throws {
    let names = Self.names(seed: 11).filter { !HostileNames.mayHangICU($0) }
    let collator = try Collator(locale: locale)
    let reference = try #require(ReferenceCollator(locale: locale))
    // UCOL_NORMALIZATION_MODE = UCOL_ON, which is the library's default.
    reference.set(4, to: 17)
    for (left, right) in zip(names, names.dropFirst(60)) {
      let key = reference.sortKey(left)
      let ours = collator.sortKey(forUTF8: left.span).bytes
      #expect(ours == key, "\(left)")
      let other = reference.sortKey(right)
      let sign = key == other ? 0 : key.lexicographicallyPrecedes(other) ? -1 : 1
      let result = collator.compare(utf8: left.span, right.span)
      #expect(Int(result.rawValue) == sign)
    }
  }

  /// Whatever is not covered by `ComparisonAgreement` starts below U+20000.
  @Test func noCombiningMarkLiesBeyondThePlanesThatAreAskedFor() {
    let marks = (0x20000...0x10FFFF).filter {
      ReferenceICU.leadCombiningClass(UInt32($0)) != 0
    }
    #expect(marks == [])
  }

  /// The sections of a list, one after another, are in the order of (section, sort key, input).
  @Test(arguments: AgreementTests.locales)
  func sectionsOneAfterAnotherAreOrderedBySectionThenKey(locale: String) throws {
    let names = Self.names(seed: 13).map { String(decoding: $0, as: UTF8.self) }
    for layout in [SectionLayout.uikit, .icu] {
      let collation = try LocalizedIndexedCollation(locale: locale, layout: layout)
      let expected = insertionSorted(names) { left, right in
        let sections = (collation.section(for: left), collation.section(for: right))
        if sections.0 != sections.1 { return sections.0 < sections.1 }
        return collation.collator.compare(left, right) == .less
      }
      let sections = collation.sections(of: names)
      #expect(sections.rows == expected)
      for (number, section) in sections.enumerated() {
        #expect(section.rows.allSatisfy { collation.section(for: $0) == number })
      }
      #expect(sections.flatMap(\.rows) == expected)
    }
  }

  /// ICU's order is 阿明 鲍勃 张三 Adam Bob, and its index has 阿明 and Adam in A, 鲍勃 and Bob in B.
  @Test func latinAndChineseNamesShareALetter() throws {
    let collation = try LocalizedIndexedCollation(locale: "zh")
    let names = ["阿明", "鲍勃", "张三", "Adam", "Bob"]
    let sections = collation.sections(of: names)
    #expect(sections[0].rows == ["阿明", "Adam"])
    #expect(sections[1].rows == ["鲍勃", "Bob"])
    #expect(sections[25].rows == ["张三"])
    #expect(collation.collator.sorted(names) == names)
  }
}
