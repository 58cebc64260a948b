public import Collation

/// Searches many names as someone types: which names contain the query, and where.
///
/// ```swift
/// let search = NameSearch(["Ångström", "James Brown", "Brown, James"], by: collator)
/// try search.matches("jam")                 // [1, 2]
/// try search.matches("str", at: .anywhere)  // [0]
/// let name = "Brown, James"
/// try search.ranges(of: "jam", in: name).map { name[$0] }  // ["Jam"]
/// ```
///
/// A match is a piece of a name whose collation elements are those of the query, as far as the
/// strength counts them; ignorable elements are left out. So `ang` finds Ångström in English, and
/// not in Swedish. ICU's `usearch` defines a match in this way, too. In detail:
///
/// - A match begins between `Character`s. It ends between them, or before a scalar that brings a
///   letter of its own, such as a vowel sign: ก finds กิตติ.
/// - A match cuts no contraction and no expansion: `c` does not find Czech *ch*, and `as` does not
///   find Straße. With numeric ordering a number is found as a whole: `1` does not find 12.
/// - ``Scope/wordBeginnings`` takes only the matches that begin a word.
/// - An empty query, or one whose characters are all ignorable, finds every name and has no ranges.
/// - Case levels and levels beyond the third do not count.
///
/// A search looks into the names as they are given, whether or not the collator files them. To find
/// Иванов by `iva` in a romanized list, search ``Collation/Collator/filedTexts(of:)`` too, and
/// combine the matches of both:
///
/// ```swift
/// let romanized = try collator.filed(by: FilingRules(romanization: .foreignScripts))
/// let filed = romanized.filedTexts(of: NameList(["Иванов", "Ivarsson"]))
/// try NameSearch(filed, by: collator).matches("iva")  // [0, 1]
/// ```
///
/// A search can follow a list that changes. Names keep their numbers, so you can store each with
/// its element:
///
/// ```swift
/// var search = NameSearch(people.map(\.name), by: collator)
/// let number = search.append("Åsa Ek")
/// search.replace(at: number, with: "Åsa Lind")
/// search.replace(at: 0, with: nil)  // The person is gone.
/// ```
///
/// `PrefixSearch` of `CollationLists` searches a list that a database stores.
///
/// Preparing a search and searching occupy the calling thread until they return. In a server,
/// search more than some ten thousand names on a dispatch queue of your own: on a thread of Swift's
/// cooperative pool, you would keep other requests waiting.
///
/// ## Topics
///
/// ### Preparing
/// - ``init(_:by:strength:)-(UTF8Records,_,_)``
/// - ``init(_:by:strength:)-(Sequence<String>,_,_)``
/// - ``strength``
///
/// ### Changing
/// - ``append(_:)``
/// - ``replace(at:with:)``
///
/// ### Searching
/// - ``matches(_:at:)``
/// - ``ranges(of:in:at:)``
/// - ``Scope``
/// - ``maximumQueryLength``
public struct NameSearch: Sendable {
  /// Where in a name a match may begin.
  public enum Scope: Hashable, Sendable, CaseIterable {
    /// At the beginning of a word: at the beginning of the name, or after a character that is
    /// neither letter nor digit, such as a space. Each ideograph is a word of its own.
    case wordBeginnings
    /// At any character.
    case anywhere
  }

  /// The maximum length of a query, in UTF-8 bytes.
  public static let maximumQueryLength = 1_024

  /// How many levels of difference count.
  public let strength: CollationStrength

  private let collator: Collator
  private(set) var names = SearchedNames()

  /// Prepares a search in records.
  ///
  /// - Parameters:
  ///   - names: The names. A match is an index into them.
  ///   - collator: The collator that says which texts are equal. Its own strength does not count.
  ///   - strength: How many levels of difference count. At primary strength, the default, neither
  ///     accents nor case do. Searches at `CollationStrength.quaternary` and
  ///     `CollationStrength.identical` count as tertiary.
  /// - Complexity: O(*n*) in the UTF-8 bytes, and four bytes of memory for each character.
  public init(
    _ names: UTF8Records, by collator: Collator, strength: CollationStrength = .primary
  ) {
    (self.collator, self.strength) = (collator, strength)
    var reader = SearchedNames.Reader(by: collator, strength: strength)
    let bytes = names.bytes.span
    for range in names.ranges { self.names.append(bytes.extracting(range), &reader) }
  }

  /// Prepares a search in strings.
  ///
  /// - Parameters:
  ///   - names: The names. A match is an index into them.
  ///   - collator: The collator that says which texts are equal. Its own strength does not count.
  ///   - strength: How many levels of difference count; by default the primary alone.
  /// - Complexity: O(*n*) in the UTF-8 bytes, and four bytes of memory for each character.
  public init(
    _ names: some Sequence<String>, by collator: Collator, strength: CollationStrength = .primary
  ) {
    (self.collator, self.strength) = (collator, strength)
    var reader = SearchedNames.Reader(by: collator, strength: strength)
    for name in names { self.names.append(name.utf8.span, &reader) }
  }

  /// Adds a name.
  ///
  /// A search is a value: other tasks can search a copy while this one changes. Copying is free;
  /// the first change after it copies some kilobytes of names and a list of pieces, one per
  /// thousand names or so.
  ///
  /// - Returns: The number of the name: how many names there were.
  /// - Complexity: O(*n*) in the UTF-8 bytes of the name.
  @discardableResult
  public mutating func append(_ name: String) -> Int {
    var reader = SearchedNames.Reader(by: collator, strength: strength)
    names.append(name.utf8.span, &reader)
    return names.count - 1
  }

  /// Replaces a name. The numbers of the others stay the same.
  ///
  /// - Parameters:
  ///   - number: The number of the name, less than the count of the names.
  ///   - name: The new name. `nil` removes the name: its number remains, but no query matches it,
  ///     not even an empty one. You may set a name for it later.
  /// - Complexity: O(*n*) in the UTF-8 bytes of both names, and O(log *m*) in the names. Some
  ///   kilobytes of other names are moved.
  public mutating func replace(at number: Int, with name: String?) {
    var reader = SearchedNames.Reader(by: collator, strength: strength)
    if let name {
      names.replace(number, with: name.utf8.span, &reader)
    } else {
      names.replace(number, with: nil, &reader)
    }
  }

  /// Returns the numbers of the names that match, in input order.
  ///
  /// - Parameters:
  ///   - query: What was typed.
  ///   - scope: Where a match may begin.
  /// - Throws: A `CollationError` for a query of more than ``maximumQueryLength`` bytes.
  /// - Complexity: O(*n*) in the characters of all names: about a nanosecond for each, and tens of
  ///   nanoseconds for each name that matches.
  public func matches(
    _ query: String, at scope: Scope = .wordBeginnings
  ) throws(CollationError) -> [Int] {
    let pattern: SearchPattern
    switch try lookup(query, at: scope) {
    case .everyName: return names.numbers
    case .noName: return []
    case .pattern(let found): pattern = found
    }
    return names.numbers(matching: pattern)
  }

  /// Returns where a query matches in a name, for instance to highlight it.
  ///
  /// The ranges are in order and do not overlap. They begin and end with the characters that have
  /// the query's elements. A client that counts UTF-16 code units, as JavaScript does, uses
  /// `range.lowerBound.utf16Offset(in: name)`.
  ///
  /// - Parameters:
  ///   - query: What was typed, at most ``maximumQueryLength`` UTF-8 bytes.
  ///   - name: Any name, not only one of those that were prepared.
  ///   - scope: Where a match may begin; by default where a word does.
  /// - Throws: A `CollationError` for a query of more than ``maximumQueryLength`` bytes.
  /// - Complexity: O(*n*) in the UTF-8 bytes of the name and the query.
  public func ranges(
    of query: String, in name: String, at scope: Scope = .wordBeginnings
  ) throws(CollationError) -> [Range<String.Index>] {
    try byteRanges(of: query, in: name.utf8.span, at: scope).map { range in
      let start = name.utf8.index(name.startIndex, offsetBy: range.lowerBound)
      return start..<name.utf8.index(start, offsetBy: range.count)
    }
  }

  /// Returns where a query matches in a record, whose bytes may be ill-formed.
  package func byteRanges(
    of query: String, in name: Span<UInt8>, at scope: Scope = .wordBeginnings
  ) throws(CollationError) -> [Range<Int>] {
    var reader = SearchedNames.Reader(by: collator, strength: strength)
    var search = NameSearch(UTF8Records(), by: collator, strength: strength)
    search.names.append(name, &reader)
    guard case .pattern(let pattern) = try search.lookup(query, at: scope) else { return [] }
    let matches = search.names.matchesInFirst(of: pattern)
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

  private enum Lookup {
    /// It has no elements.
    case everyName
    /// It has an element that no name has.
    case noName
    case pattern(SearchPattern)
  }

  private func lookup(_ query: String, at scope: Scope) throws(CollationError) -> Lookup {
    guard query.utf8.count <= Self.maximumQueryLength else {
      throw CollationError(
        .prefixTooLong,
        "a query of \(query.utf8.count) bytes: expected at most \(Self.maximumQueryLength)")
    }
    var reader = SearchedNames.Reader(by: collator, strength: strength)
    var count = 0
    var known: [UInt32] = []
    reader.readElements(query.utf8.span) { element in
      count += 1
      if let number = names.alphabet.number(of: element.weights) { known.append(number) }
    }
    if count == 0 { return .everyName }
    guard known.count == count else { return .noName }
    return .pattern(
      SearchPattern(known, atWords: scope == .wordBeginnings, counts: names.alphabet.counts))
  }
}
