internal import Synchronization

extension OrderWork: ParallelWork {
  func nextStep() -> WorkStep? {
    switch step {
    case .makeKeys:
      step = buckets.count == 1 ? .sort : .deal
      return WorkStep(parts: pieces.count) { self.makeKeys(self.pieces[$0], piece: $0) }
    case .deal:
      step = .sort
      groups = buckets.makePlaces()
      return WorkStep(parts: pieces.count) { self.deal(self.pieces[$0], piece: $0) }
    case .sort:
      step = .makeLaterKeys
      isLast = bitsEnd(
        at: offset, countByICU: countByICU.load(ordering: .relaxed), of: tiedCount)
      ties.withLock { $0 = [[Range<UInt32>]](repeating: [], count: groups.count) }
      return WorkStep(parts: groups.count) { self.sort(group: $0) }
    case .makeLaterKeys:
      let ties = ties.withLock { $0 }
      tiedCount = 0
      for tie in ties.joined() { tiedCount += tie.count }
      if tiedCount == 0 { return nil }
      countByICU.store(0, ordering: .relaxed)
      step = .sortTies
      if isWide && offset == PrimaryKey.capacity { return nextStep() }
      mark(ties)
      return WorkStep(parts: pieces.count) { self.makeLaterKeys(self.pieces[$0]) }
    case .sortTies:
      step = .makeLaterKeys
      offset += LaterPrimaryKey.capacity
      isLast = bitsEnd(
        at: offset, countByICU: countByICU.load(ordering: .relaxed), of: tiedCount)
      return WorkStep(parts: groups.count) { self.sortTies(group: $0) }
    }
  }
}
