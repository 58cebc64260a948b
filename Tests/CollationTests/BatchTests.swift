import CollationTestSupport
import Foundation
import Testing

@testable import Collation

/// The batch engine against ICU. Where the table proves a name simple, its key has to be the beginning
/// of ICU's own sort key at primary strength.
@Suite struct BatchTests {
  /// Every collator that ICU has, by a locale of its rules and a collation type.
  static let collators: [String] = {
    var found: Set<[String]> = []
    var collators: [String] = []
    // Root is first, since ICU takes the first locale that opens some data as that of all others.
    for locale in ["root", "fr_CA", "en_US_POSIX"] + Collator.availableLocales {
      for type in try! Collator.availableCollationTypes(for: locale) {
        let name = "\(locale)@collation=\(type)"
        let options = try! Collator(locale: name).resolvedOptions
        if found.insert([options.actualLocale, options.collationType]).inserted {
          collators.append(name)
        }
      }
    }
    return collators
  }()

  /// Those with many or uncommon contexts.
  static let locales = [
    "root", "sv", "de@collation=phonebook", "vi", "lt", "hr", "cs", "hu", "cy", "sq", "da", "ru",
    "sr", "el", "ar", "ur", "he", "th", "lo", "km", "my", "hi", "bn", "ta", "te", "ml", "ja", "ko",
    "ko@collation=search", "zh", "zh_Hant", "zh@collation=zhuyin", "bo", "nb", "az", "kl",
  ]

  static let options: [CollatorOptions] = {
    var (shifted, numeric, reordered, raw) = (
      CollatorOptions(), CollatorOptions(), CollatorOptions(), CollatorOptions()
    )
    shifted.alternateHandling = .shifted
    shifted.maxVariable = .currency
    numeric.numeric = true
    reordered.reorderCodes = ["Grek", .digit, "Cyrl", .symbol]
    raw.normalization = false
    return [CollatorOptions(), shifted, numeric, reordered, raw]
  }()

  /// More cases than a run of all tests has: COLLATION_CASES, names for each locale and option.
  static let cases =
    ProcessInfo.processInfo.environment["COLLATION_CASES"].flatMap { Int($0) } ?? 40

  private func primary(_ locale: String, _ options: CollatorOptions) throws -> Collator {
    try Collator(Collator.Request(source: .locale(locale), options: options).atPrimaryStrength)
  }

  /// Checks names, in the code of the table, in one that suits them, and in codes with runs; returns how
  /// many the table proved simple, and how many were made of runs.
  private func check(
    _ names: [[UInt8]], _ table: PrimaryTable, _ comment: String
  ) -> (simple: Int, inRuns: Int) {
    func fail(_ name: [UInt8], _ kind: String) {
      let scalars = String(decoding: name, as: UTF8.self).unicodeScalars
      Issue.record("\(comment), \(kind): \(scalars.map { String($0.value, radix: 16) })")
    }
    let runTables = RunTable.tables(table, for: names)
    let levels = names.map { name in
      Array(name.withUnsafeBufferPointer { table.sortKey(of: $0) }.prefix { $0 > 1 })
    }
    let recoded = table.recoded(in: PrimaryCode(levels: levels))
    var (simple, inRuns) = (0, 0)
    for (number, name) in names.enumerated() {
      if !runTables.isEmpty {
        let runs = runTables[number % runTables.count]
        let expected = runs.bitsByICU(of: name)
        if runs.bitsOfAny(name) != expected { fail(name, "by way of bytes") }
        if let bits = runs.bits(of: name) {
          inRuns += 1
          if bits != expected { fail(name, "runs") }
        }
      }
      guard let bits = table.bits(of: name) else { continue }
      simple += 1
      if bits != table.bitsByICU(of: name) { fail(name, "bytes") }
      if let bits = recoded.bits(of: name), bits != recoded.bitsByICU(of: name) {
        fail(name, "code")
      }
    }
    return (simple, inRuns)
  }

  @Test(arguments: BatchTests.collators)
  func keysOfHostileNamesAreTheBeginningsOfThoseOfICU(locale: String) throws {
    let seed = UInt64(locale.utf8.reduce(0) { $0 &* 31 &+ Int($1) }.magnitude)
    var source = HostileNames(seed: seed)
    for (number, options) in Self.options.enumerated() {
      // A short run has one more set of options for each collator.
      if Self.cases == 40 && number > 0 && number != 1 + Int(seed % 4) { continue }
      let table = PrimaryTable(try PrimarySource(primary(locale, options)))
      let (simple, _) = check(source.names(Self.cases), table, "\(locale) \(number)")
      #expect(simple > Self.cases / 10)
    }
  }

  /// Names in one script, which are made of runs.
  @Test(arguments: BatchTests.locales)
  func keysOfNamesInOneScriptAreTheBeginningsOfThoseOfICU(locale: String) throws {
    var source = HostileNames(seed: 31)
    let table = PrimaryTable(try PrimarySource(primary(locale, CollatorOptions())))
    var inRuns = 0
    for script in HostileNames.scripts {
      let names = (0..<Self.cases).map { _ in source.next(in: script) }
      inRuns += check(names, table, "\(locale) U+\(String(script.lowerBound, radix: 16))").inRuns
    }
    #expect(inRuns > Self.cases / 10)
  }

  /// Every contextual string of the collator, with letters and marks around and within it.
  @Test(arguments: BatchTests.locales)
  func keysOfContextsAreTheBeginningsOfThoseOfICU(locale: String) throws {
    let collator = try primary(locale, CollatorOptions())
    let table = PrimaryTable(try PrimarySource(collator))
    let strings = try collator.storage.icu.contextualStrings()
    let marks: [UInt32] = [0x300, 0x301, 0x31B, 0x323, 0x327, 0x334, 0x20DD, 0x3099, 0x5B0, 0x94D]
    var names: [[UInt32]] = []
    for (number, string) in strings.enumerated() where number % (Self.cases > 40 ? 1 : 23) == 0 {
      let mark = marks[number % marks.count]
      names += [
        string, [0x61] + string + [0x62], string + string, string + [mark], [mark] + string,
      ]
      names += (1..<string.count).flatMap { place in
        let (head, tail) = (Array(string[..<place]), Array(string[place...]))
        return [
          head + [mark] + tail, head + [mark, marks[number % 3]] + tail, head + [0x1] + tail,
          head + head + tail, tail + head,
        ]
      }
      names.append(string + strings[(number * 31) % strings.count])
    }
    let texts = names.map {
      Array(String(String.UnicodeScalarView($0.compactMap(Unicode.Scalar.init))).utf8)
    }
    #expect(check(texts, table, locale).simple > 0)
  }

  /// Every code point alone, before and after a letter, a mark, a digit and the parts of a contextual
  /// string.
  @Test(arguments: ["root", "sv", "cs", "ru", "ja", "zh", "ko", "th"])
  func keysOfCodePointsAreTheBeginningsOfThoseOfICU(locale: String) throws {
    let collator = try primary(locale, CollatorOptions())
    let table = PrimaryTable(try PrimarySource(collator))
    let contexts = try collator.storage.icu.contextualStrings().filter { $0.count > 1 }
    let step = Self.cases > 40 ? 1 : 101
    // Beyond the third plane there are few characters.
    let codePoints =
      Array(stride(from: 0, to: 0x30000, by: step))
      + stride(from: 0x30000, to: 0x110000, by: 97 * step)
    let scalars = codePoints.compactMap { Unicode.Scalar(UInt32($0)) }
    let names = scalars.enumerated().flatMap { number, scalar in
      let context = contexts[(number * 31) % contexts.count].compactMap(Unicode.Scalar.init)
      return [
        "\(scalar)", "a\(scalar)b\(scalar)", "\u{915}\(scalar)\u{6A9}", "\(scalar)\u{301}",
        "a\u{323}\(scalar)", "1\(scalar)2", "\(context[0])\(scalar)",
        "\(scalar)\(context[context.count - 1])", "\(context[0])\(scalar)\(context[1])",
      ]
    }.map { Array($0.utf8) }
    #expect(check(names, table, locale).simple > names.count / 4)
  }

  /// Characters of several weights, of which the first continues the run of the letter before and the last
  /// does not, such as ㍓.
  @Test(arguments: ["root", "ja"])
  func keysOfCompatibilityCharactersBehindLettersAreTheBeginningsOfThoseOfICU(locale: String) throws
  {
    let table = PrimaryTable(try PrimarySource(primary(locale, CollatorOptions())))
    let blocks: [ClosedRange<UInt32>] = [0x2100...0x218F, 0x3200...0x33FF, 0xFB00...0xFDFF]
    let letters: [Unicode.Scalar] = ["ボ", "α", "а", "א", "ا", "a", "가"]
    let names = blocks.joined().compactMap(Unicode.Scalar.init).flatMap { character in
      letters.map { Array("\($0)\(character)\($0)".utf8) }
    }
    #expect(check(names, table, locale).simple > names.count / 4)
  }

  @Test(
    arguments: ["sv", "cs", "ja", "zh", "th", "vi", "el", "ru", "ar", "hi"], [false, true])
  func ordersAndSectionsAreThoseOfSortKeys(locale: String, descending: Bool) throws {
    var source = HostileNames(seed: 23)
    // Names in one script have runs.
    let scripts: [String: ClosedRange<UInt32>] = [
      "th": 0xE01...0xE39, "el": 0x386...0x3CE, "ru": 0x410...0x44F, "ar": 0x621...0x64A,
      "hi": 0x905...0x939,
    ]
    let some = (0..<600).map { _ in
      let name = scripts[locale].map { source.next(in: $0) } ?? source.next()
      return String(decoding: name, as: UTF8.self)
    }
    // Names that begin alike, and that occur more than once.
    let long = String(repeating: "as long as nobody's name ", count: 20)
    let names =
      some + some.prefix(100) + some.prefix(200).map { "Common beginning of names \($0)" }
      + some.prefix(50).map { long + $0 }
    let collation = try LocalizedIndexedCollation(locale: locale)
    let table = PrimaryTable(
      try PrimarySource(Collator(collation.collator.storage.request.atPrimaryStrength)))
    var arena = NameArena(capacity: names.count)
    for name in names { arena.append(name) }
    let lookup = collation.storage.sectionLookup
    let keyTable = KeyTable(for: arena, table)
    if case .runs = keyTable { #expect(scripts[locale] != nil) }
    if case .plain = keyTable { #expect(scripts[locale] == nil) }
    let batch = BatchOrder(of: arena, by: collation.collator, keyTable, descending: descending)
    batch.finish()
    let keys = names.map { collation.collator.sortKey(for: $0) }
    let expected = insertionSorted(names.indices) {
      descending ? keys[$0] > keys[$1] : keys[$0] < keys[$1]
    }
    #expect(batch.order == expected)
    if descending { return }
    let boundaries = expected.map { number in
      lookup.boundaries.count { !keys[number].bytes.lexicographicallyPrecedes($0.key) } - 1
    }
    let pieces = batch.pieces(lookup, table)
    #expect(
      pieces.flatMap { [Int](repeating: $0.boundary, count: $0.places.count) } == boundaries)
    #expect(pieces.flatMap(\.places) == Array(names.indices))
  }

  /// The first names are the longest by far: room for all is not made by their length.
  @Test func memoryForSortKeysIsBoundedByTheNames() throws {
    let long = String(repeating: "long ", count: 200)
    let text =
      String(repeating: long + "\n", count: 1_025) + String(repeating: "a\n", count: 300_000)
    let keys = try Collator(locale: "en").sortKeys(of: UTF8Records(Array(text.utf8)))
    #expect(keys.bytes.capacity < 8 * keys.bytes.count)
  }

  /// As many collators as are kept open have their tables, too.
  @Test func manyCollatorsKeepTheirTables() throws {
    let locales = Array(Collator.availableLocales.prefix(60))
    let records = UTF8Records(Array(String(repeating: "name\n", count: 1_000).utf8))
    let collators = try locales.map { try Collator(locale: $0) }
    for collator in collators { _ = collator.order(of: records) }
    for collator in collators {
      let request = collator.storage.request.atPrimaryStrength
      #expect(Collator.tables.value(for: request) != nil)
    }
  }

  /// Of names that are very long, no more is read than a sample needs.
  @Test func aSampleReadsTheBeginningsOfNames() throws {
    let table = PrimaryTable(try PrimarySource(primary("sv", CollatorOptions())))
    let name = Array(String(repeating: "long", count: 10_000).utf8)
    let bytes = name.withUnsafeBufferPointer { table.write($0, to: PrimaryBytes(limit: 32)).bytes }
    #expect((32...40).contains(bytes.count))
  }

  /// Names that the table cannot prove simple, and that agree in many letters.
  @Test func longNamesThatICUHasToBeAskedForAreSorted() throws {
    var options = CollatorOptions()
    options.numeric = true
    let collator = try Collator(locale: "en", options: options)
    let beginning = String(repeating: "page 7 of the catalogue, ", count: 12)
    let names = (0..<3_000).map { "\(beginning)\(($0 * 7919) % 1_500)" }
    let keys = names.map { collator.sortKey(for: $0) }
    let order = names.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }
    #expect(collator.sorted(names) == order.map { names[$0] })
  }

  /// So many names that the public calls take the table.
  @Test func manyNamesAreSortedAndGroupedAsFewAre() throws {
    var source = HostileNames(seed: 29)
    let names = source.names(21_000).map { String(decoding: $0, as: UTF8.self) }
    let collation = try LocalizedIndexedCollation(locale: "zh")
    let keys = names.map { collation.collator.sortKey(for: $0) }
    let order = names.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }
    #expect(collation.collator.sorted(names) == order.map { names[$0] })
    let sections = names.map { collation.section(for: $0) }
    let grouped = names.indices.sorted {
      (sections[$0], keys[$0], $0) < (sections[$1], keys[$1], $1)
    }
    let records = UTF8Records(Array(names.joined(separator: "\u{0}\n").utf8))
    let recordSections = records.map { collation.section(forUTF8: $0.span) }
    #expect(collation.sectionNumbers(of: records) == recordSections)
    let result = collation.sections(of: names)
    #expect(result.rows == grouped.map { names[$0] })
    #expect(
      result.map(\.rows.count) == result.indices.map { number in sections.count { $0 == number } })
  }
}
