public import Foundation

/// The strings of a bundle in one language, to collate objects by what their keys are shown as.
///
/// UIKit's collation looks each string up in `Localizable.strings` before it collates it. On a server,
/// which speaks many languages at once, that is said with the key:
///
/// ```swift
/// let swedish = try LocalizableStrings(bundle: bundle, locale: Locale(identifier: "sv_SE"))
/// collation.sections(of: fruits, by: swedish.localizing(\.titleKey))   // "apple" under Ä, for Äpple
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
  ///   - locale: The language that is wanted: its BCP 47 tag, shortened from the end until the
  ///     bundle has a localization of that name (RFC 4647, 3.4), else the bundle's own language.
  /// - Throws: Foundation's error for a file that cannot be read or is no property list of strings. A
  ///   bundle without the table is no error: every key then stands for itself.
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
  private static func localization(of bundle: Bundle, for tag: String) -> String? {
    let subtags = tag.split(separator: "-")
    for count in stride(from: subtags.count, to: 0, by: -1) {
      let wanted = subtags.prefix(count).joined(separator: "-").lowercased()
      let found = bundle.localizations.first {
        $0.replacing("_", with: "-").lowercased() == wanted
      }
      if let found { return found }
    }
    return bundle.developmentLocalization
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
