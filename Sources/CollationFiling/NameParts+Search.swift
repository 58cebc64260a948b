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
}
