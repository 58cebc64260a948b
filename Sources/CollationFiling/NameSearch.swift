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
/// `PrefixSearch` of `CollationLists` searches a list that a database stores.
///
/// ## Topics
///
/// ### Preparing
/// - ``init(_:by:strength:)-(UTF8Records,_,_)``
/// - ``init(_:by:strength:)-(Sequence<String>,_,_)``
/// - ``strength``
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

  /// The most UTF-8 bytes of a query: more than anybody types.
  public static let maximumQueryLength = 1_024

  /// How many levels of difference count.
  public let strength: CollationStrength

  private let collator: Collator
  private let records: UTF8Records
  /// The numbers of the elements, by their weights.
  private let numbers: [UInt64: UInt32]
  /// How often each number occurs in the names; 0 is not the number of an element.
  private let counts: [Int]
  /// The elements of all names, as ``SearchPattern/Code``; `nothing` follows each name.
  private let codes: [UInt32]
  /// Where those of each name begin.
  private var starts: [Int] = []

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
    records = names
    self.collator = collator
    self.strength = strength
    var numbers: [UInt64: UInt32] = [:]
    var counts = [0]
    var codes: [UInt32] = []
    codes.reserveCapacity(names.bytes.count)
    starts.reserveCapacity(names.count)
    var reader = SearchElements(by: collator, strength: strength)
    var bytesRead = 0
    for number in 0..<names.count {
      starts.append(codes.count)
      reader.read(names.bytes.span.extracting(names.ranges[number])) { element in
        var code = numbers[element.weights]
        if code == nil {
          code = UInt32(counts.count)
          numbers[element.weights] = code
          counts.append(0)
        }
        counts[Int(code!)] += 1
        if codes.count == codes.capacity {
          codes.makeRoom(done: bytesRead + element.byte, of: names.bytes.count)
        }
        codes.append(Self.code(code!, element))
      }
      codes.append(SearchPattern.Code.nothing)
      bytesRead += names.ranges[number].count
    }
    (self.numbers, self.counts, self.codes) = (numbers, counts, codes)
  }

  /// Prepares a search in strings.
  ///
  /// - Parameters:
  ///   - names: The names. A match is an index into them.
  ///   - collator: The collator that says which texts are equal. Its own strength does not count.
  ///   - strength: How many levels of difference count; by default the primary alone.
  /// - Complexity: O(*n*) in the UTF-8 bytes, which are copied.
  public init(
    _ names: some Sequence<String>, by collator: Collator, strength: CollationStrength = .primary
  ) {
    self.init(UTF8Records(strings: names), by: collator, strength: strength)
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
    case .everyName: return Array(starts.indices)
    case .noName: return []
    case .pattern(let found): pattern = found
    }
    let codes = codes.span
    var found: [Int] = []
    var (name, start) = (0, 0)
    while let match = pattern.firstMatch(in: codes, from: start) {
      while name + 1 < starts.count && starts[name + 1] <= match.lowerBound { name += 1 }
      found.append(name)
      name += 1
      guard name < starts.count else { break }
      start = starts[name]
    }
    return found
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
    let search = NameSearch(CollectionOfOne(name), by: collator, strength: strength)
    return try search.byteRanges(of: query, inName: 0, at: scope).map { range in
      let start = name.utf8.index(name.startIndex, offsetBy: range.lowerBound)
      return start..<name.utf8.index(start, offsetBy: range.count)
    }
  }

  /// Returns where a query matches in a record, whose bytes may be ill-formed.
  package func byteRanges(
    of query: String, inName number: Int, at scope: Scope = .wordBeginnings
  ) throws(CollationError) -> [Range<Int>] {
    guard case .pattern(let pattern) = try lookup(query, at: scope) else { return [] }
    let name = codes.span.extracting(
      starts[number]..<(number + 1 < starts.count ? starts[number + 1] : codes.count))
    var matches: [Range<Int>] = []
    var start = 0
    while let match = pattern.firstMatch(in: name, from: start) {
      matches.append(match)
      start = match.upperBound
    }
    if matches.isEmpty { return [] }
    var ranges: [Range<Int>] = []
    var reader = SearchElements(by: collator, strength: strength)
    var place = 0
    reader.read(records.bytes.span.extracting(records.ranges[number])) { element in
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
    var reader = SearchElements(by: collator, strength: strength)
    var count = 0
    var known: [UInt32] = []
    reader.read(query.utf8.span) { element in
      count += 1
      if let number = numbers[element.weights] { known.append(number) }
    }
    if count == 0 { return .everyName }
    guard known.count == count else { return .noName }
    return .pattern(SearchPattern(known, atWords: scope == .wordBeginnings, counts: counts))
  }

  private static func code(_ number: UInt32, _ element: SearchElement) -> UInt32 {
    (element.beginsMatch ? SearchPattern.Code.beginsMatch : 0)
      | (element.beginsWord ? SearchPattern.Code.beginsWord : 0)
      | (element.matchEnd == nil ? 0 : SearchPattern.Code.endsMatch) | number
  }
}

extension [UInt32] {
  /// Makes room for the codes of all bytes, if the rest have as many as those done so far. Doubling
  /// the array again and again would take more memory, since the old array takes memory too.
  fileprivate mutating func makeRoom(done: Int, of byteCount: Int) {
    let likely = Double(count) * Double(byteCount) / Double(Swift.max(1, done))
    reserveCapacity(Swift.max(count + count / 4, Int(likely * 1.02)) + 16)
  }
}
