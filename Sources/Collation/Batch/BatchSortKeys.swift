internal import Synchronization

/// The sort keys of many names, in input order.
final class BatchSortKeys<Source: BatchSource>: BatchWork, Sendable {
  private let source: Source
  private let collator: Collator
  private let pieces: BatchPieces
  private let state: Mutex<(isBegun: Bool, keys: [SortKeys?])>

  init(of source: Source, by collator: Collator) {
    self.source = source
    self.collator = collator
    pieces = BatchPieces(names: source.count)
    state = Mutex((false, [SortKeys?](repeating: nil, count: pieces.count)))
  }

  /// The keys, when all is done; they are given once.
  func takeKeys() -> SortKeys {
    var keys = SortKeys(capacity: source.count)
    for piece in 0..<pieces.count {
      // Each piece is let go when it is copied.
      let part = state.withLock { state in
        defer { state.keys[piece] = nil }
        return state.keys[piece]
      }
      if let part { keys.append(part) }
    }
    return keys
  }

  func nextStep() -> BatchStep? {
    let isBegun = state.withLock { state in
      defer { state.isBegun = true }
      return state.isBegun
    }
    if isBegun { return nil }
    return BatchStep(parts: pieces.count) { self.makeKeys(piece: $0) }
  }

  private func makeKeys(piece: Int) -> Int {
    let range = pieces[piece]
    var keys = SortKeys(capacity: range.count)
    source.withNames { names in
      for name in range {
        unsafe names.withName(name) { name in
          unsafe keys.append(Span(_unsafeElements: name), of: collator.storage.icu)
        }
      }
    }
    state.withLock { $0.keys[piece] = keys }
    return range.count
  }
}
