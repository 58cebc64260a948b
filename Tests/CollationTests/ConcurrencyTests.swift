import CollationTestSupport
import Testing

@testable import Collation

/// One collator and one index, shared by many tasks. Under the thread sanitizer this is the test
/// that they may be.
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
    let table = try PrimaryTable("zh")
    let names = (0..<400).compactMap { Unicode.Scalar(UInt32(0x4E00 + 31 * $0)) }.map {
      Array("\($0)a\($0)".utf8)
    }
    let expected = names.map { table.bitsByICU(of: $0) }
    let results = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<16 {
        group.addTask { names.map { table.bits(of: $0) } == expected }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results == [Bool](repeating: true, count: 16))
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
