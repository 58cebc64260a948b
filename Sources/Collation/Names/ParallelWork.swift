internal import Synchronization

/// Work on many names, in successive steps. The parts of a step may be done in any order and
/// concurrently. The slices of a part follow one another: an asynchronous call lets other tasks
/// run between them, and ends if it is canceled.
protocol ParallelWork: AnyObject, Sendable {
  /// Returns the next step; `nil` when all are done. Called once the step before is done.
  func nextStep() -> WorkStep?
}

struct WorkStep {
  let parts: Int
  /// Returns the number of slices of a part, each of which takes a few milliseconds at most.
  let slices: @Sendable (_ part: Int) -> Int
  /// Does a slice; returns how many names of the input that completes, for the progress.
  let perform: @Sendable (_ part: Int, _ slice: Int) -> Int

  init(
    parts: Int, slices: @escaping @Sendable (_ part: Int) -> Int = { _ in 1 },
    perform: @escaping @Sendable (_ part: Int, _ slice: Int) -> Int
  ) {
    (self.parts, self.slices, self.perform) = (parts, slices, perform)
  }

  fileprivate func perform(_ part: Int) {
    for slice in 0..<slices(part) { _ = perform(part, slice) }
  }
}

/// Work on names and its result, done synchronously or by several tasks.
struct Job<Result: Sendable>: Sendable {
  /// The steps that come before the result; `nil` if the result takes no steps.
  private let nextStep: (@Sendable () -> WorkStep?)?
  /// The number of names, for the progress of a job without steps.
  private let names: Int
  private let ending: Ending
  /// Makes the result at once, without the steps, if that is cheaper.
  private let resultAtOnce: (@Sendable () -> Result)?

  /// What comes after the steps.
  private enum Ending: Sendable {
    case result(@Sendable () -> Result)
    /// A job, and its result without steps if that is cheaper.
    case job(@Sendable () -> Job, result: (@Sendable () -> Result)?)
  }

  /// Makes a job whose result is available when all steps are done.
  ///
  /// The type of the work is erased here: its steps are closures specialized for it.
  init(
    _ work: some ParallelWork, resultAtOnce: (@Sendable () -> Result)? = nil,
    result: @escaping @Sendable () -> Result
  ) {
    nextStep = { work.nextStep() }
    names = 0
    ending = .result(result)
    self.resultAtOnce = resultAtOnce
  }

  /// Makes a job that needs the results of other work.
  ///
  /// - Parameters:
  ///   - resultAtOnce: Makes the result without the steps of the work.
  ///   - result: Makes the result after these steps, without the steps of the other job.
  init(
    after work: some ParallelWork, resultAtOnce: (@Sendable () -> Result)? = nil,
    result: (@Sendable () -> Result)? = nil, job: @escaping @Sendable () -> Job
  ) {
    nextStep = { work.nextStep() }
    names = 0
    ending = .job(job, result: result)
    self.resultAtOnce = resultAtOnce
  }

  /// Makes a job that is not worth several tasks.
  init(names: Int, result: @escaping @Sendable () -> Result) {
    nextStep = nil
    self.names = names
    ending = .result(result)
    resultAtOnce = nil
  }

  func run() -> Result {
    if let resultAtOnce { return resultAtOnce() }
    while let step = nextStep?() {
      for part in 0..<step.parts { step.perform(part) }
    }
    return switch ending {
    case .result(let result): result()
    case .job(let job, let result): result?() ?? job().run()
    }
  }

  /// Runs the whole job in the caller's thread and others, which have ended when it returns.
  func run(threads: Int) -> Result {
    guard threads > 1, let nextStep else { return run() }
    while let step = nextStep() {
      let next = Counter()
      withThreads(min(threads, step.parts)) { _ in
        while true {
          let part = next.add(1) - 1
          if part >= step.parts { return }
          step.perform(part)
        }
      }
    }
    return switch ending {
    case .result(let result): result()
    case .job(let job, let result): result?() ?? job().run(threads: threads)
    }
  }

  /// Runs the whole job in the current task and child tasks, off the actor of the caller unless the
  /// names are few. There are no more tasks than cores: they would only take turns with the tasks
  /// of other calls.
  ///
  /// - Parameter progress: Called with the number of names that are done.
  /// - Throws: `CancellationError` if the calling task is canceled.
  nonisolated(nonsending) func run(
    workers: WorkerCount, progress: @escaping @Sendable (Int) -> Void
  ) async throws(CancellationError) -> Result {
    if let nextStep {
      return try await finish(nextStep, workers: workers, progress: progress)
    }
    if Task.isCancelled { throw CancellationError() }
    let result = run()
    progress(names)
    if Task.isCancelled { throw CancellationError() }
    return result
  }

  @concurrent private func finish(
    _ nextStep: @Sendable () -> WorkStep?, workers: WorkerCount,
    progress: @escaping @Sendable (Int) -> Void
  ) async throws(CancellationError) -> Result {
    let done = Counter()
    let tasks = min(workers.value, WorkerCount.allCores.value)
    while let step = nextStep() {
      let next = Counter()
      let work = { @Sendable in
        var turn = Turn()
        while true {
          let part = next.add(1) - 1
          if part >= step.parts { return }
          for slice in 0..<step.slices(part) {
            if Task.isCancelled { return }
            let names = step.perform(part, slice)
            if names > 0 { progress(done.add(names)) }
            await turn.pass()
          }
        }
      }
      await withDiscardingTaskGroup { group in
        for _ in 1..<max(1, min(tasks, step.parts)) { group.addTask { await work() } }
        await work()
      }
      if Task.isCancelled { throw CancellationError() }
    }
    switch ending {
    case .result(let result):
      let result = result()
      if Task.isCancelled { throw CancellationError() }
      return result
    case .job(let job, _): return try await job().run(workers: workers, progress: progress)
    }
  }
}

/// A number that several tasks raise.
final class Counter: Sendable {
  private let value = Atomic(0)

  /// Returns the sum.
  func add(_ amount: Int) -> Int { value.wrappingAdd(amount, ordering: .relaxed).newValue }
}
