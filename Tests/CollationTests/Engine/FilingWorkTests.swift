import Synchronization
import Testing

@testable import Collation

/// Filing as a step of the work on a list. The names are those of a test, since filing itself is of
/// another module.
@Suite struct FilingWorkTests {
  /// Names that tell when they are filed: 1, 2, 3, of which every third is shown as another text.
  private struct ObservedNames: NamesInParts {
    let count: Int
    let observe: @Sendable (Range<Int>) -> Void

    func filedAsTheyStand(_ range: Range<Int>) -> Names {
      observe(range)
      let shown = range.filter { $0 % 3 == 2 }
      var numbers = [Int32](repeating: -1, count: shown.isEmpty ? 0 : range.count)
      for (place, number) in shown.enumerated() {
        numbers[number - range.lowerBound] = Int32(place)
      }
      return Names(
        texts: UTF8Records(strings: range.map { "\($0 * 7 % 1_000)" }),
        shown: UTF8Records(strings: shown.map { "shown \($0)" }), shownNumbers: numbers)
    }
  }

  private static let count = 40_000

  private func list(_ observe: @escaping @Sendable (Range<Int>) -> Void = { _ in }) -> NameList {
    NameList(source: .parts(ObservedNames(count: Self.count, observe: observe)))
  }

  /// The judge is the call without tasks, which files all names at once.
  @Test(arguments: [1, 3]) func piecesMakeTheWholeList(workers: Int) async throws {
    let (collator, workers) = (try Collator(locale: "sv"), WorkerCount(clamping: workers))
    let pieces = Mutex<[Range<Int>]>([])
    let names = list { range in pieces.withLock { $0.append(range) } }
    let keys = try await collator.sortKeys(of: names, workers: workers)
    let filed = pieces.withLock { $0 }.sorted { $0.lowerBound < $1.lowerBound }
    #expect(filed.count > 1 && filed.flatMap { Array($0) } == Array(0..<Self.count))
    #expect(keys == collator.sortKeys(of: names))
    #expect(
      try await collator.sortedIndices(of: names, workers: workers)
        == collator.sortedIndices(of: names))
  }

  @Test func namesAreFiledOffTheActor() async throws {
    let (actor, collator) = (CallersActor(), try Collator(locale: "sv"))
    let calls = Mutex<[Bool]>([])
    let names = list { _ in calls.withLock { $0.append(actor.isCurrent) } }
    _ = try await actor.run { _ in try await collator.sortKeys(of: names, workers: 2) }
    #expect(calls.withLock { !$0.isEmpty && !$0.contains(true) })
  }

  /// The filing of the first piece cancels the task.
  @Test func filingCanBeCancelled() async throws {
    let collator = try Collator(locale: "sv")
    let filed = Atomic(0)
    let names = list { range in
      filed.wrappingAdd(range.count, ordering: .relaxed)
      withUnsafeCurrentTask { $0?.cancel() }
    }
    let task = Task { try await collator.sortKeys(of: names, workers: 1) }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(filed.load(ordering: .relaxed) < Self.count)
  }
}
