internal import CICU

/// Properties of characters.
enum ICUCharacter {
  /// Whether a character is a space. `u_getIntPropertyValue`, `UCHAR_WHITE_SPACE`
  static func isSpace(_ codePoint: UInt32) -> Bool {
    cicu_property(Int32(codePoint), CICUProperty(CICU_PROPERTY_WHITE_SPACE)) != 0
  }

  /// Whether a character is a letter, a mark or a number, or may be one, as those for private use:
  /// neither punctuation nor a symbol, a space or a control.
  static func isOfWord(_ codePoint: UInt32) -> Bool { others & category(codePoint) == 0 }

  /// Whether a character is a mark on others.
  static func isMark(_ codePoint: UInt32) -> Bool { marks & category(codePoint) != 0 }

  /// The bit of the general category, a `UCharCategory`. `u_charType`
  private static func category(_ codePoint: UInt32) -> UInt32 {
    1 << UInt32(cicu_generalCategory(Int32(codePoint)))
  }

  /// Mn, Me, Mc
  private static let marks: UInt32 = 0b111 << 6
  /// From Zs to Cf, and from Cs to Pf: Zs, Zl, Zp, Cc, Cf; Cs, Pd, Ps, Pe, Pc, Po, Sm, Sc, Sk, So,
  /// Pi, Pf. Co lies between.
  private static let others: UInt32 = 0b1_1111 << 12 | 0b1111_1111_1111 << 18
}
