internal import Collation

/// A range of keys, from `lower` up to, but not including, `upper`.
package struct SearchRange: Hashable, Sendable {
  package var lower: [UInt8]
  package var upper: [UInt8]

  package init(lower: [UInt8], upper: [UInt8]) { (self.lower, self.upper) = (lower, upper) }

  package func contains(_ key: some Sequence<UInt8>) -> Bool {
    !key.lexicographicallyPrecedes(lower) && key.lexicographicallyPrecedes(upper)
  }
}

/// The disjoint ranges of keys in which a word is found, best first.
///
/// The whole word comes first, then the beginnings of names, then the beginnings of other words.
struct SearchRanges {
  private(set) var ranges: [SearchRange] = []

  /// More ranges would take longer to read than what is between them.
  private static let mostBeginnings = 8

  /// - Parameter word: `nil` for all names.
  init(of word: TypedWord?, _ order: SearchLetters) {
    guard let word else {
      ranges = [.beginning(with: [SearchKey.beginsName])]
      return
    }
    let beginnings = Self.beginnings(of: word, order)
    let kinds = [SearchKey.beginsName, SearchKey.beginsWord]
    for kind in kinds {
      add(
        beginnings.filter(\.isWhole).map {
          .beginning(with: [kind] + $0.letters.joined() + [SearchKey.wordEnd])
        })
    }
    for kind in kinds {
      add(
        beginnings.flatMap { beginning in
          // The first word may end after each letter: vande finds Van de Velde.
          beginning.letters.indices.map { end in
            let space = end == 0 ? [] : [SearchKey.wordEnd]
            var range = SearchRange.beginning(
              with: [kind] + beginning.letters[..<end].joined() + space
                + beginning.letters[end...].joined())
            // Excludes what precedes the whole word: nothing, if a space fits in.
            if end == 0, beginning.isWhole, beginning.byteCount < SearchKey.mostBytes {
              range.lower = [kind] + beginning.letters.joined() + [SearchKey.wordEnd + 1]
            }
            return range
          }
        })
    }
    add(Self.initials(of: word, order).map { .beginning(with: [SearchKey.initials] + $0) })
  }

  /// Adds ranges, except what earlier ranges cover.
  private mutating func add(_ new: [SearchRange]) {
    for range in new.sorted(by: { $0.lower.lexicographicallyPrecedes($1.lower) }) {
      var rest = [range]
      for known in ranges {
        rest = rest.flatMap { $0.subtracting(known) }
      }
      ranges += rest
    }
  }

  /// The letters with which a name may begin for a word.
  private struct Beginning: Hashable {
    /// The bytes of each letter.
    var letters: [[UInt8]] = []
    /// Whether these are all letters of the word.
    var isWhole = false

    var byteCount: Int { letters.reduce(0) { $0 + $1.count } }

    mutating func append(_ letter: [UInt8]) -> Bool {
      guard byteCount + letter.count <= SearchKey.mostBytes else { return false }
      letters.append(letter)
      return true
    }
  }

  private static func beginnings(of word: TypedWord, _ order: SearchLetters) -> Set<Beginning> {
    var found: Set<Beginning> = []
    // Beginnings that may still grow, each with the index of the word's next letter.
    var open: [(beginning: Beginning, next: Int)] = [(Beginning(), 0)]
    while let (beginning, next) = open.popLast() {
      if next == word.letters.count {
        found.insert(Beginning(letters: beginning.letters, isWhole: true))
        continue
      }
      func grow(by letters: [SearchLetters.Letter], to next: Int, isCut: Bool = false) {
        var grown = beginning
        if letters.allSatisfy({ grown.append(order.bytes(of: $0.primary)) }), !isCut {
          open.append((grown, next))
        } else {
          found.insert(grown)
        }
      }
      if found.count + open.count >= mostBeginnings {
        // The letters so far begin everything that would follow.
        found.insert(beginning)
        continue
      }
      let letter = word.letters[next]
      // After a Hangul consonant, the rest of its syllable may follow. `initials` covers what
      // follows between the first two.
      let isCut =
        letter.isInitial && next + 1 < word.letters.count
        && !(next == 0 && word.letters[1].isInitial)
      grow(by: [letter.letter], to: next + 1, isCut: isCut)
      for equality in word.alternatives[next] {
        grow(by: equality.found, to: next + equality.typed.count)
      }
    }
    return found
  }

  /// The first consonants of syllables that a word of such consonants finds.
  private static func initials(of word: TypedWord, _ order: SearchLetters) -> Set<[UInt8]> {
    var letters: [(primary: UInt32, bytes: [UInt8])] = []
    var byteCount = 0
    for letter in word.letters.prefix(while: \.isInitial) {
      let bytes = order.bytes(of: letter.letter.primary)
      byteCount += bytes.count
      if byteCount > SearchKey.mostBytes { break }
      letters.append((letter.letter.primary, bytes))
    }
    if letters.count < 2 { return [] }
    var found: Set<[UInt8]> = [[]]
    for (number, letter) in letters.enumerated() {
      // Two may belong to one character, whose first consonant is in the key.
      let maybeSecond =
        number > 0 && order.consonantPairs.contains([letters[number - 1].primary, letter.primary])
      found = Set(found.flatMap { maybeSecond ? [$0, $0 + letter.bytes] : [$0 + letter.bytes] })
    }
    return found
  }
}

extension SearchRange {
  /// The keys that begin with some bytes. No key is a bound, so a query for keys greater than the
  /// lower one misses none.
  fileprivate static func beginning(with bytes: [UInt8]) -> SearchRange {
    var (lower, upper) = (bytes, bytes)
    lower[lower.count - 1] -= 1
    lower += [0xFF, 0xFF]
    while upper.last == 0xFF { upper.removeLast() }
    upper[upper.count - 1] += 1
    return SearchRange(lower: lower, upper: upper)
  }

  fileprivate func subtracting(_ other: SearchRange) -> [SearchRange] {
    if !lower.lexicographicallyPrecedes(other.upper)
      || !other.lower.lexicographicallyPrecedes(upper)
    {
      return [self]
    }
    var rest: [SearchRange] = []
    if lower.lexicographicallyPrecedes(other.lower) {
      rest.append(SearchRange(lower: lower, upper: other.lower))
    }
    if other.upper.lexicographicallyPrecedes(upper) {
      rest.append(SearchRange(lower: other.upper, upper: upper))
    }
    return rest
  }
}
