internal import Collation

/// The rules that file names with letters other than the shown ones.
struct Respelling: Sendable {
  let romanizer: Romanizer?
  private let readsSurnames: Bool

  /// - Returns: `nil` if the rules leave all letters as they are.
  /// - Throws: A ``CollationError`` for rules that have no effect on any name.
  init?(_ rules: FilingRules, for collator: Collator) throws(CollationError) {
    guard rules.romanization != nil || rules.readsChineseSurnames else { return nil }
    readsSurnames = rules.readsChineseSurnames
    romanizer = try rules.romanization.map { (romanization) throws(CollationError) in
      guard [.foreignScripts, .allScripts].contains(romanization) else {
        throw CollationError(
          .invalidFilingRules,
          "unknown romanization '\(romanization.rawValue)': expected foreign-scripts or all-scripts"
        )
      }
      // Without this check, names would silently keep their letters.
      guard RomanizedWords.by(RomanizedWords.anyLatin).isKnown else {
        throw CollationError(
          .icuFailure,
          "cannot romanize names: ICU has no transliterator data; install a complete libicudata")
      }
      let locale = collator.storage.locale
      return try requireICU(
        to: "determine the scripts of locale '\(locale)'",
        Romanizer(
          romanization, locale: locale.isEmpty ? "root" : locale,
          language: ICULocale.language(locale)))
    }
    if readsSurnames && romanizer == nil && !ChineseSurnames.areSorted(by: collator) {
      throw CollationError(
        .invalidFilingRules,
        "readings of Chinese surnames: expected romanization too, or a pinyin collation such as zh "
          + "or zh-u-co-pinyin")
    }
  }

  /// Returns the text with other letters; `nil` if all stay as they are.
  ///
  /// - Parameter language: The language of the name, if known.
  func respelled(_ text: Span<UInt8>, language: String?) -> [UInt8]? {
    let surname = readsSurnames ? ChineseSurnames.respelled(text) : nil
    guard let romanizer else { return surname }
    if let surname {
      return romanizer.romanized(surname.span, nameLanguage: language) ?? surname
    }
    return romanizer.romanized(text, nameLanguage: language)
  }
}
