import Dispatch
import Synchronization
import Testing

@testable import Collation

/// An actor with an executor of its own, so that code can tell whether it runs there.
actor CallersActor {
  private final class Executor: SerialExecutor {
    private let queue = DispatchQueue(label: "caller")
    private let key = DispatchSpecificKey<Bool>()

    init() { queue.setSpecific(key: key, value: true) }

    var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
  }

  private let executor = Executor()

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  nonisolated var isCurrent: Bool { executor.isCurrent }

  func run<Result: Sendable>(
    _ body: @Sendable (isolated CallersActor) async throws -> Result
  ) async throws -> Result {
    try await body(self)
  }
}

/// A call with workers leaves the caller's actor free: child tasks do the work, and tell progress.
@Suite struct CallersActorTests {
  private typealias Progress = @Sendable (Int) -> Void
  private typealias Call =
    @Sendable (isolated CallersActor, WorkerCount, @escaping Progress) async throws -> [Int]

  private static let names = NameList(
    (0..<20_000).map { "\(["a", "é", "Иван"][$0 % 3])\($0 % 5_000)" })

  /// Calls of a collation without tables, for which ICU makes every key.
  private static func calls() throws -> [(name: String, expected: [Int], call: Call)] {
    let collation = try LocalizedIndexedCollation(
      collator: Collator(rules: "# \(CallersActorTests.self)\n&a < å"))
    for collator in [collation.collator, collation.storage.sectionCollator] {
      collator.storage.engineSlot.close()
    }
    return [
      (
        "sortedIndices", collation.collator.sortedIndices(of: names),
        { try await collation.collator.sortedIndices(of: names, workers: $1, progress: $2) }
      ),
      (
        "sections", collation.sections(of: names).rows,
        { try await collation.sections(of: names, workers: $1, progress: $2).rows }
      ),
      (
        "sectionNumbers", collation.sectionNumbers(of: names),
        { try await collation.sectionNumbers(of: names, workers: $1, progress: $2) }
      ),
    ]
  }

  /// The judge is the same call without tasks.
  @Test func keysByICUAreMadeOffTheActor() async throws {
    let actor = CallersActor()
    #expect(try await actor.run { $0.isCurrent })
    for (name, expected, call) in try Self.calls() {
      let reports = Mutex<[Bool]>([])
      let result = try await call(actor, 2) { _ in
        reports.withLock { $0.append(actor.isCurrent) }
      }
      #expect(result == expected, "\(name)")
      #expect(reports.withLock { $0.count > 1 && !$0.contains(true) }, "\(name)")
    }
  }

  /// The first report cancels the task that it comes from.
  @Test func makingKeysByICUCanBeCancelled() async throws {
    let actor = CallersActor()
    for (name, _, call) in try Self.calls() {
      let most = Atomic(0)
      let task = Task {
        try await call(actor, 1) { done in
          most.store(done, ordering: .relaxed)
          withUnsafeCurrentTask { $0?.cancel() }
        }
      }
      await #expect(throws: CancellationError.self, "\(name)") { try await task.value }
      #expect(most.load(ordering: .relaxed) < Self.names.count, "\(name)")
    }
  }
}
