internal import Synchronization

/// The steps that repeat as long as names agree in all bits so far: the next bits of their keys are
/// made and sorted by.
///
/// In bounds because each number and place is less than the count of the names.
extension OrderWork {
  /// Sorts the names whose level has ended by their whole keys, and keeps those that go on.
  func finish(_ ties: OrderTies, group: Int) {
    wholeKeySort.sort(wholeKeySort.differing(ties.closed))
    self.ties.withLock { $0[group] = ties.open }
  }

  /// Notes which names are still tied.
  func mark(_ ties: [[Range<UInt32>]]) {
    isTied = [UInt64](repeating: 0, count: (source.count + 63) / 64)
    for tie in ties.joined() {
      for place in tie {
        let number = number(Int(place))
        isTied[number / 64] |= 1 << UInt64(number % 64)
      }
    }
  }

  /// Makes the keys in input order, which is the order of the names in memory.
  func makeLaterKeys(_ piece: Range<Int>) -> Int {
    let countByICU = source.withNames { names in
      let tied = piece.lazy.filter { self.isTied[$0 / 64] >> UInt64($0 % 64) & 1 != 0 }
      return unsafe table.makeLaterKeys(
        of: names, tied, offset: offset,
        sortKey: { unsafe longKeys.sortKey(of: $0, $1, table.base) }
      ) { name, bits in
        unsafe memory.low[name] = bits ^ reversal
      }
    }
    self.countByICU.wrappingAdd(countByICU, ordering: .relaxed)
    return 0
  }

  func sortTies(group: Int) -> Int {
    let ties = self.ties.withLock { $0[group] }
    let scratch = KeySort.Scratch(count: ties.reduce(0) { max($0, $1.count) })
    let isMadeBefore = isWide && offset == PrimaryKey.capacity + LaterPrimaryKey.capacity
    let bits = unsafe isMadeBefore ? memory.later : memory.low
    var found: [KeySort.Tie] = []
    for tie in ties {
      let range = Int(tie.lowerBound)..<Int(tie.upperBound)
      for place in range { unsafe memory.keys[place] = bits[number(place)] }
      keySort.sort(range, byFirstWord: true, scratch, ties: &found)
    }
    var left = OrderTies()
    left.append(found, isLast: isLast, reversal)
    finish(left, group: group)
    return 0
  }
}
