internal import Collation

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
/// collation.sections(of: ["(Adam)", "The Beatles"], hidingEmpty: true).map(\.title)
/// // ["A", "B"]
/// ```
///
/// Every call that takes names files them: comparing, sorting, sections, list keys, prefix
/// searches. So the order of what is stored is that of what is shown. The `CollationStamp` of a
/// collator that files has a digest of the rules, since other rules make other keys.
///
/// Rules are guesses from the text of a name. ``NameParts`` say what is known of a name: the text
/// that it sorts as, which no rule changes, and its reading, which rules change only by
/// ``romanization``.
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
  /// does, other than with `AlternateHandling.shifted`: *di Silva* and *diSilva* differ. A name
  /// without letters and digits stays as it is.
  public var skipsPunctuation: Bool

  /// The fields whose numbers collate by their values, such as the disc and the track of an album:
  /// the places of these fields among the ``NameParts/fields``, from 0. Numbers are runs of digits
  /// of any script.
  ///
  /// `CollatorOptions.numeric` has all numbers in all names collate so.
  public var numericFields: Set<Int>

  /// The scripts whose names are filed as Latin letters; `nil` where all letters stay. More choices
  /// may come.
  public struct Romanization: RawRepresentable, Hashable, Sendable, CaseIterable {
    /// The name of the choice.
    public let rawValue: String

    /// Makes a choice of its name. A collation is not opened with a name that the library does not
    /// know.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// All scripts but Latin, those that the list's language is written in, and those of its
    /// section titles.
    public static let foreignScripts = Romanization(rawValue: "foreign-scripts")
    /// All scripts but Latin. In a Chinese list, 安娜 stands among the names that begin with A.
    public static let allScripts = Romanization(rawValue: "all-scripts")

    /// The choices that this version of the library knows.
    public static let allCases: [Romanization] = [.foreignScripts, .allScripts]
  }

  /// Which names are filed as they are written in Latin letters: Иванов under I, Ωνάσης under O and
  /// 김 under K in an English list. ICU: `utrans_openU`
  ///
  /// ICU writes Cyrillic and Korean as the boards on geographic names do (BGN/PCGN), Greek as the
  /// United Nations do (UNGEGN), Chinese in pinyin, and other scripts by `Any-Latin`. Cyrillic is
  /// Russian unless the name or the list has another language that is written in it. Ideographs of
  /// a name or a list in Japanese or Korean stay, and so do scripts that ICU cannot write in Latin
  /// letters. A reading is romanized too. What a name sorts as stays as it is.
  ///
  /// - Complexity: ICU takes some microseconds for each letter of a word that is not cached. The
  ///   first collation with romanization takes up to a tenth of a second more to open.
  public var romanization: Romanization?

  /// Whether a name that begins with a Chinese surname collates by the reading that its characters
  /// have as a surname: 曾 under *zēng*, where every other word has *céng*. It is a guess: a title
  /// may begin with the same character.
  ///
  /// The collation has to be by pinyin, or the letters romanized.
  public var readsChineseSurnames: Bool

  /// Makes rules by which every name is filed as it stands, but for what is said.
  ///
  /// - Parameters:
  ///   - articles: The articles that do not count, by language.
  ///   - articleLanguages: The languages whose articles hold for a name of unknown language; `nil`
  ///     for the language of the list.
  ///   - skipsPunctuation: Whether leading punctuation, symbols and spaces do not count.
  ///   - numericFields: The places of the fields whose numbers collate by their values, from 0.
  ///   - romanization: The scripts whose names are filed as Latin letters.
  ///   - readsChineseSurnames: Whether Chinese surnames collate by their readings as surnames.
  public init(
    articles: LeadingArticles? = nil, articleLanguages: [String]? = nil,
    skipsPunctuation: Bool = false, numericFields: Set<Int> = [],
    romanization: Romanization? = nil, readsChineseSurnames: Bool = false
  ) {
    self.articles = articles
    self.articleLanguages = articleLanguages
    self.skipsPunctuation = skipsPunctuation
    self.numericFields = numericFields
    self.romanization = romanization
    self.readsChineseSurnames = readsChineseSurnames
  }

  /// Whether every name is filed as it stands.
  var areAsShown: Bool {
    articles == nil && !skipsPunctuation && numericFields.isEmpty && romanization == nil
      && !readsChineseSurnames
  }
}
