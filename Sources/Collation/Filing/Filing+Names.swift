internal import Synchronization

/// The work on names of several parts, and on many names.
extension Filing {
  /// The text by which a name is collated.
  func filedText(of parts: NameParts) -> String {
    // No columns are made of a name alone.
    if parts == NameParts(parts.name) { return filedText(of: parts.name) }
    return String(decoding: file(NameColumns(of: [parts]) { $0 }).texts[0], as: UTF8.self)
  }

  /// Files names that have no other parts.
  func file(_ names: UTF8Records) -> FiledNames {
    respelled(withoutBeginnings(names), PartsOfNames(NameColumns(names: names)))
  }

  /// Files names by their parts.
  func file(_ columns: NameColumns) -> FiledNames {
    if columns.hasNamesAlone { return file(columns.names) }
    let parts = PartsOfNames(columns)
    return respelled(assembled(parts), parts)
  }

  /// Names without what does not count at their beginnings. No bytes are copied.
  private func withoutBeginnings(_ names: UTF8Records) -> FiledNames {
    let (articles, bytes, ranges) = (articles, names.bytes.span, names.ranges.span)
    var texts = names.ranges
    var (shown, shownNumbers): ([Range<Int>], [Int32]) = ([], [])
    for number in ranges.indices {
      let range = ranges[number]
      let start = start(of: bytes.extracting(range), articles)
      if start == 0 { continue }
      if shown.isEmpty { shownNumbers = [Int32](repeating: -1, count: ranges.count) }
      texts[number] = range.lowerBound + start..<range.upperBound
      shownNumbers[number] = Int32(shown.count)
      shown.append(range)
    }
    return FiledNames(
      texts: UTF8Records(names, parts: texts), shown: UTF8Records(names, parts: shown),
      shownNumbers: shownNumbers)
  }

  /// The texts by which names are filed that have parts, with the letters that they have.
  private func assembled(_ parts: PartsOfNames) -> FiledNames {
    let numericFields = collatesNumbers ? [] : rules.numericFields
    let mostBytes = numericFields.isEmpty ? parts.byteCount : 2 * parts.byteCount
    var (texts, shown) = (UTF8Records(), UTF8Records())
    var shownNumbers: [Int32] = []
    let hasLanguages = parts.hasLanguages && rules.articles != nil
    let articles = articles
    // Most names have the language of the name before.
    var last: (language: Range<Int>, articles: ArticleMatcher?) = (0..<0, articles)
    texts.append(parts.count, bytes: mostBytes) { number, text in
      let start = text.count
      var articles = articles
      if hasLanguages {
        let language = parts.language(of: number)
        let bytes = parts.bytes.span
        if !bytes.extracting(language).isSame(as: bytes.extracting(last.language)) {
          last = (language, self.articles(ofLanguage: parts.bytes[language]))
        }
        articles = last.articles
      }
      if write(number, parts, articles, numericFields, to: &text) { return }
      shown.append { parts.appendShown(number, to: &$0) }
      let filed = text.span.extracting(start..<text.count)
      if filed.isSame(as: shown[shown.count - 1].span) {
        shown.removeLast()
      } else {
        if shownNumbers.isEmpty { shownNumbers = [Int32](repeating: -1, count: parts.count) }
        shownNumbers[number] = Int32(shown.count - 1)
      }
    }
    return FiledNames(texts: texts, shown: shown, shownNumbers: shownNumbers)
  }

  /// Writes the text by which a name is filed.
  ///
  /// - Returns: Whether it is known to be what is shown.
  private func write(
    _ number: Int, _ parts: PartsOfNames, _ articles: ArticleMatcher?, _ numericFields: Set<Int>,
    to text: inout OutputSpan<UInt8>
  ) -> Bool {
    let bytes = parts.bytes.span
    if let override = parts.override(of: number) {
      text.append(bytes.extracting(override))
      return false
    }
    let first = text.count
    var isAsShown = !parts.hasNames
    for place in 0..<parts.fieldCount {
      let field = bytes.extracting(parts.field(place, of: number))
      if field.isEmpty { continue }
      if text.count > first { text.appendSeparator() }
      let start = start(of: field, articles)
      let part = field.extracting(start..<field.count)
      if !numericFields.isEmpty && numericFields.contains(place) {
        text.append(numbersOf: part)
        isAsShown = false
      } else {
        text.append(part)
        if start > 0 { isAsShown = false }
      }
    }
    if text.count > first { return isAsShown }
    let name = bytes.extracting(parts.name(of: number))
    let start = start(of: name, articles)
    text.append(name.extracting(start..<name.count))
    return start == 0
  }

  /// Gives names other letters, where the rules do.
  private func respelled(_ names: FiledNames, _ parts: PartsOfNames) -> FiledNames {
    guard let respelling else { return names }
    var (texts, shown) = (UTF8Records(), UTF8Records())
    var shownNumbers = [Int32](repeating: -1, count: names.count)
    texts.reserveCapacity(records: names.count, bytes: names.texts.bytes.count)
    // Most names have the language of the name before.
    var last: (tag: Range<Int>, language: String?) = (0..<0, nil)
    let (bytes, partBytes) = (names.texts.bytes.span, parts.bytes.span)
    for number in 0..<names.count {
      let text = bytes.extracting(names.texts.ranges[number])
      let tag = parts.language(of: number)
      if !partBytes.extracting(tag).isSame(as: partBytes.extracting(last.tag)) {
        last = (tag, try? Self.language(of: String(decoding: parts.bytes[tag], as: UTF8.self)))
      }
      let respelled =
        parts.sortAs(of: number) == nil
        ? respelling.respelled(text, language: last.language) : nil
      var known = names.shown(of: number)
      if let respelled {
        texts.append(utf8: respelled)
        known = known ?? names.texts[number]
      } else {
        texts.append { $0.append(text) }
      }
      if let known {
        shownNumbers[number] = Int32(shown.count)
        shown.append(utf8: known)
      }
    }
    return FiledNames(
      texts: texts, shown: shown, shownNumbers: shown.isEmpty ? [] : shownNumbers)
  }

  /// The articles for a name of a language.
  private func articles(ofLanguage tag: ArraySlice<UInt8>) -> ArticleMatcher? {
    guard let table = rules.articles, !tag.isEmpty else { return articles }
    let text = String(decoding: tag, as: UTF8.self)
    guard let language = table.has(text) ? text : try? Self.language(of: text), table.has(language)
    else { return articles }
    return articlesOfLanguages.withLock { matchers in
      if let matcher = matchers[language] { return matcher }
      let matcher = ArticleMatcher(table[language])
      matchers[language] = matcher
      return matcher
    }
  }
}
