/// The sort keys of many names, one after another in one piece of memory.
struct SortKeyArena {
  private var bytes: [UInt8] = []
  private var ends: [Int] = []

  init(capacity: Int) { ends.reserveCapacity(capacity) }

  var count: Int { ends.count }

  /// Appends the sort key of a name.
  mutating func append(_ utf8: Span<UInt8>, of collator: borrowing ICUCollator) {
    collator.appendSortKey(of: utf8, to: &bytes)
    ends.append(bytes.count)
  }

  /// The key of the name that was appended as number `index`.
  func key(_ index: Int) -> ArraySlice<UInt8> {
    bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]]
  }

  /// The numbers of the names in the order of their keys; equal keys keep the order of input.
  ///
  /// - Complexity: O(*n* log *n*) comparisons of keys, of which most see eight bytes.
  func order(descending: Bool = false) -> [Int] {
    var entries = (0..<count).map { (prefix: prefix(of: $0), index: $0) }
    entries.sort { left, right in
      if left.prefix != right.prefix { return (left.prefix < right.prefix) != descending }
      let (leftKey, rightKey) = (key(left.index), key(right.index))
      if leftKey == rightKey { return left.index < right.index }
      return leftKey.lexicographicallyPrecedes(rightKey) != descending
    }
    return entries.map(\.index)
  }

  /// The first eight bytes of a key. A shorter one is filled with zeros, which occur only at its end.
  private func prefix(of index: Int) -> UInt64 {
    let first = key(index).prefix(8)
    let value = first.reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    return first.count == 8 ? value : value << (8 * UInt64(8 - first.count))
  }
}
