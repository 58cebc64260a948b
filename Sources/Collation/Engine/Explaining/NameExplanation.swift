/// How the engine collates one name: who makes its key, what each character adds to the primary
/// level, and why only ICU knows a level.
///
/// The encoders themselves tell who makes the key, and a slow walk by their rules tells why.
package struct NameExplanation: Sendable {
  package enum Path: Hashable, Sendable {
    /// The table of weights.
    case table
    /// The table, in a code for runs of letters with one lead byte.
    case tableInRuns
    /// ICU, since the table cannot prove the name simple.
    case icu(Reason)
  }

  /// Why the tables cannot make a key.
  package struct Reason: Error, Hashable, CustomStringConvertible {
    /// What the table does not handle.
    package let words: String
    /// The code points that the words refer to; empty if they refer to the whole name.
    package let codePoints: [UInt32]

    package var description: String {
      let texts = codePoints.map(Element.text(ofCodePoint:)).joined(separator: " ")
      return texts.isEmpty ? words : "\(words) (\(texts))"
    }

    init(_ words: String, _ codePoints: UInt32...) { self.init(words, codePoints) }

    init(_ words: String, _ codePoints: [UInt32]) {
      (self.words, self.codePoints) = (words, codePoints)
    }

    /// The explaining walk found no reason, which the tests rule out.
    static let unknown = Reason("unknown reason")
  }

  /// A character, or two characters that collate as one.
  package struct Element: Hashable, Sendable {
    /// The code points; empty for a byte that isn't UTF-8.
    package let codePoints: [UInt32]
    /// The bytes of the primary weights; empty if the level ignores the character, or if only ICU
    /// knows them.
    package let weights: [UInt8]
    /// What else the table knows, in words.
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

  package struct Level: Hashable, Sendable {
    /// The name of the level in UTS #10 and #35.
    package let name: String
    package let bytes: ArraySlice<UInt8>
  }

  /// Who makes the primary level of the name's key in a long list.
  package let path: Path
  /// Who makes the whole key: for one name, for the keys of many, and for names that tie in a list.
  /// If the tables make the keys of both, comparing two names never needs ICU.
  package let keyPath: Path
  package let elements: [Element]
  package let levels: [Level]
}
