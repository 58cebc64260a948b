internal import Collation

/// The articles at the beginning of names, by language.
///
/// ```swift
/// var articles = LeadingArticles.standard
/// articles["en"] += ["DJ"]
/// FilingRules(articles: articles)
/// ```
///
/// An article ends at a space, so *A-ha* and *Theodore* have none. An article that ends with an
/// apostrophe or a hyphen needs no space: *L'Avare*, *al-Kitab*. Case doesn't matter. An apostrophe
/// is any of ' ’ ‘ ʼ, a hyphen any of - ‐ ‑ and the Hebrew ־. If two articles match, the longer one
/// wins.
public struct LeadingArticles: Hashable, Sendable {
  private var articles: [String: [String]]

  /// Makes a table of articles by language.
  ///
  /// - Parameter articles: The articles of each language, keyed by subtag, such as `en`.
  public init(_ articles: [String: [String]] = [:]) { self.articles = articles }

  /// The articles of a language; empty for a language missing from the table.
  ///
  /// - Parameter language: The subtag of the language, such as `en`.
  public subscript(language: String) -> [String] {
    get { articles[language] ?? [] }
    set { articles[language] = newValue }
  }

  /// The languages of the table, sorted.
  ///
  /// - Complexity: O(*n* log *n*) in the languages.
  public var languages: [String] { articles.keys.sorted() }

  /// Whether the table has the language, even if it is one without articles. Longer text, which
  /// could be anything, is not hashed.
  func has(_ language: String) -> Bool {
    language.utf8.count <= Self.languageLengths.upperBound && articles[language] != nil
  }

  private static let languageLengths = 2...8
  static let maximumLength = 64

  /// Refuses a table by which no names can be filed.
  func check() throws(CollationError) {
    for language in languages {
      guard Self.languageLengths.contains(language.utf8.count),
        language.utf8.allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) })
      else {
        throw CollationError(
          .invalidFilingRules,
          "articles for language '\(language.prefix(40))': expected a language subtag such as en")
      }
      for article in self[language] {
        let hasLetter = article.unicodeScalars.contains { $0.properties.isAlphabetic }
        guard hasLetter, article.utf8.count <= Self.maximumLength, article.first != " ",
          article.last != " "
        else {
          throw CollationError(
            .invalidFilingRules,
            "article '\(article.prefix(40))' for language '\(language)': expected letters without "
              + "leading or trailing spaces, at most \(Self.maximumLength) bytes")
        }
      }
    }
  }
}

extension LeadingArticles {
  /// The definite and indefinite articles of the languages that have them.
  ///
  /// The table follows MARC 21's list of initial articles (Library of Congress, *MARC 21 Format for
  /// Bibliographic Data*, Appendix F, December 2023), by language. Besides that list's romanized
  /// Greek and Yiddish articles, the table has them in the languages' own scripts. It leaves out
  /// English *d'*, *de* and *ye*, which are not articles in most names that begin with them, and
  /// the list's articles for Baluchi, Brahui, Classical Greek, Haitian, Neapolitan and Shetland
  /// English.
  ///
  /// In Arabic and Hebrew script, an article is written together with its noun, and only a
  /// dictionary can tell it from a word's own letters. There, and if a name only seems to begin
  /// with an article (*Los Angeles*), use ``NameParts/sortAs``. Languages without articles, such as
  /// Finnish, have an empty entry.
  public static let standard: LeadingArticles = {
    var articles = articlesByLanguage
    for language in [
      "bg", "bn", "cs", "et", "fi", "hi", "hr", "id", "ja", "ko", "la", "lt", "lv", "pl", "ru",
      "sk", "sl", "sr", "th", "uk", "vi", "zh",
    ] {
      articles[language] = []
    }
    return LeadingArticles(articles)
  }()

  private static let articlesByLanguage = [
    "af": ["die", "'n"],
    "ar": ["ad-", "adh-", "al-", "an-", "ar-", "as-", "ash-", "at-", "ath-", "az-", "el-"],
    "ca": ["el", "els", "en", "l'", "la", "les", "un", "una"],
    "cy": ["y", "yr"],
    "da": ["de", "den", "det", "en", "et"],
    "de": [
      "das", "dem", "den", "der", "des", "die", "ein", "eine", "einem", "einen", "einer", "eines",
      "'s",
    ],
    "el": [
      "hai", "hē", "heis", "hen", "hena", "henas", "ho", "hoi", "mia", "ta", "to", "η", "ένα",
      "ενα",
      "ένας", "ενας", "μία", "μια", "ο", "οι", "τα", "το",
    ],
    "en": ["a", "an", "the"],
    "eo": ["la"],
    "es": ["el", "la", "las", "lo", "los", "un", "una"],
    "eu": ["bat"],
    "fa": ["al-"],
    "fil": ["ang", "ang mga", "mga"],
    "fr": ["l'", "la", "le", "les", "un", "une"],
    "fy": ["de", "'e", "in", "it", "'n", "'t"],
    "ga": ["an", "an t-", "na", "na h-"],
    "gd": ["a'", "am", "an", "an t-", "na", "na h-"],
    "gl": ["a", "as", "o", "os", "unha"],
    "haw": ["he", "ka", "ke", "na", "o"],
    "he": ["ha-", "he-", "ה-"],
    "hu": ["a", "az", "egy"],
    "is": [
      "hin", "hina", "hinar", "hinir", "hinn", "hinna", "hinnar", "hinni", "hins", "hinu", "hinum",
      "hið", "'r",
    ],
    "it": ["gl'", "gli", "i", "il", "l'", "la", "le", "li", "lo", "un", "un'", "una", "uno"],
    "mg": ["ny"],
    "mt": ["il-", "l-"],
    "nb": ["de", "dei", "den", "det", "e", "ei", "ein", "eit", "en", "et"],
    "nl": ["de", "een", "eene", "het", "'n", "'t"],
    "nn": ["de", "dei", "den", "det", "e", "ei", "ein", "eit", "en", "et"],
    "no": ["de", "dei", "den", "det", "e", "ei", "ein", "eit", "en", "et"],
    "oc": [
      "ih'", "il", "l'", "la", "las", "le", "les", "lh", "lhi", "li", "lis", "lo", "los", "lou",
      "lu",
      "un", "una", "uno", "uns", "us",
    ],
    "pa": ["al-"],
    "pt": ["a", "as", "o", "os", "um", "uma"],
    "ro": ["a", "al", "o", "un", "unei", "unui"],
    "sco": ["a", "an", "ane"],
    "sq": ["një"],
    "sv": ["de", "den", "det", "en", "ett"],
    "tl": ["ang", "ang mga", "mga"],
    "tr": ["al-", "bir"],
    "ur": ["al-"],
    "wa": ["des", "ein", "enne", "l'", "les"],
    "yi": [
      "a", "an", "der", "di", "die", "dos", "eyn", "eyne", "א", "אַ", "אן", "אַן", "דאס", "דאָס",
      "די", "דער",
    ],
  ]

  /// Particles before family names that don't count, by the person's language: *van der Waals* goes
  /// under W, *de Gaulle* under G.
  ///
  /// ```swift
  /// let collation = try LocalizedIndexedCollation(
  ///   locale: "nl", filing: FilingRules(articles: .surnameParticles))
  /// collation.section(for: "van der Waals")  // 22, the section W
  /// ```
  ///
  /// The table follows *Anglo-American Cataloguing Rules*, second edition, 22.5D1. An empty entry
  /// means that names are filed under their particles, as in English and Italian: *De Quincey*
  /// under D. So are French, German and Spanish names whose particle is an article, or a
  /// contraction with one: *La Fontaine*, *Vom Ende*, *Las Heras*. The table is for names that
  /// begin with the family name, or for a field of family names (``NameParts/fields``).
  public static let surnameParticles = LeadingArticles([
    "af": [],
    "cs": ["z", "ze"],
    "da": ["af", "van", "van den", "van der", "von", "von den", "von der"],
    "de": [
      "van", "van den", "van der", "von", "von dem", "von den", "von der", "von und zu", "zu",
    ],
    "en": [],
    "es": ["de", "de la", "de las", "de los", "del"],
    "fr": ["d'", "de"],
    "it": [],
    "nb": ["af", "av", "van", "van den", "van der", "von", "von den", "von der"],
    "nl": [
      "de", "den", "der", "het", "in 't", "op de", "op den", "op 't", "'t", "te", "ten", "ter",
      "van", "van de", "van den", "van der", "van het", "van 't",
    ],
    "nn": ["af", "av", "van", "van den", "van der", "von", "von den", "von der"],
    "no": ["af", "av", "van", "van den", "van der", "von", "von den", "von der"],
    "pt": ["da", "das", "de", "do", "dos"],
    "sk": ["z", "zo"],
    "sv": ["af", "av", "van", "van den", "van der", "von", "von den", "von der"],
  ])
}
