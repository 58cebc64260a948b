internal import Synchronization

/// Files many names.
final class FilingWork: ParallelWork, Sendable {
  private let pieces: WorkPieces
  private let file: @Sendable (Range<Int>) -> Names
  private let state: Mutex<State>

  private struct State {
    enum Step { case none, file, join }
    /// The current step.
    var step = Step.none
    /// The filed names of each piece, slice by slice.
    var filed: [[Names]]
    /// All filed names, while they are joined.
    var all: [Names] = []
    var joined: JoinedNames?
  }

  init(names: Int, _ file: @escaping @Sendable (Range<Int>) -> Names) {
    pieces = WorkPieces(names: names)
    self.file = file
    state = Mutex(State(filed: [[Names]](repeating: [], count: pieces.count)))
  }

  /// Returns the filed names when all is done. Can be called only once.
  func takeNames() -> Names {
    state.withLock { $0.joined.take()!.names }
  }

  func beginStep() -> Int? {
    state.withLock { state in
      switch state.step {
      case .none:
        state.step = .file
        return pieces.count
      case .file:
        state.step = .join
        state.all = state.filed.flatMap(\.self)
        state.filed = []
        state.joined = JoinedNames(roomFor: state.all)
        return 1
      case .join:
        state.all = []
        return nil
      }
    }
  }

  func slices(of part: Int) -> Int {
    state.withLock { $0.step == .file ? pieces.slices(of: part) : $0.all.count }
  }

  func perform(_ slice: Int, of part: Int) -> Int {
    let isFiling = state.withLock { state in
      if state.step == .file { return true }
      state.joined?.append(state.all[slice])
      return false
    }
    if isFiling {
      let filed = file(pieces.slice(slice, of: part))
      state.withLock { $0.filed[part].append(filed) }
    }
    // Names count as done once they are collated.
    return 0
  }
}
