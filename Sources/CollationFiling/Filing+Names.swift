package import Collation
internal import Synchronization

extension Filing: NameFiling {
  package func file(_ names: NameList, _ range: Range<Int>) -> Names {
    switch names.source {
    case .names(let names): file(names[range].records)
    case .fields(let fields):
      file(
        PartColumns(
          fields: fields.places.map { UTF8Records(bytes: fields.records.bytes, places: $0) }),
        range)
    case .parts(let names):
      // No other names have parts.
      switch names {
      case let names as [NameParts]: file(names, range)
      case let names as PartColumns: file(names, range)
      default: names.filedAsTheyStand(range)
      }
    }
  }

  /// Files names that have no other parts. No bytes are copied unless letters are replaced.
  private func file(_ names: UTF8Records) -> Names {
    if respelling != nil || changesWords {
      return file(PartColumns(shown: names), names.indices)
    }
    let (articles, bytes) = (articles, names.bytes.span)
    var texts = names.ranges
    var (shown, shownNumbers): ([Range<Int>], [Int32]) = ([], [])
    for number in texts.indices {
      let range = texts[number]
      let start = start(of: bytes.extracting(range), articles)
      if start == 0 { continue }
      if shown.isEmpty { shownNumbers = [Int32](repeating: -1, count: texts.count) }
      texts[number] = range.lowerBound + start..<range.upperBound
      shownNumbers[number] = Int32(shown.count)
      shown.append(range)
    }
    return Names(
      texts: UTF8Records(bytes: names.bytes, places: texts),
      shown: UTF8Records(bytes: names.bytes, places: shown), shownNumbers: shownNumbers)
  }

  func file(_ columns: PartColumns, _ range: Range<Int>) -> Names {
    file(range) { columns[$0] }
  }

  func file(_ parts: [NameParts], _ range: Range<Int>) -> Names {
    file(range) { parts[$0] }
  }

  private func file<Parts: PartReader>(
    _ range: Range<Int>, _ parts: (Int) -> Parts
  ) -> Names {
    var (texts, shown): ([UInt8], [UInt8]) = ([], [])
    var (textRanges, shownRanges): ([Range<Int>], [Range<Int>]) = ([], [])
    textRanges.reserveCapacity(range.count)
    var shownNumbers: [Int32] = []
    var language = LanguageOfLastName(articles: articles)
    for number in range {
      let parts = parts(number)
      let (text, end) = (texts.count, shown.count)
      let outcome = write(parts, &language, to: &texts)
      textRanges.append(text..<texts.count)
      if outcome == .isShown { continue }
      parts.appendShown(to: &shown)
      let isShown =
        outcome == .mayBeShown
        && texts.span.extracting(text..<texts.count)
          .isSame(as: shown.span.extracting(end..<shown.count))
      if isShown {
        shown.removeLast(shown.count - end)
      } else {
        if shownNumbers.isEmpty { shownNumbers = [Int32](repeating: -1, count: range.count) }
        shownNumbers[number - range.lowerBound] = Int32(shownRanges.count)
        shownRanges.append(end..<shown.count)
      }
    }
    return Names(
      texts: UTF8Records(bytes: texts, places: textRanges),
      shown: UTF8Records(bytes: shown, places: shownRanges), shownNumbers: shownNumbers)
  }

  /// Calls `body` with the text by which a name is filed, its shown text, and whether the two are
  /// equal.
  func withFiledText<Result>(
    of parts: NameParts,
    _ body: (_ text: Span<UInt8>, _ shown: Span<UInt8>, _ isSame: Bool) -> Result
  ) -> Result {
    if let result = withFiledTextInPlace(of: parts, body) { return result }
    var (text, shown): ([UInt8], [UInt8]) = ([], [])
    var language = LanguageOfLastName(articles: articles)
    // Most names fit, so the array doesn't grow with each field.
    text.reserveCapacity(64)
    let outcome = write(parts, &language, to: &text)
    if outcome == .isShown { return body(text.span, text.span, true) }
    parts.appendShown(to: &shown)
    return body(
      text.span, shown.span, outcome == .mayBeShown && text.span.isSame(as: shown.span))
  }

  /// Like `withFiledText`, for a name filed by one of its texts, which is read in place, as for
  /// most names; returns `nil` for other names.
  @inline(__always)
  private func withFiledTextInPlace<Result>(
    of parts: NameParts,
    _ body: (_ text: Span<UInt8>, _ shown: Span<UInt8>, _ isSame: Bool) -> Result
  ) -> Result? {
    // Without a text, the fields are shown.
    if parts.shown.isEmpty && !parts.fields.isEmpty { return nil }
    let shown = parts.shown.utf8.span
    if let sortAs = parts.sortAs {
      let text = sortAs.utf8.span
      if !text.isBlank { return body(text, shown, text.isSame(as: shown)) }
    }
    if respelling != nil { return nil }
    if let reading = parts.reading {
      let text = reading.utf8.span
      if !text.isBlank { return body(text, shown, text.isSame(as: shown)) }
    }
    // The language determines the articles.
    if !parts.fields.isEmpty || parts.language?.isEmpty == false { return nil }
    return withCountingText(
      of: shown, nonfilingCount: parts.nonfilingCount, articles, collatesNumbers
    ) {
      body($0, shown, $1)
    }
  }

  // MARK: The text of a name

  private enum Outcome {
    case isShown
    /// To be decided by comparing the bytes.
    case mayBeShown
    /// Letters were replaced, perhaps by themselves: ICU leaves some as they are.
    case isRespelled
  }

  private func write(
    _ parts: some PartReader, _ last: inout LanguageOfLastName, to text: inout [UInt8]
  ) -> Outcome {
    if parts.has(.sortAs) {
      parts.read(.sortAs) { text.append(bytesOf: $0) }
      return .mayBeShown
    }
    let start = text.count
    prepare(&last, for: parts, .language)
    if parts.has(.reading) {
      parts.read(.reading) { text.append(bytesOf: $0) }
      return respell(&text, from: start, last) ? .isRespelled : .mayBeShown
    }
    if parts.fieldsHaveParts {
      let isRespelled = writeFieldsApart(parts, &last, to: &text)
      if text.count > start { return isRespelled ? .isRespelled : .mayBeShown }
      prepare(&last, for: parts, .language)
    }
    var isAsShown = writeFields(parts, last.articles, to: &text)
    if text.count == start {
      let count = parts.nonfilingCount(of: .shown)
      isAsShown = parts.read(.shown) { name in
        withCountingText(
          of: name, nonfilingCount: count, last.articles, collatesNumbers
        ) { rest, isAll in
          text.append(bytesOf: rest)
          return isAll
        }
      }
    }
    if respell(&text, from: start, last) { return .isRespelled }
    return isAsShown ? .isShown : .mayBeShown
  }

  /// Appends the fields of a name, except those that are left out.
  ///
  /// - Returns: Whether they are known to equal the shown text.
  private func writeFields(
    _ parts: some PartReader, _ articles: ArticleMatcher?, to text: inout [UInt8]
  ) -> Bool {
    var isAsShown = parts.read(.shown) { $0.isEmpty }
    let start = text.count
    for place in 0..<parts.fieldCount {
      parts.read(.field(place)) { field in
        if field.isEmpty && !parts.keepsEmptyFields { return }
        if parts.isSeparated(place, text.count > start) { text.appendSeparator() }
        if field.isEmpty { return }
        let count = parts.nonfilingCount(of: .field(place))
        if !write(field, at: place, count, articles, to: &text) { isAsShown = false }
      }
    }
    return isAsShown
  }

  /// Appends the fields of a name some of which have parts of their own.
  ///
  /// - Returns: Whether letters were replaced.
  private func writeFieldsApart(
    _ parts: some PartReader, _ last: inout LanguageOfLastName, to text: inout [UInt8]
  ) -> Bool {
    let start = text.count
    var isRespelled = false
    for place in 0..<parts.fieldCount {
      let end = text.count
      if end > start { text.appendSeparator() }
      let first = text.count
      if parts.has(.fieldSortAs(place)) {
        parts.read(.fieldSortAs(place)) { text.append(bytesOf: $0) }
      } else {
        let language =
          parts.has(.fieldLanguage(place)) ? NamePart.fieldLanguage(place) : .language
        prepare(&last, for: parts, language)
        if parts.has(.fieldReading(place)) {
          parts.read(.fieldReading(place)) { text.append(bytesOf: $0) }
        } else {
          let count = parts.nonfilingCount(of: .field(place))
          parts.read(.field(place)) { _ = write($0, at: place, count, last.articles, to: &text) }
        }
        if respell(&text, from: first, last) { isRespelled = true }
      }
      if text.count == first { text.removeLast(first - end) }
    }
    return isRespelled
  }

  /// Appends a field without the beginning that doesn't count.
  ///
  /// - Returns: Whether that is the whole field.
  private func write(
    _ field: Span<UInt8>, at place: Int, _ nonfilingCount: Int?, _ articles: ArticleMatcher?,
    to text: inout [UInt8]
  ) -> Bool {
    let writesNumbers = !collatesNumbers && rules.numericFields.contains(place)
    return withCountingText(
      of: field, nonfilingCount: nonfilingCount, articles, collatesNumbers || writesNumbers
    ) { rest, isAll in
      if writesNumbers {
        text.append(numbersOf: rest)
        return false
      }
      text.append(bytesOf: rest)
      return isAll
    }
  }

  /// Replaces letters from a position on, if the rules call for it.
  ///
  /// - Returns: Whether any letter was replaced.
  private func respell(
    _ text: inout [UInt8], from start: Int, _ last: LanguageOfLastName
  ) -> Bool {
    guard let respelling else { return false }
    let end = text.count
    guard
      let respelled = respelling.respelled(
        text.span.extracting(start..<end), language: last.language)
    else { return false }
    text.replaceSubrange(start..., with: respelled)
    return true
  }

  // MARK: The language of a name

  /// What follows from a name's language, which for most names is also the previous name's.
  private struct LanguageOfLastName {
    /// Empty if it is unknown.
    var tag: [UInt8] = []
    var articles: ArticleMatcher?
    var language: String?
  }

  private func prepare(
    _ last: inout LanguageOfLastName, for parts: some PartReader, _ part: NamePart
  ) {
    parts.read(part) { tag in
      if tag.isSame(as: last.tag.span) { return }
      if tag.isEmpty {
        last = LanguageOfLastName(articles: articles)
        return
      }
      let text = String(decoding: Array(tag), as: UTF8.self)
      last = LanguageOfLastName(
        tag: Array(tag), articles: articles(ofLanguage: text),
        language: respelling == nil ? nil : try? Self.language(of: text))
    }
  }

  private func articles(ofLanguage tag: String) -> ArticleMatcher? {
    guard let table = rules.articles else { return articles }
    guard let language = table.has(tag) ? tag : try? Self.language(of: tag), table.has(language)
    else { return articles }
    return articlesOfLanguages.withLock { matchers in
      if let matcher = matchers[language] { return matcher }
      let matcher = ArticleMatcher(table[language])
      matchers[language] = matcher
      return matcher
    }
  }
}
