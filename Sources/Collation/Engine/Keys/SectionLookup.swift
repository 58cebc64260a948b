/// Finds a name's section from the bytes of its key.
package final class SectionLookup: Sendable {
  /// The key from which on names belong to a section.
  package struct Boundary {
    package let key: [UInt8]
    package let section: Int
  }

  /// The boundaries in ascending order. The first key is empty.
  package let boundaries: [Boundary]
  let sections: [Int]
  /// The number of sections. Not every section has a boundary.
  let sectionCount: Int
  /// Whether each section's names are in descending order, and the bytes of list keys complemented.
  package let isDescending: Bool
  var keyOrder: KeyOrder { isDescending ? .complemented : .ascending }
  /// The first eight bytes of each boundary.
  private let words: [UInt64]
  /// Whether each boundary has more bytes than these.
  private let isCut: [Bool]
  /// For each first byte whose boundary depends on further bytes, where its second bytes begin in
  /// `lowerOfSecond`.
  private let secondBytes: [Int]
  /// For each second byte after such a first byte, and one beyond, the number of boundaries that
  /// begin with lower bytes.
  private let lowerOfSecond: [Int]
  /// For each first byte, the boundary of all keys that begin with it, or -1 if it depends on
  /// further bytes.
  private let boundaryOfByte: [Int]
  /// The number of bits of a key that determine its boundary.
  let bits: Int
  /// The first bytes that alone determine the boundary, as a bit set.
  let decidingBytes: SIMD4<UInt64>

  init(_ boundaries: [Boundary], sectionCount: Int, isDescending: Bool = false) {
    self.boundaries = boundaries
    self.sectionCount = sectionCount
    self.isDescending = isDescending
    sections = boundaries.map(\.section)
    let words = boundaries.map { $0.key.span.firstWord }
    let isCut = boundaries.map { $0.key.count > 8 }
    bits = 8 * min(8, boundaries.reduce(1) { max($0, $1.key.count) })
    var lower = [Int](repeating: 0, count: 257)
    for word in words { lower[Int(word >> 56) + 1] += 1 }
    for byte in 1...256 { lower[byte] += lower[byte - 1] }
    var deciding = SIMD4<UInt64>()
    boundaryOfByte = (0..<256).map { byte in
      let (low, high) = (lower[byte], lower[byte + 1])
      let isOne = low == high || high - low == 1 && words[low] == UInt64(byte) << 56
      guard isOne && !isCut[high - 1] else { return -1 }
      deciding[byte / 64] |= 1 << UInt64(byte % 64)
      return high - 1
    }
    var (secondBytes, lowerOfSecond) = ([Int](repeating: 0, count: 256), [Int]())
    for byte in 0..<256 where boundaryOfByte[byte] < 0 {
      secondBytes[byte] = lowerOfSecond.count
      var place = lower[byte]
      for second in 0...256 {
        while place < lower[byte + 1], words[place] >> 48 & 0xff < second { place += 1 }
        lowerOfSecond.append(place)
      }
    }
    (self.secondBytes, self.lowerOfSecond) = (secondBytes, lowerOfSecond)
    (decidingBytes, self.words, self.isCut) = (deciding, words, isCut)
  }

  /// Returns the number of the last boundary at or before a key, given its first bytes from the top
  /// of a word; `nil` if it depends on further bytes.
  @inline(__always)
  func boundary(beforeWord word: UInt64) -> Int? {
    let byte = Int(truncatingIfNeeded: word >> 56)
    let known = boundaryOfByte[byte]
    if known >= 0 { return known }
    // All boundaries of a script may begin with one byte, so the second byte decides next.
    let second = secondBytes[byte] &+ Int(truncatingIfNeeded: word &>> 48 & 0xff)
    var place = lowerOfSecond[second &+ 1]
    let first = lowerOfSecond[second]
    while place > first, words[place &- 1] > word { place &-= 1 }
    place &-= 1
    return isCut[place] && words[place] == word ? nil : place
  }

  /// Like `boundary(beforeWord:)`, for a key known only by its first `count` bytes; `nil` if
  /// further bytes may decide.
  @inline(__always)
  func boundary(beforeBytes bytes: UInt64, count: Int) -> Int? {
    let known = boundaryOfByte[Int(truncatingIfNeeded: bytes &>> 56)]
    if known >= 0 { return known }
    return 8 &* count >= bits ? boundary(beforeWord: bytes) : nil
  }

  /// Returns the number of the last boundary at or before a sort key. A key of any strength begins
  /// with its primary key, followed by a byte less than any byte of a weight. So it compares with
  /// the boundaries as its primary key does.
  ///
  /// - Complexity: O(log *m*) in the number of boundaries.
  package func boundary(beforeSortKey key: some Sequence<UInt8>) -> Int {
    partitioningIndex(boundaries.indices) {
      key.lexicographicallyPrecedes(boundaries[$0].key)
    } - 1
  }

  /// Returns the section of a sort key of any strength.
  ///
  /// - Complexity: O(log *m*) in the number of boundaries.
  func section(ofSortKey key: UnsafeBufferPointer<UInt8>) -> Int {
    let word = unsafe Span(_unsafeElements: key).firstWord
    let boundary = unsafe boundary(beforeWord: word) ?? boundary(beforeSortKey: key)
    return sections[boundary]
  }

  package func section(ofSortKey key: ArraySlice<UInt8>) -> Int {
    unsafe key.withUnsafeBufferPointer { unsafe section(ofSortKey: $0) }
  }

  /// Turns a sort key into a list key, in place.
  ///
  /// In bounds because the key has room for the section's number.
  ///
  /// - Parameter listKey: Room for the number, followed by the sort key.
  func complete(_ listKey: UnsafeMutableBufferPointer<UInt8>) {
    let sortKey = unsafe UnsafeMutableBufferPointer(
      rebasing: listKey[ListKeyFormat.sectionLength...])
    unsafe ListKeyFormat.write(
      section: section(ofSortKey: UnsafeBufferPointer(sortKey)), to: listKey)
    if isDescending { unsafe ListKeyFormat.complement(sortKey) }
  }
}
