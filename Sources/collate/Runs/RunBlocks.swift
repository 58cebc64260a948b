import Collation
import Synchronization

/// The blocks of the runs being merged. Child tasks make each run's next block during the merge;
/// when the merge would have to wait, it makes blocks, too.
final class RunBlocks: Sendable {
  private struct State {
    /// Where the next block of each run begins.
    var places: [Int]
    /// Runs whose next block is still to be made.
    var wanted: [Int]
    /// The next blocks that are ready.
    var ready: [Int: RunBlock] = [:]
    /// The number of tasks making blocks.
    var tasks = 0
    /// The number of tasks still in the group, running or ended.
    var tasksInGroup = 0
  }

  private let runs: [SortedRun]
  private let reader: RunReader
  private let mostTasks: Int
  private let state: Mutex<State>

  typealias Group = ThrowingTaskGroup<Void, any Error>

  init(of runs: [SortedRun], _ reader: RunReader, workers: WorkerCount) {
    (self.runs, self.reader) = (runs, reader)
    // The merging task counts as one of the workers.
    mostTasks = workers.value - 1
    state = Mutex(State(places: runs.map(\.places.lowerBound), wanted: Array(runs.indices)))
  }

  private enum Step {
    case take(RunBlock)
    case make(Int)
    case wait
    case end
  }

  /// Returns the next block of a run; `nil` at its end. Meanwhile, the block after it is made.
  func next(of run: Int, in group: inout Group) async throws -> RunBlock? {
    while true {
      switch step(run) {
      case .take(let block):
        startTask(in: &group)
        return block
      case .make(let wanted): try make(wanted)
      case .wait:
        try await group.next()
        state.withLock { $0.tasksInGroup -= 1 }
      case .end: return nil
      }
    }
  }

  private func step(_ run: Int) -> Step {
    state.withLock { state in
      // At least one task has ended, and takes up memory until the group returns it.
      if state.tasksInGroup > mostTasks { return .wait }
      if let block = state.ready.removeValue(forKey: run) {
        if state.places[run] < runs[run].places.upperBound { state.wanted.append(run) }
        return .take(block)
      }
      if let place = state.wanted.firstIndex(of: run) {
        return .make(state.wanted.remove(at: place))
      }
      if state.places[run] == runs[run].places.upperBound { return .end }
      return state.wanted.isEmpty ? .wait : .make(state.wanted.removeFirst())
    }
  }

  private func make(_ run: Int) throws {
    let start = state.withLock { $0.places[run] }
    let block = try reader.block(of: runs[run], from: start)
    state.withLock { state in
      state.places[run] = start + block.bytes.count
      state.ready[run] = block
    }
  }

  /// Starts a task that makes the wanted blocks, if the limit allows another task.
  private func startTask(in group: inout Group) {
    let starts = state.withLock { state in
      if state.tasks >= mostTasks || state.wanted.isEmpty { return false }
      state.tasks += 1
      state.tasksInGroup += 1
      return true
    }
    guard starts else { return }
    group.addTask {
      while let run = self.takeWanted() { try self.make(run) }
    }
  }

  private func takeWanted() -> Int? {
    state.withLock { state in
      if state.wanted.isEmpty {
        state.tasks -= 1
        return nil
      }
      return state.wanted.removeFirst()
    }
  }
}
