internal import Collation
public import Foundation

extension Bundle {
  /// Returns a closure that looks up an object's localized string, to collate objects as they are
  /// shown.
  ///
  /// UIKit's collation looks each string up in `Localizable.strings` before it collates it. A
  /// server speaks many languages at once, so the call names the language:
  ///
  /// ```swift
  /// let title = try bundle.localizing(\Fruit.titleKey, for: Locale(identifier: "sv_SE"))
  /// collation.sections(of: fruits, by: title)  // apple is in Ä, for Äpple
  /// ```
  ///
  /// - Parameters:
  ///   - key: The key of an object, such as a key path. A key that the table lacks stands for
  ///     itself.
  ///   - locale: The language. ICU's `LocaleMatcher` chooses among the bundle's localizations:
  ///     `zh-Hant` for `zh_TW`, `no` for `nb`. If none suits, it is the bundle's own language, or
  ///     English if the bundle declares none.
  ///   - table: The name of the `.strings` file without its extension, by default `Localizable`.
  /// - Returns: The string of an object, for the calls that take `by:`.
  /// - Throws: Foundation's error for a file that cannot be read or is not a property list of
  ///   strings. A bundle without the table is not an error: every key then stands for itself.
  /// - Complexity: O(*n*) in the bytes of the file; O(1) for each object.
  public func localizing<Object>(
    _ key: @escaping (Object) -> String, for locale: Locale, table: String = "Localizable"
  ) throws -> (Object) -> String {
    let localization =
      // Foundation lists them in the order of the folder. Its `preferredLocalizations(from:)` finds
      // `en` neither for `en-GB` nor for `en-US` on Linux.
      bestLocalization(of: localizations.sorted(), for: locale.identifier(.bcp47))
      // `developmentLocalization` traps on Linux if the bundle declares none.
      ?? object(forInfoDictionaryKey: "CFBundleDevelopmentRegion") as? String ?? "en"
    guard
      let path = path(
        forResource: table, ofType: "strings", inDirectory: nil, forLocalization: localization)
    else { return key }
    let data = try Data(contentsOf: URL(filePath: path))
    let strings = try PropertyListDecoder().decode([String: String].self, from: data)
    return { object in
      let key = key(object)
      return strings[key] ?? key
    }
  }
}

/// Returns the localization that suits a locale best; `nil` if none does. ICU: `LocaleMatcher`
///
/// A malformed name suits no locale. If two names are one locale to ICU, the first counts.
private func bestLocalization(of names: [String], for locale: String) -> String? {
  var nameOfIdentifier: [String: String] = [:]
  var identifiers: [String] = []
  for name in names {
    guard let identifier = try? LocaleIdentifier(name).canonical, !identifier.isEmpty,
      nameOfIdentifier[identifier] == nil
    else { continue }
    nameOfIdentifier[identifier] = name
    identifiers.append(identifier)
  }
  guard let wanted = try? ICULocale.baseName(LocaleIdentifier(locale).canonical),
    let tag = try? ICULocale.languageTag(wanted),
    let best = try? ICULocaleMatcher(identifiers).best(forAcceptLanguage: tag)
  else { return nil }
  return nameOfIdentifier[best]
}
