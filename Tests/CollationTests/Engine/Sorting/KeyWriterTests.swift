import CollationTestSupport
import Testing

@testable import Collation

/// Keys in bulk.
@Suite struct KeyWriterTests {
  /// With and without the tables, keys are ICU's own, and list keys have their sections before
  /// them.
  @Test(arguments: ["sv", "ru", "ja", "th", "zh"])
  func keysOfNamesAreThoseOfICU(locale: String) throws {
    let collation = try LocalizedIndexedCollation(locale: locale)
    let (collator, lookup) = (collation.collator, collation.storage.sectionLookup)
    var source = HostileNames(seed: 3)
    let names = source.names(300)
    let records = UTF8Records(names: names)
    let expected = names.map { collator.sortKeyByICU(of: $0.span) }
    let table = Engine(collator: collator).tables(forFurther: Thresholds.namesToMakeTable)
    #expect(table != nil)
    for table in [nil, table] {
      let writer = KeyWriter(collator, table, nil)
      let headed = KeyWriter(collator, table, lookup)
      var (plain, displayed) = (KeyList(capacity: 0), KeyList(capacity: 0))
      Names(records).read { reader in
        for number in names.indices {
          writer.append(number, of: reader, to: &plain)
          headed.append(number, of: reader, to: &displayed)
          if number == 20 { plain.reserveCapacity(forAll: names.count, ofBytes: 4_000) }
        }
      }
      #expect((0..<plain.count).map { Array(plain[$0]) } == expected)
      #expect(
        (0..<displayed.count).map { Array(displayed[$0]) }
          == expected.map {
            ListKeyFormat.bytes(ofSection: lookup.section(ofSortKey: $0[...])) + $0
          })
    }
  }

  /// Keys that ICU alone makes, piece by piece, are joined in order. ICU's own key of each name is
  /// the judge.
  @Test(arguments: [1, 3]) func piecesOfICUsKeysAreJoined(workers: Int) async throws {
    let collator = try Collator(locale: "sv")
    let strings = (0..<40_000).map { "name \($0 * 7919 % 40_000)" }
    let work = SortKeyWork(
      of: Names(UTF8Records(strings: strings)), by: KeyWriter(collator, nil, nil))
    let keys = try await Job(work, result: { work.takeKeys() })
      .run(workers: WorkerCount(clamping: workers)) { _ in }
    #expect(strings.indices.allSatisfy { keys[$0] == collator.keyByICU(strings[$0]).bytes })
  }
}
