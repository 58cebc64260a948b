internal import Synchronization

/// The steps that repeat while names agree in all bits so far: make the next bits of their keys,
/// and sort by them.
///
/// In bounds because each number and place is less than the count of the names.
extension OrderWork {
  /// Sorts the names whose level has ended by their whole keys, and keeps the names whose level
  /// goes on. If there are few, it sorts these right away.
  ///
  /// - Parameter count: How many names were sorted so far.
  func finish(_ ties: OrderTies, of count: Int, group: Int) {
    var ties = ties
    if 2 * ties.open.reduce(0, { $0 + $1.count }) < count {
      // Most of these names are identical. The others are in the processor's cache now, so this is
      // the time to make their later bits, unless that has been done.
      ties.open = wholeKeySort.differing(ties.open)
      if !isWide || offset != PrimaryKey.capacity { sortFew(&ties) }
    }
    wholeKeySort.sort(wholeKeySort.differing(ties.closed))
    self.ties.withLock { $0[group] = ties.open }
  }

  /// Sorts the names whose level goes on by their next bits, and then by further bits while the
  /// names are few enough for a single task and more bits are made.
  private func sortFew(_ ties: inout OrderTies) {
    var (offset, count) = (offset, 0)
    while !ties.open.isEmpty && count <= Thresholds.groupNames {
      let few = ties.open
      ties.open = []
      count = few.reduce(0) { $0 + $1.count }
      let countByICU = makeLaterKeys(
        of: few.joined().map { self.number(Int($0)) }, offset: offset)
      offset += LaterPrimaryKey.capacity
      let isLast = bitsEnd(at: offset, countByICU: countByICU, of: count)
      unsafe ties.append(sort(few, by: memory.low), isLast: isLast, reversal)
      ties.open = wholeKeySort.differing(ties.open)
    }
  }

  /// Whether to stop making bits at `offset`: at the limit, or if ICU made most of the previous
  /// ones.
  func bitsEnd(at offset: Int, countByICU: Int, of count: Int) -> Bool {
    offset >= Thresholds.bitsBeforeICU || 2 * countByICU > count
  }

  /// Notes which names of a group are still tied.
  func mark(_ ties: [Range<UInt32>]) {
    unsafe isTied.withUnsafeMutableBufferPointer { isTied in
      for tie in ties {
        for place in tie {
          let number = number(Int(place))
          unsafe isTied[number / 64] |= 1 << UInt64(number % 64)
        }
      }
    }
  }

  /// Makes the keys in input order, which is the order of the names in memory.
  func makeLaterKeys(_ piece: Range<Int>) {
    // Read through `self`, each bit would take a check of exclusive access.
    let isTied = isTied
    let countByICU = makeLaterKeys(
      of: piece.filter { isTied[$0 / 64] >> UInt64($0 % 64) & 1 != 0 }, offset: offset)
    self.countByICU.wrappingAdd(countByICU, ordering: .relaxed)
  }

  /// Makes some names' bits from an offset on; returns how many keys are ICU's. Not inlined, since
  /// the walk is long.
  @inline(never)
  private func makeLaterKeys(of numbers: [Int], offset: Int) -> Int {
    names.read { names in
      unsafe table.makeLaterKeys(
        of: names, numbers, offset: offset,
        sortKey: { unsafe longKeys.sortKey(of: $0, $1, table.base) }
      ) { name, bits in
        unsafe memory.low[name] = bits ^ reversal
      }
    }
  }

  func sortTies(group: Int) {
    let ties = self.ties.withLock { $0[group] }
    let isMadeBefore = isWide && offset == PrimaryKey.capacity + LaterPrimaryKey.capacity
    var left = OrderTies()
    unsafe left.append(
      sort(ties, by: isMadeBefore ? memory.later : memory.low), isLast: isLast, reversal)
    finish(left, of: ties.reduce(0) { $0 + $1.count }, group: group)
  }

  /// Sorts the names of each tie by their bits, which are in input order. Returns the names that
  /// are still tied.
  private func sort(
    _ ties: [Range<UInt32>], by bits: UnsafeMutablePointer<UInt64>
  ) -> [KeySort.Tie] {
    let scratch = KeySort.Scratch(count: ties.reduce(0) { max($0, $1.count) })
    // In a loop of its own, so the processor waits for many of these reads at once.
    for tie in ties {
      for place in tie { unsafe memory.keys[Int(place)] = bits[number(Int(place))] }
    }
    var found: [KeySort.Tie] = []
    for tie in ties {
      let range = Int(tie.lowerBound)..<Int(tie.upperBound)
      keySort.sort(range, byFirstWord: true, scratch, ties: &found)
    }
    return found
  }
}

/// The places of names that are equal in all bits sorted so far.
struct OrderTies {
  /// Names whose level goes on.
  var open: [Range<UInt32>] = []
  /// Names whose level has ended, or for which no more bits are made.
  var closed: [Range<UInt32>] = []

  mutating func append(_ ties: [KeySort.Tie], isLast: Bool, _ reversal: UInt64) {
    for tie in ties {
      let places = UInt32(tie.places.lowerBound)..<UInt32(tie.places.upperBound)
      if (tie.lastWord ^ reversal) & 1 != 0 && !isLast {
        open.append(places)
      } else {
        closed.append(places)
      }
    }
  }
}
