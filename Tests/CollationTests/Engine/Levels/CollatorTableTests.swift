import CollationTestSupport
import Testing

@testable import Collation

/// The tables of one collator against ICU. Where the tables prove names simple, keys have to be
/// ICU's own, byte by byte, and comparing has to follow ICU's keys.
@Suite struct CollatorTableTests {
  /// Options that the tables know, and some of which they know the first level only.
  static let options: [(String, CollatorOptions)] = {
    var all: [(String, CollatorOptions)] = []
    func add(_ name: String, _ change: (inout CollatorOptions) -> Void = { _ in }) {
      var options = CollatorOptions()
      change(&options)
      all.append((name, options))
    }
    add("none")
    add("upper first") { $0.caseFirst = .upper }
    add("lower first") { $0.caseFirst = .lower }
    for strength in CollationStrength.allCases { add("\(strength)") { $0.strength = strength } }
    add("backwards") { $0.backwardsSecondary = true }
    add("case level") { $0.caseLevel = true }
    add("shifted") { $0.alternateHandling = .shifted }
    add("numeric") { $0.numeric = true }
    add("reordered") { $0.reorderCodes = ["Grek", .digit, "Cyrl", .symbol] }
    add("not normalized") { $0.normalization = .off }
    return all
  }()

  /// How many of the answers came from the tables.
  private struct Counts {
    var (keys, comparisons) = (0, 0)
  }

  private func table(_ collator: Collator) throws -> CollatorTable {
    let request = collator.storage.request.atPrimaryStrength
    let base = PrimaryTable(try PrimarySource(Collator(request)))
    return CollatorTable(try LevelTable(base), for: collator)
  }

  /// Checks the key of each name, and names against the names behind them.
  private func check(_ names: [[UInt8]], _ collator: Collator, _ comment: String) throws -> Counts {
    let table = try table(collator)
    var counts = Counts()
    let keys = names.map { collator.sortKeyByICU(of: $0.span) }
    for (name, expected) in zip(names, keys) {
      guard let key = name.withUnsafeBufferPointer({ table.key(of: $0) }) else {
        continue
      }
      counts.keys += 1
      if key != expected {
        let names = Self.told(name)
        Issue.record("\(comment): \(names): \(Hexadecimal.text(of: key))")
      }
    }
    for step in [1, 7] {
      for (left, right) in zip(names.indices, names.indices.dropFirst(step)) {
        let result = names[left].withUnsafeBufferPointer { left in
          names[right].withUnsafeBufferPointer { table.compare(left, $0) }
        }
        guard let result else { continue }
        counts.comparisons += 1
        let expected =
          keys[left] == keys[right]
          ? 0 : keys[left].lexicographicallyPrecedes(keys[right]) ? -1 : 1
        if result.signum() != expected {
          let (left, right) = (Self.told(names[left]), Self.told(names[right]))
          Issue.record("\(comment): \(left) and \(right): \(result)")
        }
      }
    }
    return counts
  }

  private static func told(_ name: [UInt8]) -> String {
    String(decoding: name, as: UTF8.self).unicodeScalars
      .map { String($0.value, radix: 16) }.joined(separator: " ")
  }

  /// Names, each followed by one that differs from it behind a common beginning.
  private static func withVariants(_ names: [[UInt8]]) -> [[UInt8]] {
    zip(names, names.dropFirst()).enumerated().flatMap { number, pair in
      let (name, other) = pair
      let cut = name.isEmpty ? 0 : number % (name.count + 1)
      return [name, Array(name[..<cut]) + other, name + other]
    }
  }

  @Test(arguments: Coverage.collators)
  func hostileNames(locale: String) throws {
    let seed = UInt64(locale.utf8.reduce(0) { $0 &* 31 &+ Int($1) }.magnitude)
    var source = HostileNames(seed: seed)
    var counts = Counts()
    for (number, (name, options)) in Self.options.enumerated() {
      // A short run has two more sets of options for each collator.
      if Coverage.cases == 40 && number > 0 && (number + Int(seed % 7)) % 7 != 0 { continue }
      let collator = try Collator(locale: locale, options: options)
      let names = Self.withVariants(source.names(Coverage.cases))
      let found = try check(names, collator, "\(locale) \(name)")
      counts.keys += found.keys
      counts.comparisons += found.comparisons
    }
    #expect(counts.comparisons > Coverage.cases / 10)
  }

  @Test(arguments: Coverage.locales)
  func namesInOneScript(locale: String) throws {
    var source = HostileNames(seed: 53)
    let collator = try Collator(locale: locale)
    var counts = Counts()
    for script in HostileNames.scripts {
      let names = (0..<Coverage.cases).map { _ in source.next(in: script) }
      let found = try check(Self.withVariants(names), collator, locale)
      counts.keys += found.keys
      counts.comparisons += found.comparisons
    }
    #expect(counts.keys > Coverage.cases)
    #expect(counts.comparisons > Coverage.cases)
  }

  /// Every contextual string of the collator, with letters and marks around and within it.
  @Test(arguments: Coverage.locales)
  func contexts(locale: String) throws {
    let collator = try Collator(locale: locale)
    let strings = try collator.storage.icu.contextualStrings()
    let marks: [UInt32] = [0x300, 0x301, 0x31B, 0x323, 0x327, 0x334, 0x20DD, 0x3099, 0x5B0, 0x94D]
    var names: [[UInt32]] = []
    for (number, string) in strings.enumerated() where number % (Coverage.cases > 40 ? 1 : 23) == 0
    {
      let mark = marks[number % marks.count]
      names += [string, [0x61] + string + [0x62], string + [mark], string + string]
      // Each pair has a boundary within or at the end of the context.
      for place in string.indices {
        let (head, tail) = (Array(string[...place]), Array(string[(place + 1)...]))
        names += [string, head + [0x62], head + [0x61, mark], head + [mark] + tail, head + head]
      }
    }
    let texts = names.map {
      Array(String(String.UnicodeScalarView($0.compactMap(Unicode.Scalar.init))).utf8)
    }
    #expect(try check(texts, collator, locale).comparisons > 0)
  }

  /// Every code point alone, before and after a letter, a mark and another letter.
  @Test(arguments: ["root", "sv", "cs", "da", "ru", "ja", "zh", "ko"])
  func codePoints(locale: String) throws {
    let collator = try Collator(locale: locale)
    let step = Coverage.cases > 40 ? 1 : 101
    let codePoints =
      Array(stride(from: 0, to: 0x30000, by: step))
      + stride(from: 0x30000, to: 0x110000, by: 97 * step)
    let names = codePoints.compactMap { Unicode.Scalar(UInt32($0)) }.flatMap { scalar in
      [
        "\(scalar)", "a\(scalar)b\(scalar)", "a\(scalar)c", "\u{915}\(scalar)\u{6A9}",
        "\(scalar)\u{301}", "É\(scalar)", "é\(scalar)\(scalar)", "日本\(scalar)", "日本語",
      ]
    }.map { Array($0.utf8) }
    #expect(try check(names, collator, locale).keys > names.count / 4)
  }

  /// Levels with more common weights in a row than a byte counts, by ICU's keys.
  @Test func longRunsOfCommonWeights() throws {
    for (comment, options) in Self.options.prefix(5) {
      let collator = try Collator(locale: "sv", options: options)
      let names = stride(from: 0, to: 400, by: 1).flatMap { count in
        let run = String(repeating: "a", count: count)
        return [run, "\(run)É", "É\(run)", "\(run)A\(run)", "\(run)ê"]
      }
      let counts = try check(names.map { Array($0.utf8) }, collator, comment)
      #expect(counts.keys == names.count)
    }
  }

  /// Collators of custom rules, with contractions, expansions and weights of their own.
  @Test func customRules() throws {
    let rules = [
      "&a<b<<c<<<d", "&a<ch<<<Ch<<<CH", "&ae<<æ<<<Æ", "&[before 2]a<<x", "&[last regular]<q<<<Q",
      "&a<*b-z", "&[first tertiary ignorable]<<<x", "[caseFirst upper]&c<č<<<Č", "&x<<<e|é",
      "&a=b", "&'a b'<'x''y'", "&\u{3A9}<a", "[backwards 2]&a<b",
      "&a<\u{0}\u{0}", "&a<\u{0}b<b\u{0}",
    ]
    for text in rules {
      let collator = try Collator(rules: text)
      var source = HostileNames(seed: 91)
      let names = Self.withVariants(source.names(10 * Coverage.cases))
      #expect(try check(names, collator, text).comparisons > Coverage.cases, "\(text)")
    }
  }
}
