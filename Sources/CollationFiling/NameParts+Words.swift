internal import Collation

extension NameParts.Field {
  fileprivate var texts: [String] { [text, sortAs, reading].compactMap(\.self) }
}

extension NameParts {
  /// For each word of the parts, the text from that word on: what a database must store for a
  /// search by any word of a name.
  ///
  /// ```swift
  /// let texts = NameParts("Brown, James").wordTexts  // ["Brown, James", "James"]
  /// let keys = texts.map { collation.listKey(for: $0) }
  /// ```
  ///
  /// A `StoredList` over such rows finds the names that have a word beginning with a prefix. A word
  /// begins where a text does, and after a character that is neither letter nor digit; each
  /// ideograph is a word. The words are those of the name, the fields, what the name sorts as, and
  /// the reading, each text once. A text ends with the character that reaches
  /// ``maximumWordTextLength`` bytes.
  ///
  /// - Complexity: O(*n* · *m*) in the UTF-8 bytes and ``maximumWordTextLength``.
  public var wordTexts: [String] {
    var texts: [String] = []
    forEachWordText {
      texts.append($0)
      return true
    }
    return texts
  }

  /// Calls a function with each of ``wordTexts``, until it returns `false`.
  package func forEachWordText(_ body: (String) -> Bool) {
    // Hashing a text itself takes quadratic time in the marks of its last character.
    var seen: Set<[UInt8]> = []
    for part in [shown] + fields.flatMap(\.texts) + [sortAs, reading].compactMap(\.self) {
      for start in SearchText.wordStarts(in: part) {
        let text = Self.beginning(of: part[start...])
        if seen.insert(Array(text.utf8)).inserted, !body(text) { return }
      }
    }
  }

  /// The UTF-8 bytes after which a text of ``wordTexts`` ends: more than anybody types.
  public static let maximumWordTextLength = 128

  private static func beginning(of text: Substring) -> String {
    guard
      let last = text.utf8.index(
        text.startIndex, offsetBy: maximumWordTextLength - 1, limitedBy: text.endIndex),
      last < text.endIndex
    else { return String(text) }
    // The character that has the byte, or ends with it.
    return String(text[..<text.index(after: last)])
  }
}
