internal import Collation

/// A word of a query.
struct TypedWord {
  struct Letter {
    var weights: UInt64
    var letter: SearchLetters.Letter
    /// Whether it is a Hangul consonant by itself, which the rest of a syllable may follow.
    var isInitial: Bool
  }

  private(set) var letters: [Letter] = []
  /// For each letter, what may replace it and the letters after it.
  private(set) var alternatives: [[SearchLetters.Equality]] = []

  /// More letters than any typed word has. Each alternative is tried at each letter.
  private static let mostLettersWithAlternatives = 64

  /// The Hangul consonants that a keyboard types.
  private static let hangulConsonants: ClosedRange<UInt32> = 0x3131...0x314E

  /// - Parameter order: `nil` in a search by the list's own order.
  init(_ word: String, _ reader: inout SearchedNames.Reader, _ order: SearchLetters?) {
    let utf8 = word.utf8.span
    reader.readElements(utf8) { element in
      let codePoint = utf8.codePoint(at: element.byte)?.codePoint ?? 0
      letters.append(
        Letter(
          weights: element.weights,
          letter: SearchLetters.Letter(primary: element.primary, marks: element.marks),
          isInitial: order != nil && letters.count < Self.mostLettersWithAlternatives
            && Self.hangulConsonants.contains(codePoint)))
    }
    alternatives = letters.map { _ in [] }
    guard let order, letters.count <= Self.mostLettersWithAlternatives else { return }
    let typed = letters.map(\.letter)
    for place in typed.indices {
      alternatives[place] = order.equalities.filter { typed[place...].starts(with: $0.typed) }
    }
  }
}
