/// Keys of many names, one after another in one piece of memory: what a `KeyArray` is made of.
package struct KeyList: Hashable, Sendable {
  /// All keys.
  package private(set) var bytes: [UInt8] = []
  /// The place in `bytes` at which each key ends.
  package private(set) var ends: [Int] = []

  package init(capacity: Int, byteCapacity: Int = 0) {
    ends.reserveCapacity(capacity)
    bytes.reserveCapacity(byteCapacity)
  }

  package var count: Int { ends.count }

  /// The bytes of a key, which share the memory of all keys.
  package subscript(number: Int) -> ArraySlice<UInt8> { bytes[range(of: number)] }

  /// Where a key lies in `bytes`.
  package func range(of number: Int) -> Range<Int> {
    (number == 0 ? 0 : ends[number - 1])..<ends[number]
  }

  /// Makes room for `count` keys in all, by the length of the keys that there are. Since the first
  /// names may be the longest by far, it is no more than names of `byteCount` UTF-8 bytes are
  /// likely to need.
  mutating func reserveCapacity(forAll count: Int, ofBytes byteCount: Int) {
    let byLength = bytes.count / max(1, self.count) * count + bytes.count
    bytes.reserveCapacityOnHugePages(
      min(byLength, 4 * byteCount + 8 * count) + Self.roomForKeys)
  }

  /// Appends a key that `write` appends to the bytes of all.
  @inline(__always)
  package mutating func append(_ write: (inout [UInt8]) -> Void) {
    write(&bytes)
    ends.append(bytes.count)
  }

  /// Appends keys that `write` writes one after another.
  ///
  /// - Parameters:
  ///   - count: The most keys that are written.
  ///   - write: Appends bytes of keys, and where each key ends, counted from `offset` on.
  @inline(__always)
  mutating func append(
    atMost count: Int,
    _ write: (
      _ bytes: inout OutputSpan<UInt8>, _ ends: inout OutputSpan<Int>, _ offset: Int
    ) -> Void
  ) {
    let offset = bytes.count
    // Few keys need less. Room that is there is used up before all bytes are copied to get more.
    let (wanted, spare) = (min(Self.roomForKeys, 1_024 + 64 * count), bytes.capacity - offset)
    let room = spare < 4_096 ? wanted : min(wanted, spare)
    var newEnds = ends
    ends = []
    bytes.append(addingCapacity: room) { bytes in
      newEnds.append(addingCapacity: count) { ends in write(&bytes, &ends, offset) }
    }
    ends = newEnds
  }

  /// The bytes that are asked for while keys are made, which these do not fill. Without them the
  /// last key would have all bytes copied.
  private static let roomForKeys = 1 << 16

  /// Appends other keys.
  mutating func append(_ keys: KeyList) {
    let offset = bytes.count
    bytes += keys.bytes
    for end in keys.ends { ends.append(offset + end) }
  }

  /// Appends the bytes of a key.
  package mutating func append(_ key: ArraySlice<UInt8>) {
    bytes += key
    ends.append(bytes.count)
  }

  /// The numbers of the keys in their order. Equal keys keep the order that they have.
  ///
  /// - Complexity: O(*n* log *n*) comparisons of keys; most comparisons see eight bytes.
  package func sortedIndices(in order: KeyOrder = .ascending) -> [Int] {
    var entries = (0..<count).map { (prefix: prefix(of: $0, in: order), index: $0) }
    entries.sort { left, right in
      if left.prefix != right.prefix { return left.prefix < right.prefix }
      let (leftKey, rightKey) = (self[left.index], self[right.index])
      if leftKey == rightKey { return left.index < right.index }
      return leftKey.precedes(rightKey, in: order)
    }
    return entries.map(\.index)
  }

  /// The first eight bytes of a key, as a number in the order of the keys. A shorter key is filled
  /// so that it comes before or after the keys that it is the beginning of.
  private func prefix(of index: Int, in order: KeyOrder) -> UInt64 {
    let first = self[index].prefix(8)
    let bits: UInt8 = order == .complemented ? 0xFF : 0
    let value = first.reduce(0 as UInt64) { $0 << 8 | UInt64($1 ^ bits) }
    let filled = first.count == 8 ? value : value << (8 * UInt64(8 - first.count))
    return order == .descending ? ~filled : filled
  }
}

extension [UInt8] {
  /// Appends bytes and maybe one between them. To count the references to slices of few bytes takes
  /// longer than to copy these.
  ///
  /// - Parameter bits: Each byte of the tail is XORed with it.
  package mutating func append(
    _ head: Span<UInt8>, _ tail: Span<UInt8>, between middle: UInt8? = nil, xor bits: UInt8 = 0
  ) {
    append(addingCapacity: head.count + 1 + tail.count) { bytes in
      for place in head.indices { bytes.append(head[place]) }
      if let middle { bytes.append(middle) }
      for place in tail.indices { bytes.append(tail[place] ^ bits) }
    }
  }
}
