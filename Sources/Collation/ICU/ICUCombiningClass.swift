internal import CICU

/// Canonical combining classes. `u_getIntPropertyValue`
enum ICUCombiningClass {
  /// The class of the first code point of the decomposition.
  static func leading(_ codePoint: UInt32) -> Int32 {
    cicu_u_getIntPropertyValue(Int32(codePoint), CICUProperty(CICU_PROPERTY_LEAD_COMBINING_CLASS))
  }

  /// Whether the decomposition begins with a combining mark that normalization may move.
  static func isCombining(_ codePoint: UInt32) -> Bool { leading(codePoint) != 0 }

  /// The class of the last code point of the decomposition.
  static func trailing(_ codePoint: UInt32) -> Int32 {
    cicu_u_getIntPropertyValue(Int32(codePoint), CICUProperty(CICU_PROPERTY_TRAIL_COMBINING_CLASS))
  }
}
