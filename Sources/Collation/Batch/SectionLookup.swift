/// The section of a name by the bytes of its key.
struct SectionLookup: Sendable {
  /// The boundaries: from which key on names lie in a section, in ascending order; the first key is
  /// empty.
  let boundaries: [(key: [UInt8], section: Int)]
  /// The section behind each boundary.
  let sections: [Int]
  /// The first eight bytes of each boundary.
  private let words: [UInt64]
  /// Whether the boundary has more bytes.
  private let isCut: [Bool]
  /// For each first byte, the boundaries that begin with a lower one, and those that do not begin with a
  /// higher one.
  private var (lower, upper) = ([Int](), [Int]())
  /// The boundary of all keys with some first byte, or -1 where further bytes decide.
  private var boundaryOfByte: [Int] = []
  /// How many bits of a key tell its boundary.
  fileprivate let bits: Int
  /// The first bytes that tell it alone, as a set of bits.
  fileprivate private(set) var decidingBytes = SIMD4<UInt64>()

  init(_ boundaries: [(key: [UInt8], section: Int)]) {
    self.boundaries = boundaries
    sections = boundaries.map(\.section)
    words = boundaries.map { boundary in
      (0..<8).reduce(0) { word, position in
        word << 8 | UInt64(position < boundary.key.count ? boundary.key[position] : 0)
      }
    }
    isCut = boundaries.map { $0.key.count > 8 }
    bits = 8 * min(8, boundaries.reduce(1) { max($0, $1.key.count) })
    for byte in 0..<UInt64(256) {
      lower.append(partitioningIndex(words.indices) { words[$0] >> 56 >= byte })
      upper.append(partitioningIndex(words.indices) { words[$0] >> 56 > byte })
      let within = lower[Int(byte)]..<upper[Int(byte)]
      let isOne = within.isEmpty || within.count == 1 && words[within.lowerBound] == byte << 56
      let decides = isOne && !isCut[upper[Int(byte)] - 1]
      boundaryOfByte.append(decides ? upper[Int(byte)] - 1 : -1)
      if decides { decidingBytes[Int(byte / 64)] |= 1 << (byte % 64) }
    }
  }

  /// The number of the last boundary that a name does not come before; `nil` where further bytes of its
  /// key decide.
  @inline(__always)
  func boundary(before key: SectionKey) -> Int? {
    let word = key.bytes
    let byte = Int(truncatingIfNeeded: word >> 56)
    let known = boundaryOfByte[byte]
    if known >= 0 { return known }
    var place = upper[byte]
    let first = lower[byte]
    while place > first, words[place &- 1] > word { place &-= 1 }
    place &-= 1
    return isCut[place] && words[place] == word ? nil : place
  }

  /// The number of the last boundary that a sort key does not come before. The bytes of a key's first
  /// level are those of its primary key, and what follows them (0, or 1 between levels) is less than any
  /// byte of a weight: so a key of any strength compares with the boundaries as its primary key does.
  ///
  /// - Complexity: O(log *m*) in the boundaries.
  func boundary(beforeSortKey key: ArraySlice<UInt8>) -> Int {
    partitioningIndex(boundaries.indices) {
      key.lexicographicallyPrecedes(boundaries[$0].key)
    } - 1
  }
}

/// As many bytes of a key as tell its section, mostly one or two.
struct SectionKey: PrimaryLevelWriter {
  /// The bytes, from the top.
  private(set) var bytes: UInt64 = 0
  private var count = 0
  let wanted: Int
  private let decidingBytes: SIMD4<UInt64>

  @inline(__always)
  init(_ lookup: SectionLookup) {
    wanted = lookup.bits
    decidingBytes = lookup.decidingBytes
  }

  var isFull: Bool {
    if count >= wanted { return true }
    let first = bytes &>> 56
    return count >= 8 && decidingBytes[Int(truncatingIfNeeded: first &>> 6)] &>> first & 1 != 0
  }

  @inline(__always)
  mutating func append(_ code: UInt64, _ length: Int) {
    bytes |= code &>> UInt64(truncatingIfNeeded: count)
    count &+= length
  }
}

extension PrimaryTable {
  /// The number of the last boundary that a name does not come before. The table's code has to be the
  /// bytes.
  @inline(__always)
  func boundary(before name: UnsafeBufferPointer<UInt8>, _ lookup: SectionLookup) -> Int {
    let key = unsafe write(name, to: SectionKey(lookup))
    return lookup.boundary(before: key)
      ?? lookup.boundary(beforeSortKey: unsafe sortKey(of: name)[...])
  }
}
