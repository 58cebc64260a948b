extension Collator {
  /// The primary level of a sort key.
  package func letters(of text: String) -> [UInt8] { letters(of: text[...]) }

  /// The primary level of a sort key.
  package func letters(of text: Substring) -> [UInt8] { letters(ofUTF8: text.utf8.span) }

  /// The primary level of a sort key.
  package func letters(ofUTF8 text: Span<UInt8>) -> [UInt8] {
    var bytes = Engine(collator: self).key(of: text)
    bytes.removeLast(bytes.count - bytes.primaryLevel.count)
    return bytes
  }

  /// Whether a beginning of a name may end before a scalar, within a `Character`: it has letters of
  /// its own, as a vowel sign has and an accent has not.
  package func bringsLetter(_ scalar: Unicode.Scalar) -> Bool {
    !isVowelOrFinalOfHangul(scalar.value) && !letters(of: String(scalar)).isEmpty
  }
}

/// Whether a code point goes on with a syllable of Hangul. A syllable is the same in one scalar,
/// which cannot be cut.
package func isVowelOrFinalOfHangul(_ codePoint: UInt32) -> Bool {
  (0x1160...0x11FF).contains(codePoint) || (0xD7B0...0xD7FF).contains(codePoint)
}
