internal import Synchronization

/// Work on many names, in successive steps. The parts of a step may be done concurrently and in any
/// order. The slices of a part are done in turn: between them, an asynchronous call lets other
/// tasks run, and ends if it is canceled.
protocol ParallelWork: AnyObject, Sendable {
  /// Begins the next step and returns its number of parts; `nil` if no step is left. Called once
  /// the previous step is done.
  func beginStep() -> Int?

  /// Returns the number of slices of a part. A slice should take no more than a few milliseconds;
  /// sorting a bucket can't be divided (Design, *Many names*).
  func slices(of part: Int) -> Int

  /// Does a slice, and returns how many of the input's names it completes, for the progress.
  func perform(_ slice: Int, of part: Int) -> Int
}

/// Runs all steps in turn. This is here and not in `Job`, which is compiled again for each type of
/// result.
extension ParallelWork {
  private func perform(_ part: Int) {
    for slice in 0..<slices(of: part) { _ = perform(slice, of: part) }
  }

  fileprivate func run() {
    while let parts = beginStep() {
      for part in 0..<parts { perform(part) }
    }
  }

  fileprivate func run(threads: Int) {
    while let parts = beginStep() {
      let next = Counter()
      withThreads(min(threads, parts)) { _ in
        while true {
          let part = next.add(1) - 1
          if part >= parts { return }
          self.perform(part)
        }
      }
    }
  }

  @concurrent fileprivate func run(
    workers: WorkerCount, progress: @escaping @Sendable (Int) -> Void
  ) async throws(CancellationError) {
    let done = Counter()
    let tasks = min(workers.value, WorkerCount.allCores.value)
    while let parts = beginStep() {
      let next = Counter()
      let doParts = { @Sendable in
        var turn = Turn()
        while true {
          let part = next.add(1) - 1
          if part >= parts { return }
          for slice in 0..<self.slices(of: part) {
            if Task.isCancelled { return }
            let names = self.perform(slice, of: part)
            if names > 0 { progress(done.add(names)) }
            await turn.pass()
          }
        }
      }
      await withDiscardingTaskGroup { group in
        for _ in 1..<max(1, min(tasks, parts)) { group.addTask { await doParts() } }
        await doParts()
      }
      if Task.isCancelled { throw CancellationError() }
    }
  }
}

/// Work on names and its result, computed synchronously or by several tasks.
struct Job<Result: Sendable>: Sendable {
  /// What precedes the result; `nil` if nothing does.
  private let work: (any ParallelWork)?
  /// The number of names, for the progress of a job without steps.
  private let names: Int
  private let ending: Ending
  /// Computes the result directly, without the steps, where that is cheaper.
  private let resultAtOnce: (@Sendable () -> Result)?

  /// What follows the steps.
  private enum Ending: Sendable {
    case result(@Sendable () -> Result)
    case job(@Sendable () -> Job)
  }

  /// Makes a job whose result is available when all steps are done.
  init(
    _ work: any ParallelWork, resultAtOnce: (@Sendable () -> Result)? = nil,
    result: @escaping @Sendable () -> Result
  ) {
    self.work = work
    names = 0
    ending = .result(result)
    self.resultAtOnce = resultAtOnce
  }

  /// Makes a job that needs the results of other work.
  ///
  /// - Parameter resultAtOnce: Computes the result without the steps of the work.
  init(
    after work: any ParallelWork, resultAtOnce: @escaping @Sendable () -> Result,
    job: @escaping @Sendable () -> Job
  ) {
    self.work = work
    names = 0
    ending = .job(job)
    self.resultAtOnce = resultAtOnce
  }

  /// Makes a job too small for several tasks.
  init(names: Int, result: @escaping @Sendable () -> Result) {
    work = nil
    self.names = names
    ending = .result(result)
    resultAtOnce = nil
  }

  func run() -> Result {
    if let resultAtOnce { return resultAtOnce() }
    work?.run()
    return switch ending {
    case .result(let result): result()
    case .job(let job): job().run()
    }
  }

  /// Runs the whole job in the caller's thread and others, all of which have ended on return.
  func run(threads: Int) -> Result {
    guard threads > 1, let work else { return run() }
    work.run(threads: threads)
    return switch ending {
    case .result(let result): result()
    case .job(let job): job().run(threads: threads)
    }
  }

  /// Runs the whole job in the current task and child tasks, off the caller's actor unless the
  /// names are few. There are no more tasks than cores: more would only take turns with other
  /// calls' tasks.
  ///
  /// - Parameter progress: Called with the number of names done.
  /// - Throws: `CancellationError` if the calling task is canceled.
  nonisolated(nonsending) func run(
    workers: WorkerCount, progress: @escaping @Sendable (Int) -> Void
  ) async throws(CancellationError) -> Result {
    if let work { return try await finish(work, workers: workers, progress: progress) }
    if Task.isCancelled { throw CancellationError() }
    let result = run()
    progress(names)
    if Task.isCancelled { throw CancellationError() }
    return result
  }

  @concurrent private func finish(
    _ work: any ParallelWork, workers: WorkerCount, progress: @escaping @Sendable (Int) -> Void
  ) async throws(CancellationError) -> Result {
    try await work.run(workers: workers, progress: progress)
    switch ending {
    case .result(let result):
      let result = result()
      if Task.isCancelled { throw CancellationError() }
      return result
    case .job(let job): return try await job().run(workers: workers, progress: progress)
    }
  }
}

/// A number that several tasks increase.
final class Counter: Sendable {
  private let value = Atomic(0)

  /// Returns the sum.
  func add(_ amount: Int) -> Int { value.wrappingAdd(amount, ordering: .relaxed).newValue }
}
