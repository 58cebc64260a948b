import CollationTestSupport
import Synchronization
import Testing

@testable import Collation

/// Every call that several tasks may share gives what the same call gives without them.
@Suite struct AsynchronousFormsTests {
  private struct Person: Sendable {
    var family: String
    var given: String
    var number: Int
  }

  /// So few that ICU compares them, so many that ICU makes their keys, and so many that a table
  /// does.
  @Test(arguments: [("sv", 0), ("ru", 1), ("sv", 7), ("ru", 900), ("sv", 1_500), ("ru", 21_000)])
  func resultsAndProgressAreTheSame(locale: String, count: Int) async throws {
    var source = HostileNames(seed: UInt64(count))
    let names = (0..<count).map { number in
      let name = String(decoding: source.next(), as: UTF8.self)
      return number % 3 == 0 ? "Иван \(name)" : name
    }
    let records = UTF8Records(strings: names)
    let people = names.enumerated().map { number, name in
      Person(family: name, given: names[(number * 7) % count], number: number)
    }
    let collation = try LocalizedIndexedCollation(locale: locale)
    let collator = collation.collator

    let order = collator.sortedIndices(of: NameList(records))
    let descending = collator.sortedIndices(of: NameList(records), descending: true)
    let byTwo = collator.sorted(people, by: \.family, \.given).map(\.number)
    let (keys, keysOfTwo) = (
      collator.sortKeys(of: NameList(records)),
      collator.sortKeys(of: NameList(people, by: \.family, \.given))
    )
    let (listKeys, listKeysOfTwo) = (
      collation.listKeys(of: NameList(records)),
      collation.listKeys(of: NameList(people, by: \.family, \.given))
    )
    let (numbers, numbersOfTwo) = (
      collation.sectionNumbers(of: NameList(records)),
      collation.sectionNumbers(of: NameList(people, by: \.family, \.given))
    )
    let (sections, sectionsOfTwo) = (
      collation.sections(of: NameList(records)),
      collation.sections(of: people, by: \.family, \.given, hidingEmpty: true)
    )
    // One name after another.
    #expect(keys.elementsEqual(names.map { collator.sortKey(for: $0) }))
    #expect(listKeys.elementsEqual(names.map { collation.listKey(for: $0) }))
    #expect(numbers == names.map { collation.section(for: $0) })
    #expect(order == keys.sortedIndices())
    #expect(descending == keys.sortedIndices(descending: true))
    #expect(sections.rows == listKeys.sortedIndices())
    // The same of strings, elements and records.
    #expect(collator.sorted(names) == order.map { names[$0] })
    #expect(collator.sorted(people, by: \.family).map(\.number) == order)
    let lists = [NameList(names), NameList(records), NameList(people, by: \.family)]
    for list in lists {
      #expect(collator.sortKeys(of: list) == keys)
      #expect(collation.listKeys(of: list) == listKeys)
      #expect(collation.sectionNumbers(of: list) == numbers)
    }
    #expect(collation.sections(of: names).rows == sections.rows.map { names[$0] })
    #expect(collation.sections(of: people, by: \.family).rows.map(\.number) == sections.rows)
    #expect(collation.sections(of: names, hidingEmpty: true).allSatisfy { !$0.isEmpty })

    /// Reports rise to the number of names.
    func reporting<Result>(
      _ call: (@escaping @Sendable (Int) -> Void) async throws -> Result
    ) async throws -> Result {
      let most = Atomic(0)
      let result = try await call { most.max($0, ordering: .relaxed) }
      #expect(most.load(ordering: .relaxed) == count)
      return result
    }
    for workers: WorkerCount in [1, 3] {
      var sorted = try await reporting {
        try await collator.sortedIndices(of: NameList(records), workers: workers, progress: $0)
      }
      #expect(sorted == order)
      sorted = try await reporting {
        try await collator.sortedIndices(
          of: NameList(records), descending: true, workers: workers, progress: $0)
      }
      #expect(sorted == descending)
      let strings = try await reporting {
        try await collator.sorted(names, by: { $0 }, workers: workers, progress: $0)
      }
      #expect(strings == order.map { names[$0] })
      #expect(
        try await collator.sorted(names, by: { $0 }, descending: true, workers: workers)
          == descending.map { names[$0] })
      sorted = try await reporting {
        try await collator.sorted(people, by: \.family, workers: workers, progress: $0)
          .map(\.number)
      }
      #expect(sorted == order)
      sorted = try await reporting {
        try await collator.sorted(people, by: \.family, \.given, workers: workers, progress: $0)
          .map(\.number)
      }
      #expect(sorted == byTwo)

      for list in lists {
        let made = try await reporting {
          try await collator.sortKeys(of: list, workers: workers, progress: $0)
        }
        #expect(made == keys)
        let madeForDisplay = try await reporting {
          try await collation.listKeys(of: list, workers: workers, progress: $0)
        }
        #expect(madeForDisplay == listKeys)
        let found = try await reporting {
          try await collation.sectionNumbers(of: list, workers: workers, progress: $0)
        }
        #expect(found == numbers)
      }
      #expect(
        try await collator.sortKeys(of: NameList(people, by: \.family, \.given), workers: workers)
          == keysOfTwo)
      #expect(
        try await collation.listKeys(of: NameList(people, by: \.family, \.given), workers: workers)
          == listKeysOfTwo)
      #expect(
        try await collation.sectionNumbers(
          of: NameList(people, by: \.family, \.given), workers: workers)
          == numbersOfTwo)

      let grouped = try await reporting {
        try await collation.sections(of: NameList(records), workers: workers, progress: $0)
      }
      #expect(grouped == sections)
      let groupedNames = try await reporting {
        try await collation.sections(
          of: names, by: { $0 }, hidingEmpty: true, workers: workers, progress: $0)
      }
      #expect(groupedNames == collation.sections(of: names, hidingEmpty: true))
      let groupedPeople = try await reporting {
        try await collation.sections(
          of: people, by: \.family, \.given, hidingEmpty: true, workers: workers, progress: $0)
      }
      #expect(groupedPeople.outline == sectionsOfTwo.outline)
      #expect(groupedPeople.rows.map(\.number) == sectionsOfTwo.rows.map(\.number))
    }
  }

  /// The caller's own task asks for the texts, and what they throw is thrown.
  @Test func errorsOfATextComeThrough() async throws {
    struct Missing: Error {}
    let collation = try LocalizedIndexedCollation(locale: "en")
    func missing(_: Int) throws -> String { throw Missing() }
    await #expect(throws: Missing.self) {
      _ = try await collation.collator.sorted([1], by: missing, workers: 2)
    }
    await #expect(throws: Missing.self) {
      _ = try await collation.collator.sortKeys(of: NameList([1], by: missing), workers: 2)
    }
    await #expect(throws: Missing.self) {
      _ = try await collation.sections(of: [1], by: missing, workers: 2)
    }
    await #expect(throws: Missing.self) {
      _ = try await collation.sectionNumbers(of: NameList([1], by: missing), workers: 2)
    }
    await #expect(throws: Missing.self) {
      _ = try await collation.listKeys(of: NameList([1], by: missing), workers: 2)
    }
  }
}
