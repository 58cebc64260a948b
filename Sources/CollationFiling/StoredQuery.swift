package import Collation
internal import Synchronization

/// The typed text, to be found in a database by the keys of names.
package final class StoredQuery: Sendable {
  /// The disjoint ranges of keys for the word that the fewest names are likely to have, best first.
  /// A name that matches has a key in one of them, but a name with such a key need not match.
  package let ranges: [SearchRange]

  private let words: [TypedWord]
  private let search: NameSearch
  private let rows: Mutex<Rows>

  /// Keeping the letters of all rows read would take ever more memory.
  private static let mostRows = 1 << 14

  /// - Throws: A `CollationError` for a query of more than ``NameSearch/maximumQueryLength`` bytes,
  ///   and if ICU fails to open its search order.
  package init(_ query: String, by collator: Collator) throws(CollationError) {
    search = try NameSearch(by: collator, .letters)
    var reader = search.reader
    words = try search.typedWords(of: query, &reader)
    let longest = words.max { $0.letters.count < $1.letters.count }
    ranges = SearchRanges(of: longest, search.letters!).ranges
    rows = Mutex(Rows(search))
  }

  /// Returns how well a row matches, by its texts; `nil` if it doesn't.
  ///
  /// - Complexity: O(*n*) in the UTF-8 bytes.
  package func rank(of texts: [String]) -> NameSearch.Rank? {
    if words.isEmpty { return .best }
    return rows.withLock { rows in
      if rows.count == Self.mostRows { rows = Rows(search) }
      return rows.rank(of: texts, words)
    }
  }

  /// Returns whether this is the first key by which a walk over the ranges reaches a row; `nil` if
  /// the row no longer has the key, since its texts have changed.
  package func isFirst(_ key: [UInt8], of texts: [String]) -> Bool? {
    let keys = rows.withLock { $0.maker.keys(of: texts) }
    guard keys.contains(key) else { return nil }
    for range in ranges {
      let found = keys.filter(range.contains).min { $0.lexicographicallyPrecedes($1) }
      if let found { return found == key }
    }
    return false
  }
}

/// What is known from earlier rows: ICU takes some microseconds for a word or a letter with marks.
private struct Rows {
  private var search: NameSearch
  private var reader: SearchedNames.Reader
  private var query: SearchQuery?
  /// How many letters and sets of marks were known when the query was made.
  private var knownCount = 0
  private(set) var count = 0
  var maker: SearchKeyMaker

  init(_ search: NameSearch) {
    self.search = search
    reader = search.reader
    maker = SearchKeyMaker(search.letters!)
  }

  mutating func rank(of texts: [String], _ words: [TypedWord]) -> NameSearch.Rank? {
    count += 1
    let codes = search.names.codes(of: texts, &reader)
    if query == nil || knownCount != search.names.alphabet.knownCount {
      query = search.query(words, false)
      knownCount = search.names.alphabet.knownCount
    }
    return query?.rank(in: codes.span)
  }
}
