public import Collation

/// A server's collations, and the choice among them for each request: content negotiation by
/// language (RFC 9110, 12.5.4).
///
/// ```swift
/// let catalog = try CollationCatalog(locales: ["en", "sv", "de", "ja"], fallback: "en")
///
/// let variant = catalog.variant(
///   forAcceptLanguage: request.acceptLanguage, preferring: request.locale)
/// variant.locale      // "sv" for "sv-SE,sv;q=0.9"
/// variant.collation   // for titles, cursors and searches
/// variant.listName    // "sv": the list that is stored for the locale
/// ```
///
/// All collations are opened once, when the server starts. A request only chooses among them: no
/// header and no locale, however hostile, opens a collation, fills a cache or fails.
///
/// Locales with the same order and the same sections, such as `en` and `de`, share a
/// `CollationStamp` and a stored list. ``lists`` has one variant for each list to store.
public struct CollationCatalog: Sendable {
  /// A collation under the name of its locale.
  public struct Variant: Hashable, Sendable {
    /// The locale as the server names it.
    public let locale: String
    /// The collation of the locale.
    public let collation: LocalizedIndexedCollation
    /// The name of the list that is stored for the locale: the first locale of the catalog with the
    /// same stamp.
    public let listName: String
  }

  /// The variants in the order of the locales. The fallback is the last if it is not one of these.
  public let variants: [Variant]
  /// The variant for requests that match nothing in the catalog.
  public let fallback: Variant

  private let byIdentifier: [String: Variant]
  private let matcher: ICULocaleMatcher

  /// The most bytes of a header to read. Browsers send about a hundred; ICU takes up to 0.4 ms for
  /// this many.
  static let maximumHeaderLength = 1024
  private static let maximumLocaleLength = 255

  /// Opens the collations.
  ///
  /// - Parameters:
  ///   - locales: The locales, as BCP 47 language tags or ICU identifiers. Of two that are the same
  ///     to ICU, the first wins.
  ///   - fallback: The locale for requests that match nothing in the catalog.
  ///   - open: Opens the collation of a locale, with the options, the layout and the filing rules
  ///     that suit it; by default `LocalizedIndexedCollation(locale:)`.
  /// - Throws: What `open` throws, and a `CollationError` for a locale that is malformed, or that
  ///   ICU has no collation for, such as a misspelled one. For a language that ICU lacks, have
  ///   `open` open the locale whose order its readers expect.
  /// - Complexity: About a millisecond for most locales, and three for Chinese, while ICU opens
  ///   them.
  public init(
    locales: [String], fallback: String,
    opening open: (_ locale: String) throws -> LocalizedIndexedCollation = {
      try LocalizedIndexedCollation(locale: $0)
    }
  ) throws {
    var variants: [Variant] = []
    var byIdentifier: [String: Variant] = [:]
    var identifiers: [String] = []
    var listNames: [CollationStamp: String] = [:]
    func add(_ locale: String) throws -> Variant {
      let collation = try open(locale)
      if collation.collator.resolvedOptions.isFallback {
        throw CollationError(
          .unknownLocale,
          "ICU has no collation for locale '\(locale)': expected one of "
            + "Collator.availableLocales, or a closure that opens another locale for it")
      }
      let identifier = try LocaleIdentifier(locale).canonical
      if let same = byIdentifier[identifier] { return same }
      let stamp = try requireICU(to: "compute the stamp of '\(locale)'", collation.openStamp())
      let listName = listNames[stamp] ?? locale
      listNames[stamp] = listName
      let variant = Variant(locale: locale, collation: collation, listName: listName)
      variants.append(variant)
      byIdentifier[identifier] = variant
      identifiers.append(identifier)
      return variant
    }
    for locale in locales { _ = try add(locale) }
    self.fallback = try add(fallback)
    self.variants = variants
    self.byIdentifier = byIdentifier
    // No header asks for root.
    matcher = try requireICU(
      to: "open a locale matcher", ICULocaleMatcher(identifiers.filter { !$0.isEmpty }))
  }

  /// The variants whose lists to store: the first for each stamp.
  ///
  /// - Complexity: O(*n*) in the variants.
  public var lists: [Variant] { variants.filter { $0.locale == $0.listName } }

  /// The variant with exactly this locale name; `nil` if the catalog has none.
  ///
  /// - Complexity: O(*n*) in the variants.
  public subscript(locale: String) -> Variant? { variants.first { $0.locale == locale } }

  /// Returns the variant that suits a request. ICU: `LocaleMatcher::getBestMatchForListString`,
  /// which chooses as `uloc_acceptLanguageFromHTTP` does
  ///
  /// Languages are matched in the order of their quality: `en-GB` gets `en`, and `zh-TW` gets
  /// `zh-Hant`. To ICU `zh` is `zh-Hans`, for which `zh-Hant` alone is no match.
  ///
  /// - Parameters:
  ///   - header: The value of `Accept-Language`. A value counts as missing if it has more than
  ///     1,024 bytes, is not printable ASCII, or has a part that ICU finds malformed or has no
  ///     memory for.
  ///   - locale: A locale that the reader chose, such as from a parameter `?locale=`; it takes
  ///     precedence over the header. A locale counts as missing if it is malformed or suits nothing
  ///     in the catalog. ICU decides what suits: English suits those who ask for Klingon.
  /// - Returns: One of the ``variants``.
  /// - Complexity: O(*n*) in the bytes of the header: microseconds for a browser's, less than half
  ///   a millisecond for the longest.
  public func variant(
    forAcceptLanguage header: String?, preferring locale: String? = nil
  ) -> Variant {
    locale.flatMap(variant(forLocale:)) ?? header.flatMap(variant(forHeader:)) ?? fallback
  }

  private func variant(forLocale locale: String) -> Variant? {
    guard locale.utf8.count <= Self.maximumLocaleLength,
      let identifier = try? LocaleIdentifier(locale).canonical
    else { return nil }
    if let exact = byIdentifier[identifier] { return exact }
    return (try? ICULocale.languageTag(ICULocale.baseName(identifier)))
      .flatMap(variant(forHeader:))
  }

  private func variant(forHeader header: String) -> Variant? {
    // ICU stops reading at a NUL.
    guard header.utf8.count <= Self.maximumHeaderLength,
      header.utf8.allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0x09 }),
      let best = try? matcher.best(forAcceptLanguage: header)
    else { return nil }
    return byIdentifier[best]
  }
}
