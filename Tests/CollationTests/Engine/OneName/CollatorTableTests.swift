import CollationTestSupport
import Testing

@testable import Collation

/// The tables of one collator against ICU. Where the tables prove names simple, keys have to be
/// ICU's own, byte by byte, and comparing has to follow ICU's keys.
@Suite struct CollatorTableTests {
  /// How many of the answers came from the tables.
  private struct Counts {
    var (keys, comparisons) = (0, 0)
  }

  /// Checks the key of each name, and names against the names behind them; if wanted, also the
  /// list key and the section of each name.
  private func check(
    _ names: [[UInt8]], _ collator: Collator, _ comment: String,
    sections: Bool = !Coverage.isSlice
  ) throws -> Counts {
    let count = Thresholds.namesToMakeTable
    let table = try #require(Engine(collator: collator).tables(forFurther: count))
    var counts = Counts()
    let keys = names.map { collator.sortKeyByICU(of: $0.span) }
    for (number, (name, expected)) in zip(names, keys).enumerated() {
      if !Self.isAppended(name, expected, number, by: collator.appendSortKey(forUTF8:to:)) {
        Issue.record("\(comment): \(Self.told(name)): appended key")
      }
      guard let key = name.withUnsafeBufferPointer({ table.key(of: $0) }) else { continue }
      counts.keys += 1
      if key != expected {
        Issue.record("\(comment): \(Self.told(name)): key \(Hexadecimal.text(of: key))")
      }
    }
    if sections { try checkSections(of: names, keys, collator, comment) }
    for step in [1, 7] {
      for (left, right) in zip(names.indices, names.indices.dropFirst(step)) {
        let (first, second) = (names[left], names[right])
        var result = first.withUnsafeBufferPointer { first in
          second.withUnsafeBufferPointer { table.compare(first, $0) }
        }
        if result != nil {
          counts.comparisons += 1
        } else {
          result = Int(collator.compare(utf8: first.span, second.span).rawValue)
        }
        let expected = compareBytes(keys[left], keys[right])
        if result?.signum() != expected {
          Issue.record("\(comment): \(Self.told(first)) and \(Self.told(second)): not \(expected)")
        }
      }
    }
    return counts
  }

  /// Whether a key is appended: where there is room to make it, where there is room for it alone,
  /// or, with one byte less, not at all.
  private static func isAppended(
    _ name: [UInt8], _ expected: [UInt8], _ number: Int,
    by append: (Span<UInt8>, inout OutputSpan<UInt8>) -> Int
  ) -> Bool {
    let room = [13 * name.count + 100, expected.count, expected.count - 1][number % 3]
    var length = 0
    let key = [UInt8](capacity: room) { length = append(name.span, &$0) }
    return length == expected.count && key == (room < length ? [] : expected)
  }

  private func checkSections(
    of names: [[UInt8]], _ keys: [[UInt8]], _ collator: Collator, _ comment: String
  ) throws {
    let collation = try LocalizedIndexedCollation(collator: collator, layout: .icu)
    let (lookup, count) = (collation.storage.sectionLookup, Thresholds.namesToMakeTable)
    #expect(
      Engine(collator: collation.storage.primaryCollator).tables(forFurther: count) != nil)
    for (number, (name, key)) in zip(names, keys).enumerated() {
      func fail(_ what: String) { Issue.record("\(comment): \(Self.told(name)): \(what)") }
      let section = lookup.section(ofSortKey: key[...])
      let found = collation.section(forUTF8: name.span)
      if found != section { fail("section \(found), not \(section)") }
      let listKey = collation.listKey(forUTF8: name.span).bytes
      let expected = [UInt8(section >> 8), UInt8(section & 0xFF)] + key
      if !listKey.elementsEqual(expected) {
        fail("list key \(Hexadecimal.text(of: listKey))")
      }
      if !Self.isAppended(name, expected, number, by: collation.appendListKey(forUTF8:to:)) {
        fail("appended list key")
      }
    }
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

  private static func bytes(_ codePoints: [UInt32]) -> [UInt8] {
    Array(String(String.UnicodeScalarView(codePoints.compactMap(Unicode.Scalar.init))).utf8)
  }

  /// Of eight names six are hostile, one is of any characters, and one has a context within.
  private static func names(
    _ count: Int, _ source: inout HostileNames, contexts: [[UInt8]]
  ) -> [[UInt8]] {
    (0..<count).map { number in
      switch number % 8 {
      // To make the weights of their blocks takes a slice too long.
      case 3 where !Coverage.isSlice: source.nextOfAnyCharacters()
      case 7: source.next() + contexts[number &* 7919 % contexts.count] + source.next()
      default: source.next()
      }
    }
  }

  @Test(arguments: Coverage.collators)
  func hostileNames(locale: String) throws {
    let seed = UInt64(locale.utf8.reduce(0) { $0 &* 31 &+ Int($1) }.magnitude)
    var source = HostileNames(seed: seed)
    var (counts, total) = (Counts(), 0)
    let contexts = try Collator(locale: locale).storage.icu.contextualStrings().map(Self.bytes)
    for (number, (name, options)) in Coverage.allOptions.enumerated() {
      // A short run has two or three more sets of options for each collator.
      if Coverage.isSlice && number > 0 && (number + Int(seed % 7)) % 7 != 0 { continue }
      let collator = try Collator(locale: locale, options: options)
      let names = Self.withVariants(Self.names(Coverage.names, &source, contexts: contexts))
      let found = try check(
        names, collator, "\(locale) \(name)", sections: number == 0 || !Coverage.isSlice)
      counts.keys += found.keys
      counts.comparisons += found.comparisons
      total += names.count
    }
    #expect(counts.comparisons > Coverage.names / 10)
    Coverage.count(names: total, of: locale)
  }

  @Test(arguments: Coverage.locales)
  func namesInOneScript(locale: String) throws {
    var source = HostileNames(seed: 53)
    let collator = try Collator(locale: locale)
    var counts = Counts()
    for script in HostileNames.scripts {
      let names = (0..<Coverage.names).map { _ in source.next(in: script) }
      let found = try check(Self.withVariants(names), collator, locale)
      counts.keys += found.keys
      counts.comparisons += found.comparisons
    }
    #expect(counts.keys > Coverage.names)
    #expect(counts.comparisons > Coverage.names)
  }

  /// Every contextual string of the collator, with letters and marks around and within it; of all
  /// collators, and with another set of options each, where this is no slice.
  @Test(arguments: Coverage.isSlice ? Coverage.locales : Coverage.collators)
  func contexts(locale: String) throws {
    let collator = try Collator(locale: locale)
    let strings = try collator.storage.icu.contextualStrings()
    let marks: [UInt32] = [0x300, 0x301, 0x31B, 0x323, 0x327, 0x334, 0x20DD, 0x3099, 0x5B0, 0x94D]
    var names: [[UInt32]] = []
    for (number, string) in strings.enumerated() where number % (Coverage.isSlice ? 23 : 1) == 0 {
      let mark = marks[number % marks.count]
      names += [string, [0x61] + string + [0x62], string + [mark], string + string]
      // At the beginning of a word after one of the same script.
      names += [[string[0], string[0], 0x20] + string]
      // Each pair has a boundary within or at the end of the context.
      for place in string.indices {
        let (head, tail) = (Array(string[...place]), Array(string[(place + 1)...]))
        names += [string, head + [0x62], head + [0x61, mark], head + [mark] + tail, head + head]
      }
    }
    let texts = names.map(Self.bytes)
    #expect(try check(texts, collator, locale).comparisons > 0)
    if Coverage.isSlice { return }
    let length = texts.count / Coverage.allOptions.count + 1
    for (number, (name, options)) in Coverage.allOptions.enumerated() {
      let some = Array(texts.dropFirst(number * length).prefix(length))
      _ = try check(some, try Collator(locale: locale, options: options), "\(locale) \(name)")
    }
  }

  /// Every code point alone, before and after a letter, a mark and another letter.
  @Test(arguments: ["root", "sv", "cs", "da", "ru", "ja", "zh", "ko"])
  func codePoints(locale: String) throws {
    let collator = try Collator(
      unshared: Collator.Request(source: .locale(locale), options: CollatorOptions()))
    // Of its own, since tables that are shared take no more than so much memory together.
    let table = CollatorTable(try LevelTable(PrimaryTable(locale)), for: collator)
    collator.storage.engineSlot.keep(table)
    let step = Coverage.codePointStep
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
    for (comment, options) in Coverage.allOptions.prefix(5) {
      let collator = try Collator(locale: "sv", options: options)
      let names = stride(from: 0, to: 400, by: 1).flatMap { count in
        let run = String(repeating: "a", count: count)
        return [run, "\(run)É", "É\(run)", "\(run)A\(run)", "\(run)ê"]
      }
      let counts = try check(names.map { Array($0.utf8) }, collator, comment)
      #expect(counts.keys == names.count)
    }
  }

  /// Texts that U+FFFE separates, in letters with a compressible lead byte and without. The tables
  /// make the key of every such name, unless accents are turned around between two separators.
  @Test(arguments: ["en", "sv", "ru", "ja", "zh", "th", "ar"])
  func separatedTexts(locale: String) throws {
    let texts = ["", "Ada", "\u{E5}b", "Иван", "Ёлка", "Ωνάσης", "山田", "はな", "שרה", "a", "Я-"]
    let names = texts.flatMap { first in
      texts.flatMap { ["\(first)\u{FFFE}\($0)", "\(first)\u{FFFE}\u{FFFE}\($0)\u{FFFE}\(first)"] }
    }
    let backwards = CollatorOptions.with { $0.backwardsSecondary = true }
    for options in [CollatorOptions(), backwards] {
      let collator = try Collator(locale: locale, options: options)
      let counts = try check(names.map { Array($0.utf8) }, collator, locale, sections: true)
      #expect(counts.keys == (options.backwardsSecondary == true ? 0 : names.count))
    }
  }

  /// Accents that are compared from the end, of names that begin alike and go on with characters
  /// without letters: what comes before decides where one name has no more.
  @Test(arguments: ["fr_CA", "he@collation=search"])
  func backwardsAccentsBehindACommonBeginning(locale: String) throws {
    let collator = try Collator(locale: locale, options: .with { $0.backwardsSecondary = true })
    let others = ["\u{E4C}", "\u{E4D}", "\u{E4E}", "\"", "'", "\u{5F3}", "\u{FFFD}"]
    let beginnings = ["", "a", "\u{E2}", "e\u{301}", "a\""] + others.map { "a\($0)" }
    let ends =
      [""] + others + others.flatMap { first in others.map { "\(first)\($0)" } }
      + others.map { "\($0)\($0)\u{30B}\($0)" }
    // Found by the fuzz target of names: ill-formed bytes, too.
    let found: [UInt8] = [0x22, 0x22, 0x22, 0xDE, 0xDF, 0xDD, 0xDB]
    _ = try check(
      [found + Array("\"\"\"\"\"\"\u{30B}\"\"\"".utf8), found + Array("\"\"\"\"\"\"\"\"".utf8)],
      collator, "\(locale) found", sections: false)
    for beginning in beginnings {
      let names = ends.map { Array("\(beginning)\($0)".utf8) }
      for shift in ends.indices {
        let shifted = Array(names[shift...] + names[..<shift])
        let mixed = zip(names, shifted).flatMap { [$0, $1] }
        _ = try check(mixed, collator, "\(locale) backwards", sections: false)
      }
    }
  }

  /// Under shifted handling ICU ignores a mark behind variable characters, also behind two that
  /// collate as one, which mark where a script begins.
  @Test func marksBehindPairsOfVariableCharacters() throws {
    let strings: [[UInt32]] = [[0x201C], [0xA0], [0xFDD1, 0x201C], [0xFDD1, 0xA0]]
    let names = strings.flatMap { string in
      [[], [0x300], [0x31B], [0x61]].map { Self.bytes(string + $0) }
    }
    #expect(try check(names, try Collator(locale: "th"), "th").comparisons > 0)
  }

  /// Root's contractions of U+FDD1 are not closed over composites: ICU finds the one with Ω before
  /// Ώ only if marks out of order make it decompose the name.
  @Test(arguments: ["root", "el", "ja"])
  func compositesBehindTheMarkOfAScript(locale: String) throws {
    let samples = try Set(
      ICUCollator(locale: "root").contextualStrings().filter { $0[0] == 0xFDD1 }.map { $0[1] })
    let composites = (UInt32(0xC0)..<0x3000).filter { codePoint in
      let decomposition = ICUCharacter.decomposition(of: codePoint)
      return decomposition != [codePoint] && samples.contains(decomposition[0])
    }
    #expect(composites.contains(0x38F))
    let tails: [[UInt32]] = [[], [0x301, 0x323], [0x323, 0x301], [0x61]]
    let names = (composites + [0x30AC]).flatMap { composite in
      let sample = ICUCharacter.decomposition(of: composite)[0]
      let heads: [[UInt32]] = [[0xFDD1, composite], [0x61, 0xFDD1, composite], [0xFDD1, sample]]
      let others: [[UInt32]] = [[sample], [0xFDD1, composite - 1], [0x61, 0xFDD1, 0x3A9]]
      return tails.flatMap { tail in
        heads.flatMap { head in others.flatMap { [head + tail, $0] } }
      }
    }
    _ = try check(names.map(Self.bytes), Collator(locale: locale), locale, sections: true)
  }

  /// If the secondary level is written from its end, an accent at the end of one name comes before
  /// those that both names begin with.
  @Test func accentsBehindCommonBeginningsThatAreWrittenBackwards() throws {
    let options = CollatorOptions.with { $0.backwardsSecondary = true }
    let names = ["\u{306F}\u{3099}\u{309E}", "\u{30A1}\u{30FE}", "\u{1ECD}\u{30B}", "\u{E9}"]
      .flatMap { ["\($0)\u{20DD}", $0, "\($0)\u{301}"] }.map { Array($0.utf8) }
    for locale in ["root", "ja@collation=unihan", "sv@collation=search"] {
      let collator = try Collator(locale: locale, options: options)
      #expect(try check(names, collator, locale).comparisons > 0)
    }
  }

  /// A letter that expands to two begins as another does, so what follows decides: آ and أ in
  /// Arabic, x and a under the rules.
  @Test(arguments: ["ar", "&ae<<x<<<X", "&a\u{301}e<<x", "&az<<<é"])
  func lettersThatBeginLikeOthers(source: String) throws {
    let collator =
      try source == "ar" ? Collator(locale: source) : Collator(rules: source)
    let letters = ["آ", "أ", "إ", "ا", "ء", "م", "x", "X", "a", "e", "z", "é", " "]
    let names = letters + letters.flatMap { first in letters.map { first + $0 } }
    for shift in 1..<names.count {
      let pairs = zip(names, names[shift...] + names[..<shift]).flatMap { [$0, $1] }
      _ = try check(pairs.map { Array($0.utf8) }, collator, source, sections: false)
    }
  }

  /// A digit under numeric ordering is a number to ICU, unless a contraction has it: `q0ab` is a
  /// variant of `a`. Found by fuzzing.
  @Test(arguments: ["&a<<q0ab", "&a<q1", "&b<<<1a", "&a<<q0", "&a<<x\u{663}y"])
  func contractionsWithDigits(rules: String) throws {
    let collator = try Collator(rules: rules, options: .with { $0.numeric = true })
    var generator = SeededGenerator(seed: 5)
    let names = (0..<2_000).map { _ in
      (0..<Int.random(in: 1...5, using: &generator)).flatMap { _ in
        let pieces = ["q", "0", "a", "b", "1", "q0ab", "x", "\u{663}", "y", "q1"]
        return Array(pieces.randomElement(using: &generator)!.utf8)
      }
    }
    #expect(try check(names, collator, rules).comparisons > 0)
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
      let names = Self.withVariants(source.names(10 * Coverage.names))
      #expect(try check(names, collator, text).comparisons > Coverage.names, "\(text)")
    }
  }
}
