import CollationTestSupport
import Synchronization
import Testing

@testable import Collation

/// Work that several tasks share.
@Suite struct WorkerTests {
  /// Names in many pieces: more than 65,536 in all, a third of them more than once, some equal but
  /// for accents or in more letters than a key holds.
  static let records: UTF8Records = {
    var source = HostileNames(seed: 41)
    let some = source.names(2_000)
    let names = (0..<70_000).map { number in
      let beginning = ["", "\(number / 50) ", "A beginning that is longer than a key "][number % 3]
      return Array(beginning.utf8) + some[(number * 7919) % some.count]
    }
    return UTF8Records(names: names)
  }()

  /// The slow reference: ICU's own key of each record.
  @Test(arguments: ["sv", "zh"]) func theResultIsTheSameForAnyNumber(locale: String) async throws {
    let collation = try LocalizedIndexedCollation(locale: locale)
    let collator = collation.collator
    let keys = Self.records.map { collator.keyByICU(utf8: $0.span) }
    let expected = keys.indices.sorted { left, right in
      keys[left] == keys[right] ? left < right : keys[left] < keys[right]
    }
    #expect(collator.sortedIndices(of: NameList(Self.records)) == expected)
    let sections = Self.records.map { collation.section(forUTF8: $0.span) }
    #expect(collation.sectionNumbers(of: NameList(Self.records)) == sections)
    let rows = collation.sections(of: NameList(Self.records)).rows
    #expect(rows.map { sections[$0] } == sections.sorted())
    for workers: WorkerCount in [1, 3, .allCores] {
      #expect(
        try await collator.sortedIndices(of: NameList(Self.records), workers: workers) == expected)
      #expect(
        try await collation.sections(of: NameList(Self.records), workers: workers).rows == rows)
      #expect(
        try await collation.sectionNumbers(of: NameList(Self.records), workers: workers) == sections
      )
      let bulk = try await collator.sortKeys(of: NameList(Self.records), workers: workers)
      #expect(bulk.elementsEqual(keys))
    }
    #expect(collator.sortKeys(of: NameList(Self.records)).elementsEqual(keys))
  }

  @Test func progressCountsEveryRecordOnce() async throws {
    let collator = try Collator(locale: "sv")
    let reports = Mutex<[Int]>([])
    _ = try await collator.sortedIndices(of: NameList(Self.records), workers: 3) { done in
      reports.withLock { $0.append(done) }
    }
    #expect(reports.withLock { $0.max() } == Self.records.count)
    #expect(reports.withLock { Set($0).count == $0.count })
  }

  /// Few records, for which no table is made, are no exception.
  @Test(arguments: [0, 1, 5, 500, 3_000]) func fewRecordsAreReportedAndCancelledToo(
    count: Int
  ) async throws {
    let collation = try LocalizedIndexedCollation(locale: "rm")
    let records = UTF8Records(Array(String(repeating: "name\n", count: count).utf8))
    let reported = Atomic(0)
    _ = try await collation.collator.sortedIndices(of: NameList(records), workers: 2) {
      reported.store($0, ordering: .relaxed)
    }
    #expect(reported.load(ordering: .relaxed) == count)
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      await #expect(throws: CancellationError.self) {
        try await collation.collator.sortedIndices(of: NameList(records), workers: 2)
      }
      await #expect(throws: CancellationError.self) {
        try await collation.sections(of: NameList(records), workers: 2)
      }
      await #expect(throws: CancellationError.self) {
        try await collation.sectionNumbers(of: NameList(records), workers: 2)
      }
    }
    task.cancel()
    await task.value
  }

  @Test func countsAreClamped() {
    #expect(WorkerCount(clamping: -3) == 1 && WorkerCount(integerLiteral: 0) == 1)
    #expect(WorkerCount(clamping: .max) == 4_096)
    #expect(WorkerCount.allCores.value >= 1)
  }
}
