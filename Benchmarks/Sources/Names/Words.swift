import Foundation

/// A word, and how it is read, if its letters do not say so.
struct Word: Sendable {
  let text: [UInt8]
  let reading: [UInt8]

  /// A text, then `/` and a reading if it has one. `_` stands for a space.
  init(_ text: Substring) {
    let parts = text.split(separator: "/").map { part in
      part.utf8.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: " ") : $0 }
    }
    self.init(text: parts[0], reading: parts[parts.count - 1])
  }

  init(text: [UInt8], reading: [UInt8]) {
    self.text = text
    self.reading = reading
  }

  static func + (left: Word, right: Word) -> Word {
    Word(text: left.text + right.text, reading: left.reading + right.reading)
  }
}

/// A list of words, of which some are chosen more often than others.
struct Words: Sendable {
  private let words: [Word]
  /// The number of the word that each of 65,536 random numbers chooses.
  private let choices: [UInt16]

  /// Words that are separated by white space, the frequent ones first.
  ///
  /// - Parameter skew: The power of the rank that a word's frequency falls with: 0 for words that are
  ///   all as frequent, 1 for Zipf's law.
  init(_ text: String, skew: Double = 0) {
    self.init(text.split(whereSeparator: \.isWhitespace).map(Word.init), skew: skew)
  }

  /// Each character that is not white space as a word.
  init(characters: String, skew: Double = 0) {
    self.init(
      characters.filter { !$0.isWhitespace }.map { Word(Substring(String($0))) }, skew: skew)
  }

  /// Each word of one list followed by each of another, and so on, mixed.
  init(joining first: Words, _ others: Words..., skew: Double = 0) {
    var words = first.words
    for other in others { words = words.flatMap { word in other.words.map { word + $0 } } }
    var generator = NameGenerator(seed: 1)
    self.init(words.shuffled(using: &generator), skew: skew)
  }

  /// The words of some lists, mixed.
  init(mixing lists: Words..., skew: Double = 0) {
    var generator = NameGenerator(seed: 1)
    self.init(lists.flatMap(\.words).shuffled(using: &generator), skew: skew)
  }

  private init(_ words: [Word], skew: Double) {
    self.words = words
    let weights = words.indices.map { pow(Double($0 + 1), -skew) }
    let total = weights.reduce(0, +)
    var choices: [UInt16] = []
    choices.reserveCapacity(1 << 16)
    var sum = 0.0
    for (number, weight) in weights.enumerated() {
      sum += weight
      let end = Int((sum / total * 65_536).rounded())
      choices += repeatElement(UInt16(number), count: max(0, end - choices.count))
    }
    self.choices = choices
  }

  /// One of the words.
  func choose(_ generator: inout NameGenerator) -> Word {
    words[Int(choices[generator.bits()])]
  }
}
