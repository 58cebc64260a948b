internal import Synchronization

/// Makes the keys of many names, in input order.
final class SortKeyWork: ParallelWork, Sendable {
  private let names: Names
  private let writer: KeyWriter
  private let pieces: WorkPieces
  private let steps = Counter()
  private let state: Mutex<State>

  private struct State {
    /// The keys of pieces in progress.
    var begun: [KeyList?]
    /// The keys of pieces that are done but not joined yet.
    var made: [KeyList?]
    /// The keys of all pieces before `next`; `nil` while a task joins more.
    var joined: KeyList?
    var next = 0

    /// Takes the joined keys and the next ones, if both are available.
    mutating func take() -> (joined: KeyList?, next: KeyList)? {
      guard next < made.count, let keys = made[next], joined != nil else { return nil }
      made[next] = nil
      next += 1
      return (joined.take(), keys)
    }
  }

  init(of names: Names, by writer: KeyWriter) {
    self.names = names
    self.writer = writer
    pieces = WorkPieces(names: names.count)
    state = Mutex(
      State(
        begun: [KeyList?](repeating: nil, count: pieces.count),
        made: [KeyList?](repeating: nil, count: pieces.count),
        joined: KeyList(capacity: names.count)))
  }

  /// Returns the keys when all is done. Can be called only once.
  func takeKeys() -> KeyList { state.withLock { $0.joined.take()! } }

  /// Makes all keys right away, without copying each piece.
  func makeAllKeys() -> KeyList {
    let all = 0..<names.count
    var keys = KeyList(capacity: names.count)
    let sample = all.prefix(Thresholds.sliceNames)
    appendKeys(of: sample, to: &keys)
    if sample.count < names.count {
      keys.reserveCapacity(forAll: names.count, ofBytes: names.byteCount)
      appendKeys(of: sample.endIndex..<names.count, to: &keys)
    }
    return keys
  }

  func beginStep() -> Int? { steps.add(1) == 1 ? pieces.count : nil }

  func slices(of piece: Int) -> Int { pieces.slices(of: piece) }

  func perform(_ slice: Int, of piece: Int) -> Int {
    let slice = pieces.slice(slice, of: piece)
    makeKeys(of: slice, ofPiece: piece)
    return slice.count
  }

  /// Makes the keys of a slice, and after a piece's last slice joins its keys. The keys of the
  /// first slice tell how much room the piece will need: growing memory is copied, and the system
  /// clears new pages each time.
  private func makeKeys(of slice: Range<Int>, ofPiece piece: Int) {
    let all = pieces[piece]
    var keys =
      state.withLock { $0.begun[piece].take() } ?? KeyList(capacity: all.count)
    appendKeys(of: slice, to: &keys)
    if slice.upperBound == all.upperBound {
      return join(keys, ofPiece: piece)
    }
    if slice.lowerBound == all.lowerBound {
      keys.reserveCapacity(forAll: all.count, ofBytes: names.byteCount / names.count * all.count)
    }
    state.withLock { $0.begun[piece] = keys }
  }

  /// Joins the keys of finished pieces, while other tasks make the keys of other pieces.
  private func join(_ keys: consuming KeyList, ofPiece piece: Int) {
    var work = state.withLock { state in
      state.made[piece] = keys
      return state.take()
    }
    while var taken = work.take() {
      taken.joined?.append(taken.next)
      // The keys of the first piece tell how much room all keys will need.
      if taken.joined?.count == taken.next.count && pieces.count > 1 {
        taken.joined?.reserveCapacity(forAll: names.count, ofBytes: names.byteCount)
      }
      work = state.withLock { state in
        // Taken again, so that the task that appends the next keys has the only reference.
        state.joined = taken.joined.take()
        return state.take()
      }
    }
  }

  private func appendKeys(of range: Range<Int>, to keys: inout KeyList) {
    let writer = writer
    names.read { writer.append(range, of: $0, to: &keys) }
  }
}
