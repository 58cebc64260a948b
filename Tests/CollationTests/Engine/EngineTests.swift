import CollationTestSupport
import Testing

@testable import Collation

/// Orders, sections and keys of many names against ICU's sort keys, one by one.
@Suite struct EngineTests {
  @Test(
    arguments: ["sv", "cs", "ja", "zh", "th", "vi", "el", "ru", "ar", "hi"], [false, true])
  func ordersAndSectionsAreThoseOfSortKeys(locale: String, descending: Bool) throws {
    var source = HostileNames(seed: 23)
    // Names in one script have runs.
    let scripts: [String: ClosedRange<UInt32>] = [
      "th": 0xE01...0xE39, "el": 0x3B1...0x3C9, "ru": 0x410...0x44F, "ar": 0x621...0x64A,
      "hi": 0x905...0x939,
    ]
    let some = (0..<600).map { number in
      // Beside U+FFFE, some Greek letters with accents are in no run.
      let script = locale == "el" && number % 8 == 0 ? Self.greekWithAccents : scripts[locale]
      let name = script.map { source.next(in: $0) } ?? source.next()
      return String(decoding: name, as: UTF8.self)
    }
    // Names that begin alike, and that occur more than once.
    let long = String(repeating: "as long as nobody's name ", count: 20)
    let names =
      some + some.prefix(100) + some.prefix(200).map { "Common beginning of names \($0)" }
      + some.prefix(50).map { long + $0 }
    let collation = try LocalizedIndexedCollation(locale: locale)
    let records = Names(UTF8Records(strings: names))
    // A code of the list's own, which the engine makes for longer lists only.
    let request = collation.collator.storage.request
    let base = PrimaryTable(try PrimarySource(Collator(request.atPrimaryStrength)))
    let table = KeyTable(forMoreNamesLike: records, base)
    if case .runs = table.coded { #expect(scripts[locale] != nil) }
    if case .plain = table.coded { #expect(scripts[locale] == nil) }
    let writer = Engine(collator: collation.collator).tieWriter
    let work = OrderWork(of: records, by: writer, table, in: descending ? .descending : .ascending)
    Job(work) {}.run()
    let keys = names.map(collation.collator.keyByICU)
    let expected = insertionSorted(names.indices) {
      descending ? keys[$0] > keys[$1] : keys[$0] < keys[$1]
    }
    #expect(work.order == expected)
    if descending { return }
    let lookup = collation.storage.sectionLookup
    let parted = OrderWork(of: records, by: writer, table, in: .ascending, sections: lookup)
    Job(parted) {}.run()
    let partition = parted.partition
    let sections = keys.map { lookup.section(ofSortKey: $0.bytes) }
    #expect(partition.order == insertionSorted(expected) { sections[$0] < sections[$1] })
    #expect(
      partition.counts
        == collation.sectionTitles.indices.map { number in sections.count { $0 == number } })
  }

  private static let greekWithAccents: ClosedRange<UInt32> = 0x386...0x3CE

  /// A code of runs would leave too many of these names to the slow way.
  @Test func namesThatAreMostlyNotMadeOfRunsHaveAnotherCode() throws {
    var source = HostileNames(seed: 29)
    let names = (0..<1_000).map { _ in
      String(decoding: source.next(in: Self.greekWithAccents), as: UTF8.self)
    }
    #expect(names.contains { $0.unicodeScalars.contains("\u{FFFE}") })
    let collator = try Collator(locale: "el")
    let records = Names(UTF8Records(strings: names))
    let table = KeyTable(forMoreNamesLike: records, try PrimaryTable("el"))
    if case .runs = table.coded { Issue.record("the code is one of runs") }
    let work = OrderWork(
      of: records, by: Engine(collator: collator).tieWriter, table, in: .ascending)
    Job(work) {}.run()
    let keys = names.map(collator.keyByICU)
    #expect(work.order == insertionSorted(names.indices) { keys[$0] < keys[$1] })
  }

  /// Most names agree in 127 bits, so that the first walk makes more.
  @Test(arguments: ["en", "el"], [false, true])
  func namesThatAgreeInManyBitsAreSorted(locale: String, descending: Bool) throws {
    let word = locale == "el" ? "παπαδόπουλος " : "featherstonehaugh "
    let names = (0..<6_000).map { number in
      let family = String(repeating: word, count: 4) + String(number * 7_919 % 40)
      // Some go on for longer than the first walk does, and some are the same name.
      return family + String(repeating: word, count: number % 3) + String(number * 7_919 % 5_000)
    }
    try check(names, locale: locale, descending: descending, isWide: true)
  }

  /// Few names agree in 127 bits, and some of these in many more: in ties of a few names, and in a
  /// large one.
  @Test(arguments: ["en", "el"], [false, true])
  func fewNamesThatAgreeInManyBitsAreSorted(locale: String, descending: Bool) throws {
    let word = locale == "el" ? "παπαδόπουλος " : "featherstonehaugh "
    let large = 512
    let names = (0..<10_000).map { number in
      let mixed = number * 7_919 % 10_000
      // The words agree in 127 bits, in 190, or in more than a thousand.
      let count = mixed < large ? 4 : mixed < 4_000 ? [4, 8, 40][mixed % 3] : 0
      let family = mixed < large ? "" : String(mixed / 4)
      return family + String(repeating: word, count: count) + String(number % 3_000)
    }
    try check(names, locale: locale, descending: descending, isWide: false)
  }

  /// Compares the order of names with that of ICU's sort keys.
  private func check(
    _ names: [String], locale: String, descending: Bool, isWide: Bool
  ) throws {
    let collator = try Collator(locale: locale)
    let records = Names(UTF8Records(strings: names))
    let work = OrderWork(
      of: records, by: Engine(collator: collator).tieWriter,
      KeyTable(forMoreNamesLike: records, try PrimaryTable(locale)),
      in: descending ? .descending : .ascending)
    Job(work) {}.run()
    #expect(work.isWide == isWide)
    let keys = names.map(collator.keyByICU)
    let order = names.indices.sorted {
      keys[$0] == keys[$1] ? $0 < $1 : (keys[$0] < keys[$1]) != descending
    }
    #expect(work.order == order)
  }

  /// The first names are the longest by far: room for all is not made by their length.
  @Test func memoryForSortKeysIsBoundedByTheNames() throws {
    let long = String(repeating: "long ", count: 200)
    let text =
      String(repeating: long + "\n", count: 1_025) + String(repeating: "a\n", count: 300_000)
    let keys = try Collator(locale: "en").sortKeys(of: NameList(UTF8Records(Array(text.utf8))))
    #expect(keys.bytes.capacity < 8 * keys.bytes.count)
  }

  /// A table that held the collator with which it is kept would keep both for ever.
  @Test func aCollatorWithATableIsLetGo() throws {
    weak var storage: Collator.Storage?
    do {
      let options = CollatorOptions.with { ($0.strength, $0.caseLevel) = (.primary, false) }
      let collator = try Collator(locale: "eo-x-let-go", options: options)
      #expect(Engine(collator: collator).tables(forFurther: 1_000) != nil)
      storage = collator.storage
    }
    // As many others as the caches have room for.
    let records = UTF8Records(strings: ["a"])
    for number in 0..<300 {
      let collator = try Collator(locale: "eo-x-\(number)")
      _ = Engine(collator: collator).tables(forFurther: records.count)
    }
    #expect(storage == nil)
  }

  /// A list counts among the names that a table takes, whatever came before it.
  @Test func aListBehindOneNameMakesTheTable() throws {
    let collator = try Collator(locale: "eo-x-counted")
    _ = collator.compare("a", "b")
    _ = collator.sorted((0..<1_000).map(String.init))
    #expect(Engine(collator: collator).tables(forFurther: 0) != nil)
  }

  /// As many collators as are kept open have their tables, too.
  @Test func manyCollatorsKeepTheirTables() throws {
    let locales = Array(Collator.availableLocales.prefix(60))
    let records = UTF8Records(Array(String(repeating: "name\n", count: 1_000).utf8))
    let collators = try locales.map { try Collator(locale: $0) }
    for collator in collators { _ = collator.sortedIndices(of: NameList(records)) }
    #expect(collators.allSatisfy { Engine(collator: $0).tables(forFurther: 0) != nil })
  }

  /// Names that the table cannot prove simple, and that agree in many letters.
  @Test func longNamesThatICUHasToBeAskedForAreSorted() throws {
    let collator = try Collator(locale: "en", options: .with { $0.numeric = true })
    let beginning = String(repeating: "page 7 of the catalogue, ", count: 12)
    let names = (0..<3_000).map { "\(beginning)\(($0 * 7919) % 1_500)" }
    let keys = names.map(collator.keyByICU)
    let order = names.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }
    #expect(collator.sorted(names) == order.map { names[$0] })
  }

  /// So many names that the public calls take the table.
  @Test func manyNamesAreSortedAndGroupedAsFewAre() throws {
    var source = HostileNames(seed: 29)
    let names = source.names(21_000).map { String(decoding: $0, as: UTF8.self) }
    let collation = try LocalizedIndexedCollation(locale: "zh")
    let keys = names.map(collation.collator.keyByICU)
    let order = names.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }
    #expect(collation.collator.sorted(names) == order.map { names[$0] })
    let sections = names.map { collation.section(for: $0) }
    let grouped = names.indices.sorted {
      (sections[$0], keys[$0], $0) < (sections[$1], keys[$1], $1)
    }
    let records = UTF8Records(Array(names.joined(separator: "\u{0}\n").utf8))
    let recordSections = records.map { collation.section(forUTF8: $0.span) }
    #expect(collation.sectionNumbers(of: NameList(records)) == recordSections)
    let result = collation.sections(of: names)
    #expect(result.rows == grouped.map { names[$0] })
    #expect(
      result.map(\.count)
        == collation.sectionTitles.indices.map { number in sections.count { $0 == number } })
  }
}
