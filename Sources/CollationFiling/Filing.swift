internal import Collation
internal import Synchronization

package final class Filing: Sendable {
  let rules: FilingRules
  /// Whether the collator itself collates digits by value.
  let collatesNumbers: Bool
  let changesWords: Bool
  /// The articles for names of unknown language.
  let articles: ArticleMatcher?
  /// `nil` if all letters stay as they are.
  let respelling: Respelling?
  /// The articles of the languages seen so far. The table limits their number.
  let articlesOfLanguages = Mutex<[String: ArticleMatcher]>([:])
  package let digest: String

  static let asShown = Filing()

  private init() {
    (rules, articles, respelling, collatesNumbers, digest) = (.asShown, nil, nil, true, "")
    changesWords = false
  }

  /// - Throws: A `CollationError` if the rules are invalid.
  init(_ rules: FilingRules, for collator: Collator) throws(CollationError) {
    self.rules = rules
    collatesNumbers = collator.resolvedOptions.numeric
    changesWords = rules.changesWords
    let articles = try Self.articles(rules, for: collator)
    self.articles = articles.isEmpty ? nil : ArticleMatcher(articles)
    respelling = try Respelling(rules, for: collator)
    digest = Self.digest(of: rules, articles, respelling)
  }

  /// The articles for names of unknown language.
  private static func articles(
    _ rules: FilingRules, for collator: Collator
  ) throws(CollationError) -> [String] {
    guard let table = rules.articles else { return [] }
    try table.check()
    var articles: [String] = []
    if let languages = rules.articleLanguages {
      for language in languages {
        guard let subtag = try Self.language(of: language), table.has(subtag) else {
          throw CollationError(
            .invalidFilingRules,
            "no articles for language '\(language)': expected one of "
              + table.languages.joined(separator: ", "))
        }
        articles += table[subtag]
      }
    } else if let locale = collator.resolvedOptions.requestedLocale,
      let language = try Self.language(of: locale)
    {
      articles = table[language]
    }
    return articles
  }

  /// The language subtag of a tag; `nil` for root.
  static func language(of tag: String) throws(CollationError) -> String? {
    let identifier = try LocaleIdentifier(tag)
    let language = try requireICU(
      to: "determine the language of '\(tag)'", identifier.language())
    return language.isEmpty ? nil : language
  }

  private static func digest(
    of rules: FilingRules, _ articles: [String], _ respelling: Respelling?
  ) -> String {
    var digest = Digest()
    digest.add(version.utf8)
    digest.add([rules.skipsPunctuation ? 1 : 0])
    for field in rules.numericFields.sorted() { digest.add("\(field)".utf8) }
    if let romanizer = respelling?.romanizer { digest.add(romanizer.deciding.utf8) }
    if rules.readsChineseSurnames { digest.add("surnames \(ChineseSurnames.version)".utf8) }
    if rules.skipsNonsortingZones { digest.add("nonsorting zones".utf8) }
    if rules.skipsModifierLetters { digest.add("modifier letters".utf8) }
    if rules.readsRomanNumerals { digest.add("roman numerals".utf8) }
    guard let table = rules.articles else { return digest.text }
    func add(_ language: String, _ articles: [String]) {
      // The count tells where the articles end.
      digest.add("\(language) \(articles.count)".utf8)
      for article in articles { digest.add(article.utf8) }
    }
    add("", articles)
    for language in table.languages { add(language, table[language]) }
    return digest.text
  }

  /// Bump when the same rules file names differently.
  private static let version = "2"

  // MARK: One name

  @inline(__always)
  func start(of text: Span<UInt8>, _ articles: ArticleMatcher?) -> Int {
    // Most names begin with a letter with which no article begins.
    if !rules.skipsPunctuation || text.beginsWithFrequentLetter,
      !(articles?.mayBegin(text) ?? false)
    {
      return 0
    }
    return startBySearching(text, articles)
  }

  @inline(never)
  private func startBySearching(_ text: Span<UInt8>, _ articles: ArticleMatcher?) -> Int {
    var start = articles?.length(in: text) ?? 0
    if rules.skipsPunctuation { start = startOfWords(in: text, behindArticle: start, articles) }
    // A name that is only an article, or only signs, stays whole.
    return start == 0 || text.hasLetter(from: start) ? start : 0
  }

  private func startOfWords(
    in text: Span<UInt8>, behindArticle article: Int, _ articles: ArticleMatcher?
  ) -> Int {
    guard article == 0, let articles else { return text.endOfPunctuation(from: article) }
    // An article may follow a quotation mark, or begin with an apostrophe: “’t Hooft”.
    let end = text.endOfPunctuation(from: 0)
    var place = 0
    while place < min(end + 1, text.count) {
      let length = articles.length(in: text.extracting(place..<text.count))
      if length > 0 { return text.endOfPunctuation(from: place + length) }
      place += text.codePoint(at: place)?.length ?? 1
    }
    return end
  }

  /// Calls `body` with the text by which a name without other parts is collated, and whether it is
  /// the name itself.
  @inline(__always)
  package func withFiledText<Result>(
    of name: Span<UInt8>, _ body: (_ text: Span<UInt8>, _ isAsShown: Bool) -> Result
  ) -> Result {
    withCountingText(of: name, nonfilingCount: nil, articles, collatesNumbers) { text, isAsShown in
      if let respelled = respelling?.respelled(text, language: nil) {
        return body(respelled.span, false)
      }
      return body(text, isAsShown)
    }
  }

  /// Calls `body` with what counts of a name or field, and whether that is all of it, unchanged.
  ///
  /// - Parameter collatesNumbers: Whether digits in the text will collate by value.
  @inline(__always)
  func withCountingText<Result>(
    of text: Span<UInt8>, nonfilingCount: Int?, _ articles: ArticleMatcher?,
    _ collatesNumbers: Bool, _ body: (_ text: Span<UInt8>, _ isAll: Bool) -> Result
  ) -> Result {
    let articles = nonfilingCount == nil ? articles : nil
    if nonfilingCount != nil || changesWords,
      let changed = changed(text, nonfilingCount, articles, collatesNumbers)
    {
      return body(changed.span, false)
    }
    let start = start(of: text, articles)
    return body(text.extracting(start..<text.count), start == 0)
  }

  /// Returns what counts of a text, copied; `nil` if no more than its beginning changes.
  @inline(never)
  private func changed(
    _ text: Span<UInt8>, _ nonfilingCount: Int?, _ articles: ArticleMatcher?,
    _ collatesNumbers: Bool
  ) -> [UInt8]? {
    let rest = text.withoutNonfiling(nonfilingCount, hasZones: rules.skipsNonsortingZones)
    if rest == nil, !rules.skipsModifierLetters, !rules.readsRomanNumerals { return nil }
    var changed = rest ?? Array(text.extracting(0..<text.count))
    // Before articles: ʿAyn may precede one.
    if rules.skipsModifierLetters { changed.removeModifierLetters() }
    changed.removeFirst(start(of: changed.span, rest == nil ? articles : nil))
    if rules.readsRomanNumerals { changed.readNumberAtEnd(isPrefixed: !collatesNumbers) }
    return changed.span.isSame(as: text) ? nil : changed
  }
}
