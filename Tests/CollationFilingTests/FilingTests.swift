import CollationTestSupport
import Testing

@testable import Collation
@testable import CollationFiling
@testable import CollationLists

/// Names that are filed by parts and by rules. The expected keys are ICU's, of texts that a slow
/// reference function makes of strings; the expected order is that of these keys.
@Suite struct FilingTests {
  /// The rules by which a name is filed, on strings, without the library's tables.
  struct ReferenceFiling {
    var rules: FilingRules
    var listLanguage: String
    var isNumeric = false

    /// The articles for each language that was asked for, the longest first, with what they are
    /// compared by.
    private final class Known {
      var articles: [String: [(article: String, plain: String)]] = [:]
    }
    private let known = Known()

    func text(_ parts: NameParts) -> String {
      for override in [parts.sortAs, parts.reading] {
        if let override, !Self.isBlank(override) { return override }
      }
      let fields = parts.fields.enumerated().compactMap { place, field -> String? in
        if let sortAs = field.sortAs, !Self.isBlank(sortAs) { return sortAs }
        if let reading = field.reading, !Self.isBlank(reading) { return reading }
        if field.text.isEmpty { return nil }
        let language = field.language.flatMap { Self.isBlank($0) ? nil : $0 } ?? parts.language
        let text = stripped(field.text, language)
        return rules.numericFields.contains(place) && !isNumeric ? Self.padded(text) : text
      }
      return fields.isEmpty
        ? stripped(parts.shown, parts.language) : fields.joined(separator: "\u{FFFE}")
    }

    func shown(_ parts: NameParts) -> String {
      if !parts.shown.isEmpty { return parts.shown }
      return parts.fields.map(\.text).filter { !$0.isEmpty }.joined(separator: "\u{FFFE}")
    }

    private static func isBlank(_ text: String) -> Bool {
      text.unicodeScalars.allSatisfy(\.properties.isWhitespace)
    }

    /// Numbers that collate by their values: with zeros before them, and as many digits as any has.
    private static func padded(_ text: String) -> String {
      var (result, digits) = ("", "")
      func number() -> String {
        if digits.isEmpty { return "" }
        let significant = String(digits.drop { $0 == "0" })
        return String(repeating: "9", count: significant.count / 9)
          + "\(significant.count % 9)" + significant
      }
      for scalar in text.unicodeScalars {
        if scalar.properties.generalCategory == .decimalNumber {
          digits += "\(Int(scalar.properties.numericValue!))"
        } else {
          result += number()
          digits = ""
          result.unicodeScalars.append(scalar)
        }
      }
      return result + number()
    }

    private func stripped(_ text: String, _ language: String?) -> String {
      let articles = knownArticles(language)
      var rest = Substring(text).unicodeScalars
      let hadArticle = Self.dropArticle(articles, &rest)
      if rules.skipsPunctuation {
        rest = rest.drop { !Self.isOfWord($0) }
        if !hadArticle, rest.count < text.unicodeScalars.count, Self.dropArticle(articles, &rest) {
          rest = rest.drop { !Self.isOfWord($0) }
        }
      }
      let marks: [Unicode.GeneralCategory] = [.nonspacingMark, .spacingMark, .enclosingMark]
      let hasLetter = rest.contains {
        // A mark that this ICU does not have is none to it.
        let isMark = marks.contains($0.properties.generalCategory) && ReferenceICU.has($0)
        return Self.isOfWord($0) && !isMark
      }
      return hasLetter ? String(rest) : text
    }

    private func knownArticles(_ language: String?) -> [(article: String, plain: String)] {
      let name = language.map { "=\($0)" } ?? ""
      if let articles = known.articles[name] { return articles }
      let sorted = articles(language).sorted { $0.utf8.count > $1.utf8.count }
      known.articles[name] = sorted.map { ($0, Self.plain($0)) }
      return known.articles[name]!
    }

    private static func plain(_ text: some StringProtocol) -> String {
      let text = text.lowercased().map { character -> String in
        switch character {
        case "’", "‘", "ʼ": "'"
        case "‐", "‑", "־": "-"
        default: String(character)
        }
      }
      return text.joined()
    }

    private func articles(_ language: String?) -> [String] {
      guard let table = rules.articles else { return [] }
      let subtag = language.flatMap { try? Collator(locale: $0).resolvedOptions.requestedLocale }
        .flatMap { $0.split(whereSeparator: { "-_".contains($0) }).first.map(String.init) }
      let known = ["in": "id", "eng": "en", "ger": "de"]
      if let subtag = subtag.map({ known[$0] ?? $0 }), table.languages.contains(subtag) {
        return table[subtag]
      }
      return (rules.articleLanguages ?? [listLanguage]).flatMap { table[$0] }
    }

    private static func dropArticle(
      _ articles: [(article: String, plain: String)], _ text: inout Substring.UnicodeScalarView
    ) -> Bool {
      for (article, plainArticle) in articles {
        let head = text.prefix(article.unicodeScalars.count)
        guard plain(String(head)) == plainArticle else { continue }
        let behind = text[head.endIndex...]
        let rest = behind.drop { $0.properties.isWhitespace }
        let isElided = article.hasSuffix("'") || article.hasSuffix("-")
        if rest.isEmpty || rest.count == behind.count && !isElided { continue }
        text = rest
        return true
      }
      return false
    }

    private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
      let properties = scalar.properties
      switch properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
        .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber,
        .privateUse, .unassigned:
        return true
      default: return false
      }
    }
  }

  static let allRules: [(String, FilingRules)] = [
    ("as shown", .asShown),
    ("articles of the list", FilingRules(articles: .standard)),
    ("articles of three", FilingRules(articles: .standard, articleLanguages: ["en", "fr", "nl"])),
    ("punctuation", FilingRules(skipsPunctuation: true)),
    (
      "all",
      FilingRules(articles: .standard, skipsPunctuation: true, numericFields: [0, 1])
    ),
  ]

  /// Parts of names: hostile ones, behind articles, signs and spaces; fields with numbers.
  static func parts(_ count: Int, seed: UInt64) -> [NameParts] {
    var (source, generator) = (HostileNames(seed: seed), SeededGenerator(seed: seed))
    let heads = [
      "", "", "", "The ", "the\u{A0}", "AN ", "L'", "l’", "'t ", "‘T ", "A ", "an t-", "(", "“",
      "…",
      "¡", " ", "'", "The", "The (", "“The ", "Der ", "des ", "het", "\u{301}", "al-", "Al‐",
    ]
    func text() -> String {
      let name = String(decoding: source.next(), as: UTF8.self)
      return heads.randomElement(using: &generator)!
        + (Int.random(in: 0..<3, using: &generator) == 0 ? "beatles" : name)
    }
    func field() -> String {
      let number = ["", " ", "7", "07", "12", "٣", "123456789012", "0", "a1b22"]
      return Bool.random(using: &generator) ? text() : number.randomElement(using: &generator)!
    }
    func maybe(_ texts: [String?]) -> String? { texts.randomElement(using: &generator)! }
    return (0..<count).map { _ in
      NameParts(
        shown: Int.random(in: 0..<8, using: &generator) == 0 ? "" : text(),
        fields: (0..<Int.random(in: 0...3, using: &generator)).map { _ in
          .init(
            field(), sortAs: maybe([nil, nil, nil, nil, "", text()]),
            reading: maybe([nil, nil, nil, nil, " ", text()]),
            language: maybe([nil, nil, nil, "fr", "", "en"]))
        },
        sortAs: maybe([nil, nil, nil, "", " ", text()]),
        reading: maybe([nil, nil, nil, "", "\u{3000}", text(), "たなか"]),
        language: maybe([nil, "en", "fr", "de-AT", "it", "!!", "", "fi", "nl_BE", "tlh", "eng"]))
    }
  }

  /// The names of each of the rules, which are the same in all locales.
  private static let partsOfRules = allRules.indices.map {
    parts(60 * Coverage.names, seed: UInt64($0) + 7)
  }

  /// Equal keys keep their relative order.
  private static func order(of keys: [[UInt8]]) -> [Int] {
    keys.indices.sorted { left, right in
      let order = compareBytes(keys[left], keys[right])
      return order == 0 ? left < right : order < 0
    }
  }

  @Test(
    arguments: Coverage.part(
      3, of: ["en", "fr", "de", "sv", "ja", "zh", "th", "root", "ga", "fr_CA"]))
  func keysSectionsAndOrdersAreThoseOfTheFiledTexts(locale: String) throws {
    let language = String(locale.prefix(2))
    for (number, (name, rules)) in Self.allRules.enumerated() {
      // What the reference makes of the names has nothing to do with the direction.
      var texts: [Bool: [(filed: String, shown: String)]] = [:]
      for (numeric, isDescending) in [(false, false), (true, true), (false, true)] {
        let options = CollatorOptions.with { $0.numeric = numeric }
        let layout = SectionLayout.uikit.with { $0.isDescending = isDescending }
        let plain = try LocalizedIndexedCollation(locale: locale, options: options, layout: layout)
        let collation = try LocalizedIndexedCollation(
          locale: locale, options: options, layout: layout, filing: rules)
        let bits: UInt8 = isDescending ? 0xFF : 0
        let reference = ReferenceFiling(
          rules: rules, listLanguage: locale == "root" ? "-" : language, isNumeric: numeric)
        // Short lists are compared, and long ones sorted by the table.
        let names = Array(Self.partsOfRules[number].prefix(isDescending ? 12 : .max))
        let filed = texts[numeric] ?? names.map { (reference.text($0), reference.shown($0)) }
        texts[numeric] = filed
        let expected = filed.prefix(names.count).map { text, shown in
          let section = plain.section(for: text)
          let keys =
            plain.collator.sortKeyByICU(of: text.utf8.span)
            + (Array(text.utf8) == Array(shown.utf8)
              ? [] : plain.collator.sortKeyByICU(of: shown.utf8.span))
          return [UInt8(section >> 8), UInt8(section & 0xFF)] + keys.map { $0 ^ bits }
        }
        let list = NameList(names, filedBy: { $0 })
        let keys = collation.listKeys(of: list)
        for (parts, (key, expected)) in zip(names, zip(keys, expected)) {
          #expect(Array(key.bytes) == expected, "\(locale), \(name), \(numeric): \(parts)")
        }
        for (parts, expected) in zip(names, expected).prefix(40) {
          #expect(Array(collation.listKey(for: parts).bytes) == expected)
          #expect(collation.section(for: parts) == Int(expected[0]) << 8 | Int(expected[1]))
        }
        let order = Self.order(of: expected)
        #expect(collation.sections(of: list).rows == order, "\(locale), \(name), \(numeric)")
        #expect(collation.sections(of: names, filedBy: { $0 }).rows == order.map { names[$0] })
        #expect(
          collation.sectionNumbers(of: list)
            == expected.map { Int($0[0]) << 8 | Int($0[1]) })
        #expect(keys.sortedIndices() == order)
        // Keys of a list from Z to A are complemented; the beginning of a key comes first there.
        if isDescending {
          let order = collation.collator.sortedIndices(of: list, descending: true)
          let keys = Array(collation.collator.sortKeys(of: list))
          #expect(order == keys.indices.sorted { (keys[$1], $0) < (keys[$0], $1) })
          continue
        }
        let sortKeys = expected.map { Array($0.dropFirst(2)) }
        #expect(collation.collator.sortedIndices(of: list) == Self.order(of: sortKeys))
      }
    }
  }

  /// Names without other parts: strings, records, closures, one by one, and the forms with workers.
  @Test(arguments: ["en", "sv", "nl"])
  func allFormsFileAlike(locale: String) async throws {
    let rules = FilingRules(
      articles: .standard, articleLanguages: ["en", "nl"], skipsPunctuation: true)
    let collation = try LocalizedIndexedCollation(locale: locale, filing: rules)
    let parts = Self.parts(3_000, seed: 3).map { NameParts($0.shown) }
    let names = parts.map(\.shown)
    let records = UTF8Records(strings: names)
    let expected = collation.sections(of: parts, filedBy: { $0 }).rows.map(\.shown)
    let columns = NameList(shown: records)
    let numbers = collation.sections(of: columns).rows
    let keys = collation.listKeys(of: columns)
    let sections = collation.sectionNumbers(of: columns)

    #expect(names.map(collation.listKey(for:)) == Array(keys))
    #expect(names.map(collation.section(for:)) == sections)
    #expect(collation.sections(of: names).rows == expected)
    #expect(collation.sections(of: names, by: { $0 }).rows == expected)
    #expect(collation.sections(of: names, by: { $0 }, { _ in "" }).rows == expected)
    #expect(try await collation.sections(of: names, by: { $0 }, workers: 2).rows == expected)
    for list in [NameList(names), NameList(records), NameList(names, by: { $0 }), columns] {
      #expect(collation.listKeys(of: list) == keys)
      #expect(collation.sectionNumbers(of: list) == sections)
      #expect(collation.sections(of: list).rows == numbers)
      #expect(try await collation.listKeys(of: list, workers: 2) == keys)
      #expect(try await collation.sectionNumbers(of: list, workers: 2) == sections)
      #expect(try await collation.sections(of: list, workers: 2).rows == numbers)
    }
    let sorted = collation.collator.sortedIndices(of: columns)
    #expect(try await collation.collator.sortedIndices(of: columns, workers: 2) == sorted)
    #expect(collation.sortedArray(from: names) == sorted.map { names[$0] })
    #expect(collation.sortedArray(from: names, by: { $0 }) == sorted.map { names[$0] })
  }

  /// Tasks file long lists in pieces, one task the whole list at once.
  @Test(arguments: [
    FilingRules(articles: .standard), FilingRules(romanization: .allScripts),
  ])
  func piecesOfAListAreFiledAsTheWhole(rules: FilingRules) async throws {
    let collation = try LocalizedIndexedCollation(locale: "en", filing: rules)
    let parts = Self.parts(9_000, seed: 5)
    let shown = UTF8Records(strings: parts.map(\.shown))
    let lists = [
      NameList(parts.map(\.shown)), NameList(shown), NameList(parts, filedBy: { $0 }),
      NameList(shown: shown, readings: UTF8Records(strings: parts.map { $0.reading ?? "" })),
      NameList(parts, by: \.shown, { $0.reading ?? "" }),
    ]
    for (number, list) in lists.enumerated() {
      let keys = try await collation.listKeys(of: list, workers: 2)
      #expect(keys == collation.listKeys(of: list), "list \(number)")
    }
  }

  /// Filing is part of the work that a task divides and may cancel.
  @Test func aCancelledCallFilesNothing() async throws {
    let collator = try Collator(locale: "en").filed(by: FilingRules(articles: .standard))
    let filing = try #require(collator.filing as? Filing)
    let names = NameList(["Die Zeit"], filedBy: { NameParts($0, language: "de") })
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await collator.sortKeys(of: names, workers: 1)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(filing.articlesOfLanguages.withLock { $0.isEmpty })
    _ = collator.sortKeys(of: names)
    #expect(filing.articlesOfLanguages.withLock { Array($0.keys) } == ["de"])
  }

  /// The language of a name may come from anywhere. Swift takes an hour to hash these marks.
  @Test(.timeLimit(.minutes(5))) func languagesOfMarksAreNotHashed() throws {
    let marks = String(repeating: "\u{301}\u{316}", count: 1 << 20)
    let collator = try Collator(locale: "en").filed(by: FilingRules(articles: .standard))
    let name = NameParts("The Who", language: marks)
    #expect(name.filedText(by: collator) == "Who")
    #expect(!name.familyNameComesFirst(in: collator))
  }

  /// What `ORDER BY key DESC` gives is what `descending` gives, but that equal names keep the order
  /// of input. A list from Z to A stores complemented keys, of which the beginning of another comes
  /// first: there a name that is filed as it is shown stays before the others of its text.
  @Test(arguments: [1, 400])
  func descendingOrdersAreExactlyReversed(copies: Int) throws {
    let names = Array(
      [[String]](
        repeating: [
          "Beatles", "The Beatles", "Cream", "The Abba", "A Beatles", "The Beatles", "Abba",
        ], count: copies
      ).joined())
    func distinct(_ order: [Int]) -> [String] {
      let ties = zip(order, order.dropFirst()).filter { names[$0] == names[$1] }
      #expect(ties.allSatisfy { $0 < $1 })
      return order.map { names[$0] }.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
    }
    let rules = FilingRules(articles: .standard)
    let collator = try Collator(locale: "en").filed(by: rules)
    let list = NameList(names)
    let expected = ["Cream", "The Beatles", "A Beatles", "Beatles", "The Abba", "Abba"]
    #expect(distinct(collator.sortedIndices(of: list, descending: true)) == expected)
    #expect(distinct(collator.sortKeys(of: list).sortedIndices(descending: true)) == expected)
    #expect(distinct(collator.sortedIndices(of: list)) == expected.reversed())

    let layout = SectionLayout.uikit.with { $0.isDescending = true }
    let collation = try LocalizedIndexedCollation(collator: collator, layout: layout)
    let stored = ["Cream", "Beatles", "The Beatles", "A Beatles", "Abba", "The Abba"]
    #expect(distinct(collation.sections(of: list).rows) == stored)
    #expect(distinct(collation.listKeys(of: list).sortedIndices()) == stored)
  }

  // MARK: Numbers

  /// ICU's numeric ordering is the judge of fields that collate by their numbers.
  @Test(arguments: ["root", "sv", "ar", "zh"])
  func aNumericFieldOrdersAsICUsNumericOrdering(locale: String) throws {
    let judge = try Collator(locale: locale, options: .with { $0.numeric = true })
    let collation = try LocalizedIndexedCollation(
      locale: locale, filing: FilingRules(numericFields: [0]))
    var generator = SeededGenerator(seed: 11)
    let digits = ["0", "1", "2", "9", "٣", "３", "१"]
    let fields = (0..<400).map { _ in
      let number = (0..<Int.random(in: 1...12, using: &generator)).map { _ in
        digits.randomElement(using: &generator)!
      }.joined()
      return ["", "a", "disc "].randomElement(using: &generator)! + number
        + ["", "b", " x2"].randomElement(using: &generator)!
    }
    let keys = fields.map { collation.listKey(for: NameParts(fields: [.init($0)])).sortKey }
    let primary = try Collator(locale: locale)
    for left in fields.indices {
      for right in fields.indices where right % 7 == left % 7 {
        let expected = judge.compare(fields[left], fields[right])
        // Digits of several scripts with one value differ at the tertiary level, for ICU alone.
        let isTie = expected == .equal || keys[left] == keys[right]
        if isTie || primary.compare(fields[left], fields[right]) == .equal { continue }
        let values = [fields[left], fields[right]].map { judge.sortKey(for: $0).bytes.primaryLevel }
        if values[0] == values[1] { continue }
        #expect(
          (keys[left] < keys[right]) == (expected == .less), "\(fields[left]) \(fields[right])")
      }
    }
  }

  // MARK: Stamps, errors

  @Test func otherRulesHaveOtherStamps() throws {
    func stamp(_ rules: FilingRules, _ locale: String = "en") throws -> CollationStamp {
      try LocalizedIndexedCollation(locale: locale, filing: rules).stamp
    }
    var table = LeadingArticles.standard
    table["en"] += ["ye"]
    let all = [
      FilingRules.asShown, FilingRules(articles: .standard), FilingRules(articles: table),
      FilingRules(articles: .standard, articleLanguages: ["fr"]),
      FilingRules(skipsPunctuation: true), FilingRules(numericFields: [1]),
      FilingRules(numericFields: [1, 2]),
    ]
    let stamps = try all.map { try stamp($0) }
    #expect(Set(stamps).count == all.count)
    #expect(
      Set(try all.map { try LocalizedIndexedCollation(locale: "en", filing: $0) }).count
        == all.count)
    #expect(try all.map { try stamp($0) } == stamps)
    // English and German have the same order, and other articles.
    #expect(try stamp(.asShown) == stamp(.asShown, "de"))
    #expect(try stamp(all[1]) != stamp(all[1], "de"))
    #expect(try stamp(all[3]) == stamp(all[3], "de"))
    // What one language has is not what two have.
    let together = try stamp(
      FilingRules(articles: LeadingArticles(["en": ["fr"], "sv": ["en"]])), "sv")
    let apart = try stamp(
      FilingRules(articles: LeadingArticles(["en": [], "fr": [], "sv": ["en"]])), "sv")
    #expect(together != apart)
    for stamp in stamps { #expect(CollationStamp(stamp.description) == stamp) }
    #expect(
      stamps[1].differences(from: stamps[0]).count == 1
        && stamps[1].differences(from: stamps[0])[0].hasPrefix("digest of the filing rules is "))
  }

  @Test func rulesThatCannotBeAppliedAreRefused() throws {
    func error(_ rules: FilingRules) -> CollationError? {
      do {
        _ = try LocalizedIndexedCollation(locale: "en", filing: rules)
        return nil
      } catch { return error }
    }
    for articles in [["en": [""]], ["en": ["the "]], ["en": ["…"]], ["": ["a"]], ["EN": ["a"]]] {
      let error = error(FilingRules(articles: LeadingArticles(articles)))
      #expect(
        error?.code == .invalidFilingRules && error?.description.contains("expected") == true)
    }
    let long = LeadingArticles(["en": [String(repeating: "a", count: 65)]])
    #expect(error(FilingRules(articles: long))?.code == .invalidFilingRules)
    #expect(
      error(FilingRules(articles: .standard, articleLanguages: ["tlh"]))?.code
        == .invalidFilingRules)
    #expect(
      error(FilingRules(articles: .standard, articleLanguages: ["not a tag"]))?.code
        == .malformedLocale)
    #expect(error(FilingRules(articles: .standard, articleLanguages: ["fi", "en-GB"])) == nil)
    #expect(error(FilingRules(numericFields: [-1, 99])) == nil)
  }

  /// Columns of different lengths lose no name.
  @Test func partsThatAreMissingAreEmpty() throws {
    let collation = try LocalizedIndexedCollation(locale: "en")
    let columns = NameList(
      shown: UTF8Records(strings: ["b"]),
      fields: [UTF8Records(), UTF8Records(strings: ["", "c"])],
      sortAs: UTF8Records(strings: ["", "", "a"]))
    #expect(columns.count == 3)
    #expect(collation.sections(of: columns).rows == [2, 0, 1])
    #expect(collation.sections(of: NameList(shown: UTF8Records())).rows == [])
  }
}
