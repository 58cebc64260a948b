public import Collation

/// A search for the names that start with a prefix: the ranges of list keys that they lie in, and
/// whether a name matches.
///
/// ```swift
/// let search = try collation.prefixSearch("ang")
/// search.ranges               // between which keys names that match lie: most often one
/// search.matches("Ångström")  // true where å is a variant of a, as in English; false in Swedish
/// ```
///
/// A name matches if some beginning of it collates as equal to the prefix at the ``strength``. A
/// beginning ends between `Character`s, or before a scalar that brings a letter of its own, such as
/// a vowel sign: กิตติ begins with ก, and किरण with क. It does not end before an accent, nor within
/// a syllable of Hangul. **No name that matches lies outside of the ranges.** A name within them
/// need not match, so a search calls ``matches(_:)`` on what the database finds:
///
/// - At primary strength, a name lies in the ranges if its letters, as weights, begin with those of
///   the prefix. Most such names match. The exceptions are names in which the prefix ends within a
///   character: Straße, whose ß expands to two s, for `Stras`. With numeric ordering, the ranges
///   have all numbers from the prefix's own on: for `item 2`, item 20 and item 3.
/// - At any other strength the ranges are the same. In a key the accents come after all letters of
///   the name, so a range of bytes cannot select accents.
///
/// A collation that files names files the prefix too: *the beat* and *beat* both find *The Beatles*
/// if the article does not count.
///
/// Most prefixes have one range. There are more if the next letter can change the weight of the
/// prefix: Czech *ch* is a letter of its own, in a different section from `c`, and Thai เ trades
/// places with each consonant: about a hundred and fifty ranges. <doc:Paging> shows how to page a
/// search.
public struct PrefixSearch: Sendable {
  /// The prefix.
  public let prefix: String
  /// How many levels of difference count.
  public let strength: CollationStrength
  /// The ranges, in the order of the list. No two overlap.
  public let ranges: [ListKeyRange]
  /// The collation of the list.
  public let collation: LocalizedIndexedCollation

  private let filedPrefix: String
  /// The collator at the strength.
  private let collator: Collator
  /// The primary level of the prefix's key.
  private let letters: [UInt8]
  private let contractions: PrefixContractions

  /// The maximum length of a prefix, in UTF-8 bytes.
  public static let maximumPrefixLength = 1_024

  /// A longer prefix gets the ranges of its first 256 characters, in which its own lie.
  private static let prefixLimit = 256

  init(
    _ prefix: String, _ strength: CollationStrength, _ collation: LocalizedIndexedCollation
  ) throws(CollationError) {
    guard prefix.utf8.count <= Self.maximumPrefixLength else {
      throw CollationError(
        .prefixTooLong,
        "a prefix of \(prefix.utf8.count) bytes: expected at most \(Self.maximumPrefixLength)")
    }
    self.prefix = prefix
    self.strength = strength
    self.collation = collation
    let prefix = collation.collator.filing?.filedText(of: prefix) ?? prefix
    filedPrefix = prefix
    let (storage, primary) = (collation.storage, collation.storage.primaryCollator)
    if strength == .primary {
      collator = primary
    } else {
      var request = primary.storage.request
      request.options.strength = strength
      collator = try Collator(request)
    }

    let beginning =
      prefix.utf8.count <= Self.prefixLimit ? prefix : String(prefix.prefix(Self.prefixLimit))
    let letters = primary.letters(of: beginning)
    contractions = try PrefixContractions.of(primary)
    self.letters = beginning.endIndex == prefix.endIndex ? letters : primary.letters(of: prefix)
    var bounds = storage.bounds(startingWith: contractions.beginnings(of: letters))
    if primary.resolvedOptions.numeric, let last = primary.lastNumber(like: beginning, letters) {
      storage.appendBounds(from: letters[...], to: last[...].successor, &bounds)
    }
    ranges = ListKeyRange.merged(bounds)
  }

  /// Returns whether a name starts with the prefix.
  ///
  /// Only the first 4,096 UTF-8 bytes of a name are examined. No prefix is that long, so a longer
  /// beginning has thousands of ignored characters. With backwards secondary, at most sixteen
  /// characters without letters are examined after the last letter of a beginning.
  ///
  /// - Complexity: O(*n* + *m* log *m*) in the UTF-8 bytes of the name and of the prefix.
  public func matches(_ name: String) -> Bool {
    matchesFiledText(collation.collator.filing?.filedText(of: name) ?? name)
  }

  /// Returns whether a filed text starts with the prefix.
  ///
  /// - Complexity: As ``matches(_:)``.
  public func matchesFiledText(_ name: String) -> Bool {
    let key = collation.listKey(ofCollated: name)
    guard ranges.contains(key) else { return false }
    var beginnings = NameBeginnings(
      of: name, letters: Array(key.sortKey.bytes.primaryLevel),
      collation.storage.primaryCollator, contractions)
    // Most names that match do so here.
    let reached = beginnings.end(reaching: letters.count)
    if reached < beginnings.ends.count && beginnings.letters(to: reached) == letters
      && matches(name, to: beginnings.ends[reached])
    {
      return true
    }
    // The letters of a longer beginning take at least as many bytes, except for those that a
    // contraction saves. So the beginnings with as many as the prefix are close together.
    var number = beginnings.end(reaching: letters.count - contractions.saving)
    // How many ends before this one have as many letters.
    var (count, ignored) = (-1, 0)
    while number < beginnings.ends.count {
      let beginning = beginnings.letters(to: number)
      if beginning.count > letters.count + contractions.saving { return false }
      ignored = beginning.count == count ? ignored + 1 : 0
      count = beginning.count
      var next = number + 1
      if ignored > contractions.longest {
        // No contraction reaches this far: what is ignored alone is ignored here.
        next = beginnings.endOfIgnored(from: next)
      }
      if beginning == letters && hasMatch(beginnings.ends[number..<next], in: name) { return true }
      number = next
    }
    return false
  }

  /// Whether the beginning to one of some ends matches. All of these have the letters of the
  /// prefix.
  private func hasMatch(_ ends: ArraySlice<NameBeginnings.End>, in name: String) -> Bool {
    if matches(name, to: ends[ends.startIndex]) { return true }
    // What follows is ignored among the letters.
    if ends.count == 1 || strength == .primary { return false }
    // With backwards secondary, what is added comes first in its level.
    if collator.resolvedOptions.backwardsSecondary {
      return ends.dropFirst().prefix(Self.ignoredCharacters).contains { matches(name, to: $0) }
    }
    let reached = partitioningIndex(ends.indices) { number in
      collator.compare(name[..<ends[number].index], filedPrefix[...]) != .less
    }
    return reached < ends.endIndex && matches(name, to: ends[reached])
  }

  private static let ignoredCharacters = 16

  private func matches(_ name: String, to end: NameBeginnings.End) -> Bool {
    (strength == .primary || collator.compare(name[..<end.index], filedPrefix[...]) == .equal)
      && (end.index == end.characterEnd || onlyAddsLetters(name[..<end.characterEnd]))
  }

  /// Whether what follows a beginning that has the prefix's letters only adds letters. It does not
  /// if it contracts with what comes before, as the halves of Tamil ொ do.
  private func onlyAddsLetters(_ text: Substring) -> Bool {
    let whole = collation.storage.primaryCollator.letters(ofUTF8: text.utf8.span)
    return letters.count < whole.count && whole.starts(with: letters)
  }
}

extension LocalizedIndexedCollation {
  /// Makes the search for names that start with a prefix.
  ///
  /// - Parameters:
  ///   - prefix: The prefix; every name starts with the empty one.
  ///   - strength: How many levels of difference count. At primary strength neither accents nor
  ///     case do.
  /// - Throws: A `CollationError` for a prefix of more than
  ///   ``PrefixSearch/maximumPrefixLength`` bytes, and if ICU fails.
  /// - Complexity: O(*n*) in the UTF-8 bytes of the prefix. The first search under an order takes
  ///   about a tenth of a second, while ICU lists its contractions. Call `prefixSearch("")` when
  ///   the server starts, so no reader has to wait for it.
  public func prefixSearch(
    _ prefix: String, strength: CollationStrength = .primary
  ) throws(CollationError) -> PrefixSearch {
    try PrefixSearch(prefix, strength, self)
  }
}

extension Collator {
  /// The letters of a prefix with its last number replaced by the greatest of ICU's numbers; `nil`
  /// for a prefix that does not end in a number.
  fileprivate func lastNumber(like prefix: String, _ letters: [UInt8]) -> [UInt8]? {
    func isDigit(_ scalar: Unicode.Scalar) -> Bool {
      scalar.properties.generalCategory == .decimalNumber
    }
    let scalars = prefix.unicodeScalars
    guard let digit = scalars.lastIndex(where: isDigit),
      self.letters(of: String(scalars[...digit])) == letters
    else { return nil }
    let beforeNumber = scalars[..<digit].reversed().drop(while: isDigit).reversed()
    return self.letters(
      of: String(String.UnicodeScalarView(beforeNumber))
        + String(repeating: "9", count: SortKeyFormat.mostDigits))
  }
}

extension LocalizedIndexedCollation.Storage {
  /// The bounds of the ranges of list keys whose sort keys begin with one of some letters: lower
  /// and upper bounds in alternation. There may be hundreds of these, nearly all of one section.
  /// Complemented keys begin with complemented letters.
  fileprivate func bounds(startingWith beginnings: KeyList) -> KeyList {
    let (boundaries, bytes) = (sectionLookup.boundaries, beginnings.bytes.span)
    var bounds = KeyList(
      capacity: 2 * beginnings.count, byteCapacity: 2 * (bytes.count + 2 * beginnings.count))
    let bits: UInt8 = sectionLookup.isDescending ? 0xFF : 0
    // The number of the section of the previous letters, and the boundary after it.
    var (section, next): ([UInt8], [UInt8]?) = ([], [])
    var kept: Range<Int>?
    for number in beginnings.sortedIndices() {
      let range = beginnings.range(of: number)
      let letters = bytes.extracting(range)
      if let kept, letters.starts(with: bytes.extracting(kept)) { continue }
      kept = range
      if let boundary = next, letters.compare(boundary.span) >= 0 {
        let number = sectionLookup.boundary(beforeSortKey: beginnings[number])
        section = ListKeyFormat.bytes(ofSection: boundaries[number].section)
        next = number + 1 < boundaries.count ? boundaries[number + 1].key : nil
      }
      let isCut = next.map { $0.span.starts(with: letters) } ?? false
      if letters.isEmpty {
        bounds.append([])
        bounds.append(ListKeyFormat.end[...])
      } else if !isCut, let last = letters.indices.last(where: { letters[$0] ^ bits != 0xFF }) {
        bounds.append { $0.append(section.span, letters, xor: bits) }
        bounds.append {
          $0.append(section.span, letters.extracting(first: last), xor: bits)
          $0.append((letters[last] ^ bits) + 1)
        }
      } else {
        let letters = beginnings[number]
        appendBounds(from: letters, to: letters.successor, &bounds)
      }
    }
    return bounds
  }

  /// Appends the bounds of the ranges of list keys whose sort keys lie between two bounds, the
  /// upper of which may be missing: one range for each piece between boundaries.
  fileprivate func appendBounds(
    from lower: ArraySlice<UInt8>, to upper: ArraySlice<UInt8>?, _ bounds: inout KeyList
  ) {
    let boundaries = sectionLookup.boundaries
    var start = lower
    for number in sectionLookup.boundary(beforeSortKey: lower)..<boundaries.count {
      let next = number + 1 < boundaries.count ? boundaries[number + 1].key[...] : nil
      let end = [next, upper].compactMap(\.self).min { $0.lexicographicallyPrecedes($1) }
      if end.map({ start.lexicographicallyPrecedes($0) }) ?? true {
        let range = ListKeyRange.ofSection(
          boundaries[number].section, from: start, to: end,
          isDescending: sectionLookup.isDescending)
        bounds.append(range.lowerBound)
        bounds.append(range.upperBound)
      }
      guard let next, upper.map({ next.lexicographicallyPrecedes($0) }) ?? true else { break }
      start = next
    }
  }
}

extension Span<UInt8> {
  fileprivate func starts(with beginning: Span<UInt8>) -> Bool {
    beginning.count <= count && beginning.indices.allSatisfy { self[$0] == beginning[$0] }
  }
}

extension [ListKeyRange] {
  fileprivate func contains(_ key: ListKey) -> Bool {
    let number = partitioningIndex(indices) {
      key.bytes.lexicographicallyPrecedes(self[$0].upperBound)
    }
    return number < count && self[number].contains(key)
  }
}
