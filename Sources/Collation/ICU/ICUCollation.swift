internal import CICU

enum ICUCollation {
  static var availableLocales: [String] {
    ICULocale.ensureDefault
    return (0..<cicu_ucol_countAvailable()).compactMap { index in
      unsafe cicu_ucol_getAvailable(index).map { unsafe String(cString: $0) }
    }
  }

  /// Returns all collation types of all locales. `ucol_getKeywordValues`
  static func collationTypes() throws(ICUFailure) -> [String] {
    unsafe try icuStrings { status in unsafe cicu_ucol_getKeywordValues("collation", &status) }
  }

  /// Returns the collation types of a locale, its default first. `ucol_getKeywordValuesForLocale`
  static func collationTypes(of locale: String) throws(ICUFailure) -> [String] {
    unsafe try icuStrings { status in
      unsafe cicu_ucol_getKeywordValuesForLocale("collation", locale, 0, &status)
    }
  }
}
