/// The collations that a server offers, of which each request gets the one that suits its reader.
///
/// ```swift
/// let offered = try OfferedCollations(locales: ["en", "sv", "de", "ja"], fallback: "en")
///
/// let collation = offered.collation(
///   forAcceptLanguage: request.acceptLanguage, locale: request.locale)
/// ```
///
/// All of them are opened once, when the server starts. What comes from outside only chooses among
/// them: no header and no name of a locale, however hostile, opens a collation, takes a place in a
/// cache or fails.
public struct OfferedCollations: Sendable {
  /// The collations, in the order of the locales; the fallback is the last if it is not one of
  /// these.
  public let collations: [LocalizedIndexedCollation]
  /// What is given where nothing is asked for, or nothing that is offered.
  public let fallback: LocalizedIndexedCollation

  private let byIdentifier: [String: LocalizedIndexedCollation]
  private let list: ICULocaleList

  /// The most bytes of a header that are read. Those of browsers have some hundred; ICU takes 0.4
  /// ms for so many.
  static let maximumHeaderLength = 1024
  private static let maximumLocaleLength = 255

  /// Opens the collations.
  ///
  /// - Parameters:
  ///   - locales: The locales, as ``LocalizedIndexedCollation/init(locale:options:layout:)`` takes
  ///     them. Of two that are the same to ICU, the first counts.
  ///   - fallback: The locale for requests that ask for nothing that is offered.
  ///   - options: What is asked of each collator beside the locale.
  ///   - layout: Which sections there are, in which order, and what they are called.
  /// - Throws: A ``CollationError``, as ``LocalizedIndexedCollation/init(locale:options:layout:)``
  ///   throws it.
  /// - Complexity: ICU's opening for each locale: one to some milliseconds.
  public init(
    locales: [String], fallback: String, options: CollatorOptions = CollatorOptions(),
    layout: SectionLayout = .uikit
  ) throws(CollationError) {
    var collations: [LocalizedIndexedCollation] = []
    var byIdentifier: [String: LocalizedIndexedCollation] = [:]
    var identifiers: [String] = []
    for locale in locales + [fallback] {
      let collation = try LocalizedIndexedCollation(
        locale: locale, options: options, layout: layout)
      let identifier = try LocaleIdentifier(locale).canonical
      guard byIdentifier[identifier] == nil else { continue }
      byIdentifier[identifier] = collation
      collations.append(collation)
      identifiers.append(identifier)
    }
    self.collations = collations
    self.byIdentifier = byIdentifier
    self.fallback = try byIdentifier[LocaleIdentifier(fallback).canonical] ?? collations[0]
    // Root is no language that a header asks for.
    list = ICULocaleList(identifiers.filter { !$0.isEmpty })
  }

  /// The collation for a request. ICU: `uloc_acceptLanguageFromHTTP`
  ///
  /// Languages are matched as ICU does: in the order of their quality, `en-GB` gets `en`, and
  /// `zh-TW` gets `zh-Hant`.
  ///
  /// - Parameters:
  ///   - header: The value of `Accept-Language`. One of more than 1,024 bytes, that is not printable
  ///     ASCII, or of which ICU finds any part malformed, counts as none.
  ///   - locale: A locale that the reader chose, such as that of a parameter `?locale=`; it goes
  ///     before the header. One that is malformed, or suits nothing that is offered, counts as
  ///     none. What suits is ICU's to say: English suits those who ask for Klingon.
  /// - Returns: One of ``collations``, or ``fallback``.
  /// - Complexity: O(*n* + *m*) in the bytes of the header and the collations; no more than a
  ///   millisecond or two.
  public func collation(
    forAcceptLanguage header: String?, locale: String? = nil
  ) -> LocalizedIndexedCollation {
    locale.flatMap(collation(forLocale:)) ?? header.flatMap(collation(forHeader:)) ?? fallback
  }

  private func collation(forLocale locale: String) -> LocalizedIndexedCollation? {
    guard locale.utf8.count <= Self.maximumLocaleLength,
      let identifier = try? LocaleIdentifier(locale).canonical
    else { return nil }
    if let exact = byIdentifier[identifier] { return exact }
    return (try? ICULocale.languageTag(ICULocale.baseName(identifier))).flatMap(
      collation(forHeader:))
  }

  private func collation(forHeader header: String) -> LocalizedIndexedCollation? {
    // ICU reads up to a NUL.
    guard header.utf8.count <= Self.maximumHeaderLength,
      header.utf8.allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0x09 }),
      let best = try? list.best(forAcceptLanguage: header)
    else { return nil }
    return byIdentifier[best]
  }
}
