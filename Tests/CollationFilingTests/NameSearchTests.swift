import CollationTestSupport
import Foundation
import Testing

@testable import Collation
@testable import CollationFiling
@testable import CollationLists

/// Searches by a list's own order, against the slow reference: of all pieces of a name, those whose
/// collation elements, by ICU's iterator over the name, are the query's.
@Suite struct NameSearchTests {
  /// ICU's own collator, by `UColAttribute` and `UColAttributeValue`, and what counts of elements.
  private struct Reference {
    let collator: ReferenceCollator
    let level: Int
    let ignoresVariable: Bool
    let countsCase: Bool

    init(
      _ locale: String, _ attributes: [Int: Int], level: Int, _ options: ResolvedCollatorOptions
    ) throws {
      collator = try #require(ReferenceCollator(normalizing: locale))
      for (attribute, value) in attributes { collator.set(attribute, to: value) }
      collator.set(5, to: level)
      self.level = level
      ignoresVariable = options.alternateHandling == .shifted
      countsCase = options.caseFirst != .off
    }

    private struct Element {
      var weights: UInt64
      var bringsLetter: Bool
      var range: Range<Int>
    }

    /// The elements that are not ignorable, each half of ICU's by itself.
    private func elements(of units: [UInt16]) -> [Element] {
      var elements: [Element] = []
      var range = 0..<0
      var isBehindVariable = false
      for element in collator.elements(of: units) {
        if element.end > range.upperBound { range = range.upperBound..<element.end }
        let (primary, secondary) = (element.value >> 16, element.value >> 8 & 0xFF)
        let isSecondHalf = element.value & 0xC0 == 0xC0
        if !isSecondHalf && primary > 0 {
          isBehindVariable =
            ignoresVariable && primary > 0x200 && primary <= collator.variableTop >> 16
        }
        if isBehindVariable { continue }
        let cased = countsCase && !isSecondHalf
        let tertiary = element.value & (cased ? 0xFF : 0x3F)
        let counted = [primary, secondary, tertiary].prefix(level + 1)
        if counted.allSatisfy({ $0 == 0 }) { continue }
        elements.append(
          Element(
            weights: counted.reduce(0) { $0 << 16 | UInt64($1) } << 1 | (isSecondHalf ? 1 : 0),
            bringsLetter: primary > 0, range: range))
      }
      return elements
    }

    func weights(of query: String) -> [UInt64] { elements(of: Array(query.utf16)).map(\.weights) }

    /// The ranges of the pieces that have each of some sequences of weights, in UTF-8 bytes, those
    /// without characters that are ignored at an end.
    func pieces(of name: String, with wanted: Set<[UInt64]>) -> [[UInt64]: [Range<Int>]] {
      let longest = wanted.reduce(0) { max($0, $1.count) }
      let elements = elements(of: Array(name.utf16))
      func cutsNothing(_ place: Int) -> Bool {
        !elements.contains { $0.range.lowerBound < place && place < $0.range.upperBound }
      }
      let starts = (Array(name.indices) + [name.endIndex]).map { $0.utf16Offset(in: name) }
        .filter(cutsNothing)
      let units = Array(name.utf16)
      let inner = elements.filter(\.bringsLetter).map(\.range.lowerBound).filter { place in
        !(0x1160...0x11FF).contains(units[place]) && !(0xD7B0...0xD7FF).contains(units[place])
          && cutsNothing(place)
      }
      let ends = Set(starts + inner).sorted()
      var pieces: [[UInt64]: [Range<Int>]] = [:]
      for start in starts {
        // The elements stand in the order of their ranges.
        let first = elements.firstIndex { start <= $0.range.lowerBound } ?? elements.count
        var behind = first
        for end in ends where start < end {
          while behind < elements.count && elements[behind].range.upperBound <= end { behind += 1 }
          if behind - first > longest { break }
          let weights = elements[first..<behind].map(\.weights)
          if !weights.isEmpty && wanted.contains(weights) {
            pieces[weights, default: []].append(start..<end)
          }
        }
      }
      func utf8(_ place: Int) -> Int {
        String(decoding: units[..<place], as: UTF16.self).utf8.count
      }
      return pieces.mapValues { ranges in
        ranges.filter { range in
          !ranges.contains { $0 != range && range.clamped(to: $0) == $0 }
        }.map { utf8($0.lowerBound)..<utf8($0.upperBound) }
      }
    }
  }

  private static let strengths: [CollationStrength] = [.primary, .secondary, .tertiary]

  /// Options, and the attributes that set the same on ICU's own collator.
  private static let options: [(CollatorOptions, [Int: Int])] = [
    (CollatorOptions(), [:]), (.with { $0.numeric = true }, [7: 17]),
    (.with { $0.alternateHandling = .shifted }, [1: 20]),
    (.with { $0.caseFirst = .upper }, [2: 25]),
    (
      .with {
        ($0.numeric, $0.alternateHandling) = (true, .shifted)
        ($0.caseFirst, $0.normalization) = (.lower, .off)
      }, [7: 17, 1: 20, 2: 24, 4: 16]
    ),
  ]

  /// Whether a match may begin a word at a byte: no letter and no digit stands before, or an
  /// ideograph stands before or behind.
  private func beginsWord(_ name: String, at byte: Int) -> Bool {
    let place = name.utf8.index(name.startIndex, offsetBy: byte)
    guard place > name.startIndex else { return true }
    let before = name[name.index(before: place)].unicodeScalars.first!.properties
    let behind = name[place].unicodeScalars.first!.properties
    return behind.isIdeographic || before.isIdeographic
      || !before.isAlphabetic && before.numericType == nil
  }

  /// Checks all queries against all names; returns how many names were found.
  @discardableResult
  private func check(
    _ names: [String], _ queries: [String], _ locale: String, _ strength: CollationStrength,
    _ options: (CollatorOptions, [Int: Int])
  ) throws -> Int {
    let collator = try Collator(locale: locale, options: options.0)
    let search = try NameSearch(names, by: collator, matching: .list(strength))
    let reference = try Reference(
      locale, options.1, level: Self.strengths.firstIndex(of: strength)!, collator.resolvedOptions)
    // The same query finds the same again. Strings that are canonically equivalent stay, as bytes.
    var seen: Set<[UInt8]> = []
    let asked = queries.filter { seen.insert(Array($0.utf8)).inserted }
      .map { (query: $0, weights: reference.weights(of: $0)) }
    let wanted = Set(asked.map(\.weights))
    // The names that have them, in order.
    var pieces: [[UInt64]: [(name: Int, ranges: [Range<Int>])]] = [:]
    for (number, name) in names.enumerated() {
      for (weights, ranges) in reference.pieces(of: name, with: wanted) {
        pieces[weights, default: []].append((number, ranges))
      }
    }
    func numbers(of query: String, _ insideWords: Bool) throws -> [Int] {
      try search.matches(query, insideWords: insideWords).map(\.number).sorted()
    }
    var count = 0
    for (query, weights) in asked {
      if weights.isEmpty {
        #expect(try numbers(of: query, false) == Array(names.indices))
        continue
      }
      for insideWords in [false, true] {
        var expected: [Int: [Range<Int>]] = [:]
        for (number, all) in pieces[weights] ?? [] {
          var ranges: [Range<Int>] = []
          for range in all
          where range.lowerBound >= ranges.last?.upperBound ?? 0
            && (insideWords || beginsWord(names[number], at: range.lowerBound))
          {
            ranges.append(range)
          }
          if !ranges.isEmpty { expected[number] = ranges }
        }
        let found = try numbers(of: query, insideWords)
        if found != expected.keys.sorted() {
          for number in Set(found).symmetricDifference(expected.keys) {
            let scalars = [query, names[number]].map {
              $0.unicodeScalars.map { String($0.value, radix: 16) }
            }
            Issue.record("\(insideWords) \(strength) \(scalars): \(expected[number] ?? [])")
          }
        }
        // For each of these a search is prepared. Many names have the same letter.
        let step = Coverage.isSlice ? expected.count / 50 + 1 : 1
        for (place, number) in expected.keys.sorted().enumerated() where place % step == 0 {
          let ranges = try search.byteRanges(
            of: query, in: names[number].utf8.span, insideWords: insideWords)
          if ranges != expected[number] {
            Issue.record("\(insideWords) \(strength) \(query) \(names[number]): \(ranges)")
          }
        }
        count += found.count
      }
    }
    return count
  }

  /// Queries that are pieces of names, as they stand or otherwise.
  private func queries(
    in names: [String], _ count: Int, _ generator: inout SeededGenerator
  ) -> [String] {
    (0..<count).map { _ in
      let name = names.randomElement(using: &generator)!
      let start = Int.random(in: 0...max(0, name.count - 1), using: &generator)
      let piece = String(
        name.dropFirst(start).prefix(Int.random(in: 1...4, using: &generator)))
      return switch Int.random(in: 0..<6, using: &generator) {
      case 0: piece.uppercased()
      case 1: piece.lowercased()
      case 2: piece.decomposedStringWithCanonicalMapping
      case 3: String(piece.unicodeScalars.prefix(1))
      default: piece
      }
    }
  }

  private func isSafe(_ text: String) -> Bool { !HostileNames.mayHangICU(Array(text.utf8)) }

  /// Names made of few pieces, so that queries are in many of them, and hostile ones.
  private func hostileNames(
    _ collator: Collator, _ count: Int, _ generator: inout SeededGenerator
  ) throws -> [String] {
    let strings =
      try collator.storage.icu.tailoredStrings() + collator.storage.icu.contextualStrings()
    let contractions = strings.map {
      String(String.UnicodeScalarView($0.compactMap(Unicode.Scalar.init)))
    }
    let pieces =
      ["a", "A", "ä", "c", "ch", "Ch", "h", "s", "ß", "ss", "æ", "ŉ", "ĳ", "ǆ", "α", "あ", "カ", "ー"]
      + ["阿", "明", "가", "각", "1", "0", "12", "٣", " ", "-", "'", "\u{301}", "\u{AD}", "เ", "ก"]
      + ["กิ", "น้ำ", "กุ่", "कि", "क्ष", "\u{94D}", "\u{BC6}\u{BBE}", "க", "\u{BCA}", "\u{9CB}"]
      + ["\u{1100}\u{1161}\u{11A8}", "ﾊﾝ", "\u{FFFE}", "\u{FDFA}", "🎈", "👩‍👧", "99", "\r\n"]
    var hostile = HostileNames(seed: generator.next())
    return (0..<count).map { _ -> String in
      if Int.random(in: 0..<4, using: &generator) == 0 {
        return String(decoding: hostile.next(), as: UTF8.self)
      }
      return (0..<Int.random(in: 0...5, using: &generator)).map { _ in
        Int.random(in: 0..<4, using: &generator) == 0
          ? contractions.randomElement(using: &generator)!
          : pieces.randomElement(using: &generator)!
      }.joined()
    }.filter(isSafe)
  }

  @Test(arguments: Coverage.locales)
  func findsThePiecesThatTheReferenceFinds(locale: String) throws {
    let seed = UInt64(locale.utf8.reduce(7) { $0 &* 31 &+ Int($1) }.magnitude)
    for round in 0..<max(1, Coverage.names / 40) {
      var generator = SeededGenerator(seed: seed &+ UInt64(round))
      let names = try hostileNames(Collator(locale: locale), 80, &generator)
      let queries = queries(in: names.filter { !$0.isEmpty }, 40, &generator).filter(isSafe)
      for (number, options) in Self.options.enumerated() {
        // Each strength with some options, and all in a longer run.
        for (level, strength) in Self.strengths.enumerated()
        where !Coverage.isSlice || number == 0 || number % 3 == level {
          try check(names, queries, locale, strength, options)
        }
      }
    }
  }

  @Test(
    .enabled(if: !TestData.lists.isEmpty, "\(UnicodeData.absence)"),
    arguments: [
      "cs", "de", "sv", "es", "pl", "th", "ja", "ko", "zh", "ru", "el", "ar", "en",
    ])
  func findsInRealNamesWhatTheReferenceFinds(locale: String) throws {
    let step = max(1, 8 * 40 / Coverage.names)
    let names = try TestData.names(of: locale).enumerated()
      .filter { $0.offset % step == 0 }.map { String(decoding: $0.element, as: UTF8.self) }
      .filter(isSafe)
    var generator = SeededGenerator(seed: 11)
    let queries = queries(in: names, 2 * Coverage.names, &generator)
    for strength in Self.strengths {
      let found = try check(names, queries, locale, strength, (CollatorOptions(), [:]))
      #expect(found > queries.count)
    }
  }

  /// ICU's own search of strings, where both go by the same characters.
  @Test(
    .enabled(if: !TestData.lists.isEmpty, "\(UnicodeData.absence)"),
    arguments: ["cs", "de", "sv", "es", "pl", "ru", "el", "ja", "zh", "en"])
  func findsInRealNamesWhatICUFinds(locale: String) throws {
    let step = max(1, 8 * 40 / Coverage.names)
    let names = try TestData.names(of: locale).enumerated()
      .filter { $0.offset % step == 1 % step }.map { String(decoding: $0.element, as: UTF8.self) }
    var generator = SeededGenerator(seed: 12)
    for (level, strength) in Self.strengths.enumerated() {
      let collator = try #require(ReferenceCollator(normalizing: locale))
      collator.set(5, to: level)
      let search = try NameSearch(
        names, by: Collator(locale: locale), matching: .list(strength))
      for query in queries(in: names, Coverage.names, &generator) {
        guard let reference = ReferenceSearch(query, by: collator) else { continue }
        let found = Set(try search.matches(query, insideWords: true).map(\.number))
        for (number, name) in names.enumerated() {
          let match = reference.first(in: Array(name.utf16))
          #expect((match != nil) == found.contains(number), "\(strength) \(query): \(name)")
        }
      }
    }
  }

  // MARK: Examples

  private func found(
    _ query: String, _ names: [String], _ locale: String,
    strength: CollationStrength = .primary, insideWords: Bool = false,
    _ change: (inout CollatorOptions) -> Void = { _ in }
  ) throws -> [String] {
    let options = CollatorOptions.with(change)
    let search = try NameSearch(
      names, by: Collator(locale: locale, options: options), matching: .list(strength))
    return try search.matches(query, insideWords: insideWords).map(\.number).sorted()
      .map { names[$0] }
  }

  /// The part of a name that is highlighted.
  private func highlighted(
    _ query: String, _ name: String, _ locale: String, insideWords: Bool = true
  ) throws -> [String] {
    let search = try NameSearch(
      ["another name"], by: Collator(locale: locale), matching: .list(.primary))
    return try search.ranges(of: query, in: name, insideWords: insideWords).map { String(name[$0]) }
  }

  /// unicode-org/icu4x#7944: the beginning of a part of a name is what people look for.
  @Test func anyWordIsFound() throws {
    let names = ["Brown, James", "James Brown", "Benjamin", "O'Jam", "jam-jar"]
    #expect(
      try found("jam", names, "en") == ["Brown, James", "James Brown", "O'Jam", "jam-jar"])
    #expect(try found("jam", names, "en", insideWords: true) == names)
    #expect(try found("james b", names, "en") == ["James Brown"])
    #expect(try highlighted("jam", "Jam, jamjam", "en", insideWords: false) == ["Jam", "jam"])
    #expect(try highlighted("jam", "Jam, jamjam", "en") == ["Jam", "jam", "jam"])
    #expect(try highlighted("aa", "aaaaa", "en") == ["aa", "aa"])
  }

  /// swiftlang/swift-foundation#540, tc39/ecma402#506
  @Test func accentsCountAsTheLocaleAndTheStrengthSay() throws {
    let names = ["Ångström", "Bang", "angel"]
    #expect(try found("ang", names, "en", insideWords: true) == names)
    #expect(try found("ang", names, "en") == ["Ångström", "angel"])
    #expect(try found("ang", names, "sv") == ["angel"])
    #expect(try found("ång", names, "sv") == ["Ångström"])
    #expect(try found("resume", ["Résumé", "RESUME\u{301}"], "fr") == ["Résumé", "RESUME\u{301}"])
    #expect(try found("resume", ["Résumé", "RESUME"], "fr", strength: .secondary) == ["RESUME"])
    #expect(try found("resume", ["Resume", "resume"], "fr", strength: .tertiary) == ["resume"])
    #expect(try highlighted("resume", "le Re\u{301}sume\u{301}!", "fr") == ["Re\u{301}sume\u{301}"])
    #expect(try highlighted("stro", "Ångström", "en") == ["strö"])
  }

  @Test func noContractionAndNoExpansionIsCut() throws {
    #expect(
      try found("c", ["Chovanec", "Cyril"], "cs", insideWords: true) == ["Chovanec", "Cyril"])
    #expect(try found("c", ["Chovanec", "Cyril"], "cs") == ["Cyril"])
    #expect(try found("ch", ["Chovanec", "Cyril"], "cs") == ["Chovanec"])
    #expect(try found("h", ["Chyba", "Hus"], "cs", insideWords: true) == ["Hus"])
    #expect(try found("strasse", ["Straße", "Strasse"], "de") == ["Straße", "Strasse"])
    #expect(try found("stras", ["Straße", "Strasse"], "de") == ["Strasse"])
    #expect(try found("as", ["Straße", "Strasse"], "de", insideWords: true) == ["Strasse"])
    #expect(try highlighted("ss", "Straße", "de") == ["ß"])
    #expect(try highlighted("ß", "Strasse", "de") == ["ss"])
  }

  @Test func scriptsOfAsia() throws {
    #expect(try found("ก", ["กิตติ", "สกุล", "เก่ง"], "th", insideWords: true) == ["กิตติ", "สกุล"])
    #expect(try found("เก", ["เก่ง", "กา"], "th") == ["เก่ง"])
    // Half-width kana are the same letters, and a voiced mark is one of the secondary level.
    #expect(try found("はんかく", ["ﾊﾝｶｸ", "バンガク"], "ja") == ["ﾊﾝｶｸ", "バンガク"])
    #expect(try highlighted("ﾊﾝ", "半角はんかく", "ja") == ["はん"])
    #expect(try found("太郎", ["田中太郎", "太田"], "ja") == ["田中太郎"])
    #expect(try found("明", ["阿明", "明天"], "zh") == ["阿明", "明天"])
    // A syllable of Hangul is one, however it is written.
    for name in ["김각", "김각".decomposedStringWithCanonicalMapping] {
      #expect(try found("가", [name], "ko", insideWords: true) == [])
      #expect(try found("각", [name], "ko", insideWords: true) == [name])
    }
    #expect(try found("क", ["किरण", "अक्षय"], "hi", insideWords: true) == ["किरण", "अक्षय"])
  }

  @Test func optionsOfTheCollatorHold() throws {
    let names = ["item 1", "item 12", "item 01", "21"]
    #expect(try found("1", names, "en", { $0.numeric = true }) == ["item 1", "item 01"])
    #expect(try found("1", names, "en", insideWords: true) == names)
    #expect(try found("1", names, "en") == ["item 1", "item 12"])
    let silva = ["di Silva", "Disilva"]
    #expect(try found("disilva", silva, "en", { $0.alternateHandling = .shifted }) == silva)
    #expect(try found("disilva", silva, "en") == ["Disilva"])
    let rules = try Collator(rules: "&a = X")
    #expect(
      try NameSearch(["Xbc", "abc"], by: rules, matching: .list(.tertiary)).matches("ab").count == 2
    )
  }

  @Test func whatHasNoElementsIsInEveryName() throws {
    let names = ["a", "", "\u{AD}", "é"]
    #expect(try found("", names, "en") == names)
    #expect(try found("\u{301}\u{AD}", names, "en") == names)
    #expect(try found("\u{301}", names, "en", strength: .secondary, insideWords: true) == [])
    #expect(try found(" -", names, "en", { $0.alternateHandling = .shifted }) == names)
    #expect(try highlighted("", "abc", "en") == [])
    #expect(try NameSearch([String](), by: Collator(locale: "en")).matches("").isEmpty)
    #expect(try NameSearch([String](), by: Collator(locale: "en")).matches("a").isEmpty)
  }

  @Test func queriesHaveALimit() throws {
    let longest = String(repeating: "a", count: NameSearch.maximumQueryLength)
    #expect(try found(longest, [longest + "b", "a"], "en") == [longest + "b"])
    let error = #expect(throws: CollationError.self) {
      try found(longest + "a", ["a"], "en")
    }
    #expect(error?.code == .queryTooLong)
    #expect(error?.description == "a query of 1025 bytes: expected at most 1024")
  }

  /// Each ill-formed piece is U+FFFD, as ICU has it; ranges are those of the bytes.
  @Test func illFormedNames() throws {
    let records = UTF8Records(
      Array("a\n".utf8) + [0xFF, 0x61, 0xE3, 0x81, 0x62, 0x0A] + Array("\u{FFFD}b".utf8))
    let search = try NameSearch(
      records, by: Collator(locale: "en"), matching: .list(.primary))
    #expect(try search.matches("a").map(\.number) == [0, 1])
    let ranges = (
      try search.byteRanges(of: "a", in: records[1].span),
      try search.byteRanges(of: "\u{FFFD}b", in: records[1].span, insideWords: true)
    )
    #expect(ranges == ([1..<2], [2..<5]))
    #expect(try search.matches("\u{FFFD}b", insideWords: true).map(\.number).sorted() == [1, 2])
  }

  /// Names that ICU takes long for, or for ever, and queries that nearly match everywhere.
  @Test(.timeLimit(.minutes(5)))
  func hostileNamesAreSearchedInLinearTime() throws {
    let runs = [
      "\u{301}", "\u{F71}\u{F72}", "\u{200B}", "\u{FDFA}", "\u{1D165}\u{301}", "\u{315}\u{300}",
      "a",
      "ab", "\u{1F1E6}", "\u{1161}", "\u{E38}",
    ].map { String(repeating: $0, count: (1 << 15) / $0.utf8.count) }
    let names = runs.flatMap { ["x" + $0 + "yz", $0] }
    for strength in Self.strengths {
      let search = try NameSearch(
        names, by: Collator(locale: "en"), matching: .list(strength))
      for query in ["yz", "x", String(repeating: "a", count: 1_000) + "b", "\u{FDFA}", "\u{301}a"] {
        for insideWords in [false, true] {
          for number in try search.matches(query, insideWords: insideWords).map(\.number) {
            let name = Array(names[number].utf8)
            let ranges = try search.byteRanges(
              of: query, in: names[number].utf8.span, insideWords: insideWords)
            #expect(query == "\u{301}" || !ranges.isEmpty || strength == .primary)
            for range in ranges.prefix(100) {
              #expect(range.upperBound <= name.count && !range.isEmpty)
            }
          }
        }
      }
      #expect(try search.matches("yz", insideWords: true).count == runs.count)
    }
  }

  /// A run of marks that ICU gets otherwise than it stands is highlighted as a whole.
  @Test func runsOfMarksAreParts() throws {
    let marks = String(repeating: "\u{315}\u{300}", count: 40)
    #expect(try highlighted("b", "ab\(marks)c", "en") == ["b\(marks)"])
    #expect(try highlighted("bc", "ab\(marks)cd", "en") == ["b\(marks)c"])
    #expect(try highlighted("c", "ab\(marks)cd", "en") == ["c"])
  }
}
