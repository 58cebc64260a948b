internal import CICU

enum ICUCollation {
  /// `ucol_getAvailable`
  static var availableLocales: [String] {
    (0..<cicu_collator_availableCount()).compactMap { index in
      unsafe cicu_collator_available(index).map { unsafe String(cString: $0) }
    }
  }

  /// Returns every collation type of any locale. `ucol_getKeywordValues`
  static func collationTypes() throws(ICUFailure) -> [String] {
    unsafe try icuStrings { status in unsafe cicu_collator_keywordValues("collation", &status) }
  }

  /// Returns the collation types of a locale, its default first. `ucol_getKeywordValuesForLocale`
  static func collationTypes(of locale: String) throws(ICUFailure) -> [String] {
    unsafe try icuStrings { status in
      unsafe cicu_collator_keywordValuesForLocale("collation", locale, 0, &status)
    }
  }
}
