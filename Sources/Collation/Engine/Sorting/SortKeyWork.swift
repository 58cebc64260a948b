internal import Synchronization

/// The keys of many names, in input order.
final class SortKeyWork<Source: NameSource>: ParallelWork, Sendable {
  private let source: Source
  private let writer: KeyWriter
  private let pieces: WorkPieces
  private let steps = Counter()
  private let state: Mutex<State>

  private struct State {
    /// The keys of the pieces that are made but not joined yet.
    var made: [KeyList?]
    /// The keys of all pieces before `next`; `nil` while a task joins more.
    var joined: KeyList?
    var next = 0

    /// Takes the joined keys and those that come next, if both are available.
    mutating func take() -> (joined: KeyList?, next: KeyList)? {
      guard next < made.count, let keys = made[next], joined != nil else { return nil }
      made[next] = nil
      next += 1
      return (joined.take(), keys)
    }
  }

  init(of source: Source, by writer: KeyWriter) {
    self.source = source
    self.writer = writer
    pieces = WorkPieces(names: source.count)
    state = Mutex(
      State(
        made: [KeyList?](repeating: nil, count: pieces.count),
        joined: KeyList(capacity: source.count)))
  }

  /// Returns the keys, once all is done. Can be called only once.
  func takeKeys() -> KeyList { state.withLock { $0.joined.take()! } }

  /// Makes all keys right away, without copying each piece.
  func makeAllKeys() -> KeyList { makeKeys(of: 0..<source.count, amongBytes: countBytes()) }

  func nextStep() -> WorkStep? {
    if steps.add(1) > 1 { return nil }
    let byteCount = countBytes()
    return WorkStep(parts: pieces.count) { piece in
      let keys = self.makeKeys(of: self.pieces[piece], amongBytes: byteCount)
      self.join(keys, ofPiece: piece, amongBytes: byteCount)
      return self.pieces[piece].count
    }
  }

  /// Returns the number of bytes of all names, which goes through all strings. Few names need no
  /// estimate of room.
  private func countBytes() -> Int {
    source.count > Thresholds.keysToEstimateRoom ? source.byteCount : 0
  }

  /// Joins the keys of the pieces that are made, while other tasks make those of others.
  private func join(_ keys: consuming KeyList, ofPiece piece: Int, amongBytes byteCount: Int) {
    var work = state.withLock { state in
      state.made[piece] = keys
      return state.take()
    }
    while var taken = work.take() {
      taken.joined?.append(taken.next)
      // The keys of the first piece tell how much room all will need.
      if taken.joined?.count == taken.next.count && pieces.count > 1 {
        taken.joined?.reserveCapacity(forAll: source.count, ofBytes: byteCount)
      }
      work = state.withLock { state in
        // Taken again, so that the task that appends the next keys has the only reference.
        state.joined = taken.joined.take()
        return state.take()
      }
    }
  }

  /// The first keys tell how much room all will need: growing memory is copied, and the system
  /// clears new pages each time.
  private func makeKeys(of range: Range<Int>, amongBytes byteCount: Int) -> KeyList {
    var keys = KeyList(capacity: range.count)
    let sample = range.prefix(Thresholds.keysToEstimateRoom)
    appendKeys(of: sample, to: &keys)
    if sample.count < range.count {
      keys.reserveCapacity(
        forAll: range.count, ofBytes: byteCount / source.count * range.count)
      appendKeys(of: sample.endIndex..<range.upperBound, to: &keys)
    }
    return keys
  }

  private func appendKeys(of range: Range<Int>, to keys: inout KeyList) {
    let writer = writer
    source.withNames { writer.append(range, of: $0, to: &keys) }
  }
}
