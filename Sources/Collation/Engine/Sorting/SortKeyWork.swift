internal import Synchronization

/// The keys of many names, in input order.
final class SortKeyWork<Source: NameSource>: ParallelWork, Sendable {
  private let source: Source
  private let writer: KeyWriter
  private let pieces: WorkPieces
  private let state: Mutex<(isBegun: Bool, keys: [KeyList?])>

  init(of source: Source, by writer: KeyWriter) {
    self.source = source
    self.writer = writer
    pieces = WorkPieces(names: source.count)
    state = Mutex((false, [KeyList?](repeating: nil, count: pieces.count)))
  }

  /// The keys, when all is done. They are given once.
  func takeKeys() -> KeyList {
    var keys = KeyList(capacity: source.count)
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

  /// All keys here and now, without a copy of each piece.
  func makeAllKeys() -> KeyList {
    var keys = KeyList(capacity: source.count)
    let sample = min(source.count, Thresholds.keysToEstimateRoom)
    appendKeys(of: 0..<sample, to: &keys)
    if sample < source.count {
      keys.reserveCapacity(forAll: source.count, ofBytes: source.byteCount)
      appendKeys(of: sample..<source.count, to: &keys)
    }
    return keys
  }

  func nextStep() -> WorkStep? {
    let isBegun = state.withLock { state in
      defer { state.isBegun = true }
      return state.isBegun
    }
    if isBegun { return nil }
    return WorkStep(parts: pieces.count) { piece in
      var keys = KeyList(capacity: self.pieces[piece].count)
      self.appendKeys(of: self.pieces[piece], to: &keys)
      self.state.withLock { $0.keys[piece] = keys }
      return self.pieces[piece].count
    }
  }

  private func appendKeys(of range: Range<Int>, to keys: inout KeyList) {
    let writer = writer
    source.withNames { names in
      for name in range { unsafe names.withName(name) { unsafe writer.append($0, to: &keys) } }
    }
  }
}
