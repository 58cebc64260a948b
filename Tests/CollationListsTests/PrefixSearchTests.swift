import CollationTestSupport
import Foundation
import Testing

@testable import Collation
@testable import CollationLists

/// Searches for names that start with a prefix, against the slow reference: some beginning of the
/// name has the same key of ICU's as the prefix.
@Suite struct PrefixSearchTests {
  /// ICU's own collator, by `UColAttribute` and `UColAttributeValue`.
  private struct Reference {
    let collator: ReferenceCollator
    let primary: ReferenceCollator

    init(_ locale: String, _ attributes: [Int: Int], strength: Int) throws {
      collator = try Self.open(locale, attributes, strength)
      primary = try Self.open(locale, attributes, 0)
    }

    private static func open(
      _ locale: String, _ attributes: [Int: Int], _ strength: Int
    ) throws -> ReferenceCollator {
      let collator = try #require(ReferenceCollator(locale: locale))
      collator.set(4, to: 17)
      for (attribute, value) in attributes { collator.set(attribute, to: value) }
      collator.set(5, to: strength)
      return collator
    }

    func key(_ text: some StringProtocol) -> [UInt8] { collator.sortKey(Array(text.utf8)) }

    /// The keys of all beginnings of a name: up to each character, and up to each scalar within
    /// one, save jamo, that makes the weights longer and changes none before it.
    func keys(ofBeginningsOf name: String) -> Set<[UInt8]> {
      var keys: Set<[UInt8]> = [key("")]
      for start in name.indices {
        let whole = name[..<name.index(after: start)]
        keys.insert(key(whole))
        for end in name.unicodeScalars[start..<whole.endIndex].indices.dropFirst() {
          let scalar = name.unicodeScalars[end]
          let weights = letters(String(name[..<end]))
          if !(0x1160...0x11FF).contains(scalar.value), !(0xD7B0...0xD7FF).contains(scalar.value),
            !letters(String(scalar)).isEmpty, letters(String(whole)).starts(with: weights),
            weights.count < letters(String(whole)).count
          {
            keys.insert(key(name[..<end]))
          }
        }
      }
      return keys
    }

    /// The primary weights.
    func letters(_ text: String) -> ArraySlice<UInt8> {
      primary.sortKey(Array(text.utf8)).prefix { $0 > 1 }
    }
  }

  private static let strengths: [(CollationStrength, Int)] = [
    (.primary, 0), (.secondary, 1), (.tertiary, 2), (.quaternary, 3), (.identical, 15),
  ]

  /// Options, and the attributes that set the same on ICU's own collator.
  private static let options: [(CollatorOptions, [Int: Int])] = {
    var (numeric, shifted, backwards, all) = (
      CollatorOptions(), CollatorOptions(), CollatorOptions(), CollatorOptions()
    )
    numeric.numeric = true
    shifted.alternateHandling = .shifted
    backwards.backwardsSecondary = true
    all.numeric = true
    all.alternateHandling = .shifted
    all.caseFirst = .upper
    return [
      (CollatorOptions(), [:]), (numeric, [7: 17]), (shifted, [1: 20]), (backwards, [0: 17]),
      (all, [7: 17, 1: 20, 2: 25]),
    ]
  }()

  /// A locale's own contractions and those of root, which are the same under all options.
  private func contractions(of locale: String) throws -> [String] {
    let icu = try Collator(locale: locale).storage
    let strings = try icu.icu.tailoredStrings() + icu.icu.contextualStrings()
    return strings.map { String(String.UnicodeScalarView($0.compactMap(Unicode.Scalar.init))) }
  }

  /// Prefixes and names made of the same few pieces, so that many names start with a prefix or
  /// nearly do.
  private func samples(
    _ collation: LocalizedIndexedCollation, _ contractions: [String],
    _ generator: inout SeededGenerator, _ count: Int
  ) throws -> (prefixes: [String], names: [String]) {
    let pieces =
      [
        "", "a", "A", "ä", "c", "C", "h", "d", "z", "s", "ß", "ss", "æ", "ŉ", "ĳ", "ǆ", "α", "あ",
        "ー", "阿",
      ]
      + ["가", "각", "1", "0", "12", "٣", " ", "-", "'", "\u{301}", "\u{AD}", "เ", "ก", "เก", "กเ"]
      + ["กิ", "น้ำ", "कि", "क्ष", "\u{94D}", "\u{BC6}\u{BBE}", "க", "\u{BCA}", "ক", "\u{9CB}"]
      + ["\u{FFFF}", "🎈", "👩‍👧", "99"] + collation.sectionTitles
    func text(_ generator: inout SeededGenerator) -> String {
      var text = pieces.randomElement(using: &generator)!
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: text += pieces.randomElement(using: &generator)!
      case 1: text += contractions[Int.random(in: 0..<60, using: &generator) % contractions.count]
      case 2: text += contractions.randomElement(using: &generator)!
      default: break
      }
      return text
    }
    let stems = (0..<count).map { _ in text(&generator) }
    let names = stems.map { $0 + text(&generator) } + stems
    let cuts = names.map { name in
      String(name.prefix(Int.random(in: 0...max(1, name.count), using: &generator)))
    }
    let prefixes = (cuts + stems.prefix(count / 4)).map { prefix in
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: prefix.uppercased()
      case 1: prefix.lowercased()
      case 2: prefix.decomposedStringWithCanonicalMapping
      default: prefix
      }
    }
    func isSafe(_ text: String) -> Bool { !HostileNames.mayHangICU(Array(text.utf8)) }
    return (
      prefixes.shuffled(using: &generator).prefix(count).filter(isSafe), names.filter(isSafe)
    )
  }

  @Test(arguments: Coverage.locales)
  func namesThatMatchLieInTheRanges(locale: String) throws {
    let seed = UInt64(locale.utf8.reduce(7) { $0 &* 31 &+ Int($1) }.magnitude)
    for round in 0..<max(1, Coverage.names / 40) {
      var generator = SeededGenerator(seed: seed &+ UInt64(round))
      try check(locale, &generator, options: Int(seed % 4) + 1)
    }
  }

  /// - Parameter more: The number of the other options in a short run. The contractions of each
  ///   take a tenth of a second.
  private func check(
    _ locale: String, _ generator: inout SeededGenerator, options more: Int
  ) throws {
    let contractions = try contractions(of: locale)
    for (number, (options, attributes)) in Self.options.enumerated()
    where !Coverage.isSlice || number == 0 || number == more {
      let collation = try LocalizedIndexedCollation(
        locale: locale, options: options, layout: generator.next() % 2 == 0 ? .uikit : .icu)
      let (strength, number) = Self.strengths.randomElement(using: &generator)!
      let (prefixes, names) = try samples(
        collation, contractions, &generator, Coverage.isPart ? 16 : 30)
      for (strength, number) in [(.primary, 0), (strength, number)] {
        let reference = try Reference(locale, attributes, strength: number)
        let beginnings = names.map(reference.keys(ofBeginningsOf:))
        let letters = names.map(reference.letters)
        let keys = names.map(collation.listKey(for:))
        for prefix in prefixes {
          let search = try collation.prefixSearch(prefix, strength: strength)
          let (prefixKey, prefixLetters) = (reference.key(prefix), reference.letters(prefix))
          for (number, name) in names.enumerated() {
            let isInRanges = search.ranges.contains { $0.contains(keys[number]) }
            let matches = beginnings[number].contains(prefixKey)
            let begins = letters[number].starts(with: prefixLetters)
            if matches && !isInRanges || begins && !isInRanges || search.matches(name) != matches {
              let scalars = (prefix.unicodeScalars.map(\.value), name.unicodeScalars.map(\.value))
              Issue.record("\(strength) \(scalars): \(matches) \(begins) \(isInRanges)")
            }
          }
        }
      }
    }
  }

  /// Ranges are in order and do not overlap, so that pages of one after another are in the list's
  /// order.
  @Test(arguments: Coverage.locales)
  func rangesAreInOrder(locale: String) throws {
    var generator = SeededGenerator(seed: 5)
    let collation = try LocalizedIndexedCollation(locale: locale)
    let contractions = try contractions(of: locale)
    for prefix in try samples(collation, contractions, &generator, 40).prefixes {
      let ranges = try collation.prefixSearch(prefix).ranges
      #expect(!ranges.isEmpty)
      for range in ranges {
        #expect(range.lowerBound.lexicographicallyPrecedes(range.upperBound))
      }
      for (range, next) in zip(ranges, ranges.dropFirst()) {
        #expect(range.upperBound.lexicographicallyPrecedes(next.lowerBound))
      }
    }
  }

  /// Real names: what lies in the ranges begins with the prefix's letters, or matches.
  @Test(
    .enabled(if: !TestData.lists.isEmpty, "\(UnicodeData.absence)"),
    arguments: ["cs", "de", "sv", "es", "pl", "th", "ja", "ko", "zh", "ru", "el", "ar"])
  func rangesOfRealNamesHaveNoOthers(locale: String) throws {
    let collation = try LocalizedIndexedCollation(locale: locale)
    let reference = try Reference(locale, [:], strength: 0)
    let names = try TestData.names(of: locale).enumerated()
      .filter { $0.offset % 9 == 0 }.map { String(decoding: $0.element, as: UTF8.self) }
    let keys = names.map { collation.listKey(for: $0) }
    let letters = names.map(reference.letters)
    for (number, name) in names.enumerated() where number % 16 == 0 {
      let prefix = String(name.prefix(1 + number / 16 % 4))
      let (prefixKey, prefixLetters) = (reference.key(prefix), reference.letters(prefix))
      let search = try collation.prefixSearch(prefix)
      for (number, name) in names.enumerated() {
        let isInRanges = search.ranges.contains { $0.contains(keys[number]) }
        let begins = letters[number].starts(with: prefixLetters)
        if begins != isInRanges {
          let matches = reference.keys(ofBeginningsOf: name).contains(prefixKey)
          #expect(isInRanges && matches, "\(prefix) \(name)")
        }
      }
    }
  }

  // MARK: Examples

  private func found(
    _ prefix: String, _ names: [String], _ locale: String,
    _ change: (inout CollatorOptions) -> Void = { _ in }, strength: CollationStrength = .primary
  ) throws -> [String] {
    var options = CollatorOptions()
    change(&options)
    let collation = try LocalizedIndexedCollation(locale: locale, options: options)
    let search = try collation.prefixSearch(prefix, strength: strength)
    return names.filter { search.matches($0) }
  }

  @Test func accentsCountAsTheStrengthSays() throws {
    let names = ["Ångström", "Angela", "ang", "An", "Bang"]
    #expect(try found("ang", names, "en") == ["Ångström", "Angela", "ang"])
    // In Swedish å is a letter of its own.
    #expect(try found("ang", names, "sv") == ["Angela", "ang"])
    #expect(try found("ång", names, "sv") == ["Ångström"])
    #expect(try found("ang", names, "en", strength: .secondary) == ["Angela", "ang"])
    #expect(try found("Ang", names, "en", strength: .tertiary) == ["Angela"])
    #expect(try found("", names, "en") == names)
  }

  /// Czech ch is a letter behind h, in a section of its own; whoever types c is on the way there.
  @Test func prefixesEndWithinContractions() throws {
    let names = ["Cyril", "Chovanec", "Čapek", "Hus", "Dana"]
    #expect(try found("c", names, "cs") == ["Cyril", "Chovanec"])
    #expect(try found("ch", names, "cs") == ["Chovanec"])
    let collation = try LocalizedIndexedCollation(locale: "cs")
    let ranges = try collation.prefixSearch("c").ranges
    #expect(
      ranges.map { ListKey.section(of: $0.lowerBound) }
        == ["Cyril", "Chovanec"].map(collation.section(for:)))
    #expect(try collation.prefixSearch("ch").ranges.count == 1)
    #expect(try collation.prefixSearch("ad").ranges.count == 1)
    // Thai writes เ before the consonant that it is read after.
    #expect(try found("เ", ["เก่ง", "กา"], "th") == ["เก่ง"])
  }

  @Test func numbersGoOn() throws {
    let names = ["item 1", "item 12", "item 3", "item 100000000000000000000", "item 01", "item"]
    #expect(
      try found("item 1", names, "en", { $0.numeric = true })
        == ["item 1", "item 12", "item 100000000000000000000", "item 01"])
    #expect(
      try found("item 1", names, "en") == ["item 1", "item 12", "item 100000000000000000000"])
  }

  /// ICU reads no more than 254 digits as one number.
  @Test func numbersOfManyDigitsGoOn() throws {
    func nines(_ count: Int) -> String { String(repeating: "9", count: count) }
    let names = [nines(254) + "a", nines(255), nines(260) + "a", nines(600)]
    for prefix in ["9", "99", nines(200), nines(254)] {
      #expect(try found(prefix, names, "en", { $0.numeric = true }) == names)
    }
    let long = String(repeating: "x", count: 250) + nines(300)
    let more = [long, long + "9"]
    #expect(try found(long, more, "en", { $0.numeric = true }) == more)
  }

  /// Whoever types a consonant is on the way to it with a vowel sign, which is a letter by itself;
  /// a tone mark or an accent is none.
  @Test func prefixesEndBeforeVowelSigns() throws {
    #expect(try found("ก", ["กิตติ", "กำ", "กา", "ขิง"], "th") == ["กิตติ", "กำ", "กา"])
    #expect(try found("น", ["น้ำ", "มิ"], "th", strength: .tertiary) == [])
    #expect(try found("น", ["น้ำ", "มิ"], "th") == ["น้ำ"])
    let hindi = ["किरण", "कुमार", "क्षमा"]
    #expect(try found("क", hindi + ["खुशी"], "hi") == hindi)
    #expect(try found("க", ["கொடி", "கிளி", "சிவா"], "ta") == ["கொடி", "கிளி"])
    // Whole syllables in Hangul, however they are written.
    for name in ["각", "각".decomposedStringWithCanonicalMapping] {
      #expect(try found("가", [name], "ko") == [] && found("각", [name], "ko") == [name])
    }
  }

  @Test func ignoredCharactersDoNotCount() throws {
    let names = ["di Silva", "Disney", "d-i", "Dickens"]
    #expect(
      try found("dis", names, "en", { $0.alternateHandling = .shifted }) == ["di Silva", "Disney"])
    #expect(
      try found("d i", names, "en", { $0.alternateHandling = .shifted }) == names)
    #expect(try found(" ", names, "en", { $0.alternateHandling = .shifted }) == names)
  }

  @Test func longPrefixesAndNames() throws {
    let collation = try LocalizedIndexedCollation(locale: "en")
    let long = String(repeating: "ab ", count: 300)
    let search = try collation.prefixSearch(long)
    #expect(search.ranges.count == 1)
    #expect(search.matches(long + "c") && !search.matches(long.dropLast(2) + "x"))
    let longer = String(repeating: "ab ", count: 40_000)
    #expect(search.matches(longer))
    #expect(try collation.prefixSearch("AB").matches(longer))
    #expect(!(try collation.prefixSearch("b").matches(longer)))
    #expect(!(try collation.prefixSearch("abc").matches(longer)))
    // Nothing but characters beyond the prefix.
    #expect(!(try collation.prefixSearch("\u{E4}", strength: .secondary).matches(longer)))
  }

  /// Names with long runs of what is ignored, at the letters' level and at others, against the
  /// reference.
  @Test func runsOfIgnoredCharactersMatchAsTheReferenceSays() throws {
    let ignored = ["\u{200B}", "\u{AD}", "\u{0}", "\u{200B}\u{301}", " ", "-"]
    var generator = SeededGenerator(seed: 23)
    func text() -> String {
      var text = ""
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        text += ["a", "c", "ch", "h", "K'"].randomElement(using: &generator)!
        let piece = ignored.randomElement(using: &generator)!
        text += String(repeating: piece, count: Int.random(in: 0...12, using: &generator))
      }
      return text
    }
    for locale in ["en", "cs", "kl"] {
      for (options, attributes) in Self.options {
        let collation = try LocalizedIndexedCollation(locale: locale, options: options)
        for (strength, number) in Self.strengths.prefix(4) {
          let reference = try Reference(locale, attributes, strength: number)
          for _ in 0..<12 {
            let name = text()
            let beginnings = reference.keys(ofBeginningsOf: name)
            let cut = name.prefix(Int.random(in: 1...name.count, using: &generator))
            for prefix in [String(cut), text()] {
              let search = try collation.prefixSearch(prefix, strength: strength)
              #expect(
                search.matches(name) == beginnings.contains(reference.key(prefix)),
                "\(strength) \(prefix.debugDescription) \(name.debugDescription)")
            }
          }
        }
      }
    }
  }

  @Test func prefixesHaveALimit() throws {
    let collation = try LocalizedIndexedCollation(locale: "en")
    let longest = String(repeating: "a", count: PrefixSearch.maximumPrefixLength)
    #expect(try collation.prefixSearch(longest).matches(longest + "b"))
    let error = #expect(throws: CollationError.self) { try collation.prefixSearch(longest + "a") }
    #expect(error?.code == .prefixTooLong)
  }

  /// Names for which each beginning was compared, which took seconds.
  @Test(
    .timeLimit(.minutes(5)), arguments: ["\u{200B}", "\u{0}", "\u{AD}", "\u{F71}", "\u{1F1E6}"])
  func longNamesAreMatched(piece: String) throws {
    let collation = try LocalizedIndexedCollation(locale: "en")
    let run = String(repeating: piece, count: (1 << 16) / piece.utf8.count)
    #expect(try collation.prefixSearch("a").matches("a" + run))
    #expect(try !collation.prefixSearch("a").matches("b" + run + "a"))
    let prefix = String(run.unicodeScalars.prefix(200))
    #expect(try collation.prefixSearch(prefix).matches(prefix + "\u{200B}b"))
  }
}
