import Collation
import Synchronization

/// The blocks of the runs that are merged. Child tasks make the next block of each run while the
/// merge goes on; where it would have to wait, it makes blocks too.
final class RunBlocks: Sendable {
  private struct State {
    /// Where the next block of each run begins.
    var places: [Int]
    /// The runs whose next block is to be made.
    var wanted: [Int]
    /// The next blocks that have been made.
    var ready: [Int: RunBlock] = [:]
    /// The tasks that make blocks.
    var tasks = 0
    /// The tasks that make blocks or have ended, and are still in the group.
    var tasksInGroup = 0
  }

  private let runs: [SortedRun]
  private let reader: RunReader
  private let mostTasks: Int
  private let state: Mutex<State>

  typealias Group = ThrowingTaskGroup<Void, any Error>

  init(of runs: [SortedRun], _ reader: RunReader, workers: WorkerCount) {
    (self.runs, self.reader) = (runs, reader)
    // The task that merges is one of them.
    mostTasks = workers.value - 1
    state = Mutex(State(places: runs.map(\.places.lowerBound), wanted: Array(runs.indices)))
  }

  private enum Step {
    case take(RunBlock)
    case make(Int)
    case wait
    case end
  }

  /// The next block of a run; `nil` at its end. Any block after it is made in the meantime.
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
      // One has ended at least, and takes memory until the group gives it back.
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

  /// Starts a task that makes the blocks that are wanted, if there may be another one.
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
