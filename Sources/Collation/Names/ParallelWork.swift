internal import Synchronization

/// Work on many names. It has steps, one after another; each step has parts, which may be done in
/// any order and at once.
protocol ParallelWork: AnyObject, Sendable {
  /// The next step; `nil` when all is done. It is asked for when the step before is done.
  func nextStep() -> WorkStep?
}

struct WorkStep {
  /// How many parts the step has.
  let parts: Int
  /// Does a part; returns how many names of the input are done with it, for the progress.
  let perform: @Sendable (Int) -> Int
}

/// Work and its result, done here and now or by several tasks.
///
/// The type of the work is a parameter, since the compiler specializes no generic work behind an
/// `any`.
struct Job<Work: ParallelWork, Result> {
  /// The steps that come before the result; `nil` where the result takes no steps.
  private let steps: Work?
  /// The number of names, for the progress of a job without steps.
  private let names: Int
  private let result: () -> Result
  /// Makes the result here and now without the steps, where that is cheaper.
  private let resultAtOnce: (() -> Result)?

  /// A job whose result is there when all steps are done.
  init(
    _ steps: Work, resultAtOnce: (() -> Result)? = nil, result: @escaping () -> Result
  ) {
    self.steps = steps
    names = 0
    self.result = result
    self.resultAtOnce = resultAtOnce
  }

  /// A job that is not worth several tasks.
  init(names: Int, result: @escaping () -> Result) {
    steps = nil
    self.names = names
    self.result = result
    resultAtOnce = nil
  }

  /// Does all of it here and now.
  func run() -> Result {
    if let resultAtOnce { return resultAtOnce() }
    steps?.finish()
    return result()
  }

  /// Does all of it in tasks, this one and children of it.
  ///
  /// - Parameter progress: Told how many names are done.
  /// - Throws: `CancellationError` where the calling task is cancelled.
  nonisolated(nonsending) func run(
    workers: WorkerCount, progress: @escaping @Sendable (Int) -> Void
  ) async throws(CancellationError) -> Result {
    guard let steps else {
      if Task.isCancelled { throw CancellationError() }
      let result = result()
      progress(names)
      if Task.isCancelled { throw CancellationError() }
      return result
    }
    try await steps.finish(workers: workers, progress: progress)
    return result()
  }
}

extension ParallelWork {
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
