import CollationTestSupport
import Testing

@testable import Collation

/// Elements with several texts: their order is that of the keys that ICU's `ucol_mergeSortkeys`
/// makes of the keys of each text that is not empty.
@Suite struct SeveralTextsTests {
  struct Person: Sendable, Equatable {
    var family: String
    var given: String
    var city: String
    var number: Int
  }

  private static func people(_ count: Int, seed: UInt64) -> [Person] {
    var (source, generator) = (HostileNames(seed: seed), SeededGenerator(seed: seed))
    let families =
      ["", "di Silva", "diSilva", "Di Silva", "Müller", "Muller", "c", "陈", "เก", "かとう"]
      + source.names(10).map { String(decoding: $0, as: UTF8.self) }
    let givens =
      ["", "Fred", "fred", "John", "Jöhn", "h", "\u{301}", "10", "9"]
      + source.names(10).map { String(decoding: $0, as: UTF8.self) }
    return (0..<count).map { number in
      Person(
        family: families.randomElement(using: &generator)!,
        given: givens.randomElement(using: &generator)!,
        city: givens.randomElement(using: &generator)!, number: number)
    }
  }

  private static let options: [(String, CollatorOptions)] =
    CollationStrength.allCases.map { value in ("\(value)", .with { $0.strength = value }) }
    + [
      ("none", CollatorOptions()), ("numeric", .with { $0.numeric = true }),
      ("upper first", .with { $0.caseFirst = .upper }),
      ("backwards", .with { $0.backwardsSecondary = true }),
      ("case level", .with { $0.caseLevel = true }),
      ("shifted", .with { $0.alternateHandling = .shifted }),
    ]

  private func merged(_ texts: [String], _ collator: Collator) -> SortKey {
    let texts = texts.filter { !$0.isEmpty }
    return texts.isEmpty
      ? collator.keyByICU("") : SortKey(merging: texts.map(collator.keyByICU))
  }

  /// Whether keys have the order of others, also where they are equal.
  private func check(_ keys: KeyArray<SortKey>, against others: [SortKey], _ comment: Comment) {
    let order = others.indices.sorted { (others[$0], $0) < (others[$1], $1) }
    #expect(keys.sortedIndices() == order, comment)
    let ties = zip(order, order.dropFirst()).map {
      (keys[$0] == keys[$1], others[$0] == others[$1])
    }
    #expect(ties.allSatisfy { $0 == $1 }, comment)
    // The letters are the same bytes; in later levels ICU compresses what it writes at once.
    #expect(
      zip(keys, others).allSatisfy { $0.bytes.primaryLevel == $1.bytes.primaryLevel }, comment)
  }

  /// All options, save a fourth level of shifted characters, in which the separator U+FFFE has the
  /// weight of a letter for ICU.
  @Test(arguments: ["root", "sv", "cs", "fr_CA", "th", "ja", "zh", "da"])
  func keysHaveTheOrderOfMergedKeys(locale: String) throws {
    let people = Self.people(200, seed: 3)
    for (name, options) in Self.options {
      let collator = try Collator(locale: locale, options: options)
      let resolved = collator.resolvedOptions
      if resolved.alternateHandling == .shifted
        && [.quaternary, .identical].contains(resolved.strength)
      {
        continue
      }
      let one = people.map { collator.keyByICU($0.family) }
      #expect(collator.sortKeys(of: NameList(people, by: \.family)).elementsEqual(one))
      check(
        collator.sortKeys(of: NameList(people, by: \.family, \.given)),
        against: people.map { merged([$0.family, $0.given], collator) }, "\(name)")
      check(
        collator.sortKeys(of: NameList(people, by: \.family, \.given, \.city)),
        against: people.map { merged([$0.family, $0.given, $0.city], collator) }, "\(name)")
    }
  }

  /// At the fourth level, "&" comes before a letter, and so before the separator; merged keys have
  /// what is shorter first. UTS #10, 4 Variable Weighting
  @Test func theSeparatorHasTheFourthWeightOfALetter() throws {
    var options = CollatorOptions()
    options.alternateHandling = .shifted
    options.strength = .quaternary
    let collator = try Collator(locale: "root", options: options)
    let people = ["x", "x&"].map { Person(family: $0, given: "John", city: "", number: 0) }
    let keys = collator.sortKeys(of: NameList(people, by: \.family, \.given))
    #expect(keys[1] < keys[0] && keys[0] == collator.sortKey(for: "x\u{FFFE}John"))
    #expect(merged(["x", "John"], collator) < merged(["x&", "John"], collator))
    #expect(collator.compare("x&John", "xJohn") == .less)
  }

  /// Short lists are compared, longer ones are not.
  @Test(arguments: ["sv", "cs", "ja", "zh"], [5, 300, 2_500])
  func ordersAreThoseOfMergedKeys(locale: String, count: Int) throws {
    let people = Self.people(count, seed: UInt64(count))
    let collator = try Collator(locale: locale)
    let keys = people.map { merged([$0.family, $0.given, $0.city], collator) }
    for descending in [false, true] {
      let expected = people.indices.sorted { left, right in
        if keys[left] == keys[right] { return left < right }
        return descending ? keys[left] > keys[right] : keys[left] < keys[right]
      }
      let sorted = collator.sorted(
        people, by: \.family, \.given, \.city, descending: descending)
      #expect(sorted.map(\.number) == expected)
    }
  }

  /// Sections are those of the merged key at primary strength, rows those of the merged key.
  @Test(arguments: ["sv", "cs", "th", "zh"], [7, 300, 1_500])
  func sectionsAreThoseOfMergedKeys(locale: String, count: Int) throws {
    let people = Self.people(count, seed: UInt64(count))
    let collation = try LocalizedIndexedCollation(locale: locale)
    let keys = people.map { merged([$0.family, $0.given], collation.collator) }
    let lookup = collation.storage.sectionLookup
    let numbers = keys.map { lookup.section(ofSortKey: $0.bytes) }
    #expect(collation.sectionNumbers(of: NameList(people, by: \.family, \.given)) == numbers)
    let expected = people.indices.sorted {
      (numbers[$0], keys[$0], $0) < (numbers[$1], keys[$1], $1)
    }
    let sections = collation.sections(of: people, by: \.family, \.given)
    #expect(sections.rows.map(\.number) == expected)
    for section in sections {
      #expect(section.allSatisfy { numbers[$0.number] == section.number })
    }
    let listKeys = collation.listKeys(of: NameList(people, by: \.family, \.given))
    #expect(listKeys.sortedIndices() == expected)
    for (person, key) in zip(people, listKeys) {
      #expect(key.section == numbers[person.number])
      if person.number % 50 == 0 {
        #expect(collation.listKey(for: person, by: \.family, \.given) == key)
        #expect(collation.section(for: person, by: \.family, \.given) == key.section)
      }
    }
    // A family name decides on the section, unless nothing of it has letters.
    for person in people {
      let key = collation.collator.sortKey(for: person.family)
      if key.bytes.primaryLevel.isEmpty { continue }
      #expect(numbers[person.number] == collation.section(for: person.family))
    }
  }

  /// A text that is empty is as if it were not asked for.
  @Test func emptyTextsAreLeftOut() throws {
    let collation = try LocalizedIndexedCollation(locale: "en")
    for (family, given, city) in [("", "Ada", ""), ("", "", "Ada"), ("Ada", "", "")] {
      let person = Person(family: family, given: given, city: city, number: 0)
      let key = collation.listKey(for: person, by: \.family, \.given, \.city)
      #expect(key == collation.listKey(for: "Ada"))
    }
    let person = Person(family: "", given: "Ada", city: "Bath", number: 0)
    #expect(
      collation.listKey(for: person, by: \.family, \.given, \.city)
        == collation.listKey(for: "Ada\u{FFFE}Bath"))
  }

  @Test func errorsOfAnyTextComeThrough() throws {
    struct Missing: Error {}
    let collation = try LocalizedIndexedCollation(locale: "en")
    func missing(_: Int) throws(Missing) -> String { throw Missing() }
    func text(_ number: Int) throws(Missing) -> String { "\(number)" }
    #expect(throws: Missing.self) { try collation.collator.sorted([1], by: text, missing) }
    #expect(throws: Missing.self) {
      try collation.collator.sortKeys(of: NameList([1], by: text, missing))
    }
    #expect(throws: Missing.self) { try collation.sections(of: [1], by: text, missing) }
    #expect(throws: Missing.self) {
      try collation.sectionNumbers(of: NameList([1], by: text, missing))
    }
    #expect(throws: Missing.self) { try collation.listKeys(of: NameList([1], by: text, missing)) }
    #expect(throws: Missing.self) { try collation.listKey(for: 1, by: text, missing) }
    #expect(throws: Missing.self) { try collation.section(for: 1, by: text, missing) }
  }
}
