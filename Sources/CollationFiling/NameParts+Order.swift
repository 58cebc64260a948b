public import Collation

extension NameParts {
  /// Returns whether the family name is shown before the given name, as in 田中太郎 and *Nagy Ágnes*.
  /// ICU: `personNames/nameOrderLocales`
  ///
  /// ```swift
  /// let person = NameParts(fields: ["Nagy", "Ágnes"], language: "hu")
  /// let names = person.fields.map(\.text)
  /// let isFamilyFirst = person.familyNameComesFirst(in: collation.collator)
  /// (isFamilyFirst ? names : names.reversed()).joined(separator: " ")
  /// ```
  ///
  /// CLDR has the order by the language of the name and the language of the list. In an English
  /// list a Japanese name begins with the family name, and in a Swedish list with the given name.
  /// If the name's language is unknown, a script other than the list's implies a language: 김
  /// implies Korean. Otherwise, the name has the list's language, so *Nagy Ágnes* needs no language
  /// in a Hungarian list.
  ///
  /// The order doesn't affect collation: in every language, put the family name first into
  /// ``fields``.
  ///
  /// ICU has had this data since version 72. With earlier versions, the result is always `false`.
  ///
  /// - Parameter collator: The collator of the list; for a list without a language, the collator of
  ///   `und`.
  /// - Complexity: O(1) for a recent language, otherwise ICU reads its data; O(*n*) in the
  ///   characters before the first letter if the language is unknown.
  public func familyNameComesFirst(in collator: Collator) -> Bool {
    let list = collator.storage.locale
    for language in [language, fields.first?.language] {
      if let language, let isFirst = NameOrder.familyNameComesFirst(language, inListOf: list) {
        return isFirst
      }
    }
    let locale = script.map(ICULocale.undetermined) ?? list
    return NameOrder.familyNameComesFirst(locale, inListOf: list) ?? false
  }

  /// The script of the first letter.
  private var script: Int32? {
    for text in fields.map(\.text) + [shown] {
      for scalar in text.unicodeScalars {
        let script = ICUCharacter.script(scalar.value)
        if !ICUCharacter.isShared(script) && script != ICUCharacter.unknown { return script }
      }
    }
    return nil
  }
}

/// The order of family name and given name by UTS #35, Part 8, *Derive the name order*.
private enum NameOrder {
  private struct Request: Hashable {
    let language: String
    let list: String
  }

  private static let cache = BoundedCache<Request, Bool?>(capacity: 256)

  /// - Parameters:
  ///   - language: A language tag, or ICU's identifier.
  ///   - list: ICU's identifier of the list's locale.
  /// - Returns: `nil` for an unknown language.
  static func familyNameComesFirst(_ language: String, inListOf list: String) -> Bool? {
    guard (try? LocaleIdentifier.checkBeforeHashing(language)) != nil else { return nil }
    let request = Request(language: language, list: list)
    // Malformed languages are not cached, so keys are short.
    let result = try? cache.value(for: request) { () throws(CollationError) in
      try familyNameComesFirst(request)
    }
    return result
  }

  private static func familyNameComesFirst(_ request: Request) throws(CollationError) -> Bool? {
    let identifier = try LocaleIdentifier(request.language)
    let list = try requireICU(
      to: "read locale '\(request.list)'", ICULocale.baseName(request.list))
    let locale = try requireICU(
      to: "determine the language of '\(request.language)'",
      try language(ICULocale.baseName(identifier.canonical), list))
    guard let locale else { return nil }
    let order = ICUNameOrder(locale: list)
    for candidate in lookupChain(of: locale) {
      if order.givenFirst.contains(candidate) { return false }
      if order.surnameFirst.contains(candidate) { return true }
    }
    return false
  }

  /// Returns the locale that decides; `nil` if nothing is known.
  private static func language(
    _ locale: String, _ list: String
  ) throws(ICUFailure) -> String? {
    let subtags = try (language: ICULocale.language(locale), script: ICULocale.script(locale))
    if !["", "und"].contains(subtags.language) { return locale }
    let scripts = try ICULocale.scripts(list).map(ICULocale.undetermined)
    if scripts.contains("und_\(subtags.script)") { return list }
    return ["", "und", "root"].contains(locale) ? nil : try ICULocale.maximized(locale)
  }

  /// The locale, then shorter ones, each also without its language: zh_Hant_TW, und_Hant_TW,
  /// zh_Hant, und_Hant, zh_TW, und_TW, zh, und.
  ///
  /// CLDR's explicit parents of some locales are left out: its lists contain only languages, and
  /// `kok_Latn` beside `kok`; no parent in another language is listed on the other side.
  private static func lookupChain(of locale: String) -> [String] {
    var subtags = locale.split(separator: "_", omittingEmptySubsequences: false).prefix(3)
    let language = subtags.popFirst() ?? ""
    var ends = [subtags.joined(separator: "_")]
    if subtags.count > 1 { ends += subtags.map(String.init) }
    return (ends + [""]).flatMap { end in
      [language, "und"].map { end.isEmpty ? String($0) : "\($0)_\(end)" }
    }
  }
}
