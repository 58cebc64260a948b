internal import Synchronization

/// The filing of many names.
final class FilingWork: ParallelWork, Sendable {
  private let pieces: WorkPieces
  private let file: @Sendable (Range<Int>) -> FiledNames
  private let state: Mutex<State>

  private struct State {
    var isBegun = false
    var filed: [FiledNames?]
  }

  init(names: Int, _ file: @escaping @Sendable (Range<Int>) -> FiledNames) {
    pieces = WorkPieces(names: names)
    self.file = file
    state = Mutex(State(filed: [FiledNames?](repeating: nil, count: pieces.count)))
  }

  /// Returns the filed names, once all is done. Can be called only once.
  func takeNames() -> FiledNames {
    FiledNames(
      joining: state.withLock { state in
        defer { state.filed = [] }
        return state.filed.map { $0! }
      })
  }

  func nextStep() -> WorkStep? {
    let isBegun = state.withLock { state in
      defer { state.isBegun = true }
      return state.isBegun
    }
    if isBegun { return nil }
    return WorkStep(parts: pieces.count) { piece in
      let filed = self.file(self.pieces[piece])
      self.state.withLock { $0.filed[piece] = filed }
      // The names count as done when they are collated.
      return 0
    }
  }
}
