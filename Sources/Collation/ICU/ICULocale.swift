internal import CICU
internal import CICUCxx

/// ICU's functions on locale identifiers.
///
/// Identifiers passed in are free of NUL: `LocaleIdentifier` has checked them.
package enum ICULocale {
  /// Ensures, once, that ICU has a default locale: it looks for one whichever locale it opens.
  static let ensureDefault: Void = cicu_locale_ensureDefault()

  /// The process's default locale, as the environment sets it. `uloc_getDefault`
  static var processDefault: String {
    ensureDefault
    return unsafe String(cString: cicu_uloc_getDefault())
  }

  /// Returns the identifier of a BCP 47 tag, and how many of the tag's bytes were well-formed.
  static func identifier(
    forLanguageTag tag: String
  ) throws(ICUFailure) -> (identifier: String, parsedLength: Int) {
    var parsedLength: Int32 = 0
    let identifier = unsafe try icuString { buffer, capacity, status in
      unsafe cicu_uloc_forLanguageTag(tag, buffer, capacity, &parsedLength, &status)
    }
    return (identifier, Int(parsedLength))
  }

  /// Returns the strict BCP 47 tag of an identifier; fails for an ill-formed one.
  package static func languageTag(_ identifier: String) throws(ICUFailure) -> String {
    unsafe try icuString { buffer, capacity, status in
      unsafe cicu_uloc_toLanguageTag(identifier, buffer, capacity, 1, &status)
    }
  }

  /// The identifier in ICU's letter case, with ICU's separators. `uloc_canonicalize`
  static func canonicalized(_ identifier: String) throws(ICUFailure) -> String {
    try unsafe icuString(identifier, cicu_uloc_canonicalize)
  }

  /// The identifier with CLDR's aliases replaced: `zh` for `cmn`. `Locale::canonicalize`
  static func replacingAliases(in identifier: String) throws(ICUFailure) -> String {
    try unsafe icuString(identifier, cicu_locale_replaceAliases)
  }

  /// The identifier without its keywords. `uloc_getBaseName`
  package static func baseName(_ identifier: String) throws(ICUFailure) -> String {
    try unsafe icuString(identifier, cicu_uloc_getBaseName)
  }

  /// The language subtag; empty for the root locale. `uloc_getLanguage`
  package static func language(_ identifier: String) throws(ICUFailure) -> String {
    try unsafe icuString(identifier, cicu_uloc_getLanguage)
  }

  /// The script subtag; empty if the identifier has none. `uloc_getScript`
  package static func script(_ identifier: String) throws(ICUFailure) -> String {
    try unsafe icuString(identifier, cicu_uloc_getScript)
  }

  /// The identifier with its likely script and region. `uloc_addLikelySubtags`
  package static func maximized(_ identifier: String) throws(ICUFailure) -> String {
    try unsafe icuString(identifier, cicu_uloc_addLikelySubtags)
  }

  /// The names of the identifier's keywords. `uloc_openKeywords`
  static func keywords(_ identifier: String) throws(ICUFailure) -> [String] {
    unsafe try icuStrings { status in unsafe cicu_uloc_openKeywords(identifier, &status) }
  }

  /// The value of a keyword. `uloc_getKeywordValue`
  static func value(
    ofKeyword keyword: String, in identifier: String
  ) throws(ICUFailure) -> String {
    unsafe try icuString { buffer, capacity, status in
      unsafe cicu_uloc_getKeywordValue(identifier, keyword, buffer, capacity, &status)
    }
  }

  /// The BCP 47 key of a keyword: `co` for `collation`. `uloc_toUnicodeLocaleKey`
  static func unicodeKey(ofKeyword keyword: String) -> String? {
    // ICU returns its argument for an unknown keyword that could be a key.
    unsafe keyword.withCString { keyword in
      unsafe cicu_uloc_toUnicodeLocaleKey(keyword).map { unsafe String(cString: $0) }
    }
  }

  /// Whether ICU knows the keys of keywords. If it once lacked the memory for their list, it never
  /// reads the list again, and takes every keyword for an unknown one.
  static var knowsKeywords: Bool { unicodeKey(ofKeyword: "collation") == "co" }

  /// The scripts of the letters in the locale's index, as ICU's reorder codes.
  package static func indexScripts(_ identifier: String) throws(ICUFailure) -> [Int32] {
    try ICUExemplars(locale: identifier).scripts()
  }

  /// The identifier of an unknown language in a script.
  package static func undetermined(script: Int32) -> String {
    "und_" + ICUReorderCode.name(of: script)
  }

  /// The scripts that the locale's language is written in; empty if CLDR knows none.
  package static func scripts(_ identifier: String) throws(ICUFailure) -> [Int32] {
    try withICUStatus { status in
      unsafe [Int32](unsafeUninitializedCapacity: 8) { buffer, count in
        count = unsafe Int(
          cicu_uscript_getCode(identifier, buffer.baseAddress!, Int32(buffer.count), &status))
      }
    }
  }
}
