/// The order of many names: by their primary weights, sixteen bytes at a time, which a table gives
/// without ICU for nearly every name, then by ICU's sort keys where these are equal.
///
/// It takes 32 bytes a name while the first sixteen bytes are sorted, and more where many names are
/// equal in them: the next bytes of those, and the sort keys of one run of equal names at a time.
struct BatchOrder<Names: BatchNames> {
  private let names: Names
  private let collator: Collator
  private let table: PrimaryTable
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
    self.table = table
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
    var runs = ties(ranks)
    var offset = PrimaryKey.capacity
    while !runs.isEmpty && offset < Self.deepestOffset {
      runs = sort(runs, offset: offset)
      offset += PrimaryKey.capacity
    }
    for run in runs { sortByICU(run) }
  }

  /// Names that agree in so many bytes are sorted by ICU: to make the next bytes of a key, all that come
  /// before are made again.
  private static var deepestOffset: Int { 8 * PrimaryKey.capacity }

  /// Makes the keys, of which a mask turns the order around.
  private static func makeKeys(
    of names: Names, _ table: PrimaryTable, mask: UInt64, _ high: inout [UInt64],
    _ low: inout [UInt64],
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

  /// The runs of names whose keys are equal.
  private func ties(_ ranks: [UInt32]) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var start = 0
    for end in order.indices.dropFirst() {
      if keys[end] == keys[start], ranks[Int(order[end])] == ranks[Int(order[start])] { continue }
      if end - start > 1 { runs.append(start..<end) }
      start = end
    }
    if order.count - start > 1 { runs.append(start..<order.count) }
    return runs
  }

  /// Sorts runs of names whose primary weights agree in the bytes before an offset: by the next ones.
  /// Returns the runs that agree in these too, and are full of them.
  private mutating func sort(_ runs: [Range<Int>], offset: Int) -> [Range<Int>] {
    // The keys are made in input order, in which the names lie in memory.
    var isTied = [Bool](repeating: false, count: names.count)
    for run in runs { for position in run { isTied[Int(order[position])] = true } }
    var tiedKeys = [PrimaryKey.Bytes](repeating: PrimaryKey.Bytes(), count: names.count)
    for number in 0..<names.count where isTied[number] {
      tiedKeys[number] = unsafe names.withName(number) {
        unsafe table.key(of: $0, offset: offset).bytes
      }
    }
    var ties: [Range<Int>] = []
    var entries: [(key: PrimaryKey.Bytes, number: UInt32)] = []
    for run in runs {
      entries.removeAll(keepingCapacity: true)
      for position in run { entries.append((tiedKeys[Int(order[position])], order[position])) }
      sort(&entries)
      var start = 0
      for position in entries.indices {
        order[run.lowerBound + position] = entries[position].number
        let isLast = position + 1 == entries.count
        if !isLast && entries[position + 1].key == entries[start].key { continue }
        let equal = run.lowerBound + start..<run.lowerBound + position + 1
        start = position + 1
        if equal.count == 1 { continue }
        if entries[position].key.isFull { ties.append(equal) } else { sortByICU(equal) }
      }
    }
    return ties
  }

  private func sort(_ entries: inout [(key: PrimaryKey.Bytes, number: UInt32)]) {
    func comesBefore(
      _ left: (key: PrimaryKey.Bytes, number: UInt32),
      _ right: (key: PrimaryKey.Bytes, number: UInt32)
    ) -> Bool {
      if left.key == right.key { return left.number < right.number }
      return (left.key < right.key) != descending
    }
    if entries.count > 16 { return entries.sort(by: comesBefore) }
    for next in entries.indices.dropFirst() {
      let entry = entries[next]
      var place = next
      while place > 0, comesBefore(entry, entries[place - 1]) {
        entries[place] = entries[place - 1]
        place -= 1
      }
      entries[place] = entry
    }
  }

  /// Sorts names by their whole sort keys.
  private mutating func sortByICU(_ run: Range<Int>) {
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
