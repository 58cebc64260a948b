/// How a list files its names: which text is collated for the name that is shown.
///
/// Filing is what libraries call it. *The Beatles* stand under B, *(Adam)* under A:
///
/// ```swift
/// var rules = FilingRules()
/// rules.articles = .standard
/// rules.skipsPunctuation = true
/// let collation = try LocalizedIndexedCollation(locale: "en", filing: rules)
/// collation.section(for: "The Beatles")  // 1, the section B
/// collation.sections(of: ["(Adam)", "The Beatles"], hidingEmpty: true).map(\.title)  // A, B
/// ```
///
/// Every call of the collation that takes names files them: sections, display keys, searches. So
/// the order of what is stored is that of what is shown. The collation's ``CollationStamp`` has a
/// digest of the rules, since other rules make other keys.
///
/// Rules are guesses from the text of a name. What is known of a name, such as a reading or the
/// text that it sorts as, is said by ``NameParts``, and no rule changes it.
///
/// Names whose filed texts collate as equal are ordered by what is shown. A name that is filed as
/// it stands comes before those that are filed otherwise: *Beatles*, then *The Beatles*.
public struct FilingRules: Hashable, Sendable {
  /// Every name is filed as it stands.
  public static let asShown = FilingRules()

  /// The articles that do not count where a name begins with them, by language; `nil` where every
  /// article counts.
  ///
  /// The articles of a name's own language hold if it is known (``NameParts/language``), else those
  /// of ``articleLanguages``. A name that is only an article stays as it is.
  public var articles: LeadingArticles?

  /// The languages whose articles hold for a name of unknown language; `nil` for the language of
  /// the list, where the collation has a locale.
  public var articleLanguages: [String]?

  /// Whether leading punctuation, symbols and spaces do not count. What stands inside of a name
  /// does, other than with ``AlternateHandling/shifted``: *di Silva* and *diSilva* differ. A name
  /// without letters and digits stays as it is.
  public var skipsPunctuation: Bool

  /// The fields whose numbers collate by their values, such as the disc and the track of an album:
  /// the places of these fields among the ``NameParts/fields``, from 0. Numbers are runs of digits
  /// of any script.
  ///
  /// ``CollatorOptions/numeric`` has all numbers in all names collate so.
  public var numericFields: Set<Int>

  /// Makes rules by which every name is filed as it stands, but for what is said.
  public init(
    articles: LeadingArticles? = nil, articleLanguages: [String]? = nil,
    skipsPunctuation: Bool = false, numericFields: Set<Int> = []
  ) {
    self.articles = articles
    self.articleLanguages = articleLanguages
    self.skipsPunctuation = skipsPunctuation
    self.numericFields = numericFields
  }
  /// Whether every name is filed as it stands.
  var areAsShown: Bool { articles == nil && !skipsPunctuation && numericFields.isEmpty }
}
