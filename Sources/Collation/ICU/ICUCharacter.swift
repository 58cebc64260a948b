internal import CICU

package enum ICUCharacter {
  /// Whether a character is a space. `u_getIntPropertyValue`, `UCHAR_WHITE_SPACE`
  package static func isSpace(_ codePoint: UInt32) -> Bool {
    cicu_u_getIntPropertyValue(Int32(codePoint), CICUProperty(CICU_PROPERTY_WHITE_SPACE)) != 0
  }

  /// Whether a character is a letter, a mark or a number, or may be one, like a private-use
  /// character: neither punctuation nor a symbol, a space or a control.
  package static func isOfWord(_ codePoint: UInt32) -> Bool { others & category(codePoint) == 0 }

  package static func isMark(_ codePoint: UInt32) -> Bool { marks & category(codePoint) != 0 }

  /// Whether a character modifies others without being a letter of a script: a mark, or a modifier
  /// letter, such as the Japanese sign for a long vowel.
  package static func isModifier(_ codePoint: UInt32) -> Bool {
    isMark(codePoint) || isModifierLetter(codePoint)
  }

  /// Whether a character is a modifier letter, Lm.
  package static func isModifierLetter(_ codePoint: UInt32) -> Bool {
    category(codePoint) == 1 << 4
  }

  // MARK: Scripts

  /// The script of a character, a `UScriptCode`. `u_getIntPropertyValue`, `UCHAR_SCRIPT`
  package static func script(_ codePoint: UInt32) -> Int32 {
    cicu_u_getIntPropertyValue(Int32(codePoint), CICUProperty(CICU_PROPERTY_SCRIPT))
  }

  /// More than the code of any script. `UScriptCode` has some 200 codes.
  package static let scriptLimit: Int32 = 1_024
  /// The code of characters that several scripts share.
  package static let common = Int32(CICU_SCRIPT_COMMON)

  /// Whether a code denotes characters that scripts share: USCRIPT_COMMON, USCRIPT_INHERITED.
  package static func isShared(_ script: Int32) -> Bool {
    script == common || script == Int32(CICU_SCRIPT_INHERITED)
  }

  /// The code of characters of unknown script, such as private-use characters.
  package static let unknown = Int32(CICU_SCRIPT_UNKNOWN)

  package static let latin = Int32(CICU_SCRIPT_LATIN)
  package static let cyrillic = Int32(CICU_SCRIPT_CYRILLIC)
  package static let greek = Int32(CICU_SCRIPT_GREEK)
  package static let han = Int32(CICU_SCRIPT_HAN)
  package static let hangul = Int32(CICU_SCRIPT_HANGUL)

  // MARK: Categories

  /// The bit of the general category, a `UCharCategory`. `u_charType`
  private static func category(_ codePoint: UInt32) -> UInt32 {
    1 << UInt32(cicu_u_charType(Int32(codePoint)))
  }

  /// Mn, Me, Mc
  private static let marks: UInt32 = 0b111 << 6
  /// From Zs to Cf, and from Cs to Pf: Zs, Zl, Zp, Cc, Cf; Cs, Pd, Ps, Pe, Pc, Po, Sm, Sc, Sk, So,
  /// Pi, Pf. Co, in between, is left out.
  private static let others: UInt32 = 0b1_1111 << 12 | 0b1111_1111_1111 << 18

  // MARK: Normalization

  /// The canonical combining class of the first code point of the decomposition.
  /// `u_getIntPropertyValue`, `UCHAR_LEAD_CANONICAL_COMBINING_CLASS`
  static func leadingClass(_ codePoint: UInt32) -> Int32 {
    cicu_u_getIntPropertyValue(Int32(codePoint), CICUProperty(CICU_PROPERTY_LEAD_COMBINING_CLASS))
  }

  /// The class of the last code point of the decomposition.
  static func trailingClass(_ codePoint: UInt32) -> Int32 {
    cicu_u_getIntPropertyValue(Int32(codePoint), CICUProperty(CICU_PROPERTY_TRAIL_COMBINING_CLASS))
  }

  /// Whether the decomposition begins with a combining mark that normalization may move.
  static func isCombining(_ codePoint: UInt32) -> Bool { leadingClass(codePoint) != 0 }

  /// Returns the code points that a code point decomposes to, or the code point itself.
  /// `unorm2_normalize`
  package static func decomposition(of codePoint: UInt32) -> [UInt32] {
    guard codePoint >= 0xC0, let scalar = Unicode.Scalar(codePoint) else { return [codePoint] }
    let units = Array(String(scalar).utf16)
    var status = ICUStatus()
    guard let normalizer = unsafe cicu_unorm2_getNFDInstance(&status.code) else {
      return [codePoint]
    }
    // No code point decomposes to more than four.
    let decomposed = unsafe [CICUUTF16](unsafeUninitializedCapacity: 8) { buffer, count in
      count = unsafe Int(
        cicu_unorm2_normalize(
          normalizer, units, Int32(units.count), buffer.baseAddress!, Int32(buffer.count),
          &status.code))
    }
    if status.isFailure { return [codePoint] }
    return String(decoding: decomposed, as: UTF16.self).scalars.map(\.value)
  }
}
