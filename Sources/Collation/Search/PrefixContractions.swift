/// The contractions of a collator that may begin within a prefix and end beyond it, by what they do
/// to the letters of a sort key: after `c`, a Czech name may go on as `ch`, whose weight is
/// another.
struct PrefixContractions: Sendable {
  /// By the letters of what a contraction begins with, the letters of the whole.
  let letters: [[UInt8]: Set<[UInt8]>]

  /// The most bytes by which a contraction makes the letters of its beginning fewer, and two that
  /// end runs (``ICUSortKey``).
  let saving: Int
  /// The code points of the longest contraction.
  let longest: Int

  private static let cache = BoundedCache<Collator, PrefixContractions>(capacity: 256)

  /// The contexts of a collator at primary strength.
  ///
  /// - Complexity: O(1) for a collator that was asked for lately; else some milliseconds, in which
  ///   ICU goes through all its data.
  static func of(_ collator: Collator) throws(CollationError) -> PrefixContractions {
    try cache.value(for: collator) { () throws(CollationError) in
      let strings = try explainingFailure(.icuFailure, "ICU does not list its contractions") {
        () throws(ICUFailure) in
        try collator.storage.icu.contextualStrings()
      }
      return PrefixContractions(collator, strings)
    }
  }

  private init(_ collator: Collator, _ strings: [[UInt32]]) {
    var letters: [[UInt8]: Set<[UInt8]>] = [:]
    for string in strings {
      let text = String(String.UnicodeScalarView(string.compactMap(Unicode.Scalar.init)))
      let whole = collator.letters(of: text)
      let characters = Set(text.indices)
      for boundary in text.unicodeScalars.indices.dropFirst()
      where characters.contains(boundary) || collator.bringsLetter(text.unicodeScalars[boundary]) {
        let beginning = collator.letters(of: String(text[..<boundary]))
        // Most go on with what they begin with: カー has the weights of カ, and more.
        if !whole.starts(with: beginning) { letters[beginning, default: []].insert(whole) }
      }
    }
    self.letters = letters
    let savings = letters.map { beginning, wholes in
      beginning.count - (wholes.map(\.count).min() ?? 0)
    }
    saving = 2 + max(0, savings.max() ?? 0)
    longest = strings.map(\.count).max() ?? 0
  }
}

extension Collator {
  /// The first level of a sort key.
  func letters(of text: String) -> [UInt8] {
    Array(Engine(collator: self).sortKey(of: text.utf8.span).firstLevel)
  }

  /// Whether a beginning of a name may end before a scalar, within a `Character`: it has letters of
  /// its own, as a vowel sign has and an accent has not.
  func bringsLetter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // Vowels and finals of Hangul: a syllable is the same in one scalar, which cannot be cut.
    case 0x1160...0x11FF, 0xD7B0...0xD7FF: false
    default: !letters(of: String(scalar)).isEmpty
    }
  }
}
