/// How the engine collates one name: who makes the first level of its key, what each character adds
/// to the level, and why only ICU knows the level.
///
/// It is made by a slow walk that tells its steps. The walk has the rules of the encoders, and the
/// tests hold it against them.
package struct NameExplanation: Sendable {
  /// Who makes the first level of a name's key.
  package enum Path: Hashable, Sendable {
    /// The table of weights.
    case table
    /// The table, in a code for runs of letters with one lead byte.
    case tableInRuns
    /// ICU, since the table cannot prove the name simple.
    case icu(Reason)
  }

  /// Why the table cannot make the first level of a name.
  package struct Reason: Error, Hashable, CustomStringConvertible {
    /// What the table does not take.
    package let words: String
    /// The code points that these words are about; empty where they are about the whole name.
    package let codePoints: [UInt32]

    /// The words and the code points, in one line.
    package var description: String {
      let texts = codePoints.map(Element.text(ofCodePoint:)).joined(separator: " ")
      return texts.isEmpty ? words : "\(words) (\(texts))"
    }

    init(_ words: String, _ codePoints: UInt32...) {
      (self.words, self.codePoints) = (words, codePoints)
    }
  }

  /// A character, or two characters that collate as one.
  package struct Element: Hashable, Sendable {
    /// The code points; empty for a byte that is no UTF-8.
    package let codePoints: [UInt32]
    /// The bytes of the weights at the first level; empty where the level ignores the character,
    /// and where only ICU knows.
    package let weights: [UInt8]
    /// What the table knows beside the weights, in words.
    package let flags: [String]

    init(_ codePoints: [UInt32], _ weights: PrimaryWeights) {
      self.codePoints = codePoints
      self.weights = weights.codeBytes
      flags = weights.flagNames
    }

    static let illFormed = Element([], .complex)

    /// A code point as the Unicode Standard writes it.
    package static func text(ofCodePoint codePoint: UInt32) -> String {
      let digits = String(codePoint, radix: 16, uppercase: true)
      return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
  }

  /// A level of the sort key.
  package struct Level: Hashable, Sendable {
    /// The name of the level, as UTS #10 and #35 have it.
    package let name: String
    /// The bytes between those that end levels.
    package let bytes: ArraySlice<UInt8>
  }

  /// Who makes the first level of the name's key in a long list.
  package let path: Path
  /// The characters of the name.
  package let elements: [Element]
  /// The levels of the name's sort key.
  package let levels: [Level]
}
