internal import Synchronization

extension OrderWork: ParallelWork {
  func nextStep() -> WorkStep? {
    switch step {
    case .makeKeys:
      step = buckets.count == 1 ? .sort : .makePlaces
      return eachSlice { self.makeKeys(self.pieces.slice($1, of: $0), piece: $0) }
    case .makePlaces:
      step = .deal
      groups = OrderBuckets.Groups()
      return WorkStep(parts: 1, slices: { _ in self.buckets.slices }) { _, slice in
        self.buckets.makePlaces(slice, &self.groups)
        return 0
      }
    case .deal:
      step = .sort
      return eachSlice { self.deal(self.pieces.slice($1, of: $0), piece: $0) }
    case .sort:
      step = .mark
      isLast = bitsEnd(
        at: offset, countByICU: countByICU.load(ordering: .relaxed), of: tiedCount)
      ties.withLock { $0 = [[Range<UInt32>]](repeating: [], count: groups.all.count) }
      return WorkStep(parts: groups.all.count) { group, _ in self.sort(group: group) }
    case .mark:
      let ties = ties.withLock { $0 }
      tiedCount = 0
      for tie in ties.joined() { tiedCount += tie.count }
      if tiedCount == 0 { return nil }
      countByICU.store(0, ordering: .relaxed)
      // The first walk has made these bits.
      if isWide && offset == PrimaryKey.capacity {
        step = .sortTies
        return nextStep()
      }
      step = .makeLaterKeys
      isTied = [UInt64](repeating: 0, count: (source.count + 63) / 64)
      return WorkStep(parts: 1, slices: { _ in ties.count }) { _, group in
        self.mark(ties[group])
        return 0
      }
    case .makeLaterKeys:
      step = .sortTies
      return eachSlice { self.makeLaterKeys(self.pieces.slice($1, of: $0)) }
    case .sortTies:
      step = .mark
      offset += LaterPrimaryKey.capacity
      isLast = bitsEnd(
        at: offset, countByICU: countByICU.load(ordering: .relaxed), of: tiedCount)
      return WorkStep(parts: groups.all.count) { group, _ in self.sortTies(group: group) }
    }
  }

  /// Returns a step with a part for each piece of the names. Closures that capture the work alone
  /// allocate nothing, as matters for a short list.
  private func eachSlice(_ perform: @escaping @Sendable (_ piece: Int, _ slice: Int) -> Int)
    -> WorkStep
  {
    WorkStep(parts: pieces.count, slices: { self.pieces.slices(of: $0) }, perform: perform)
  }
}
