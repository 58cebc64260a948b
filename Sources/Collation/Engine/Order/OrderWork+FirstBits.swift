internal import Synchronization

/// The first steps: deal out names to buckets by the first bits of their keys, and sort each bucket
/// by 127 bits.
extension OrderWork {
  /// In bounds because a name's number is less than the count that the memory was made for.
  func makeKeys(_ slice: Range<Int>, piece: Int) -> Int {
    let isWide = isWide
    let counts = unsafe buckets.counts(ofPiece: piece)
    if slice.lowerBound == pieces[piece].lowerBound {
      unsafe counts.initialize(repeating: 0, count: buckets.count)
    }
    let countByICU = names.read { names in
      unsafe table.makeKeys(
        of: names, slice, isWide: isWide,
        sortKey: { unsafe longKeys.sortKey(of: $0, $1, table.base) }
      ) { name, key, later in
        let first = key.high ^ reversal
        unsafe memory.high[name] = first
        unsafe memory.low[name] = key.low ^ reversal
        if isWide { unsafe memory.later[name] = later ^ reversal }
        unsafe counts[buckets.bucket(first)] &+= 1
      }
    }
    self.countByICU.wrappingAdd(countByICU, ordering: .relaxed)
    return slice.count
  }

  func deal(_ slice: Range<Int>, piece: Int) {
    let nextPlaces = unsafe buckets.counts(ofPiece: piece)
    for name in slice {
      let key = unsafe memory.high[name]
      let bucket = buckets.bucket(key)
      let place = unsafe Int(nextPlaces[bucket])
      unsafe nextPlaces[bucket] &+= 1
      unsafe memory.keys[place] = key
      unsafe memory.numbers[place] = UInt32(truncatingIfNeeded: name)
    }
  }

  func sort(group number: Int) {
    let group = groups.all[number]
    var (count, most) = (0, 0)
    for bucket in group {
      count += buckets.places(of: bucket).count
      most = max(most, buckets.places(of: bucket).count)
    }
    let scratch = KeySort.Scratch(count: most)
    var found: [KeySort.Tie] = []
    for bucket in group { keySort.sort(buckets.places(of: bucket), scratch, ties: &found) }
    var ties = OrderTies()
    ties.append(found, isLast: isLast, reversal)
    finish(ties, of: count, group: number)
  }
}
