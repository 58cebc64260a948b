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
/// All collations are opened up front, when the server starts. A request only chooses among them:
/// no header or locale, however hostile, can open a collation, fill a cache or fail.
///
/// Locales with identical orders and sections, such as `en` and `de`, share a `CollationStamp` and
/// a stored list. ``lists`` has one variant for each list to store.
public struct CollationCatalog: Sendable {
  /// A collation and the locale that it is for.
  public struct Variant: Hashable, Sendable {
    /// The locale as the server names it.
    public let locale: String
    /// The collation of the locale.
    public let collation: LocalizedIndexedCollation
    /// The name of the list stored for the locale: the catalog's first locale with an equal stamp.
    public let listName: String
  }

  /// The variants in the order of the locales, then the fallback if it isn't among them.
  public let variants: [Variant]
  /// The variant for requests that match nothing in the catalog.
  public let fallback: Variant

  private let byIdentifier: [String: Variant]
  private let matcher: ICULocaleMatcher

  /// The maximum length of a header in bytes. Browsers send about a hundred; ICU takes up to 0.4 ms
  /// for this many.
  static let maximumHeaderLength = 1024
  private static let maximumLocaleLength = 255

  /// Opens the collations.
  ///
  /// - Parameters:
  ///   - locales: The locales, as BCP 47 language tags or ICU identifiers. If ICU considers two
  ///     equal, the first wins.
  ///   - fallback: The locale for requests that match nothing in the catalog.
  ///   - open: Opens the collation of a locale, with the options, layout and filing rules that suit
  ///     it; by default `LocalizedIndexedCollation(locale:)`.
  /// - Throws: Whatever `open` throws, and a `CollationError` if a locale is malformed, or if ICU
  ///   has no collation for it, for example because it is misspelled. For a language that ICU
  ///   lacks, have `open` open the locale whose order its readers expect.
  /// - Complexity: ICU takes about a millisecond to open most locales, and three for Chinese.
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

  /// The variants to store lists for: the first with each stamp.
  ///
  /// - Complexity: O(*n*) in the variants.
  public var lists: [Variant] { variants.filter { $0.locale == $0.listName } }

  /// The variant with exactly this locale name; `nil` if the catalog has none.
  ///
  /// - Complexity: O(*n*) in the variants.
  public subscript(locale: String) -> Variant? { variants.first { $0.locale == locale } }

  /// Returns the variant that suits a request. ICU: `LocaleMatcher::getBestMatchForListString`,
  /// which chooses as `uloc_acceptLanguageFromHTTP` does.
  ///
  /// Languages are matched in order of their quality: `en-GB` gets `en`, and `zh-TW` gets
  /// `zh-Hant`. ICU takes `zh` as `zh-Hans`, which `zh-Hant` doesn't match.
  ///
  /// - Parameters:
  ///   - header: The value of `Accept-Language`. A value is ignored if it has more than 1,024
  ///     bytes, is not printable ASCII, or has a part that ICU finds malformed or lacks the memory
  ///     to read.
  ///   - locale: A locale that the reader chose, for example by a parameter `?locale=`; it takes
  ///     precedence over the header. A locale is ignored if it is malformed or nothing in the
  ///     catalog suits it. ICU decides what suits: a request for Klingon gets English.
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
