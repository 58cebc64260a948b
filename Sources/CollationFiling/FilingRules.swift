internal import Collation

/// How a list files its names: which text is collated for the name that is shown.
///
/// Librarians call this filing: *The Beatles* goes under B, *(Adam)* under A:
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
/// Every call that takes names files them first: comparing, sorting, sections and list keys. So a
/// stored list and a list in memory have the same order. The rules are part of the
/// `CollationStamp`, since different rules make different keys.
///
/// Rules guess from the text of a name. If you know more about a name, pass ``NameParts``: a
/// sort-as text, which no rule changes, or a reading, which only ``romanization`` changes.
///
/// If the filed texts of two names collate as equal, the shown names decide. A name filed as it is
/// shown comes before the others: *Beatles*, then *The Beatles*.
public struct FilingRules: Hashable, Sendable {
  /// Every name is filed as it is shown.
  public static let asShown = FilingRules()

  /// The leading articles to ignore, by language; `nil` to ignore none.
  ///
  /// The articles of the name's own language apply if it is known (``NameParts/language``),
  /// otherwise the articles of ``articleLanguages``. A name that is only an article keeps it.
  public var articles: LeadingArticles?

  /// The languages whose articles are ignored in a name of unknown language; `nil` for the language
  /// of the list, if the collation has a locale.
  public var articleLanguages: [String]?

  /// Whether to ignore leading punctuation, symbols and spaces. Inside a name they still count,
  /// unlike with `AlternateHandling.shifted`: *di Silva* and *diSilva* differ. A name without
  /// letters and digits is filed as it is shown.
  public var skipsPunctuation: Bool

  /// Whether to ignore everything between the control characters U+0098 and U+009C, which mark the
  /// article in MARC 21 records, and the spaces after it. A text with such marks is not searched
  /// for other articles. A name that would lose all its text stays whole.
  ///
  /// The marks stay in the name. Remove them from what you show, since some fonts display a sign
  /// for them. If the record has a count instead, pass it as ``NameParts/nonfilingCount``.
  public var skipsNonsortingZones: Bool

  /// Whether to ignore ʻ, ʼ, ʽ, ʾ and ʿ (U+02BB to U+02BF), which write ʻokina, hamza and ʿayn,
  /// wherever they stand: *ʿAbbās* goes under A, *ʻIolani* under I. To ICU they are letters. A name
  /// or a field that would lose all its text stays whole.
  public var skipsModifierLetters: Bool

  /// Whether the Roman numeral that is the last word of a name collates by its value: *Louis IX*
  /// before *Louis X*, and beside *Louis 9*. In ``NameParts/fields`` it is the last word of each
  /// field, since *Louis XIV* may be a given name. So does a last word of the digits 0 to 9.
  ///
  /// A numeral has the capitals `IVXLCDM`, or the characters U+2160 to U+216F for them, in the
  /// usual form of a number from 1 to 3999, and follows another word and a space. This is a guess:
  /// *Malcolm X* follows *Malcolm 9*.
  public var readsRomanNumerals: Bool

  /// The fields whose numbers collate by value, such as the disc and the track of an album, as
  /// indices into ``NameParts/fields``. A number is a run of digits of any script.
  ///
  /// With `CollatorOptions.numeric`, all numbers in all names collate by value.
  public var numericFields: Set<Int>

  /// Which scripts are filed in Latin letters. Later versions may add choices.
  public struct Romanization: RawRepresentable, Hashable, Sendable, CaseIterable {
    /// The name of the choice.
    public let rawValue: String

    /// Makes a choice from its name. Opening a collation refuses an unknown name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// All scripts except Latin, the scripts of the list's language, and the scripts of its section
    /// titles.
    public static let foreignScripts = Romanization(rawValue: "foreign-scripts")
    /// All scripts but Latin, except ideographs in Japanese and Korean. In a Chinese list, 安娜 is
    /// among the names that begin with A.
    public static let allScripts = Romanization(rawValue: "all-scripts")

    /// The choices that this version of the library knows.
    public static let allCases: [Romanization] = [.foreignScripts, .allScripts]
  }

  /// Which names are filed in Latin letters, `nil` for none: Иванов under I, Ωνάσης under O and 김
  /// under K in an English list. ICU: `utrans_openU`
  ///
  /// ICU romanizes Cyrillic and Korean like the boards on geographic names (BGN/PCGN), Greek like
  /// the United Nations (UNGEGN), Chinese in pinyin, and other scripts by `Any-Latin`. Cyrillic is
  /// taken for Russian unless the name or the list has another language written in it. Ideographs
  /// in Japanese or Korean names or lists stay, and so do scripts that ICU cannot romanize. A
  /// reading is romanized, too, but a sort-as text is not.
  ///
  /// - Complexity: ICU takes microseconds for each letter of a word that is not cached. The first
  ///   collation with romanization takes up to a tenth of a second more to open.
  public var romanization: Romanization?

  /// Whether a Chinese surname at the beginning of a name collates by its reading as a surname: 曾
  /// as *zēng*, not *céng*. This is a guess, since a title may begin with the same character.
  ///
  /// It requires a pinyin collation, or ``romanization``.
  public var readsChineseSurnames: Bool

  /// Makes rules. By default, every name is filed as it is shown.
  ///
  /// - Parameters:
  ///   - articles: The leading articles to ignore, by language; `nil` to ignore none.
  ///   - articleLanguages: The languages whose articles are ignored in a name of unknown language;
  ///     `nil` for the language of the list.
  ///   - skipsPunctuation: Whether to ignore leading punctuation, symbols and spaces.
  ///   - numericFields: The indices, from 0, of the fields whose numbers collate by value; by
  ///     default none.
  ///   - romanization: Which names are filed in Latin letters; `nil` for none.
  ///   - readsChineseSurnames: Whether Chinese surnames collate by their readings as surnames.
  ///   - skipsNonsortingZones: Whether to ignore what MARC 21 records mark as non-sorting.
  ///   - skipsModifierLetters: Whether to ignore ʻokina, hamza and ʿayn.
  ///   - readsRomanNumerals: Whether Roman numerals at the end of a name collate by value.
  public init(
    articles: LeadingArticles? = nil, articleLanguages: [String]? = nil,
    skipsPunctuation: Bool = false, numericFields: Set<Int> = [],
    romanization: Romanization? = nil, readsChineseSurnames: Bool = false,
    skipsNonsortingZones: Bool = false, skipsModifierLetters: Bool = false,
    readsRomanNumerals: Bool = false
  ) {
    self.articles = articles
    self.articleLanguages = articleLanguages
    self.skipsPunctuation = skipsPunctuation
    self.numericFields = numericFields
    self.romanization = romanization
    self.readsChineseSurnames = readsChineseSurnames
    self.skipsNonsortingZones = skipsNonsortingZones
    self.skipsModifierLetters = skipsModifierLetters
    self.readsRomanNumerals = readsRomanNumerals
  }

  var areAsShown: Bool {
    articles == nil && !skipsPunctuation && numericFields.isEmpty && romanization == nil
      && !readsChineseSurnames && !changesWords
  }

  /// Whether more of a name may change than its beginning, so that it must be copied.
  var changesWords: Bool { skipsNonsortingZones || skipsModifierLetters || readsRomanNumerals }
}
