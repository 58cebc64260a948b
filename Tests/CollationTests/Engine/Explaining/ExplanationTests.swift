import CollationTestSupport
import Testing

@testable import Collation

/// What explanations tell, against the encoders and ICU.
@Suite struct ExplanationTests {
  static let locales = [
    "root", "sv", "vi", "hr", "cs", "hu", "sq", "da", "ru", "el", "ar", "he", "th", "km", "my",
    "hi",
    "ta", "ja", "ko", "ko@collation=search", "zh", "zh@collation=zhuyin", "bo",
  ]

  private func table(
    _ locale: String, _ set: (inout CollatorOptions) -> Void = { _ in }
  ) throws -> PrimaryTable {
    try PrimaryTable(locale, .with(set))
  }

  /// Takes a level of any length, so that an encoder goes to the end of a name.
  private struct EndlessSink: LevelSink {
    var wanted: Int { .max / 2 }
    var isFull: Bool { false }
    var count: Int { 0 }
    mutating func truncate(to count: Int) {}
    mutating func append(_ code: UInt64, _ length: Int) {}
  }

  /// Which of the encoders takes a name.
  private func path(of name: [UInt8], _ table: KeyTable) -> String {
    func isTaken(by table: PrimaryTable) -> Bool {
      name.withUnsafeBufferPointer { PrimaryEncoder(of: $0, table, to: EndlessSink()) != nil }
    }
    switch table.coded {
    case .plain(let table): return isTaken(by: table) ? "table" : "icu"
    case .runs(let runs):
      let isRuns = name.withUnsafeBufferPointer {
        RunEncoder(of: $0, runs, to: EndlessSink()) != nil
      }
      return isRuns ? "runs" : isTaken(by: table.base) ? "table" : "icu"
    }
  }

  /// Checks names in the code of the bytes, in one that suits them and in one of several with runs;
  /// returns their paths.
  private func check(_ names: [[UInt8]], _ base: PrimaryTable, _ comment: String) -> Set<String> {
    let levels = names.map { name in
      Array(name.withUnsafeBufferPointer { base.sortKeyByICU(of: $0) }.primaryLevel)
    }
    let letters: [Unicode.Scalar] = ["α", "а", "א", "ا", "क", "த", "ก", "か", "가"]
    let leads = letters.compactMap { letter -> UInt8? in
      let weights = base.weights(letter.value)
      return weights.isCompressible ? weights.codeBytes[0] : nil
    }
    let plain = [base, base.recoded(in: PrimaryCode(levels: levels))].map {
      KeyTable(base, .plain($0))
    }
    let runs = Set(leads).map {
      KeyTable(base, .runs(RunTable(base, code: RunCode(lead: $0, levels: levels))))
    }
    var paths: Set<String> = []
    for (number, name) in names.enumerated() {
      for table in plain + [runs[number % runs.count]] {
        let explained =
          switch table.explain(name[...]).path {
          case .table: "table"
          case .tableInRuns: "runs"
          case .icu: "icu"
          }
        let expected = path(of: name, table)
        paths.insert(expected)
        if case .icu(.unknown) = table.explain(name[...]).path {
          Issue.record("\(comment): \(Hexadecimal.text(of: name)) goes to ICU for no reason")
        }
        if explained != expected {
          let name = Hexadecimal.text(of: name)
          Issue.record("\(comment): \(name) goes by \(expected), not \(explained)")
        }
      }
    }
    return paths
  }

  @Test(arguments: ExplanationTests.locales)
  func pathsAreTheEncoders(locale: String) throws {
    var source = HostileNames(seed: 37)
    let base = try table(locale)
    var names = source.names(200)
    for script in HostileNames.scripts { names += (0..<10).map { _ in source.next(in: script) } }
    #expect(check(names, base, locale) == ["table", "runs", "icu"])
    let numeric = try table(locale) {
      $0.numeric = true
      $0.alternateHandling = .shifted
      $0.normalization = .off
    }
    let paths = check(source.names(100), numeric, "\(locale), numeric")
    #expect(paths.isSuperset(of: ["table", "icu"]))
  }

  /// Reasons that follow from what ICU does with the characters.
  @Test func reasons() throws {
    let cases: [(locale: String, numeric: Bool, name: String, reason: String)] = [
      ("root", false, "\u{301}a", "a mark at the beginning (U+0301)"),
      ("root", false, "a\u{1100}", "a jamo, which may be part of a syllable (U+1100)"),
      ("root", true, "page 7", "a digit under numeric ordering (U+0037)"),
      ("root", true, "٣", "a digit under numeric ordering (U+0663)"),
      // Combining class 230 before 220.
      ("root", false, "a\u{301}\u{323}", "marks out of canonical order (U+0301 U+0323)"),
      ("root", false, "a\u{344}", "a mark that decomposes or starts a context (U+0344)"),
      // DUCET contracts и with the breve of й, also where another mark stands between.
      ("root", false, "и\u{306}", "a context with a mark (U+0438 U+0306)"),
      (
        "root", false, "и\u{323}\u{306}",
        "a second mark after a character that contracts with marks (U+0438 U+0323 U+0306)"
      ),
      // DUCET expands it to the eighteen letters of a prayer.
      ("root", false, "\u{FDFA}", "weights that do not fit the table (U+FDFA)"),
      // Letters of these alphabets: dzs begins with dz; ll.
      ("hu", false, "dzs", "a context of more than two characters (U+0064 U+007A)"),
      ("sq", false, "lll", "overlapping contexts (U+006C U+006C U+006C)"),
    ]
    for (locale, numeric, name, reason) in cases {
      let base = try table(locale) { $0.numeric = numeric }
      let (path, elements) = KeyTable(base, .plain(base)).explain(Array(name.utf8)[...])
      guard case .icu(let found) = path else {
        Issue.record("\(locale) \(name): \(path)")
        continue
      }
      #expect(found.description == reason)
      #expect(elements.flatMap(\.codePoints) == name.unicodeScalars.map(\.value))
    }
    let base = try table("root")
    let illFormed: [UInt8] = [0x61, 0xFF, 0x62]
    let (path, elements) = KeyTable(base, .plain(base)).explain(illFormed[...])
    guard case .icu(let reason) = path else { throw Missing() }
    #expect(reason.description == "ill-formed UTF-8 at byte 1")
    #expect(elements.map(\.codePoints) == [[0x61], [], [0x62]])
  }

  private struct Missing: Error {}

  /// Why ICU makes the whole key, and that a reason is known for each name of which it does.
  @Test func reasonsForWholeKeys() throws {
    func explain(_ name: [UInt8], _ collator: Collator) throws -> NameExplanation.Path {
      let tables = try #require(
        Engine(collator: collator).tables(forFurther: Thresholds.namesToMakeTable))
      return tables.explainKey(of: name[...], collator)
    }
    let long = String(repeating: "a", count: 5_000)
    let cases: [(name: String, reason: String, (inout CollatorOptions) -> Void)] = [
      ("a", "a case level", { $0.caseLevel = true }),
      ("a", "more than three levels", { $0.strength = .quaternary }),
      (long, "a name longer than 4096 bytes", { _ in }),
      ("a\u{1100}", "a jamo, which may be part of a syllable (U+1100)", { _ in }),
      // Under shifted handling ICU ignores marks behind variable characters (UTS #10, 4).
      (
        "a-\u{301}",
        "a variable character, after which shifted handling may ignore a mark (U+002D)",
        {
          $0.alternateHandling = .shifted
        }
      ),
      (
        "a\u{FFFE}b", "U+FFFE, with accents compared backwards (U+FFFE)",
        { $0.backwardsSecondary = true }
      ),
    ]
    for (name, reason, set) in cases {
      let path = try explain(Array(name.utf8), try Collator(locale: "root", options: .with(set)))
      guard case .icu(let found) = path else {
        Issue.record("\(name): \(path)")
        continue
      }
      #expect(found.description == reason)
    }
    for (comment, options) in Coverage.allOptions {
      let collator = try Collator(locale: "th", options: options)
      var source = HostileNames(seed: 47)
      for name in source.names(200) {
        if case .icu(.unknown) = try explain(name, collator) {
          Issue.record("\(comment): \(Hexadecimal.text(of: name)) goes to ICU for no reason")
        }
      }
    }
  }

  /// The weights of a name that the table takes, with compressible lead bytes left out as ICU's
  /// `CollationKeys::writeSortKeyUpToQuaternary` does, are the primary level of ICU's own key.
  @Test(arguments: ExplanationTests.locales)
  func weightsAreThoseOfICU(locale: String) throws {
    let base = try table(locale)
    let table = KeyTable(base, .plain(base))
    var source = HostileNames(seed: 41)
    var names = source.names(200)
    for script in HostileNames.scripts { names += (0..<10).map { _ in source.next(in: script) } }
    for name in names {
      let (path, elements) = table.explain(name[...])
      guard path == .table else { continue }
      #expect(
        elements.flatMap(\.codePoints)
          == String(decoding: name, as: UTF8.self).unicodeScalars.map(\.value))
      var (level, lead) = ([UInt8](), UInt8?.none)
      for element in elements {
        guard let first = element.weights.first else { continue }
        let isCompressible = element.flags.contains("compressible")
        // No byte ends a run before U+FFFE, whose weight is 02.
        if let lead, first != 0x02, !isCompressible || lead != first {
          level.append(first < lead ? 0x03 : 0xFF)
        }
        level +=
          lead == first && isCompressible ? element.weights.dropFirst() : element.weights[...]
        lead = isCompressible ? first : nil
      }
      let expected = name.withUnsafeBufferPointer { Array(base.sortKeyByICU(of: $0).primaryLevel) }
      #expect(level == expected)
    }
  }

  /// The levels, put together again, are ICU's key, and each has its name.
  @Test func levelsAreThoseOfICU() throws {
    var source = HostileNames(seed: 43)
    let names = source.names(200).filter { !HostileNames.mayHangICU($0) } + [[]]
    for strength in CollationStrength.allCases {
      for hasCaseLevel in [false, true] {
        var options = CollatorOptions()
        options.strength = strength
        options.caseLevel = hasCaseLevel
        let reference = try #require(ReferenceCollator(normalizing: "sv"))
        // UCOL_STRENGTH; UCOL_CASE_LEVEL, which is on at 17.
        reference.set(
          5, to: strength == .identical ? 15 : CollationStrength.allCases.firstIndex(of: strength)!)
        if hasCaseLevel { reference.set(3, to: 17) }
        let explainer = Explainer(
          UTF8Records(strings: ["a"]), by: try Collator(locale: "sv", options: options))
        for name in names {
          let levels = explainer.explanation(of: name[...]).levels
          #expect(levels.map(\.name) == explainer.levelNames)
          let key = Array(levels.map(\.bytes).joined(separator: [1])) + [0]
          #expect(key == reference.sortKey(name), "\(strength)")
        }
      }
    }
  }

  /// A list goes the way that the engine takes for a collator that has seen no names.
  @Test func pathsOfListsAreTheEngines() throws {
    for (number, count) in [1, 7, 8, 999, 1_000, 19_999, 20_000].enumerated() {
      // Rules of its own, so that nobody has used the collator before.
      let collator = try Collator(rules: "&a < q\(number)")
      let names = UTF8Records(strings: [String](repeating: "name", count: count))
      let path = Explainer(names, by: collator).listPath
      guard count >= Thresholds.namesToMakeKeys else {
        #expect(path == .compared)
        continue
      }
      guard let base = Engine(collator: collator).tables(forFurther: count)?.levels.base
      else {
        #expect(path == .sortKeys)
        continue
      }
      switch KeyTable(for: Names(names), base).coded {
      case .plain(let table): #expect(path == (table === base ? .table : .code))
      case .runs: #expect(path == .runs)
      }
    }
    let russian = UTF8Records(strings: [String](repeating: "Чехов", count: 20_000))
    #expect(Explainer(russian, by: try Collator(locale: "ru")).listPath == .runs)
  }
}
