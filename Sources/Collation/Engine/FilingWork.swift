internal import Synchronization

/// The filing of many names.
final class FilingWork: ParallelWork, Sendable {
  private let pieces: WorkPieces
  private let file: @Sendable (Range<Int>) -> FiledNames
  private let steps = Counter()
  private let filed: Mutex<[FiledNames?]>

  init(names: Int, _ file: @escaping @Sendable (Range<Int>) -> FiledNames) {
    pieces = WorkPieces(names: names)
    self.file = file
    filed = Mutex([FiledNames?](repeating: nil, count: pieces.count))
  }

  /// Returns the filed names, once all is done. Can be called only once.
  func takeNames() -> FiledNames {
    FiledNames(
      joining: filed.withLock { filed in
        defer { filed = [] }
        return filed.map { $0! }
      })
  }

  func nextStep() -> WorkStep? {
    if steps.add(1) > 1 { return nil }
    return WorkStep(parts: pieces.count) { piece in
      let filed = self.file(self.pieces[piece])
      self.filed.withLock { $0[piece] = filed }
      // The names count as done when they are collated.
      return 0
    }
  }
}
