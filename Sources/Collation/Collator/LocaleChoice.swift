/// Chooses among locales by the names that others gave them.
package enum LocaleChoice {
  /// Returns the name that suits a locale best; `nil` if none does. ICU: `LocaleMatcher`
  ///
  /// A malformed name suits no locale. If two names are one locale to ICU, the first counts.
  package static func best(of names: [String], for locale: String) -> String? {
    var nameOfIdentifier: [String: String] = [:]
    var identifiers: [String] = []
    for name in names {
      guard let identifier = try? LocaleIdentifier(name).canonical, !identifier.isEmpty,
        nameOfIdentifier[identifier] == nil
      else { continue }
      nameOfIdentifier[identifier] = name
      identifiers.append(identifier)
    }
    guard let wanted = try? LocaleIdentifier(locale).baseName(),
      let tag = try? ICULocale.languageTag(wanted),
      let best = try? ICULocaleMatcher(identifiers).best(forAcceptLanguage: tag)
    else { return nil }
    return nameOfIdentifier[best]
  }
}
