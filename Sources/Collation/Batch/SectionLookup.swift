/// The section of a name by the first bytes of its key, in the table of primary weights whose code is
/// the bytes.
struct SectionLookup: Sendable {
  /// The first eight bytes of each boundary, in ascending order, and the section from there on.
  private let words: [UInt64]
  private let sections: [UInt32]
  /// Whether the boundary has more bytes.
  private let isCut: [Bool]
  /// For each first byte, the boundaries that begin with a lower one, and those that do not begin with a
  /// higher one.
  private var (lower, upper) = ([Int](), [Int]())
  /// How many bits of a key have to be known.
  let bits: Int

  /// - Parameter boundaries: From which key on names lie in a section, in ascending order; the first
  ///   key is empty.
  init(_ boundaries: [(key: [UInt8], section: Int)]) {
    words = boundaries.map { boundary in
      (0..<8).reduce(0) { word, position in
        word << 8 | UInt64(position < boundary.key.count ? boundary.key[position] : 0)
      }
    }
    sections = boundaries.map { UInt32($0.section) }
    isCut = boundaries.map { $0.key.count > 8 }
    bits = 8 * min(8, boundaries.reduce(1) { max($0, $1.key.count) })
    for byte in 0..<UInt64(256) {
      lower.append(partitioningIndex(words.indices) { words[$0] >> 56 >= byte })
      upper.append(partitioningIndex(words.indices) { words[$0] >> 56 > byte })
    }
  }

  /// The section of a name; `nil` where the name's further bytes decide.
  @inline(__always)
  func section(of key: PrimaryKey) -> UInt32? {
    let word = key.high
    let byte = Int(truncatingIfNeeded: word >> 56)
    var place = upper[byte]
    let first = lower[byte]
    while place > first, words[place &- 1] > word { place &-= 1 }
    place &-= 1
    return isCut[place] && words[place] == word ? nil : sections[place]
  }
}
