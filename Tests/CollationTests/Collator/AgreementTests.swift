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

  /// The names: hostile ones, and neighbours that differ from them in one place.
  private static func names(seed: UInt64) -> [[UInt8]] {
    var source = HostileNames(seed: seed)
    let names = source.names(60)
    return names + zip(names, source.names(60)).map { $0 + $1.prefix(3) }
  }

  /// Examples in which `ucol_strcollUTF8` differs from `ucol_getSortKey`, one for each mechanism.
  @Test func sortKeysDecideWhereICUDisagreesWithItself() throws {
    func check(
      _ locale: String, _ left: String, _ right: String, _ expected: CollationResult,
      change: (inout CollatorOptions) -> Void = { _ in }
    ) throws {
      let collator = try Collator(locale: locale, options: .with(change))
      #expect(collator.compare(left, right) == expected)
      #expect(collator.compare(right, left).rawValue == -expected.rawValue)
      #expect(comparison(of: collator.keyByICU(left), collator.keyByICU(right)) == expected)
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
    try check("root", "z", "1", .less) { $0.reorderCodes = ["Latn", "digit"] }
    // Characters of Unicode 15, which ICU 70 does not have.
    if ReferenceICU.has("\u{1E4EF}") {
      try check("root", "\u{1E4EF}", "\u{1E4EF}\u{1E4EE}", .greater)
    }
    try check("sv", "aaaaaaaaaaaaaa", "aaaaaAaaaaaaaa", .less) {
      $0.caseLevel = true
      $0.caseFirst = .upper
    }
    try check("he-u-co-search", " '", " ", .equal) { $0.alternateHandling = .shifted }
    // The tailoring of ICU 76 gives these signs weights of the primary level.
    let hebrew = try #require(ReferenceCollator(locale: "he@collation=search"))
    if hebrew.sortKey(Array("'".utf8)).first == 0x01 {
      try check("he-u-co-search", "a\"", "a\"'", .greater) { $0.backwardsSecondary = true }
    }

    let options = CollatorOptions.with { $0.alternateHandling = .shifted }
    let rules = try Collator(rules: "&[first primary ignorable]<<q", options: options)
    #expect(rules.compare(";", ";q") == .equal)
    #expect(rules.sortKey(for: ";") == rules.sortKey(for: ";q"))

    // ICU itself: if these hold no longer, `ComparisonAgreement` says too much.
    let reference = try #require(ReferenceCollator(locale: "vi"))
    let (left, right) = (Array("\u{F2}\u{31B}".utf8), Array("\u{F4}".utf8))
    #expect(reference.compare(left, right) == -1)
    #expect(reference.sortKey(right).lexicographicallyPrecedes(reference.sortKey(left)))
  }

  /// Every strength with every other option, each time in some locale with some reorder codes: runs
  /// of a letter with changes of case, and hostile names, beside neighbours that differ in one
  /// place.
  @Test(arguments: CollationStrength.allCases)
  func comparingAndSortingAgreeWithKeysUnderAllOptions(strength: CollationStrength) throws {
    let number = CollationStrength.allCases.firstIndex(of: strength)!
    var generator = SeededGenerator(seed: UInt64(number))
    var hostile = HostileNames(seed: generator.next())
    let reorderings: [[String]?] = [
      nil, nil, ["Latn"], ["Grek", "Cyrl"], ["Latn", "digit"], ["others", "Latn"],
      ["Hani", "Thai"],
      ["Goth", "Perm", "Takr"], ["Goth", "Perm", "Takr", "Orkh"],
    ]
    func run() -> [UInt8] {
      let letter = UInt8.random(in: 0x61...0x7A, using: &generator)
      return (0..<Int.random(in: 10...40, using: &generator)).map { _ in
        Int.random(in: 0..<16, using: &generator) == 0 ? letter ^ 0x20 : letter
      }
    }
    func neighbour(of name: [UInt8]) -> [UInt8] {
      var changed = name
      let place = Int.random(in: 0...name.count, using: &generator)
      if place == name.count || Bool.random(using: &generator) {
        changed.insert(contentsOf: hostile.next().prefix(4), at: place)
      } else {
        let isLetter = (0x41...0x5A).contains(name[place] & 0xDF)
        changed[place] = isLetter ? name[place] ^ 0x20 : 0x2D
      }
      return changed
    }
    var sets: [CollatorOptions] = []
    for variable in [nil] + MaxVariable.allCases.map(Optional.some) {
      for caseFirst in [CaseFirst.off, .lower, .upper] {
        for flags in 0..<16 {
          var options = CollatorOptions()
          options.strength = strength
          options.alternateHandling = variable == nil ? .nonIgnorable : .shifted
          options.maxVariable = variable
          options.caseFirst = caseFirst
          options.caseLevel = flags & 1 != 0
          options.backwardsSecondary = flags & 2 != 0
          options.numeric = flags & 4 != 0
          options.normalization = flags & 8 != 0 ? .on : .off
          options.reorderCodes = reorderings.randomElement(using: &generator)!
          sets.append(options)
        }
      }
    }
    for options in sets {
      let locale = Self.locales.randomElement(using: &generator)!
      let collator = try Collator(locale: locale, options: options)
      let names = (0..<Coverage.names).flatMap { pair in
        let name = pair % 2 == 0 ? run() : hostile.next()
        return [name, neighbour(of: name)]
      }
      let keys = names.map { collator.keyByICU(utf8: $0.span) }
      for (left, right) in zip(names.indices, names.indices.dropFirst()) {
        let expected = comparison(of: keys[left], keys[right])
        let (leftName, rightName) = (names[left], names[right])
        let result = collator.compare(utf8: leftName.span, rightName.span)
        #expect(result == expected, "\(locale) \(options): \(leftName) \(rightName)")
      }
      let order = collator.sortedIndices(of: NameList(UTF8Records(names: names)))
      let expected = insertionSorted(names.indices) { keys[$0] < keys[$1] }
      #expect(order == expected, "\(locale) \(options)")
    }
  }

  @Test(arguments: AgreementTests.locales)
  func keysAndComparisonsAreThoseOfICU(locale: String) throws {
    let names = Self.names(seed: 11).filter { !HostileNames.mayHangICU($0) }
    let collator = try Collator(locale: locale)
    let reference = try #require(ReferenceCollator(normalizing: locale))
    for (left, right) in zip(names, names.dropFirst(60)) {
      let key = reference.sortKey(left)
      let ours = collator.sortKey(forUTF8: left.span).bytes
      #expect(Array(ours) == key, "\(left)")
      let result = collator.compare(utf8: left.span, right.span)
      #expect(Int(result.rawValue) == compareBytes(key, reference.sortKey(right)))
    }
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
      for section in sections {
        #expect(section.allSatisfy { collation.section(for: $0) == section.number })
      }
      #expect(sections.flatMap { $0 } == expected)
    }
  }

  /// ICU's order is 阿明 鲍勃 张三 Adam Bob, and its index has 阿明 and Adam in A, 鲍勃 and Bob in B.
  @Test func latinAndChineseNamesShareALetter() throws {
    let collation = try LocalizedIndexedCollation(locale: "zh")
    let names = ["阿明", "鲍勃", "张三", "Adam", "Bob"]
    let sections = collation.sections(of: names)
    #expect(sections[number: 0].map(Array.init) == ["阿明", "Adam"])
    #expect(sections[number: 1].map(Array.init) == ["鲍勃", "Bob"])
    #expect(sections[number: 25].map(Array.init) == ["张三"])
    #expect(collation.collator.sorted(names) == names)
  }
}
