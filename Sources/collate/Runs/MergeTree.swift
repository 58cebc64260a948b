/// The next records of some runs, and which of them comes first: a loser tree. Each inner node
/// holds the run that lost there and how its key differs from the winner's, so the winner's next
/// record is compared along a single path.
struct MergeTree: ~Copyable {
  private var blocks: [RunBlock?]
  /// The number of each run's next record in its block.
  private var numbers: [Int]
  /// How the key of each run's next record differs from the key of the record it lost to.
  private var codes: [KeyCode]
  private var losers: [Int]
  private var winner = 0
  private let isUnique: Bool
  /// The preceding records that share the last winner's key.
  private var equal = EqualRecords()

  /// - Parameters:
  ///   - blocks: The first block of each run. There must be at least one run.
  ///   - isUnique: Whether to leave out records equal to an earlier one with the same key.
  init(_ blocks: [RunBlock], isUnique: Bool = false) {
    self.isUnique = isUnique
    self.blocks = blocks
    numbers = [Int](repeating: 0, count: blocks.count)
    codes = blocks.map { $0.codes[0] }
    losers = [Int](repeating: 0, count: blocks.count)
    // The winners at the nodes. The leaves follow the inner nodes.
    var winners = Array(repeating: 0, count: blocks.count) + blocks.indices
    for node in blocks.indices.dropFirst().reversed() {
      let (left, right) = (winners[2 * node], winners[2 * node + 1])
      let leftWins = wins(left, against: right)
      winners[node] = leftWins ? left : right
      losers[node] = leftWins ? right : left
    }
    winner = winners[1]
  }

  /// Appends records in order to a batch until it is full or a run has no more records in memory.
  /// Returns the number of that run.
  mutating func appendRecords(to batch: inout RecordBatch) -> Int? {
    while !batch.isFull {
      let run = winner
      guard codes[run] < .end else { return nil }
      let block = blocks[run]!
      let next = numbers[run] + 1
      // The code is relative to the last winner.
      if !isUnique
        || equal.insert(block.illFormed[next - 1], hasNewKey: codes[run] != .same)
      {
        batch.append(block, next - 1)
      }
      numbers[run] = next
      if next == block.count { return run }
      codes[run] = block.codes[next]
      replay(run)
    }
    return nil
  }

  /// Continues with the next block of a run whose last one is used up, or without the run if it has
  /// ended.
  mutating func goOn(_ run: Int, with block: RunBlock?) {
    if let block {
      let last = blocks[run]!
      codes[run] = block.keys.code(of: 0, after: last.keys, last.count - 1)
    } else {
      codes[run] = .end
    }
    blocks[run] = block
    numbers[run] = 0
    replay(run)
  }

  /// Finds the new winner after `run`, the last one, has moved to its next record.
  private mutating func replay(_ run: Int) {
    var best = run
    var node = (run + losers.count) / 2
    while node > 0 {
      let other = losers[node]
      if !wins(best, against: other) {
        losers[node] = best
        best = other
      }
      node /= 2
    }
    winner = best
  }

  /// Returns whether a run's next record comes before another's. Of equal records, the earlier
  /// run's comes first, so they keep the order of input.
  private mutating func wins(_ run: Int, against other: Int) -> Bool {
    let (code, otherCode) = (codes[run], codes[other])
    if code != otherCode { return code < otherCode }
    if code == .same || code == .end { return run < other }
    guard
      let difference = blocks[run]!.keys.difference(
        of: numbers[run], from: blocks[other]!.keys, numbers[other], at: code.place + 1)
    else {
      codes[max(run, other)] = .same
      return run < other
    }
    let wins = difference.word < difference.other
    codes[wins ? other : run] = KeyCode(
      place: difference.place, word: wins ? difference.other : difference.word)
    return wins
  }
}

/// Records to be written together.
struct RecordBatch {
  /// The records, each with its terminator.
  private(set) var bytes: [UInt8] = []
  /// Where each record ends.
  private(set) var ends: [Int] = []
  private static let capacity = 1 << 16

  /// The records without their terminators.
  var lines: some Sequence<ArraySlice<UInt8>> {
    ends.indices.lazy.map { bytes[($0 == 0 ? 0 : ends[$0 - 1])..<ends[$0] - 1] }
  }

  var isFull: Bool { bytes.count >= Self.capacity }

  mutating func append(_ block: RunBlock, _ number: Int) {
    let start = number == 0 ? 0 : block.ends[number - 1]
    bytes.append(contentsOf: block.bytes[start..<block.ends[number]])
    ends.append(bytes.count)
  }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }
}
