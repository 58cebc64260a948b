import Collation
import CollationTestSupport
import Testing

/// Cases of other projects: ICU4C, ICU4J, ICU4X, Perl's Unicode::Collate, Android, test262, Go and
/// others. All that libicu 72 agrees with, and those of `disagreements.jsonl` with what libicu 72
/// says. Where the machine has another ICU, that ICU itself says what is expected; how often it
/// differs from the files is stated for ICU 76.
///
/// What the public API cannot express:
/// - names with lone surrogates, which neither a `String` nor UTF-8 can hold;
/// - labels without a locale's data where ICU would take the process's default locale's.
@Suite(.enabled(if: TestData.folder != nil, "\(TestData.absence)"))
struct PeerCaseTests {
  struct Case: Decodable {
    struct Attributes: Decodable, Hashable {
      var numeric: Bool?
      var alternate: String?
      var caseLevel: Bool?
      var caseFirst: String?
      var backwards: Bool?
      var normalization: Bool?
    }

    struct Answer: Decodable {
      var rel: Int?
      var labels: [String]?
      var label: String?
    }

    var kind: String
    var locale: String?
    var strength: Int?
    var attrs: Attributes?
    var a: TestName?
    var b: TestName?
    var rel: Int?
    var input: [String]?
    var expected: [String]?
    var add: [String]?
    var addSet: String?
    var maxLabels: Int?
    var labels: [String]?
    var types: [String]?
    var part: String?
    var inflows: Int?
    var name: TestName?
    var index: Int?
    var label: String?
    var type: String?
    var libicu72: Answer?

    /// The options of the case and, where it says nothing of normalization, ICU's own default,
    /// under which the expected values were made.
    func options() throws -> CollatorOptions {
      var options = CollatorOptions()
      options.strength = try strength.map { number in
        try #require(
          [1: .primary, 2: .secondary, 3: .tertiary, 4: .quaternary, 15: .identical][number])
      }
      options.numeric = attrs?.numeric
      options.alternateHandling = attrs?.alternate.flatMap(AlternateHandling.init)
      options.caseLevel = attrs?.caseLevel
      options.caseFirst = attrs?.caseFirst.flatMap(CaseFirst.init)
      options.backwardsSecondary = attrs?.backwards
      options.normalization = attrs?.normalization.map { $0 ? .on : .off } ?? .locale
      return options
    }

    /// ICU's own collator with the options of the case, set by ICU's numbers.
    func reference() throws -> ReferenceCollator {
      let locale = try #require(locale)
      let collator = try #require(ReferenceCollator(locale: locale))
      if let strength { collator.set(5, to: strength == 15 ? 15 : strength - 1) }
      for (attribute, value) in [
        (0, attrs?.backwards), (3, attrs?.caseLevel), (4, attrs?.normalization),
        (7, attrs?.numeric),
      ] {
        if let value { collator.set(attribute, to: value ? 17 : 16) }
      }
      if let alternate = attrs?.alternate { collator.set(1, to: alternate == "shifted" ? 20 : 21) }
      if let caseFirst = attrs?.caseFirst {
        collator.set(2, to: try #require(["off": 16, "lower": 24, "upper": 25][caseFirst]))
      }
      return collator
    }

    /// ICU's own index, as the case builds it.
    func referenceIndex() throws -> ReferenceIndex {
      let locale = try #require(locale)
      return try #require(
        ReferenceIndex(
          locale: locale, labelLocales: add ?? [], labelSet: addSet ?? "",
          maxLabelCount: maxLabels ?? 1000))
    }

    /// The index as the case builds it: `AlphabeticIndex(locale)`, then what is added.
    func collation() throws -> LocalizedIndexedCollation {
      var layout = SectionLayout.icu
      layout.scriptOrder = .localeOnly
      layout.labelLocales = add ?? []
      layout.customLabels = try addSet.map(labels(ofSet:)) ?? []
      return try LocalizedIndexedCollation(locale: #require(locale), layout: layout)
    }

    /// The members of a `UnicodeSet` pattern of single characters and strings in braces.
    private func labels(ofSet pattern: String) throws -> [String] {
      var labels: [String] = []
      var string: String?
      for character in pattern.dropFirst().dropLast() {
        switch (character, string) {
        case ("{", nil): string = ""
        case ("}", let whole?): (labels, string) = (labels + [whole], nil)
        case (_, let whole?): string = whole + String(character)
        case ("-", nil): try #require(Bool(false), "ranges are not read: \(pattern)")
        default: labels.append(String(character))
        }
      }
      return labels
    }
  }

  /// Whether the machine's ICU is the one of the files.
  private let isICU72 = ReferenceICU.majorVersion == 72

  /// ICU 76 has neither of two collation types that ICU 72 has.
  private func lacksType(of test: Case) throws -> Bool {
    let types = ["zh-u-co-big5han": "big5han", "zh-u-co-gb2312": "gb2312han"]
    guard let type = types[test.locale ?? ""] else { return false }
    return try !Collator.availableCollationTypes(for: "zh").contains(type)
  }

  @Test(arguments: [
    ("cases/compare.jsonl", 8_625, 4, [72: 0, 76: 0]),
    ("peers/cases/compare.jsonl", 296, 0, [72: 0, 76: 0]),
    ("disagreements.jsonl", 464, 0, [72: 0, 76: 14]),
  ])
  func comparisons(
    path: String, count: Int, inexpressible: Int, differences: [Int: Int]
  ) throws {
    let cases = try TestData.cases(Case.self, path).filter { $0.kind == "compare" }
    #expect(cases.count == count)
    var (skipped, different) = (0, 0)
    for test in cases {
      guard let left = test.a?.utf8, let right = test.b?.utf8 else {
        skipped += 1
        continue
      }
      if try lacksType(of: test) {
        #expect(throws: CollationError.self) { try Collator(locale: test.locale ?? "") }
        continue
      }
      let collator = try Collator(locale: #require(test.locale), options: test.options())
      var expected = try #require(test.libicu72?.rel ?? test.rel)
      if !isICU72 {
        let reference = try test.reference()
        let own = compareBytes(reference.sortKey(left), reference.sortKey(right))
        if own != expected { different += 1 }
        expected = own
      }
      let result = collator.compare(utf8: left.span, right.span)
      #expect(Int(result.rawValue) == expected, "\(test)")
      let byKeys = comparison(
        of: collator.sortKey(forUTF8: left.span), collator.sortKey(forUTF8: right.span))
      #expect(byKeys == result, "\(test)")
    }
    #expect(skipped == inexpressible)
    if let known = differences[ReferenceICU.majorVersion] { #expect(different == known) }
  }

  @Test(arguments: [("cases/order.jsonl", 2), ("peers/cases/order.jsonl", 14)])
  func orders(path: String, count: Int) throws {
    let cases = try TestData.cases(Case.self, path)
    #expect(cases.count == count)
    for test in cases {
      let collator = try Collator(locale: #require(test.locale), options: test.options())
      #expect(try collator.sorted(#require(test.input)) == test.expected)
    }
  }

  @Test(arguments: [
    ("cases/index.jsonl", 80), ("peers/cases/index.jsonl", 191), ("disagreements.jsonl", 62),
  ])
  func indexes(path: String, count: Int) throws {
    let cases = try TestData.cases(Case.self, path)
      .filter { ["labels", "bucket", "inflows"].contains($0.kind) }
    #expect(cases.count == count)
    for test in cases {
      let collation = try test.collation()
      let titles = collation.sectionTitles
      let kinds = collation.sectionKinds.map(\.rawValue)
      let reference = isICU72 ? nil : try test.referenceIndex()
      let section = test.name?.utf8.map { collation.section(forUTF8: $0.span) }
      if let reference {
        #expect(titles == reference.labels, "\(test)")
        #expect(kinds == reference.kinds.map { "\($0)" }, "\(test)")
        #expect(section == test.name?.utf8.map { reference.bucket(of: $0) }, "\(test)")
        continue
      }
      switch test.kind {
      case "labels":
        let expected = try #require(test.libicu72?.labels ?? test.labels)
        #expect((test.part == nil ? titles : Array(titles.prefix(expected.count))) == expected)
        if let types = test.types { #expect(Array(kinds.prefix(types.count)) == types) }
      case "inflows":
        #expect(kinds.count { $0 == "inflow" } == test.inflows)
      default:
        let section = try #require(section)
        if let index = test.index { #expect(section == index, "\(test)") }
        if let label = test.libicu72?.label ?? test.label {
          #expect(titles[section] == label, "\(test)")
        }
        if let type = test.type { #expect(kinds[section] == type, "\(test)") }
      }
    }
  }
}
