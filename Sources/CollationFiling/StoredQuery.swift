package import Collation

/// What was typed, to be found in a database by the keys of names.
package struct StoredQuery: Sendable {
  /// The ranges of keys in which the word that the fewest names are likely to have is found, the
  /// best first. None overlap. A name that matches has a key in one of them, and a name with such a
  /// key need not match.
  package let ranges: [SearchRange]

  private let query: String
  private let search: NameSearch

  /// - Throws: A `CollationError` for a query of more than ``NameSearch/maximumQueryLength`` bytes,
  ///   and if ICU fails to open its search order.
  package init(_ query: String, by collator: Collator) throws(CollationError) {
    self.query = query
    search = try NameSearch(by: collator, .letters)
    var reader = search.reader
    let words = try search.typedWords(of: query, &reader)
    let longest = words.max { $0.letters.count < $1.letters.count }
    ranges = SearchRanges(of: longest, search.letters!).ranges
  }

  /// Returns how well names match, each by its texts; `nil` for one that doesn't.
  ///
  /// - Complexity: O(*n*) in the UTF-8 bytes.
  package func ranks(of names: [[String]]) throws(CollationError) -> [NameSearch.Rank?] {
    var (search, reader) = (search, search.reader)
    for texts in names { search.names.append(texts, &reader) }
    var ranks: [NameSearch.Rank?] = Array(repeating: nil, count: names.count)
    guard let query = try search.query(query, false) else { return names.map { _ in .best } }
    search.names.forEachName(with: query) { ranks[$0] = $1 }
    return ranks
  }

  /// Returns the first of the ranges that has a key of a name, and the first key in it.
  package func firstKey(
    of texts: [String]
  ) throws(CollationError) -> (range: Int, key: [UInt8])? {
    let keys = try NameSearch.keys(of: texts)
    for (number, range) in ranges.enumerated() {
      let found = keys.filter(range.contains).min { $0.lexicographicallyPrecedes($1) }
      if let found { return (number, found) }
    }
    return nil
  }
}
