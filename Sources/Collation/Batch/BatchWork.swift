internal import Synchronization

/// Work on many names, in steps one after another, each of parts that may be done in any order and at
/// once.
protocol BatchWork: AnyObject, Sendable {
  /// The next step; `nil` when all is done. It is asked for when the one before is done.
  func nextStep() -> BatchStep?
}

struct BatchStep {
  /// How many parts the step has.
  let parts: Int
  /// Does a part; returns how many names of the input are done with it, for the progress.
  let perform: @Sendable (Int) -> Int
}

/// Names go through the steps in pieces: enough names that a piece is worth a task, few enough that there
/// are pieces for all tasks, and that cancelling and progress are prompt.
struct BatchPieces {
  private let names: Int
  private let size: Int

  init(names: Int) {
    self.names = names
    size = min(max(names / 16, 1 << 13), 1 << 16)
  }

  var count: Int { (names + size - 1) / size }
  subscript(piece: Int) -> Range<Int> { piece * size..<min(names, (piece + 1) * size) }
}

extension BatchWork {
  /// Does all of it here and now.
  func finish() {
    while let step = nextStep() {
      for part in 0..<step.parts { _ = step.perform(part) }
    }
  }

  /// Does all of it in tasks, this one and children of it.
  ///
  /// - Parameter progress: Told how many names are done.
  /// - Throws: `CancellationError` where the calling task is cancelled.
  @concurrent func finish(
    workers: WorkerCount, progress: @escaping @Sendable (Int) -> Void
  ) async throws(CancellationError) {
    let done = Counter()
    while let step = nextStep() {
      let next = Counter()
      let work = { @Sendable in
        while !Task.isCancelled {
          let part = next.add(1) - 1
          if part >= step.parts { return }
          let names = step.perform(part)
          if names > 0 { progress(done.add(names)) }
        }
      }
      await withDiscardingTaskGroup { group in
        for _ in 1..<max(1, min(workers.value, step.parts)) { group.addTask { work() } }
        work()
      }
      if Task.isCancelled { throw CancellationError() }
    }
  }
}

/// A number that tasks count up together.
private final class Counter: Sendable {
  private let value = Atomic(0)

  /// Adds to the number and returns the sum.
  func add(_ amount: Int) -> Int { value.wrappingAdd(amount, ordering: .relaxed).newValue }
}
