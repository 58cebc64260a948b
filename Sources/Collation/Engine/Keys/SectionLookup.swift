/// The section of a name by the bytes of its key.
package final class SectionLookup: Sendable {
  /// A key, from which on names lie in a section.
  package struct Boundary {
    package let key: [UInt8]
    package let section: Int
  }

  /// The boundaries in ascending order. The first key is empty.
  package let boundaries: [Boundary]
  /// The section after each boundary.
  let sections: [Int]
  /// The number of sections. Not each has a boundary.
  let sectionCount: Int
  /// Whether the names of each section descend, and list keys have their bytes complemented.
  package let isDescending: Bool
  /// The order of names within each section.
  var keyOrder: KeyOrder { isDescending ? .complemented : .ascending }
  /// The first eight bytes of each boundary.
  private let words: [UInt64]
  /// Whether the boundary has more bytes.
  private let isCut: [Bool]
  /// For each byte, and one beyond, the number of boundaries that begin with a lower byte.
  private let lower: [Int]
  /// The boundary of all keys with a first byte, or -1 if further bytes decide.
  private let boundaryOfByte: [Int]
  /// The number of bits of a key that tell its boundary.
  let bits: Int
  /// The first bytes that tell the boundary alone, as a set of bits.
  let decidingBytes: SIMD4<UInt64>

  init(_ boundaries: [Boundary], sectionCount: Int, isDescending: Bool = false) {
    self.boundaries = boundaries
    self.sectionCount = sectionCount
    self.isDescending = isDescending
    sections = boundaries.map(\.section)
    let words = boundaries.map { boundary in
      (0..<8).reduce(0) { word, position in
        word << 8 | UInt64(position < boundary.key.count ? boundary.key[position] : 0)
      }
    }
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
    (decidingBytes, self.words, self.isCut, self.lower) = (deciding, words, isCut, lower)
  }

  /// The number of the last boundary that a key does not come before, by its first bytes from the
  /// top of a word; `nil` where further bytes decide.
  @inline(__always)
  func boundary(beforeWord word: UInt64) -> Int? {
    let byte = Int(truncatingIfNeeded: word >> 56)
    let known = boundaryOfByte[byte]
    if known >= 0 { return known }
    var place = lower[byte &+ 1]
    let first = lower[byte]
    while place > first, words[place &- 1] > word { place &-= 1 }
    place &-= 1
    return isCut[place] && words[place] == word ? nil : place
  }

  /// The same of a key whose first bytes are these; `nil` where further bytes may decide.
  @inline(__always)
  func boundary(beforeBytes bytes: UInt64, count: Int) -> Int? {
    let known = boundaryOfByte[Int(truncatingIfNeeded: bytes &>> 56)]
    if known >= 0 { return known }
    return 8 &* count >= bits ? boundary(beforeWord: bytes) : nil
  }

  /// The number of the last boundary that a sort key does not come before. The bytes of a key's
  /// primary level are those of its primary key, and the byte behind them is less than any byte of
  /// a weight. So a key of any strength compares with the boundaries as its primary key does.
  ///
  /// - Complexity: O(log *m*) in the boundaries.
  package func boundary(beforeSortKey key: some Sequence<UInt8>) -> Int {
    partitioningIndex(boundaries.indices) {
      key.lexicographicallyPrecedes(boundaries[$0].key)
    } - 1
  }

  /// The section of a sort key of any strength.
  ///
  /// In bounds because eight bytes are read at once only of a key that has as many.
  ///
  /// - Complexity: O(log *m*) in the boundaries.
  func section(ofSortKey key: UnsafeBufferPointer<UInt8>) -> Int {
    var word: UInt64 = 0
    if key.count >= 8, let bytes = key.baseAddress {
      word = unsafe UnsafeRawPointer(bytes).loadUnaligned(as: UInt64.self).bigEndian
    } else {
      for place in 0..<key.count { unsafe word = word << 8 | UInt64(key[place]) }
      if key.count > 0 { word <<= UInt64(64 - 8 * key.count) }
    }
    let boundary = unsafe boundary(beforeWord: word) ?? boundary(beforeSortKey: key)
    return sections[boundary]
  }

  /// The section of a sort key of any strength.
  ///
  /// - Complexity: O(log *m*) in the boundaries.
  package func section(ofSortKey key: ArraySlice<UInt8>) -> Int {
    unsafe key.withUnsafeBufferPointer { unsafe section(ofSortKey: $0) }
  }

  /// Makes a list key of a sort key, in place.
  ///
  /// In bounds because the key has room for the section's number.
  ///
  /// - Parameter listKey: The room for the number, and the sort key after it.
  func complete(_ listKey: UnsafeMutableBufferPointer<UInt8>) {
    let sortKey = unsafe UnsafeMutableBufferPointer(
      rebasing: listKey[ListKeyFormat.sectionLength...])
    unsafe ListKeyFormat.write(
      section: section(ofSortKey: UnsafeBufferPointer(sortKey)), to: listKey)
    if isDescending { unsafe ListKeyFormat.complement(sortKey) }
  }
}
