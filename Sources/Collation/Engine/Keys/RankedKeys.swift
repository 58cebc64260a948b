/// Sorted keys that can be inserted and removed. Each key has a number, its rank: keys are ordered
/// by rank, and then by their bytes. The ranks are contiguous, so a search reads few bytes of the
/// keys, or none.
package struct RankedKeys: Sendable {
  package private(set) var ranks: [UInt64] = []
  package private(set) var keys = KeyList(capacity: 0)

  package init() {}

  /// Makes a list of some keys of another list; `numbers` are in the keys' order.
  ///
  /// - Parameter ranks: Each key's rank; by default, its first bytes.
  package init(_ keys: KeyList, _ numbers: [Int], ranks: [UInt64]? = nil) {
    let some = KeyList(keys, numbers)
    let bytes = some.bytes.span
    self.ranks =
      ranks ?? numbers.indices.map { bytes.extracting(some.range(of: $0)).firstWord }
    self.keys = some
  }

  package var count: Int { ranks.count }
  package var byteCount: Int { keys.bytes.count }

  /// The bytes of a key, which share the memory of all keys.
  package subscript(number: Int) -> ArraySlice<UInt8> { keys[number] }

  /// The number of bytes in a range of keys.
  package func byteCount(of range: Range<Int>) -> Int {
    if range.isEmpty { return 0 }
    let (first, last) = (range.lowerBound, range.upperBound - 1)
    return keys.range(of: last).upperBound - keys.range(of: first).lowerBound
  }

  /// Makes room for more keys and, if that takes more memory, for spare ones, too. On their own,
  /// the arrays would double their memory.
  package mutating func reserveRoom(
    for count: Int, bytes: Int, spare: Int = 0, spareBytes: Int = 0
  ) {
    if ranks.count + count > ranks.capacity { ranks.reserveCapacity(ranks.count + count + spare) }
    keys.reserveRoom(for: count, bytes: bytes, spare, spareBytes)
  }

  /// Returns the numbers of the keys with a rank, or an empty range where they would be.
  package func range(ofRank rank: UInt64, from start: Int = 0) -> Range<Int> {
    let ranks = ranks.span
    let first = Self.firstNumber(in: ranks, notBelow: rank, from: start)
    if first == ranks.count || ranks[first] != rank { return first..<first }
    if first + 1 == ranks.count || ranks[first + 1] != rank { return first..<first + 1 }
    return first..<partitioningIndex(first + 2..<ranks.count) { ranks[$0] > rank }
  }

  /// Returns the number of the first rank that isn't less than another.
  ///
  /// Each step of a binary search waits for memory that may be in no cache. This reads one rank of
  /// each cache line, and no read waits for another. In bounds because ranks are skipped in eights
  /// that end before the count.
  private static func firstNumber(
    in ranks: Span<UInt64>, notBelow rank: UInt64, from start: Int
  ) -> Int {
    if ranks.count - start > 256 {
      return partitioningIndex(start..<ranks.count) { ranks[$0] >= rank }
    }
    var first = start
    var last = start + 7
    while last < ranks.count {
      first &+= unsafe ranks[unchecked: last] < rank ? 8 : 0
      last &+= 8
    }
    var number = first
    for place in first..<min(first + 8, ranks.count) {
      number &+= unsafe ranks[unchecked: place] < rank ? 1 : 0
    }
    return number
  }

  /// Returns the numbers of the keys equal to another, or an empty range where they would be.
  package func range(
    of key: ArraySlice<UInt8>, rank: UInt64, from start: Int = 0
  ) -> Range<Int> {
    let range = range(ofRank: rank, from: start)
    if range.isEmpty { return range }
    let (bytes, key) = (keys.bytes.span, key.span)
    func compare(_ number: Int) -> Int { bytes.extracting(keys.range(of: number)).compare(key) }
    let first = partitioningIndex(range) { compare($0) >= 0 }
    if first == range.upperBound || compare(first) != 0 { return first..<first }
    return first..<partitioningIndex(first + 1..<range.upperBound) { compare($0) > 0 }
  }

  package mutating func insert(_ key: ArraySlice<UInt8>, rank: UInt64, at number: Int) {
    ranks.insert(rank, at: number)
    keys.insert(key.span, at: number)
  }

  /// Replaces a key by another of equal rank.
  package mutating func replace(_ number: Int, by key: ArraySlice<UInt8>) {
    keys.replace(number, by: key)
  }

  package mutating func remove(at number: Int) {
    ranks.remove(at: number)
    keys.remove(at: number)
  }

  package mutating func append(_ key: ArraySlice<UInt8>, rank: UInt64) {
    ranks.append(rank)
    keys.append(key)
  }

  /// Appends some of the keys of another list.
  package mutating func append(_ other: RankedKeys, _ range: Range<Int>) {
    ranks += other.ranks[range]
    keys.append(other.keys, range)
  }

  /// Removes all keys from a number on.
  package mutating func removeSuffix(from start: Int) {
    ranks.removeSubrange(start...)
    keys.removeSuffix(from: start)
  }
}
