/// The order of many names: first by sixteen bytes of their primary weights, which a table gives
/// without ICU for nearly every name, then by ICU's sort keys where these are equal.
///
/// It takes 32 bytes a name, and beside them the sort keys of one run of names that the sixteen bytes
/// leave equal.
struct BatchOrder<Names: BatchNames> {
  private let names: Names
  private let collator: Collator
  private let descending: Bool
  /// The numbers of the names in order.
  private(set) var order: [UInt32]
  /// The first eight bytes of the primary weights, in order.
  private var keys: [UInt64]

  /// Sorts names.
  ///
  /// - Parameter progress: Told how many names have a key.
  init(
    of names: Names, by collator: Collator, _ table: PrimaryTable, descending: Bool,
    progress: (Int) -> Void
  ) {
    self.names = names
    self.collator = collator
    self.descending = descending
    order = (0..<UInt32(names.count)).map { $0 }
    keys = []

    var (high, low) = ([UInt64](), [UInt64]())
    Self.makeKeys(
      of: names, table, mask: descending ? .max : 0, &high, &low, progress: progress)
    // Least significant half first; what is left of it is whether two names differ in it.
    radixSort(&low, &order)
    let ranks = Self.ranks(low, order)
    low = []
    keys = order.map { high[Int($0)] }
    high = []
    radixSort(&keys, &order)
    sortTies(ranks)
  }

  /// Makes the keys, of which a mask turns the order around.
  private static func makeKeys(
    of names: Names, _ table: PrimaryTable, mask: UInt64, _ high: inout [UInt64], _ low: inout [UInt64],
    progress: (Int) -> Void
  ) {
    high.reserveCapacity(names.count)
    low.reserveCapacity(names.count)
    for number in 0..<names.count {
      let key = unsafe names.withName(number) { unsafe table.key(of: $0) }
      high.append(key.high ^ mask)
      low.append(key.low ^ mask)
      if number % 4096 == 4095 { progress(number + 1) }
    }
  }

  /// The rank of each name by a sorted half of its key, equal for equal halves.
  private static func ranks(_ sorted: [UInt64], _ order: [UInt32]) -> [UInt32] {
    var ranks = [UInt32](repeating: 0, count: order.count)
    var rank: UInt32 = 0
    for position in order.indices {
      if position > 0 && sorted[position] != sorted[position - 1] { rank += 1 }
      ranks[Int(order[position])] = rank
    }
    return ranks
  }

  /// Sorts each run of names with equal keys by ICU's sort keys. They are in the order of input.
  private mutating func sortTies(_ ranks: [UInt32]) {
    var start = 0
    while start < order.count {
      var end = start + 1
      while end < order.count, keys[end] == keys[start],
        ranks[Int(order[end])] == ranks[Int(order[start])]
      {
        end += 1
      }
      if end - start > 1 { sortRun(start..<end) }
      start = end
    }
  }

  private mutating func sortRun(_ run: Range<Int>) {
    let first = Int(order[run.lowerBound])
    if run.dropFirst().allSatisfy({ names.areIdentical(first, Int(order[$0])) }) { return }
    var sortKeys = SortKeyArena(capacity: run.count)
    for position in run { appendSortKey(of: Int(order[position]), to: &sortKeys) }
    let sorted = sortKeys.order(descending: descending).map { order[run.lowerBound + $0] }
    order.replaceSubrange(run, with: sorted)
  }

  private func appendSortKey(of number: Int, to sortKeys: inout SortKeyArena) {
    unsafe names.withName(number) { name in
      unsafe sortKeys.append(Span(_unsafeElements: name), of: collator.storage.icu)
    }
  }

  /// How many names come before a boundary, the beginning of a sort key at primary strength, in
  /// ascending order.
  ///
  /// - Complexity: O(log *n*) in the names.
  func count(before boundary: [UInt8]) -> Int {
    let wanted = PrimaryKey(sortKey: boundary.span).high
    let low = partitioningIndex(0..<keys.count) { keys[$0] >= wanted }
    if boundary.count <= 8 { return low }
    // Names that agree in eight bytes are compared by their whole keys.
    let high = partitioningIndex(low..<keys.count) { keys[$0] > wanted }
    return partitioningIndex(low..<high) { position in
      var sortKey = SortKeyArena(capacity: 1)
      appendSortKey(of: Int(order[position]), to: &sortKey)
      return !sortKey.key(0).lexicographicallyPrecedes(boundary)
    }
  }
}

/// The first position of a range from which on a predicate holds.
func partitioningIndex(_ range: Range<Int>, _ holds: (Int) -> Bool) -> Int {
  var (low, high) = (range.lowerBound, range.upperBound)
  while low < high {
    let middle = low + (high - low) / 2
    if holds(middle) { high = middle } else { low = middle + 1 }
  }
  return low
}
