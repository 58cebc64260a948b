public import Collation

/// Searches many names as the user types: which names contain the typed text, and where.
///
/// ```swift
/// let search = try NameSearch(["Řehoř Dvořák", "James Brown", "Brown, James"], by: collator)
/// try search.matches("rehor").map(\.number)      // [0]
/// try search.matches("jam").map(\.number)        // [1, 2]
/// try search.matches("brown j").map(\.number)    // [1, 2]
/// let name = "Brown, James"
/// try search.ranges(of: "jam", in: name).map { name[$0] }  // ["Jam"]
/// ```
///
/// Sorting and searching are two orders. Czech sorts ř after r, but a reader who types `rehor`
/// expects Řehoř. So a search uses ``Matching/letters`` unless you ask for the list's own order:
///
/// - A letter without marks finds the letter with any marks, in any language; a letter with a mark
///   finds only letters with that mark (*asymmetric search*, UTS #10, 8.2). `ang` finds Ångström,
///   but `ång` doesn't find Angela.
/// - Text that is equal in the collator's language matches, too: in German, `mueller` and `muller`
///   find Müller; in Danish, `aa` finds å. This holds in words of up to 64 letters.
/// - Case, spaces and punctuation don't count: `obrien` finds O'Brien, and `vande` finds Van de
///   Velde.
/// - Each word of a query must match the beginning of a word in the name, in any order. A query
///   matches while a Hangul syllable is being typed (ㄱ, 기, 김 and 김ㅊ find 김철수), and by first
///   consonants (ㄱㅊㅅ).
/// - An empty query, or one of punctuation alone, finds every name and has no ranges.
///
/// A search looks at names as given, whether or not the collator files them. To find Иванов by
/// `iva` in a romanized list, search ``Collation/Collator/filedTexts(of:)``, too, and combine the
/// matches:
///
/// ```swift
/// let romanized = try collator.filed(by: FilingRules(romanization: .foreignScripts))
/// let filed = romanized.filedTexts(of: NameList(["Иванов", "Ivarsson"]))
/// try NameSearch(filed, by: collator).matches("iva").map(\.number)  // [0, 1]
/// ```
///
/// A search can follow a list that changes. Names keep their numbers, so you can store a number
/// with its element:
///
/// ```swift
/// var search = try NameSearch(people.map(\.name), by: collator)
/// let number = search.append("Åsa Ek")
/// search.replace(at: number, with: "Åsa Lind")
/// search.replace(at: 0, with: nil)  // The person is gone.
/// ```
///
/// `StoredList` of `CollationLists` searches names that a database stores, by their ``keys(of:)``.
///
/// Preparing a search and searching occupy the calling thread until they return. In a server,
/// search more than some ten thousand names on a dispatch queue of your own: a search on a thread
/// of Swift's cooperative pool would keep other requests waiting.
///
/// ## Topics
///
/// ### Preparing
/// - ``init(_:by:matching:)-(UTF8Records,_,_)``
/// - ``init(_:by:matching:)-(Sequence<String>,_,_)``
/// - ``Matching``
///
/// ### Changing
/// - ``append(_:)``
/// - ``replace(at:with:)``
///
/// ### Searching
/// - ``matches(_:insideWords:)``
/// - ``Match``
/// - ``Rank``
/// - ``ranges(of:in:insideWords:)``
/// - ``maximumQueryLength``
///
/// ### In a database
/// - ``keys(of:)``
/// - ``keyStamp``
public struct NameSearch: Sendable {
  /// What a match must have in common with a query.
  public enum Matching: Hashable, Sendable {
    /// The typed letters, with any marks unless they were typed with some.
    case letters
    /// The collation elements in the collator's own order, up to a strength.
    /// `CollationStrength.quaternary` and `CollationStrength.identical` count as tertiary.
    ///
    /// ICU's `usearch` defines matches like this. In detail:
    ///
    /// - Spaces and punctuation count as they do in the order, so the words of a query must be
    ///   adjacent. Ignorable elements are left out; case levels and levels beyond the third don't
    ///   count.
    /// - A match begins between `Character`s. It ends between them, or before a scalar that has a
    ///   letter of its own, such as a vowel sign: ก finds กิตติ.
    /// - A match splits no contraction or expansion: `c` doesn't find Czech *ch*, and `as` doesn't
    ///   find Straße. With numeric ordering, a number is found only as a whole: `1` doesn't find
    ///   12.
    case list(CollationStrength)
  }

  /// A name that matches a query.
  public struct Match: Hashable, Sendable {
    /// The name's number.
    public let number: Int
    /// How well the name matches.
    public let rank: Rank
  }

  /// How well a name matches, best first.
  ///
  /// Names whose letters are equal in the list's own order come first: in Swedish, `ang` finds
  /// Angela, then Ångström. Within either group, names in which the query is a whole word come
  /// first, then names that begin with it, names with a word that does, and names that have it
  /// inside a word. A query of several words ranks by the word that matches worst.
  public struct Rank: Comparable, Hashable, Sendable {
    enum Place: UInt8 {
      case word, nameBeginning, wordBeginning, insideWord
    }

    /// 0 is best.
    package let value: UInt8
    fileprivate static let count = 8

    init(place: Place, byOwnOrder: Bool) { value = place.rawValue + (byOwnOrder ? 0 : 4) }

    static let best = Rank(place: .word, byOwnOrder: true)

    /// Whether names of one rank come before names of another.
    public static func < (left: Rank, right: Rank) -> Bool { left.value < right.value }
  }

  /// The maximum length of a query, in UTF-8 bytes.
  public static let maximumQueryLength = 1_024

  /// What a match must have in common with a query.
  public let matching: Matching

  private let collator: Collator
  /// `nil` in a search by the list's own order.
  let letters: SearchLetters?
  var names: SearchedNames

  init(by collator: Collator, _ matching: Matching) throws(CollationError) {
    (self.collator, self.matching) = (collator, matching)
    letters = matching == .letters ? try SearchLetters.of(collator) : nil
    names = SearchedNames(letters == nil ? .elements : .letters)
  }

  /// Prepares a search in records.
  ///
  /// A word begins at the beginning of a name, and after a character that is neither a letter nor a
  /// digit, such as a space. Each ideograph is a word of its own, and with ``Matching/letters`` so
  /// is each Hangul syllable.
  ///
  /// - Parameters:
  ///   - names: The names. A match has an index into them.
  ///   - collator: The collator of the list. Its own strength doesn't matter.
  ///   - matching: What a match must have in common with a query.
  /// - Throws: A `CollationError` if ICU fails to open its search order.
  /// - Complexity: O(*n*) in the UTF-8 bytes, and four bytes of memory for each character.
  public init(
    _ names: UTF8Records, by collator: Collator, matching: Matching = .letters
  ) throws(CollationError) {
    try self.init(by: collator, matching)
    var reader = reader
    let bytes = names.bytes.span
    for range in names.ranges { self.names.append(bytes.extracting(range), &reader) }
  }

  /// Prepares a search in strings.
  ///
  /// - Parameters:
  ///   - names: The names. A match has an index into them.
  ///   - collator: The collator of the list. Its own strength doesn't matter.
  ///   - matching: What a match must have in common with a query.
  /// - Throws: A `CollationError` if ICU fails to open its search order.
  /// - Complexity: O(*n*) in the UTF-8 bytes, and four bytes of memory for each character.
  public init(
    _ names: some Sequence<String>, by collator: Collator, matching: Matching = .letters
  ) throws(CollationError) {
    try self.init(by: collator, matching)
    var reader = reader
    for name in names { self.names.append(name.utf8.span, &reader) }
  }

  var reader: SearchedNames.Reader {
    if let letters { return SearchedNames.Reader(of: letters) }
    guard case .list(let strength) = matching else { preconditionFailure("letters are read") }
    return SearchedNames.Reader(by: collator, strength: strength)
  }

  /// Adds a name.
  ///
  /// A search is a value: other tasks can search a copy while this one changes. Copying is free;
  /// the first change afterward copies some kilobytes of names and a list of pieces, one per
  /// thousand names or so.
  ///
  /// - Returns: The number of the name, which is the previous count of names.
  /// - Complexity: O(*n*) in the UTF-8 bytes of the name.
  @discardableResult
  public mutating func append(_ name: String) -> Int {
    var reader = reader
    names.append(name.utf8.span, &reader)
    return names.count - 1
  }

  /// Replaces a name. The numbers of other names stay the same.
  ///
  /// - Parameters:
  ///   - number: The number of the name, less than the count of the names.
  ///   - name: The new name. `nil` removes the name: its number remains, but no query matches it,
  ///     not even an empty one. You can set a name for it later.
  /// - Complexity: O(*n*) in the UTF-8 bytes of both names, and O(log *m*) in the names. Some
  ///   kilobytes of other names are moved.
  public mutating func replace(at number: Int, with name: String?) {
    var reader = reader
    if let name {
      names.replace(number, with: name.utf8.span, &reader)
    } else {
      names.replace(number, with: nil, &reader)
    }
  }

  /// Returns the names that match, best first.
  ///
  /// Names of one rank keep the order in which they were added. If that isn't the order of your
  /// list, sort the matches by rank and then by their position in it.
  ///
  /// - Parameters:
  ///   - query: The typed text.
  ///   - insideWords: Whether a word of the query may also begin inside a word of a name.
  /// - Throws: A `CollationError` for a query of more than ``maximumQueryLength`` bytes.
  /// - Complexity: O(*n*) in the characters of all names: about a nanosecond per character, and two
  ///   hundred per matching name.
  public func matches(
    _ query: String, insideWords: Bool = false
  ) throws(CollationError) -> [Match] {
    guard let query = try self.query(query, insideWords) else {
      return names.numbers.map { Match(number: $0, rank: .best) }
    }
    var byRank: [[Match]] = Array(repeating: [], count: Rank.count)
    names.forEachName(with: query) { number, rank in
      byRank[Int(rank.value)].append(Match(number: number, rank: rank))
    }
    return Array(byRank.joined())
  }

  /// Returns where a query matches in a name, for example to highlight it.
  ///
  /// The ranges are in order and do not overlap. They begin and end with the characters that have
  /// the query's letters. For a client that counts UTF-16 code units, as JavaScript does, use
  /// `range.lowerBound.utf16Offset(in: name)`.
  ///
  /// - Parameters:
  ///   - query: The typed text, at most ``maximumQueryLength`` UTF-8 bytes.
  ///   - name: Any name, not just one of the prepared names.
  ///   - insideWords: Whether a word of the query may also begin inside a word of the name.
  /// - Throws: A `CollationError` for a query of more than ``maximumQueryLength`` bytes.
  /// - Complexity: O(*n*) in the UTF-8 bytes of the name and the query.
  public func ranges(
    of query: String, in name: String, insideWords: Bool = false
  ) throws(CollationError) -> [Range<String.Index>] {
    try byteRanges(of: query, in: name.utf8.span, insideWords: insideWords).map { range in
      let start = name.utf8.index(name.startIndex, offsetBy: range.lowerBound)
      return start..<name.utf8.index(start, offsetBy: range.count)
    }
  }

  /// Returns where a query matches in a record, whose bytes may be ill-formed.
  package func byteRanges(
    of query: String, in name: Span<UInt8>, insideWords: Bool = false
  ) throws(CollationError) -> [Range<Int>] {
    var reader = reader
    var search = self
    search.names = SearchedNames(letters == nil ? .elements : .letters)
    search.names.append(name, &reader)
    guard let query = try search.query(query, insideWords) else { return [] }
    let matches = search.names.matchesInFirst(of: query)
    if matches.isEmpty { return [] }
    var ranges: [Range<Int>] = []
    var (place, start) = (0, 0)
    reader.readElements(name) { element in
      if ranges.count < matches.count {
        let match = matches[ranges.count]
        if place == match.lowerBound { start = element.byte }
        if place == match.upperBound - 1, let end = element.matchEnd { ranges.append(start..<end) }
      }
      place += 1
    }
    return ranges
  }

  /// What to look for; `nil` if that is in every name.
  func query(_ query: String, _ insideWords: Bool) throws(CollationError) -> SearchQuery? {
    var reader = reader
    return self.query(try typedWords(of: query, &reader), insideWords)
  }

  func query(_ words: [TypedWord], _ insideWords: Bool) -> SearchQuery? {
    words.isEmpty ? nil : SearchQuery(words.map { pattern($0, insideWords) })
  }

  /// The words of a query that contain letters.
  func typedWords(
    of query: String, _ reader: inout SearchedNames.Reader
  ) throws(CollationError) -> [TypedWord] {
    guard query.utf8.count <= Self.maximumQueryLength else {
      throw CollationError(
        .queryTooLong,
        "a query of \(query.utf8.count) bytes: expected at most \(Self.maximumQueryLength)")
    }
    // In the list's own order a space is an element, so the words stay together.
    let words = letters == nil ? [query[...]] : query.split(whereSeparator: \.isWhitespace)
    return words.map { TypedWord(String($0), &reader, letters) }.filter { !$0.letters.isEmpty }
  }

  private func pattern(_ word: TypedWord, _ insideWords: Bool) -> SearchPattern {
    SearchPattern(
      word.letters.map { typed in
        var letter = letter(typed.weights, typed.letter.marks)
        letter.isInitial = typed.isInitial
        return letter
      },
      word.alternatives.map { alternatives in
        alternatives.map { equality in
          SearchPattern.Alternative(
            count: equality.typed.count,
            letters: equality.found.map { letter(UInt64($0.primary) << 32, $0.marks) })
        }
      },
      letters == nil ? .elements : .letters, insideWords: insideWords)
  }

  private func letter(_ weights: UInt64, _ marks: [UInt16]) -> SearchPattern.Letter {
    SearchPattern.Letter(
      number: names.alphabet.number(of: weights) ?? SearchPattern.Letter.unknown,
      classes: marks.isEmpty ? nil : names.alphabet.classes(with: marks))
  }
}
