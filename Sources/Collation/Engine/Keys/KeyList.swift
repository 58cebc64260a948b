/// The storage of a `KeyArray`: the keys of many names, one after another in memory.
package struct KeyList: Hashable, Sendable {
  package private(set) var bytes: [UInt8] = []
  /// The position in `bytes` at which each key ends.
  package private(set) var ends: [Int] = []

  package init(capacity: Int, byteCapacity: Int = 0) {
    ends.reserveCapacity(capacity)
    bytes.reserveCapacity(byteCapacity)
  }

  /// Makes a list of some keys of another list, in any order. Scattered keys are read at once,
  /// since no references are counted in between.
  package init(_ keys: KeyList, _ numbers: [Int]) {
    let byteCount = numbers.reduce(0) { $0 + keys.range(of: $1).count }
    self.init(capacity: numbers.count, byteCapacity: byteCount)
    let source = keys.bytes.span
    bytes.append(addingCapacity: byteCount) { bytes in
      for number in numbers { bytes.append(source.extracting(keys.range(of: number))) }
    }
    var end = 0
    for number in numbers {
      end += keys.range(of: number).count
      ends.append(end)
    }
  }

  package var count: Int { ends.count }

  /// The bytes of a key, which share the memory of all keys.
  package subscript(number: Int) -> ArraySlice<UInt8> { bytes[range(of: number)] }

  package func range(of number: Int) -> Range<Int> {
    (number == 0 ? 0 : ends[number - 1])..<ends[number]
  }

  /// Reserves room for `count` keys in total, judging by the length of the existing keys. Since the
  /// first names may be the longest by far, it reserves no more than names of `byteCount` UTF-8
  /// bytes are likely to need.
  mutating func reserveCapacity(forAll count: Int, ofBytes byteCount: Int) {
    let byLength = bytes.count / max(1, self.count) * count + bytes.count
    bytes.reserveCapacityOnHugePages(
      min(byLength, 4 * byteCount + 8 * count) + Self.roomForKeys)
  }

  /// Appends a key, whose bytes `write` appends to the bytes of all keys.
  @inline(__always)
  package mutating func append(_ write: (inout [UInt8]) -> Void) {
    write(&bytes)
    ends.append(bytes.count)
  }

  /// Appends keys that `write` writes one after another.
  ///
  /// - Parameters:
  ///   - count: The maximum number of keys written.
  ///   - write: Appends the bytes of keys, and the position where each ends. The first byte's
  ///     position is `offset`.
  @inline(__always)
  mutating func append(
    atMost count: Int,
    _ write: (
      _ bytes: inout OutputSpan<UInt8>, _ ends: inout OutputSpan<Int>, _ offset: Int
    ) -> Void
  ) {
    let offset = bytes.count
    // Few keys need less. Existing room is used up before all bytes are copied to get more.
    let (wanted, spare) = (min(Self.roomForKeys, 1_024 + 64 * count), bytes.capacity - offset)
    let room = spare < 4_096 ? wanted : min(wanted, spare)
    var newEnds = ends
    ends = []
    bytes.append(addingCapacity: room) { bytes in
      newEnds.append(addingCapacity: count) { ends in write(&bytes, &ends, offset) }
    }
    ends = newEnds
  }

  /// Extra bytes reserved while keys are made, which the keys never fill. Without them, the last
  /// key would cause all bytes to be copied.
  private static let roomForKeys = 1 << 16

  mutating func append(_ keys: KeyList) {
    let offset = bytes.count
    bytes += keys.bytes
    for end in keys.ends { ends.append(offset + end) }
  }

  /// Appends some of the keys of another list.
  package mutating func append(_ keys: KeyList, _ range: Range<Int>) {
    if range.isEmpty { return }
    let start = keys.range(of: range.lowerBound).lowerBound
    let offset = bytes.count - start
    bytes.append(keys.bytes.span.extracting(start..<keys.ends[range.upperBound - 1]))
    for number in range { ends.append(offset + keys.ends[number]) }
  }

  /// Makes room for more keys and, if that takes more memory, for spare ones, too.
  mutating func reserveRoom(
    for count: Int, bytes byteCount: Int, _ spare: Int, _ spareBytes: Int
  ) {
    if ends.count + count > ends.capacity { ends.reserveCapacity(ends.count + count + spare) }
    if bytes.count + byteCount > bytes.capacity {
      bytes.reserveCapacity(bytes.count + byteCount + spareBytes)
    }
  }

  /// Whether two keys have identical bytes.
  package func areSame(_ left: Int, _ right: Int) -> Bool {
    let bytes = bytes.span
    return bytes.extracting(range(of: left)).isSame(as: bytes.extracting(range(of: right)))
  }

  /// Inserts a key. In bounds because the bytes have grown by the length of the key.
  mutating func insert(_ key: Span<UInt8>, at number: Int) {
    let (start, end) = (number == 0 ? 0 : ends[number - 1], bytes.count)
    bytes.append(key)
    unsafe bytes.withUnsafeMutableBytes { bytes in
      unsafe key.withUnsafeBytes { key in
        guard let first = bytes.baseAddress, let source = key.baseAddress else { return }
        unsafe (first + start + key.count).copyMemory(from: first + start, byteCount: end - start)
        unsafe (first + start).copyMemory(from: source, byteCount: key.count)
      }
    }
    ends.insert(start, at: number)
    moveEnds(from: number, by: key.count)
  }

  mutating func replace(_ number: Int, by key: ArraySlice<UInt8>) {
    let range = range(of: number)
    bytes.replaceSubrange(range, with: key)
    moveEnds(from: number, by: key.count - range.count)
  }

  mutating func remove(at number: Int) {
    let range = range(of: number)
    bytes.removeSubrange(range)
    ends.remove(at: number)
    moveEnds(from: number, by: -range.count)
  }

  /// In bounds because `start` is at most the count. Since nothing is checked, several ends move at
  /// once.
  private mutating func moveEnds(from start: Int, by distance: Int) {
    var ends = ends.mutableSpan
    for number in start..<ends.count { unsafe ends[unchecked: number] &+= distance }
  }

  /// Removes all keys from a number on.
  package mutating func removeSuffix(from start: Int) {
    bytes.removeSubrange((start == 0 ? 0 : ends[start - 1])...)
    ends.removeSubrange(start...)
  }

  package mutating func append(_ key: ArraySlice<UInt8>) {
    bytes += key
    ends.append(bytes.count)
  }

  /// Returns the numbers of the keys in sorted order. Equal keys keep their relative order.
  ///
  /// - Complexity: O(*n* log *n*) comparisons of keys; most comparisons read eight bytes.
  package func sortedIndices(in order: KeyOrder = .ascending) -> [Int] {
    var entries = (0..<count).map { (prefix: prefix(of: $0, in: order), index: $0) }
    entries.sort { left, right in
      if left.prefix != right.prefix { return left.prefix < right.prefix }
      return precedes(left.index, right.index, in: order)
    }
    return entries.map(\.index)
  }

  /// Whether a key comes before another. Of two equal keys, the first does. Not inlined, since
  /// the code of a sort calls it in many places.
  @inline(never)
  func precedes(_ left: Int, _ right: Int, in order: KeyOrder) -> Bool {
    let (leftKey, rightKey) = (range(of: left), range(of: right))
    let result = unsafe bytes.withUnsafeBytes { bytes in
      guard let first = bytes.baseAddress else { return 0 }
      return unsafe compareBytes(
        first + leftKey.lowerBound, first + rightKey.lowerBound,
        count: min(leftKey.count, rightKey.count))
    }
    if result != 0 { return (result < 0) != order.isReversed }
    if leftKey.count == rightKey.count { return left < right }
    return (leftKey.count < rightKey.count) == order.beginsWithShown
  }

  /// Returns the first eight bytes of a key, as a number that sorts as the key does. A shorter key
  /// is padded so that it comes before or after the keys that it is a prefix of.
  private func prefix(of index: Int, in order: KeyOrder) -> UInt64 {
    let range = range(of: index)
    let word = bytes.span.extracting(range).firstWord
    return switch order {
    case .ascending: word
    case .descending: ~word
    case .complemented: ~word & ~(UInt64.max >> UInt64(8 * min(8, range.count)))
    }
  }
}
