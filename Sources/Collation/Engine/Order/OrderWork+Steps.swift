internal import Synchronization

extension OrderWork: ParallelWork {
  func beginStep() -> Int? {
    switch step {
    case .none:
      step = .makeKeys
    case .makeKeys where buckets.count > 1:
      step = .makePlaces
      groups = OrderBuckets.Groups()
    case .makePlaces:
      step = .deal
    case .makeKeys, .deal:
      step = .sort
      isLast = bitsEnd
      ties.withLock { $0 = [[Range<UInt32>]](repeating: [], count: groups.all.count) }
    case .sort, .sortTies:
      tiedCount = ties.withLock { ties in ties.joined().reduce(0) { $0 + $1.count } }
      if tiedCount == 0 {
        // A short list's order is copied by `partition`.
        if names.count <= Thresholds.sliceNumbers { return nil }
        step = .copy
        let places = placesInOrder
        counts = places.counts
        copied = CopiedNumbers(from: places.ranges)
        return 1
      }
      countByICU.store(0, ordering: .relaxed)
      // The first walk has already made these bits.
      if isWide && offset == PrimaryKey.capacity {
        beginSortingTies()
      } else {
        step = .mark
        isTied = [UInt64](repeating: 0, count: (names.count + 63) / 64)
      }
    case .mark:
      step = .makeLaterKeys
    case .makeLaterKeys:
      beginSortingTies()
    case .copy:
      return nil
    }
    return switch step {
    case .makeKeys, .deal, .makeLaterKeys: pieces.count
    case .sort, .sortTies: groups.all.count
    case .none, .makePlaces, .mark, .copy: 1
    }
  }

  private func beginSortingTies() {
    step = .sortTies
    offset += LaterPrimaryKey.capacity
    isLast = bitsEnd
  }

  /// Whether to stop making bits, judging by the previous ones.
  private var bitsEnd: Bool {
    bitsEnd(at: offset, countByICU: countByICU.load(ordering: .relaxed), of: tiedCount)
  }

  func slices(of part: Int) -> Int {
    switch step {
    case .makeKeys, .deal, .makeLaterKeys: pieces.slices(of: part)
    case .makePlaces: buckets.slices
    case .mark: groups.all.count
    case .copy: copied.slices
    case .none, .sort, .sortTies: 1
    }
  }

  func perform(_ slice: Int, of part: Int) -> Int {
    switch step {
    case .none: break
    case .makeKeys: return makeKeys(pieces.slice(slice, of: part), piece: part)
    case .makePlaces: buckets.makePlaces(slice, &groups)
    case .deal: deal(pieces.slice(slice, of: part), piece: part)
    case .sort: sort(group: part)
    case .mark: mark(ties.withLock { $0[slice] })
    case .makeLaterKeys: makeLaterKeys(pieces.slice(slice, of: part))
    case .sortTies: sortTies(group: part)
    case .copy: copied.copy(slice) { number($0) }
    }
    return 0
  }
}
