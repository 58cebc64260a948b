internal import Collation

/// The beginnings of a name that may be equal to a prefix, and their letters, each computed once.
struct NameBeginnings {
  /// A place in a name where a prefix may end, and the end of the character around it.
  struct End {
    var index: String.Index
    var characterEnd: String.Index
  }

  /// The places after each character, and before each scalar within one that brings a letter.
  let ends: [End]

  private let name: String
  /// How many bytes the letters of the longest beginning are likely to take.
  private let likelyCount: Int
  private let collator: Collator
  private var known: [[UInt8]?]

  private static let longest = 4_096

  /// - Parameters:
  ///   - letters: The letters of the name.
  ///   - collator: The collator at primary strength.
  init(
    of name: String, letters: [UInt8], _ collator: Collator, _ contractions: PrefixContractions
  ) {
    self.name = name
    self.collator = collator
    likelyCount = letters.count * min(name.utf8.count, Self.longest) / max(1, name.utf8.count)
    var ends = [End(index: name.startIndex, characterEnd: name.startIndex)]
    let limit =
      name.utf8.index(name.startIndex, offsetBy: Self.longest, limitedBy: name.endIndex)
      ?? name.endIndex
    var start = name.startIndex
    while start < name.endIndex {
      let end = name.index(after: start)
      var inner = name.unicodeScalars.index(after: start)
      while inner < end && inner <= limit {
        if contractions.bringsLetter(name.unicodeScalars[inner], collator) {
          ends.append(End(index: inner, characterEnd: end))
        }
        name.unicodeScalars.formIndex(after: &inner)
      }
      if end > limit { break }
      ends.append(End(index: end, characterEnd: end))
      start = end
    }
    self.ends = ends
    known = Array(repeating: nil, count: ends.count)
    if start == name.endIndex { known[ends.count - 1] = letters }
  }

  mutating func letters(to number: Int) -> [UInt8] {
    if let letters = known[number] { return letters }
    let letters = collator.letters(ofUTF8: name[..<ends[number].index].utf8.span)
    known[number] = letters
    return letters
  }

  private static let guesses = 4

  /// Finds an end whose beginning has at least `count` bytes of letters, while that of the end
  /// before has fewer.
  ///
  /// Most names have letters throughout, so a guess finds the place, and no more than two or three
  /// beginnings are examined.
  mutating func end(reaching count: Int) -> Int {
    var (low, high) = (-1, ends.count)
    var (lowCount, highCount) = (0, likelyCount)
    var guesses = Self.guesses
    while high - low > 1 {
      var number = low + (high - low) / 2
      if guesses > 0 && highCount > lowCount {
        let guess = low + (high - low) * (count - lowCount) / (highCount - lowCount)
        number = min(max(guess, low + 1), high - 1)
        guesses -= 1
      }
      let found = letters(to: number).count
      if found < count {
        (low, lowCount) = (number, found)
      } else {
        (high, highCount) = (number, found)
      }
    }
    return high
  }

  /// Finds the first end from `first` on for which the piece between it and the end before has
  /// letters of its own.
  func endOfIgnored(from first: Int) -> Int {
    var (number, count) = (first, 16)
    while number < ends.count {
      // U+FFFE between the pieces is one byte in the letters, so one key covers many pieces.
      var pieces: [UInt8] = []
      var last = number
      while last < min(number + count, ends.count) {
        let range = ends[last - 1].index..<ends[last].index
        let piece = name.utf8[range]
        if piece.count >= 3 && name.unicodeScalars[range].contains("\u{FFFE}") { break }
        pieces += piece
        pieces += "\u{FFFE}".utf8
        last += 1
      }
      let letters = collator.letters(ofUTF8: pieces.span)
      let ignored = letters.prefix { $0 == SortKeyFormat.mergeSeparator }.count
      if ignored < count { return number + ignored }
      number = last
      count *= 2
    }
    return number
  }
}
