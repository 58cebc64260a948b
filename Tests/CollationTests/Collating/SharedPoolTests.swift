import CollationTestSupport
import Synchronization
import Testing

@testable import Collation

/// Long calls share Swift's cooperative pool: tasks beside them go on meanwhile, even if the calls
/// have a worker for each thread of the pool.
@Suite struct SharedPoolTests {
  private final class Call: Sendable {
    let isDone = Atomic(false)
  }

  private struct Person {
    let (family, given): (String, String)
  }

  private static let people: [Person] = {
    var source = HostileNames(seed: 14)
    let names = (0..<2_000).map { _ in String(decoding: source.next(), as: UTF8.self) }
    return (0..<200_000).map { Person(family: names[$0 % 2_000], given: "\($0 &* 7919 % 10_007)") }
  }()

  /// How often a task beside a call gets its turn before the call returns. Without turns it is a
  /// few times, once for each step in which all tasks end.
  private static func turns(beside call: @escaping @Sendable () async throws -> Void) async throws
    -> Int
  {
    let state = Call()
    return try await withThrowingTaskGroup(of: Int.self) { group in
      // As many tasks as the pool may have threads, so none of them is left to the others.
      for _ in 0..<WorkerCount.allCores.value {
        group.addTask {
          try await call()
          state.isDone.store(true, ordering: .releasing)
          return 0
        }
      }
      group.addTask {
        var turns = 0
        while !state.isDone.load(ordering: .acquiring) {
          await Task.yield()
          turns += 1
        }
        return turns
      }
      return try await group.reduce(0, +)
    }
  }

  @Test(arguments: [1, 16])
  func tasksBesideACallGoOn(workers: Int) async throws {
    let workers = WorkerCount(clamping: workers)
    let people = Self.people
    let names = NameList(people.map { $0.family + $0.given })
    let collation = try LocalizedIndexedCollation(locale: "sv")
    let collator = collation.collator
    let calls: [(String, @Sendable () async throws -> Void)] = [
      ("sections", { _ = try await collation.sections(of: names, workers: workers) }),
      ("order", { _ = try await collator.sortedIndices(of: names, workers: workers) }),
      ("keys", { _ = try await collator.sortKeys(of: names, workers: workers) }),
      ("list keys", { _ = try await collation.listKeys(of: names, workers: workers) }),
      (
        "elements",
        { _ = try await collator.sorted(people, by: \.family, \.given, workers: workers) }
      ),
    ]
    for (name, call) in calls {
      let turns = try await Self.turns(beside: call)
      #expect(turns > 20, "\(name), \(workers.value) workers")
    }
  }

  /// Each slice is a place where a call can end or let others run, so none has many names.
  @Test func slicesAreShort() {
    for count in [1, 1_000, 8_192, 8_193, 300_000, 5_000_000] {
      let pieces = WorkPieces(names: count)
      let slices = (0..<pieces.count).flatMap { piece in
        (0..<pieces.slices(of: piece)).map { pieces.slice($0, of: piece) }
      }
      #expect(slices.allSatisfy { $0.count <= Thresholds.sliceNames })
      #expect(slices.first?.lowerBound == 0 && slices.last?.upperBound == count)
      #expect(zip(slices, slices.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
    }
  }
}
