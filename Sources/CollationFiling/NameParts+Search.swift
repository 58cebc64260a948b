public import Collation

extension NameParts.Field {
  fileprivate var texts: [String] { [sortAs, text, reading].compactMap(\.self) }
}

extension NameParts {
  /// The texts by which a database search finds the name, each once.
  ///
  /// ```swift
  /// let parts = NameParts(shown: "James Brown", fields: ["Brown", "James"])
  /// parts.searchTexts  // ["Brown", "James", "James Brown"]
  /// let keys = try NameSearch.keys(of: parts.searchTexts)
  /// ```
  ///
  /// These are the sort-as text, the fields, the name and the reading. So a match at the beginning
  /// of the family name ranks higher than one in the given name.
  public var searchTexts: [String] {
    var seen: Set<[UInt8]> = []
    return
      ([sortAs].compactMap(\.self) + fields.flatMap(\.texts) + [shown]
      + [reading].compactMap(\.self))
      // Hashing a text itself takes quadratic time in the marks of its last character.
      .filter { seen.insert(Array($0.utf8)).inserted }
  }

  /// The texts of ``searchTexts`` and, by a collator whose rules romanize names, each of them as it
  /// is romanized, and the first letters of ideographs.
  ///
  /// ```swift
  /// let rules = FilingRules(romanization: .foreignScripts)
  /// let collator = try Collator(locale: "en").filed(by: rules)
  /// NameParts("张三").searchTexts(romanizedBy: collator)  // ["张三", "zhāng sān", "zs"]
  /// ```
  ///
  /// So `zhangs` and `zs` find 张三, and `ivan` finds Иван.
  ///
  /// - Parameter collator: A collator of the list.
  /// - Complexity: As for filing the texts.
  public func searchTexts(romanizedBy collator: Collator) -> [String] {
    guard let respelling = collator.filingOfParts.respelling, respelling.romanizer != nil else {
      return searchTexts
    }
    let language = language.flatMap { try? Filing.language(of: $0) }
    return searchTexts
      + searchTexts.flatMap { text -> [String] in
        guard let bytes = respelling.respelled(Array(text.utf8).span, language: language) else {
          return []
        }
        let romanized = String(decoding: bytes, as: UTF8.self)
        return [romanized] + (Self.initials(of: text, romanized: romanized).map { [$0] } ?? [])
      }
  }

  /// The first letters of two or more ideographs; `nil` for a text with anything else, whose
  /// romanized words are no syllables.
  package static func initials(of text: String, romanized: String) -> String? {
    let characters = text.unicodeScalars.filter { $0 != " " }
    guard characters.count > 1, characters.allSatisfy(\.properties.isIdeographic) else {
      return nil
    }
    return String(romanized.split { !$0.isLetter }.compactMap(\.first))
  }
}
