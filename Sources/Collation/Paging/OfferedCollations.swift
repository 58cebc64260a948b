/// The collations that a server offers, of which each request gets the one that suits its reader.
///
/// ```swift
/// let offered = try OfferedCollations(locales: ["en", "sv", "de", "ja"], fallback: "en")
///
/// let offer = offered.offer(
///   forAcceptLanguage: request.acceptLanguage, locale: request.locale)
/// offer.locale     // "sv" for "sv-SE,sv;q=0.9": under which the list of Swedes is stored
/// offer.collation  // for its cursors and searches
/// ```
///
/// All of them are opened once, when the server starts. What comes from outside only chooses among
/// them: no header and no name of a locale, however hostile, opens a collation, takes a place in a
/// cache or fails.
public struct OfferedCollations: Sendable {
  /// A collation, and under which name a server offers it.
  public struct Offer: Sendable {
    /// The locale as the server names it: what its lists are stored under.
    public let locale: String
    /// The collation of the locale.
    public let collation: LocalizedIndexedCollation
  }

  /// What is offered, in the order of the locales; the fallback is the last if it is not one of
  /// these.
  public let offers: [Offer]
  /// What is given where nothing is asked for, or nothing that is offered.
  public let fallback: Offer

  private let byIdentifier: [String: Offer]
  private let matcher: ICULocaleMatcher

  /// The most bytes of a header that are read. Those of browsers have some hundred; ICU takes up to 0.4
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
    var offers: [Offer] = []
    var byIdentifier: [String: Offer] = [:]
    var identifiers: [String] = []
    func add(_ locale: String) throws(CollationError) -> Offer {
      let collation = try LocalizedIndexedCollation(
        locale: locale, options: options, layout: layout)
      let identifier = try LocaleIdentifier(locale).canonical
      if let same = byIdentifier[identifier] { return same }
      let offer = Offer(locale: locale, collation: collation)
      offers.append(offer)
      byIdentifier[identifier] = offer
      identifiers.append(identifier)
      return offer
    }
    for locale in locales { _ = try add(locale) }
    self.fallback = try add(fallback)
    self.offers = offers
    self.byIdentifier = byIdentifier
    matcher = try explainingFailure(.icuFailure, "ICU does not match locales") {
      () throws(ICUFailure) in
      // Root is no language that a header asks for.
      try ICULocaleMatcher(identifiers.filter { !$0.isEmpty })
    }
  }

  /// What is offered under a name, such as one that a list is stored under; `nil` if it is not one
  /// of the ``offers``, letter by letter.
  ///
  /// - Complexity: O(*n*) in the offers.
  public subscript(locale: String) -> Offer? { offers.first { $0.locale == locale } }

  /// What suits a request. ICU: `LocaleMatcher::getBestMatchForListString`, which chooses as
  /// `uloc_acceptLanguageFromHTTP` does
  ///
  /// Languages are matched in the order of their quality: `en-GB` gets `en`, and `zh-TW` gets
  /// `zh-Hant`.
  ///
  /// - Parameters:
  ///   - header: The value of `Accept-Language`. One of more than 1,024 bytes, that is not printable
  ///     ASCII, or of which ICU finds any part malformed, counts as none.
  ///   - locale: A locale that the reader chose, such as that of a parameter `?locale=`; it goes
  ///     before the header. One that is malformed, or suits nothing that is offered, counts as
  ///     none. What suits is ICU's to say: English suits those who ask for Klingon.
  /// - Returns: One of the ``offers``.
  /// - Complexity: O(*n*) in the bytes of the header: some microseconds for that of a browser, less than
  ///   half a millisecond for the longest.
  public func offer(forAcceptLanguage header: String?, locale: String? = nil) -> Offer {
    locale.flatMap(offer(forLocale:)) ?? header.flatMap(offer(forHeader:)) ?? fallback
  }

  private func offer(forLocale locale: String) -> Offer? {
    guard locale.utf8.count <= Self.maximumLocaleLength,
      let identifier = try? LocaleIdentifier(locale).canonical
    else { return nil }
    if let exact = byIdentifier[identifier] { return exact }
    return (try? ICULocale.languageTag(ICULocale.baseName(identifier))).flatMap(offer(forHeader:))
  }

  private func offer(forHeader header: String) -> Offer? {
    // ICU reads up to a NUL.
    guard header.utf8.count <= Self.maximumHeaderLength,
      header.utf8.allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0x09 }),
      let best = try? matcher.best(forAcceptLanguage: header)
    else { return nil }
    return byIdentifier[best]
  }
}
