import Collation
import CollationTestSupport
import Testing

/// Options, what is in force, errors, versions and rules. Orders are those of UTS #10 and #35,
/// where not said otherwise.
@Suite struct CollatorTests {
  private func collator(
    _ locale: String = "root", _ change: (inout CollatorOptions) -> Void = { _ in }
  ) throws -> Collator {
    try Collator(locale: locale, options: .with(change))
  }

  // MARK: Options

  /// UTS #10, 1.1: the examples of each level.
  @Test func strengthsTellLevelsApart() throws {
    let levels: [(CollationStrength, [CollationResult])] = [
      (.primary, [.equal, .equal, .equal]), (.secondary, [.less, .equal, .equal]),
      (.tertiary, [.less, .less, .equal]), (.identical, [.less, .less, .less]),
    ]
    for (strength, expected) in levels {
      let collator = try collator { $0.strength = strength }
      let results = [("role", "rôle"), ("role", "Role"), ("role", "role\u{1}")].map {
        collator.compare($0, $1)
      }
      // The identical level compares code points: U+0001 makes the right one longer.
      #expect(results == expected, "\(strength)")
    }
  }

  /// UTS #10, table 11: shifted and non-ignorable.
  @Test func variableCharactersAreLettersOrIgnored() throws {
    let names = ["di Silva", "diSilva", "Dickens", "di-Silva"]
    #expect(
      try collator().sorted(names) == ["di Silva", "di-Silva", "Dickens", "diSilva"])
    #expect(
      try collator { $0.alternateHandling = .shifted }.sorted(names)
        == ["Dickens", "di Silva", "diSilva", "di-Silva"])
    #expect(
      try collator {
        $0.alternateHandling = .shifted
        $0.strength = .quaternary
      }.sorted(names) == ["Dickens", "di Silva", "di-Silva", "diSilva"])
    let spaces = try collator {
      $0.alternateHandling = .shifted
      $0.maxVariable = .space
    }
    #expect(spaces.compare("a b", "ab") == .equal && spaces.compare("a-b", "ab") == .less)
    let currency = try collator {
      $0.alternateHandling = .shifted
      $0.maxVariable = .currency
    }
    #expect(currency.compare("a€b", "ab") == .equal)
  }

  @Test func otherOptionsHold() throws {
    #expect(try collator().compare("item10", "item2") == .less)
    #expect(try collator { $0.numeric = true }.compare("item10", "item2") == .greater)
    #expect(try collator().compare("a", "A") == .less)
    #expect(try collator { $0.caseFirst = .upper }.compare("a", "A") == .greater)
    // UTS #35: primary strength and a case level ignore accents but not case.
    let caseLevel = try collator {
      $0.strength = .primary
      $0.caseLevel = true
    }
    #expect(caseLevel.compare("role", "rôle") == .equal)
    #expect(caseLevel.compare("role", "Role") == .less)
    // UTS #10, 1.1: French accent ordering.
    #expect(try collator().compare("côte", "coté") == .greater)
    #expect(try collator { $0.backwardsSecondary = true }.compare("côte", "coté") == .less)
    #expect(try collator { $0.reorderCodes = ["Grek", "Latn"] }.compare("z", "α") == .greater)
    #expect(try collator { $0.reorderCodes = ["Latn", "digit"] }.compare("z", "1") == .less)
  }

  /// Scripts that share a lead byte get one each when they move; ICU 72 and ICU 76 have too few for
  /// these (`CollationData::makeReorderRanges`), and say so by U_BUFFER_OVERFLOW_ERROR.
  @Test func reorderCodesThatICUHasNoRoomForAreRefused() throws {
    let error = #expect(throws: CollationError.self) {
      try collator { $0.reorderCodes = ["Bali", "Cans", "Cher", "Orkh", "Tfng", "Sinh"] }
    }
    #expect(error?.code == .invalidOption && error?.icuStatus == "U_BUFFER_OVERFLOW_ERROR")
    #expect(error?.description.contains("room for few rare scripts") == true)
  }

  /// Unordered marks: U+0323 has the lower combining class, so that both are ậ in NFD.
  @Test func normalizationIsOnUnlessSaidOtherwise() throws {
    let (ordered, unordered) = ("a\u{323}\u{302}", "a\u{302}\u{323}")
    #expect(try collator().resolvedOptions.normalization)
    #expect(try collator().compare(ordered, unordered) == .equal)
    #expect(try collator { $0.normalization = .off }.compare(ordered, unordered) != .equal)
    #expect(try !collator { $0.normalization = .locale }.resolvedOptions.normalization)
    // Vietnamese has it on by its own rules.
    #expect(try collator("vi") { $0.normalization = .locale }.resolvedOptions.normalization)
    #expect(try Collator(rules: "&a < b").resolvedOptions.normalization)
    var locale = CollatorOptions()
    locale.normalization = .locale
    #expect(try !Collator(rules: "&a < b", options: locale).resolvedOptions.normalization)
    #expect(
      try Collator(rules: "[normalization on] &a < b", options: locale)
        .resolvedOptions.normalization)
    // The keyword holds where the option is not set, and the option beats the keyword.
    #expect(try !collator("sv-u-kk-false").resolvedOptions.normalization)
    #expect(try collator("sv-u-kk-false") { $0.normalization = .on }.resolvedOptions.normalization)
  }

  @Test func keywordsAreOptions() throws {
    let options = try collator(
      "de-u-co-phonebk-ka-shifted-kb-kc-kf-upper-kn-kr-grek-ks-level2-kv-symbol"
    )
    .resolvedOptions
    #expect(options.collationType == "phonebook")
    #expect(options.alternateHandling == .shifted && options.maxVariable == .symbol)
    #expect(options.backwardsSecondary && options.caseLevel && options.numeric)
    #expect(options.caseFirst == .upper && options.strength == .secondary)
    #expect(options.reorderCodes == ["Grek"])
    // A locale of an operating system may say more than a collation asks.
    #expect(try collator("en-US-u-ca-buddhist-nu-thai").resolvedOptions.resolvedLocale == "en_US")
  }

  /// The options of a collator, asked of another locale, are in force there; asked of the same,
  /// they change nothing.
  @Test func resolvedOptionsCanBeAskedFor() throws {
    var source = HostileNames(seed: 91)
    let names = source.names(40)
    for name in Collator.availableLocales + ["th", "sv-u-kn-ks-level2-kk-false", "en_US_POSIX"] {
      let collator = try Collator(locale: name)
      let resolved = collator.resolvedOptions
      let same = try Collator(locale: name, options: CollatorOptions(resolved))
      #expect(same.resolvedOptions == resolved)
      for name in names {
        #expect(same.sortKey(forUTF8: name.span) == collator.sortKey(forUTF8: name.span))
      }
      // Thai and Canadian French have options of their own.
      for other in ["th", "fr_CA", "da"] {
        let options = try Collator(locale: other, options: CollatorOptions(resolved))
          .resolvedOptions
        #expect(CollatorOptions(options) == CollatorOptions(resolved), "\(name) \(other)")
      }
    }
    var all = CollatorOptions()
    all.reorderCodes = ["Grek", "digit"]
    all.normalization = .off
    all.strength = .identical
    #expect(
      try CollatorOptions(Collator(locale: "th", options: all).resolvedOptions).reorderCodes
        == ["Grek", "digit"])
    #expect(
      try CollatorOptions(Collator(locale: "vi", options: all).resolvedOptions).normalization
        == .off)
  }

  @Test func unsetOptionsAreTheLocalesOwn() throws {
    #expect(try collator("th").resolvedOptions.alternateHandling == .shifted)
    #expect(try collator("da").resolvedOptions.caseFirst == .upper)
    #expect(try collator("fr_CA").resolvedOptions.backwardsSecondary)
    #expect(try collator("ko").resolvedOptions.reorderCodes == ["Hang", "Hani"])
    #expect(try collator("ko") { $0.reorderCodes = [] }.resolvedOptions.reorderCodes == [])
    #expect(try collator("zh").resolvedOptions.collationType == "pinyin")
    #expect(try collator("zh_Hant").resolvedOptions.collationType == "stroke")
  }

  /// A locale without a type has the order of the type that it is said to have. ICU 70 has another
  /// one for Swedish than later versions.
  @Test(arguments: ["sv", "de", "ja", "zh", "zh_Hant", "es", "ko", "root"])
  func theTypeThatIsToldIsTheOneInForce(locale: String) throws {
    let plain = try collator(locale)
    let type = plain.resolvedOptions.collationType
    #expect(try collator("\(locale)@collation=\(type)").stamp == plain.stamp)
  }

  // MARK: Errors

  @Test(arguments: [
    ("", CollationError.Code.malformedLocale), (" ", .malformedLocale), ("_", .malformedLocale),
    ("a", .malformedLocale), ("en-", .malformedLocale), ("sv\u{0}SE", .malformedLocale),
    ("sv SE", .malformedLocale), ("русский", .malformedLocale),
    ("de@collation=phonebook@x", .malformedLocale),
    (String(repeating: "x", count: 1_000_000), .malformedLocale),
    ("en-" + String(repeating: "abcdefgh-", count: 100) + "x", .malformedLocale),
    ("sv@foo=bar", .unknownLocaleKeyword), ("sv-u-zz-foo", .unknownLocaleKeyword),
    ("sv@colation=phonebook", .unknownLocaleKeyword),
    ("sv-u-co-bogus", .unknownCollationType), ("sv@collation=bogus", .unknownCollationType),
    ("sv-u-ks-bogus", .invalidOption), ("sv-u-kr-bogus", .invalidOption),
  ])
  func badLocalesAreErrors(locale: String, code: CollationError.Code) throws {
    let error = try #require(throws: CollationError.self) { try Collator(locale: locale) }
    #expect(error.code == code)
    #expect(!error.description.contains("\n"))
  }

  /// UTS #35, Part 1, 3.6 Unicode BCP 47 U Extension: a key without a value has the value "true".
  /// No collation type is called so, and ICU's own word for it, "yes", is not the caller's.
  @Test func aKeyWithoutACollationTypeIsNamed() throws {
    let error = try #require(throws: CollationError.self) { try Collator(locale: "sv-u-co") }
    #expect(error.code == .unknownCollationType)
    #expect(error.description.contains("'sv-u-co'") && error.description.contains("phonebook"))
    #expect(!error.description.contains("yes"))
  }

  @Test func badOptionsAreErrors() throws {
    let unknown = try #require(throws: CollationError.self) {
      try collator { $0.reorderCodes = ["Klingon"] }
    }
    #expect(unknown.code == .unknownReorderCode)
    #expect(unknown.description.contains("Klingon"))
    for name in ["Zyyy", "Zinh", "Latn ", "", "La\u{0}tn"] {
      let error = try #require(throws: CollationError.self) {
        try collator { $0.reorderCodes = [name] }
      }
      #expect(error.code == .unknownReorderCode, "\(name)")
    }
    let twice = try #require(throws: CollationError.self) {
      try collator { $0.reorderCodes = ["Latn", "Latn"] }
    }
    #expect(twice.code == .invalidOption && twice.icuStatus == "U_ILLEGAL_ARGUMENT_ERROR")
  }

  @Test func badRulesAreErrorsThatSayWhere() throws {
    let error = try #require(throws: CollationError.self) { try Collator(rules: "&a < b & <<<< <") }
    #expect(error.code == .invalidRules)
    #expect(error.icuStatus != nil)
    #expect(error.description.contains("UTF-16 offset"))
  }

  // MARK: Rules

  @Test func rulesAreOnTopOfRoot() throws {
    let collator = try Collator(rules: "&a < æ <<< Æ")
    #expect(collator.sorted(["b", "Æ", "a", "æ"]) == ["a", "æ", "Æ", "b"])
    #expect(collator.resolvedOptions.requestedLocale == nil)
    #expect(collator.resolvedOptions.resolvedLocale == "root")
    #expect(try Collator(rules: "").compare("a", "b") == .less)
    #expect(try Collator(rules: "[strength 1]").compare("a", "A") == .equal)
  }

  // MARK: Sorting

  @Test func sortingIsStableInBothDirections() throws {
    struct Row: Equatable {
      var name: String
      var number: Int
    }
    var generator = SeededGenerator(seed: 3)
    let rows = (0..<500).map { number in
      Row(name: String("abcABCåÅ".randomElement(using: &generator)!), number: number)
    }
    for descending in [false, true] {
      let collator = try collator { $0.strength = .primary }
      let expected = insertionSorted(rows) {
        collator.compare($0.name, $1.name) == (descending ? .greater : .less)
      }
      #expect(collator.sorted(rows, by: \.name, descending: descending) == expected)
      #expect(
        collator.sorted(rows.map(\.name), descending: descending) == expected.map(\.name))
    }
  }

  @Test func errorsOfAKeyComeThrough() throws {
    struct Missing: Error {}
    let collator = try collator()
    #expect(throws: Missing.self) {
      try collator.sorted([1, 2]) { (_: Int) throws(Missing) -> String in throw Missing() }
    }
    let collation = try LocalizedIndexedCollation(locale: "en")
    #expect(throws: Missing.self) {
      try collation.sections(of: [1]) { (_: Int) throws(Missing) -> String in throw Missing() }
    }
  }

  @Test func stringsAndSubstringsCompareAlike() throws {
    let swedish = try collator("sv")
    let text = "Zorn Åberg"
    let words = text.split(separator: " ")
    #expect(swedish.compare(words[0], words[1]) == .less)
    #expect(swedish.compare("Zorn", "Åberg") == .less)
    #expect(swedish.sorted(words.reversed()) == words)
  }

  // MARK: Sort keys

  @Test func keysOfSeveralFieldsMerge() throws {
    let collator = try collator()
    let people = [
      ("di Silva", "Fred"), ("diSilva", "Fred"), ("di Silva", "John"), ("Disilva", "Fred"),
    ]
    func merged(_ person: (String, String)) -> SortKey {
      SortKey(merging: [collator.sortKey(for: person.0), collator.sortKey(for: person.1)])
    }
    // UTS #10, 1.6 Merging Sort Keys: letters of both fields first, then accents, then case.
    let keys = people.map(merged)
    #expect(keys[1] < keys[3])
    #expect(keys[0] < keys[2])
    // A key of no names is that of the empty name, without levels.
    #expect(SortKey(merging: []).bytes == [0])
    #expect(SortKey(merging: [keys[0]]) == keys[0])
  }

  /// ICU ends every key with a zero byte (`ucol_getSortKey`), and so must the bytes of one.
  @Test func bytesThatAreNoKeyAreRefused() throws {
    let key = try collator("sv").sortKey(for: "Åberg")
    #expect(SortKey(bytes: key.bytes) == key && SortKey(bytes: Array(key.bytes)) == key)
    for bytes in [[], [1], [0x2A, 1, 1], [0, 1]] as [[UInt8]] {
      #expect(SortKey(bytes: bytes) == nil)
    }
    #expect(SortKey(bytes: key.bytes.dropLast()) == nil)
    #expect(
      key.description
        == key.bytes.map { String($0, radix: 16) }.map {
          $0.count == 1 ? "0" + $0 : $0
        }.joined())
  }

  // MARK: What ICU has

  @Test func availableLocalesAndTypesAreListed() throws {
    #expect(Set(Collator.availableLocales).isSuperset(of: ["sv", "zh_Hant", "en", "ar_SA"]))
    #expect(try Collator.availableCollationTypes(for: "de").starts(with: ["standard"]))
    #expect(try Collator.availableCollationTypes(for: "de-AT").contains("phonebook"))
    #expect(try Collator.availableCollationTypes(for: "zh").first == "pinyin")
    for locale in Collator.availableLocales {
      #expect(try !Collator(locale: locale).resolvedOptions.isFallback, "\(locale)")
    }
  }

  @Test func collatorsOfTheSameRequestAreEqual() throws {
    #expect(try collator("sv") == collator("sv"))
    #expect(try collator("sv") != collator("da"))
    #expect(try collator("sv") != collator("sv") { $0.numeric = true })
    #expect(try Set([collator("sv"), collator("sv"), collator("da")]).count == 2)
  }
}
