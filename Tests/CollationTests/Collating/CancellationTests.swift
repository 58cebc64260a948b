import CollationTestSupport
import Synchronization
import Testing

@testable import Collation

/// A call whose task is canceled throws, and a later call gives what it gives without tasks.
@Suite struct CancellationTests {
  private typealias Progress = @Sendable (Int) -> Void
  /// Whether the result is that of the same call without tasks.
  private typealias Call = @Sendable (WorkerCount, @escaping Progress) async throws -> Bool

  private struct Person: Sendable, Hashable {
    var name: String
  }

  /// Every call that several tasks may share.
  private static func calls(count: Int) throws -> [Call] {
    let names = (0..<count).map { "\(["Åberg", "Иван", "e\u{301}", "漢字", "zoé"][$0 % 5]) \($0)" }
    let records = UTF8Records(strings: names)
    let people = names.map(Person.init)
    let collation = try LocalizedIndexedCollation(locale: "sv")
    let collator = collation.collator
    let order = collator.sortedIndices(of: NameList(names))
    let (keys, listKeys) = (
      collator.sortKeys(of: NameList(names)), collation.listKeys(of: NameList(names))
    )
    let numbers = collation.sectionNumbers(of: NameList(names))
    let rows = collation.sections(of: NameList(names)).rows
    let lists = [NameList(records), NameList(names), NameList(people, by: \.name)]
    let callsOfLists = lists.flatMap { list -> [Call] in
      [
        { try await collator.sortKeys(of: list, workers: $0, progress: $1) == keys },
        { try await collation.listKeys(of: list, workers: $0, progress: $1) == listKeys },
        { try await collation.sectionNumbers(of: list, workers: $0, progress: $1) == numbers },
      ]
    }
    return callsOfLists + [
      {
        try await collator.sortedIndices(of: NameList(records), workers: $0, progress: $1) == order
      },
      {
        try await collator.sorted(names, by: { $0 }, workers: $0, progress: $1)
          == order.map { names[$0] }
      },
      {
        try await collator.sorted(people, by: \.name, workers: $0, progress: $1)
          == order.map { people[$0] }
      },
      {
        try await collation.sections(of: NameList(records), workers: $0, progress: $1).rows == rows
      },
      {
        try await collation.sections(of: names, by: { $0 }, workers: $0, progress: $1).rows
          == rows.map { names[$0] }
      },
      {
        try await collation.sections(of: people, by: \.name, workers: $0, progress: $1).rows
          == rows.map { people[$0] }
      },
    ]
  }

  /// The progress cancels the whole task at its first report, at its second, and so on, until
  /// there are no more. Few names are compared, more have keys, and many have several pieces.
  @Test(arguments: [(5, 1), (500, 1), (20_000, 1), (20_000, 2)])
  func aCallEndsAtTheReportThatCancelsIt(count: Int, workers: Int) async throws {
    for (number, call) in try Self.calls(count: count).enumerated() {
      var cancelingReport = 1
      while true {
        let reports = Atomic(0)
        let running = Mutex<Task<Bool, any Error>?>(nil)
        let canceling = cancelingReport
        let task = Task {
          while running.withLock({ $0 == nil }) { await Task.yield() }
          return try await call(WorkerCount(clamping: workers)) { _ in
            if reports.wrappingAdd(1, ordering: .relaxed).newValue == canceling {
              running.withLock { $0?.cancel() }
            }
          }
        }
        running.withLock { $0 = task }
        let result = await task.result
        let reported = reports.load(ordering: .relaxed)
        if reported < cancelingReport {
          #expect(try result.get(), "call \(number) without being canceled")
          break
        }
        #expect(throws: CancellationError.self, "call \(number), report \(canceling)") {
          try result.get()
        }
        // Other tasks may report while this one is about to cancel.
        #expect(workers > 1 || reported == cancelingReport)
        cancelingReport += 1
      }
      #expect(cancelingReport > 1, "call \(number) reports nothing")
    }
  }

  /// Work that cancels its task in one of its parts.
  private final class CancelledWork: ParallelWork {
    private let work: any ParallelWork
    private let cancelingPart: Int
    private let parts = Atomic(0)

    init(_ work: any ParallelWork, cancelingPart: Int) {
      self.work = work
      self.cancelingPart = cancelingPart
    }

    var partsDone: Int { parts.load(ordering: .relaxed) }

    func beginStep() -> Int? { work.beginStep() }

    func slices(of part: Int) -> Int { work.slices(of: part) }

    func perform(_ slice: Int, of part: Int) -> Int {
      if parts.wrappingAdd(1, ordering: .relaxed).newValue == cancelingPart {
        withUnsafeCurrentTask { $0?.cancel() }
      }
      return work.perform(slice, of: part)
    }
  }

  /// The steps that report no progress can be canceled, too.
  @Test func workEndsAtThePartThatCancelsIt() async throws {
    let names = (0..<20_000).map { "\(["a", "é", "Иван", "b c"][$0 % 4])\($0 % 1_000)" }
    let records = Names(UTF8Records(strings: names))
    let collation = try LocalizedIndexedCollation(locale: "sv")
    let engine = Engine(collator: collation.collator)
    let table = try #require(engine.tables(forFurther: names.count)?.levels.base)
    let writer = engine.tieWriter
    let works: [@Sendable (Int) async -> (partsDone: Int, isCancelled: Bool)] = [
      { part in
        let table = KeyTable(for: records, table)
        let work = OrderWork(of: records, by: writer, table, in: .ascending)
        return await Self.run(CancelledWork(work, cancelingPart: part))
      },
      { part in
        let work = SectionWork(of: records, collation.storage.sectionLookup, table)
        return await Self.run(CancelledWork(work, cancelingPart: part))
      },
      { part in
        let work = SortKeyWork(of: records, by: writer)
        return await Self.run(CancelledWork(work, cancelingPart: part))
      },
    ]
    for work in works {
      var part = 1
      while case let (partsDone, isCancelled) = await work(part), isCancelled {
        #expect(partsDone == part)
        part += 1
      }
      #expect(part > 2)
    }
    // The last part of a long list copies its order.
    let long = Names(UTF8Records(strings: (0..<70_000).map { names[$0 % names.count] + "\($0)" }))
    func work(cancelingPart part: Int) -> CancelledWork {
      let table = KeyTable(for: long, table)
      return CancelledWork(
        OrderWork(of: long, by: writer, table, in: .ascending), cancelingPart: part)
    }
    let all = await Self.run(work(cancelingPart: .max))
    #expect(!all.isCancelled)
    let last = await Self.run(work(cancelingPart: all.partsDone))
    #expect(last.isCancelled && last.partsDone == all.partsDone)
    let keys = names.map(collation.collator.keyByICU)
    #expect(
      collation.collator.sortedIndices(of: NameList(names))
        == keys.indices.sorted { keys[$0] == keys[$1] ? $0 < $1 : keys[$0] < keys[$1] })
  }

  private static func run(
    _ work: CancelledWork
  ) async -> (partsDone: Int, isCancelled: Bool) {
    let task = Task { try await Job(work) {}.run(workers: 1) { _ in } }
    let result = await task.result
    if case .failure(let error) = result { #expect(error is CancellationError) }
    return (work.partsDone, (try? result.get()) == nil)
  }
}
