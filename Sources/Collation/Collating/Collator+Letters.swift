extension Collator {
  /// Returns the primary level of a text's sort key.
  package func letters(of text: String) -> [UInt8] { letters(ofUTF8: text.utf8.span) }

  /// Returns the primary level of a text's sort key.
  package func letters(ofUTF8 text: Span<UInt8>) -> [UInt8] {
    var bytes = Engine(collator: self).key(of: text)
    bytes.removeLast(bytes.count - bytes.primaryLevel.count)
    return bytes
  }

  /// Whether a prefix of a name may end before a scalar, within a `Character`: it may if the scalar
  /// has letters of its own, as a vowel sign does and an accent does not.
  package func bringsLetter(_ scalar: Unicode.Scalar) -> Bool {
    !isVowelOrFinalOfHangul(scalar.value) && !letters(of: String(scalar)).isEmpty
  }
}

/// Whether a code point continues a Hangul syllable. The same syllable may be one scalar, which
/// cannot be cut.
package func isVowelOrFinalOfHangul(_ codePoint: UInt32) -> Bool {
  (0x1160...0x11FF).contains(codePoint) || (0xD7B0...0xD7FF).contains(codePoint)
}
