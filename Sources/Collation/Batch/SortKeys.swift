/// The sort keys of many names, one after another in one piece of memory.
///
/// ```swift
/// let keys = collator.sortKeys(of: UTF8Records(Array("Zorn\nÅberg\n".utf8)))
/// database.insert(keys[0])  // the bytes of Zorn's key
/// ```
///
/// An element is the key of the record with the same number, as ICU writes it, its closing zero byte
/// included. What ``SortKey`` says of comparing and storing holds for these too.
public struct SortKeys: Sendable {
  /// All keys.
  public private(set) var bytes: [UInt8] = []
  /// Where in `bytes` each key ends.
  private var ends: [Int] = []

  init(capacity: Int) { ends.reserveCapacity(capacity) }

  /// Makes room for so many keys in all, by the length of those that there are, but no more than names of
  /// so many UTF-8 bytes are likely to need: the first names may be the longest by far.
  mutating func reserveCapacity(forAll count: Int, ofBytes byteCount: Int) {
    let byLength = bytes.count / Swift.max(1, self.count) * count + bytes.count
    bytes.reserveCapacity(Swift.min(byLength, 4 * byteCount + 8 * count))
  }

  /// Appends the sort key of a name.
  mutating func append(_ utf8: Span<UInt8>, of collator: borrowing ICUCollator) {
    collator.appendSortKey(of: utf8, to: &bytes)
    ends.append(bytes.count)
  }

  /// Appends other keys.
  mutating func append(_ keys: SortKeys) {
    let offset = bytes.count
    bytes += keys.bytes
    for end in keys.ends { ends.append(offset + end) }
  }

  /// The numbers of the keys in their order; equal keys keep the order they have.
  ///
  /// - Complexity: O(*n* log *n*) comparisons of keys, of which most see eight bytes.
  func order(descending: Bool = false) -> [Int] {
    var entries = indices.map { (prefix: prefix(of: $0), index: $0) }
    entries.sort { left, right in
      if left.prefix != right.prefix { return (left.prefix < right.prefix) != descending }
      let (leftKey, rightKey) = (self[left.index], self[right.index])
      if leftKey == rightKey { return left.index < right.index }
      return leftKey.lexicographicallyPrecedes(rightKey) != descending
    }
    return entries.map(\.index)
  }

  /// The first eight bytes of a key. A shorter one is filled with zeros, which occur only at its end.
  private func prefix(of index: Int) -> UInt64 {
    let first = self[index].prefix(8)
    let value = first.reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    return first.count == 8 ? value : value << (8 * UInt64(8 - first.count))
  }
}

extension SortKeys: RandomAccessCollection {
  /// The position of the first key.
  public var startIndex: Int { 0 }
  /// The number of keys.
  public var endIndex: Int { ends.count }
  /// The bytes of a key.
  ///
  /// - Complexity: O(1).
  public subscript(position: Int) -> ArraySlice<UInt8> {
    bytes[(position == 0 ? 0 : ends[position - 1])..<ends[position]]
  }
}
