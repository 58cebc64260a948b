import Foundation

/// A list of words, of which some are chosen more often than others.
struct Words: Sendable {
  private let words: [[UInt8]]
  /// The number of the word that each of 65,536 random numbers chooses.
  private let choices: [UInt16]

  /// Words that are separated by white space, the frequent ones first. `_` stands for a space.
  ///
  /// - Parameter skew: The power of the rank that a word's frequency falls with: 0 for words that are
  ///   all as frequent, 1 for Zipf's law.
  init(_ text: String, skew: Double = 0) {
    self.init(
      text.split(whereSeparator: \.isWhitespace).map { word in
        word.utf8.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: " ") : $0 }
      }, skew: skew)
  }

  /// Each character that is not white space as a word.
  init(characters: String, skew: Double = 0) {
    self.init(characters.filter { !$0.isWhitespace }.map { Array(String($0).utf8) }, skew: skew)
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

  private init(_ words: [[UInt8]], skew: Double) {
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
  func choose(_ generator: inout NameGenerator) -> ArraySlice<UInt8> {
    words[Int(choices[generator.bits()])][...]
  }
}
