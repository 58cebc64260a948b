import Collation

/// Keys as four-byte words, which compare faster than bytes. Words past the end of a key count as
/// zero. No key is another key followed by zeros, since only another sort key can follow a sort
/// key, so words sort as bytes do; in descending order all bits are inverted.
struct OrderedKeys: Sendable {
  private var words: [UInt32] = []
  /// Where each key ends.
  private var ends: [Int] = []
  /// The mask XORed with each word, which is also the word past the end of a key.
  private let bits: UInt32

  init(_ keys: KeyArray<some CollationKey>, isDescending: Bool) {
    bits = isDescending ? .max : 0
    ends.reserveCapacity(keys.count)
    words.reserveCapacity(keys.bytes.count / 4 + keys.count)
    for key in keys { append(key.bytes) }
  }

  var count: Int { ends.count }

  private mutating func append(_ key: ArraySlice<UInt8>) {
    let bytes = key.span
    let whole = bytes.count & ~3
    var place = 0
    while place < whole {
      let word =
        UInt32(bytes[place]) &<< 24 | UInt32(bytes[place &+ 1]) &<< 16
        | UInt32(bytes[place &+ 2]) &<< 8 | UInt32(bytes[place &+ 3])
      words.append(word ^ bits)
      place &+= 4
    }
    if place < bytes.count {
      var word: UInt32 = 0
      for offset in 0..<(bytes.count - place) {
        word |= UInt32(bytes[place + offset]) &<< UInt32(24 - 8 * offset)
      }
      words.append(word ^ bits)
    }
    ends.append(words.count)
  }

  /// Returns the first place, from `start` on, where the words of a key and of a key of `other`
  /// differ, with both words; `nil` if there is none.
  func difference(
    of number: Int, from other: borrowing OrderedKeys, _ otherNumber: Int, at start: Int = 0
  ) -> (place: Int, word: UInt32, other: UInt32)? {
    let (first, otherFirst) = (self.start(of: number), other.start(of: otherNumber))
    let (count, otherCount) = (ends[number] - first, other.ends[otherNumber] - otherFirst)
    let (words, otherWords) = (words.span, other.words.span)
    var place = start
    while place < count || place < otherCount {
      let word = place < count ? words[first + place] : bits
      let otherWord = place < otherCount ? otherWords[otherFirst + place] : bits
      if word != otherWord { return (place, word, otherWord) }
      place += 1
    }
    return nil
  }

  private func start(of number: Int) -> Int { number == 0 ? 0 : ends[number - 1] }
}

/// How a key differs from a base, a key that doesn't come after it: the smaller the code, the
/// earlier the key. Of two keys with different codes against one base, the one with the smaller
/// code comes first, and the other key's code against it is its code against the base (offset-value
/// coding; W. M. Conner, 1977). So most comparisons of a merge read no key.
struct KeyCode: Comparable, Sendable {
  private let bits: UInt64

  /// The key equals its base.
  static let same = KeyCode(bits: 0)
  /// There is no key left; comes after all other codes.
  static let end = KeyCode(bits: .max)

  private init(bits: UInt64) { self.bits = bits }

  /// Makes a code from the first differing word: a later place makes a smaller code, and so does a
  /// smaller word in the same place.
  init(place: Int, word: UInt32) {
    bits = UInt64(UInt32.max - 1 &- UInt32(truncatingIfNeeded: place)) &<< 32 | UInt64(word)
  }

  /// The place of the first differing word.
  var place: Int { Int(UInt32.max - 1 - UInt32(truncatingIfNeeded: bits &>> 32)) }

  static func < (left: KeyCode, right: KeyCode) -> Bool { left.bits < right.bits }
}

extension OrderedKeys {
  /// Returns how a key differs from one that doesn't come after it.
  func code(of number: Int, after other: borrowing OrderedKeys, _ otherNumber: Int) -> KeyCode {
    difference(of: number, from: other, otherNumber).map { KeyCode(place: $0.place, word: $0.word) }
      ?? .same
  }

  /// Returns how a key differs from a key that comes before all others.
  func code(of number: Int) -> KeyCode {
    let start = start(of: number)
    return KeyCode(place: 0, word: start < ends[number] ? words[start] : 0)
  }
}
