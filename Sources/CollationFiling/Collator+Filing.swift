public import Collation

extension Collator {
  /// Returns a collator that files names before it collates them.
  ///
  /// ```swift
  /// let english = try Collator(locale: "en").filed(by: FilingRules(articles: .standard))
  /// english.sorted(["Abba", "The Beatles", "Cher"])  // ["Abba", "The Beatles", "Cher"]
  /// ```
  ///
  /// Every call that takes names files them, and the collator's stamp includes a digest of the
  /// rules.
  ///
  /// - Throws: A `CollationError` if the rules are invalid.
  /// - Complexity: O(*n*) in the bytes of the articles, which are prepared each time. The first
  ///   collator with romanization takes up to a tenth of a second more.
  public func filed(by rules: FilingRules) throws(CollationError) -> Collator {
    rules.areAsShown ? unfiled : filed(by: try Filing(rules, for: unfiled))
  }

  /// The rules by which names are filed.
  public var filingRules: FilingRules { (filing as? Filing)?.rules ?? .asShown }

  /// Returns the texts by which names are filed, in UTF-8: without articles, say, or in Latin
  /// letters. U+FFFE separates the fields of a name.
  ///
  /// ```swift
  /// collator.filedTexts(of: NameList(["The Beatles"]))[0]  // the bytes of Beatles
  /// ```
  ///
  /// - Complexity: O(*n*) in the UTF-8 bytes of the parts.
  public func filedTexts(of names: NameList) -> UTF8Records {
    (filing ?? Filing.asShown).file(names, 0..<names.count).records
  }
}

extension NameParts {
  /// Returns the text by which the name is filed.
  ///
  /// - Parameter collator: The collator whose rules file it.
  /// - Complexity: O(*n*) in the UTF-8 bytes of the parts.
  public func filedText(by collator: Collator) -> String {
    collator.filingOfParts.withFiledText(of: self) { text, _, _ in
      String(decoding: Array(text), as: UTF8.self)
    }
  }
}

extension Collator {
  var filingOfParts: Filing { filing as? Filing ?? .asShown }
}
