internal import Collation
public import Foundation

/// The strings of a bundle in one language, to collate objects by what their keys are shown as.
///
/// UIKit's collation looks each string up in `Localizable.strings` before it collates it. On a
/// server, which speaks many languages at once, that is said with the key:
///
/// ```swift
/// let swedish = try LocalizableStrings(bundle: bundle, locale: Locale(identifier: "sv_SE"))
/// collation.sections(of: fruits, by: swedish.localizing(\.titleKey))  // apple is in Ä, for Äpple
/// ```
public struct LocalizableStrings: Sendable {
  /// The localization of the bundle that is used, such as `sv`; `nil` where it has no table at all.
  public let localization: String?
  private let strings: [String: String]

  /// Reads the table of a bundle's localization that suits a locale best.
  ///
  /// - Parameters:
  ///   - bundle: The bundle.
  ///   - table: The name of the `.strings` file.
  ///   - locale: The language that is wanted. ICU's `LocaleMatcher` chooses among the bundle's
  ///     localizations: `zh-Hant` for `zh_TW`, `no` for `nb`. Where none suits, it is the bundle's
  ///     own language, or English where the bundle does not say that.
  /// - Throws: Foundation's error for a file that cannot be read or is no property list of strings.
  ///   A bundle without the table is no error: every key then stands for itself.
  /// - Complexity: O(*n*) in the bytes of the file.
  public init(bundle: Bundle, table: String = "Localizable", locale: Locale) throws {
    let localization = Self.localization(of: bundle, for: locale.identifier(.bcp47))
    guard
      let path = bundle.path(
        forResource: table, ofType: "strings", inDirectory: nil, forLocalization: localization)
    else {
      self.localization = nil
      strings = [:]
      return
    }
    let data = try Data(contentsOf: URL(filePath: path))
    strings = try PropertyListDecoder().decode([String: String].self, from: data)
    self.localization = localization
  }

  /// `Bundle.preferredLocalizations(from:forPreferences:)` on Linux finds `en` neither for `en-GB`
  /// nor for `en-US`.
  private static func localization(of bundle: Bundle, for tag: String) -> String {
    // Foundation lists them in the order of the folder.
    LocaleChoice.best(of: bundle.localizations.sorted(), for: tag)
      // `developmentLocalization` traps on Linux where the bundle does not say it.
      ?? bundle.object(forInfoDictionaryKey: "CFBundleDevelopmentRegion") as? String ?? "en"
  }

  /// The string that a key stands for; the key itself where the table does not have it.
  ///
  /// - Complexity: O(1).
  public func localized(_ key: String) -> String { strings[key] ?? key }

  /// The key of an object, localized: a closure or a key path goes in, a closure comes out.
  public func localizing<Object>(_ key: @escaping (Object) -> String) -> (Object) -> String {
    { localized(key($0)) }
  }
}
