import CollationTestSupport
import Testing

@testable import Collation

/// Collators, indexes and tables, shared by many tasks. Under the thread sanitizer these are the
/// tests that they may be: `Tests/Package.swift` has them alone.
@Suite struct ConcurrencyTests {
  @Test func manyTasksShareACollatorAndAnIndex() async throws {
    let collation = try LocalizedIndexedCollation(locale: "sv")
    var source = HostileNames(seed: 5)
    let names = source.names(200).map { String(decoding: $0, as: UTF8.self) }
    let expected = collation.sections(of: names).rows
    let sections = names.map { collation.section(for: $0) }
    let results = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<64 {
        group.addTask {
          collation.sections(of: names).rows == expected
            && names.map { collation.section(for: $0) } == sections
            && collation.collator.compare(names[0], names[0]) == .equal
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results == [Bool](repeating: true, count: 64))
  }

  /// Tasks that come by the same blocks of a table at once, while they are filled.
  @Test func manyTasksFillATable() async throws {
    let collator = try Collator(
      unshared: Collator.Request(source: .locale("zh"), options: CollatorOptions()))
    #expect(Engine(collator: collator).tables(forFurther: Thresholds.namesToMakeTable) != nil)
    let names = (0..<400).compactMap { Unicode.Scalar(UInt32(0x4E00 + 31 * $0)) }.map {
      "\($0)a\($0)"
    }
    let expected = names.map { collator.sortKeyByICU(of: $0.utf8.span) }
    let results = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<16 {
        group.addTask { names.map { Array(collator.sortKey(for: $0).bytes) } == expected }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results == [Bool](repeating: true, count: 16))
  }

  /// Expected is what one task gives.
  @Test func elementsAreSortedAndGroupedByTasks() async throws {
    let collation = try LocalizedIndexedCollation(locale: "sv")
    var source = HostileNames(seed: 41)
    let some = source.names(2_000).map { String(decoding: $0, as: UTF8.self) }
    // Four pieces and two groups, where the thread sanitizer makes a minute of them. A third of the
    // names are there more than once, and some begin with more letters than a key holds.
    let elements = (0..<(Coverage.isPart ? 36_000 : 67_000)).map { number in
      let beginning = ["", "\(number / 50) ", "A beginning that is longer than a key "][number % 3]
      return (offset: number, name: beginning + some[number * 7_919 % some.count])
    }
    let sorted = try await collation.collator.sorted(elements, by: \.name, workers: 2)
    #expect(
      sorted.map(\.offset) == collation.collator.sorted(elements, by: \.name).map(\.offset))
    let sections = try await collation.sections(of: elements, by: \.name, workers: 2)
    #expect(
      sections.rows.map(\.offset)
        == collation.sections(of: elements, by: \.name).rows.map(\.offset))
  }

  /// More locales than the cache of 256 holds, opened at once, most of them by several tasks.
  @Test func manyTasksOpenManyLocales() async throws {
    // An opening takes a twentieth of a second under the thread sanitizer.
    let locales = ReferenceICU.locales.prefix(Coverage.isPart ? 280 : .max)
    let titles = try await withThrowingTaskGroup(of: [Int].self) { group in
      for _ in 0..<(Coverage.isPart ? 3 : 8) {
        group.addTask {
          try locales.map { try LocalizedIndexedCollation(locale: $0).sectionTitles.count }
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(titles).count == 1)
  }
}
