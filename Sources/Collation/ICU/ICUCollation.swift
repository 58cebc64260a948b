internal import CICU
internal import CICUCxx

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

  /// Returns the mark at which, in root's order, the script of a text without NUL begins, and the
  /// characters that have the script's greatest weight; `nil` if the text lies in no script, or
  /// after the last.
  static func ends(
    ofScriptOf text: String
  ) throws(ICUFailure) -> (mark: String, last: [String])? {
    ICULocale.ensureDefault
    let ends = try unsafe icuString(text, cicu_script_ends).scalars.map(String.init)
    return ends.count > 2 ? (ends[..<2].joined(), Array(ends[2...])) : nil
  }
}
