internal import CICU

/// Code points below U+20000 that share an ICU property. `u_getIntPropertyValue`
struct ICUCodePointSet {
  private static let limit: UInt32 = 0x20000
  private var words = [UInt64](repeating: 0, count: Int(limit) / 64)

  private init(_ property: Int, from first: UInt32 = 0, where isMember: (Int) -> Bool) {
    for codePoint in first..<Self.limit
    where isMember(Int(cicu_u_getIntPropertyValue(Int32(codePoint), CICUProperty(property)))) {
      words[Int(codePoint / 64)] |= 1 << (codePoint % 64)
    }
  }

  init(combining codePoints: some Sequence<UInt32>) {
    for codePoint in codePoints where Self.combining.contains(codePoint) {
      words[Int(codePoint / 64)] |= 1 << (codePoint % 64)
    }
  }

  /// Whether the code point is in the set. No set has members from U+20000 on, where there are
  /// ideographs and tags.
  func contains(_ codePoint: UInt32) -> Bool {
    codePoint < Self.limit && words[Int(codePoint / 64)] & 1 << (codePoint % 64) != 0
  }

  var members: [UInt32] { (0..<Self.limit).filter(contains) }

  /// The code points whose decomposition begins with a combining mark that normalization may move.
  static let combining = Self(CICU_PROPERTY_LEAD_COMBINING_CLASS) { $0 != 0 }

  static let symbols = Self(CICU_PROPERTY_GENERAL_CATEGORY) {
    (CICU_MATH_SYMBOL...CICU_OTHER_SYMBOL).contains($0)
  }

  /// The emoji, without Latin-1 signs that are usually text.
  static let emoji = Self(CICU_PROPERTY_EMOJI, from: 0x100) { $0 != 0 }

  static let digits = Self(CICU_PROPERTY_GENERAL_CATEGORY) { $0 == CICU_DECIMAL_DIGIT_NUMBER }
}
