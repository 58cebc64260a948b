public import Collation
public import Foundation

extension Collator {
  /// Opens the collator of a Foundation locale. ICU: `ucol_open`
  ///
  /// - Parameters:
  ///   - locale: The locale, by its BCP 47 identifier. Foundation turns an identifier that it
  ///     cannot read into `und`, which has root's order. `Locale.current` is `en_001` on Linux,
  ///     whatever the environment says.
  ///   - options: The options, which override those of the locale; by default none does.
  /// - Throws: A `CollationError`, as `Collator.init(locale:options:)` throws it for an identifier.
  /// - Complexity: O(1) on a cache hit; otherwise as long as ICU takes to open it.
  public init(
    locale: Locale, options: CollatorOptions = CollatorOptions()
  ) throws(CollationError) {
    try self.init(locale: locale.identifier(.bcp47), options: options)
  }
}

extension LocalizedIndexedCollation {
  /// Opens the collation of a Foundation locale. ICU: `ucol_open`, `AlphabeticIndex`
  ///
  /// - Parameters:
  ///   - locale: The locale, by its BCP 47 identifier.
  ///   - options: The options, which override those of the locale; by default none does.
  ///   - layout: The sections, their order and their titles; by default those of UIKit.
  /// - Throws: A `CollationError`, as `LocalizedIndexedCollation.init(locale:options:layout:)`
  ///   throws it for an identifier.
  /// - Complexity: O(1) on a cache hit; otherwise up to twice as long as ICU takes to open it.
  public init(
    locale: Locale, options: CollatorOptions = CollatorOptions(), layout: SectionLayout = .uikit
  ) throws(CollationError) {
    try self.init(locale: locale.identifier(.bcp47), options: options, layout: layout)
  }
}
