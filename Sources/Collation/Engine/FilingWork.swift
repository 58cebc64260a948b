internal import Synchronization

/// The filing of many names.
final class FilingWork: ParallelWork, Sendable {
  private let pieces: WorkPieces
  private let file: @Sendable (Range<Int>) -> FiledNames
  private let state: Mutex<State>

  private struct State {
    enum Step { case file, join, done }
    var step = Step.file
    /// The filed names of each piece, slice by slice.
    var filed: [[FiledNames]]
    var joined = FiledNames(roomFor: [])
  }

  init(names: Int, _ file: @escaping @Sendable (Range<Int>) -> FiledNames) {
    pieces = WorkPieces(names: names)
    self.file = file
    state = Mutex(State(filed: [[FiledNames]](repeating: [], count: pieces.count)))
  }

  /// Returns the filed names, once all is done. Can be called only once.
  func takeNames() -> FiledNames {
    state.withLock { state in
      defer { state.joined = FiledNames(roomFor: []) }
      return state.joined
    }
  }

  func nextStep() -> WorkStep? {
    state.withLock { state in
      switch state.step {
      case .file:
        state.step = .join
        // The names count as done when they are collated.
        return WorkStep(parts: pieces.count, slices: { self.pieces.slices(of: $0) }) {
          piece, slice in
          let filed = self.file(self.pieces.slice(slice, of: piece))
          self.state.withLock { $0.filed[piece].append(filed) }
          return 0
        }
      case .join:
        state.step = .done
        let all = state.filed.flatMap(\.self)
        state.filed = []
        state.joined = FiledNames(roomFor: all)
        return WorkStep(parts: 1, slices: { _ in all.count }) { _, slice in
          self.state.withLock { $0.joined.append(all[slice]) }
          return 0
        }
      case .done: return nil
      }
    }
  }
}
