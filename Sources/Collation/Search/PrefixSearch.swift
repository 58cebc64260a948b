/// The names that start with a prefix: in which ranges of display keys they lie, and whether a name
/// is one of them.
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
/// need not match, so a search asks ``matches(_:)`` of what the database finds:
///
/// - At primary strength, a name lies in the ranges if its letters, as weights, begin with those of
///   the prefix. Most such names match. The exceptions are names in which the prefix ends within a
///   character: Straße, whose ß is two s, for `Stras`. With numeric ordering, the ranges have all
///   numbers from the prefix's own on: for `item 2`, item 20 and item 3.
/// - At any other strength the ranges are the same. In a key the accents come after all letters of
///   the name, so a range of bytes cannot select accents.
///
/// There is one range for most prefixes. There are more where what follows changes the prefix's own
/// weight: Czech *ch* is another letter than `c`, in another section, and Thai เ trades places with
/// each consonant, which makes some hundred and fifty. <doc:Paging> has how to page a search.
public struct PrefixSearch: Sendable {
  /// What the names start with.
  public let prefix: String
  /// How many levels of difference count.
  public let strength: CollationStrength
  /// The ranges, in the order of the list. No two overlap.
  public let ranges: [DisplayKeyRange]

  private let collation: LocalizedIndexedCollation
  /// The collator at the strength.
  private let collator: Collator
  /// The first level of the prefix's key.
  private let letters: [UInt8]
  private let contractions: PrefixContractions

  /// The most UTF-8 bytes that a prefix has: more than a search as one types has a use for.
  public static let maximumPrefixLength = 1_024

  /// The ranges of a longer prefix are those of its first 256 characters, in which the ranges of
  /// the whole lie.
  private static let prefixLimit = 256

  init(
    _ prefix: String, _ strength: CollationStrength, _ collation: LocalizedIndexedCollation
  ) throws(CollationError) {
    guard prefix.utf8.count <= Self.maximumPrefixLength else {
      throw CollationError(
        .prefixTooLong,
        "a prefix of \(prefix.utf8.count) bytes: at most \(Self.maximumPrefixLength) would work")
    }
    self.prefix = prefix
    self.strength = strength
    self.collation = collation
    var request = collation.collator.storage.request
    request.options.strength = strength
    request.options.caseLevel = false
    collator = try Collator(request)

    let (storage, primary) = (collation.storage, collation.storage.primaryCollator)
    let beginning = String(prefix.prefix(Self.prefixLimit))
    let letters = primary.letters(of: beginning)
    contractions = try PrefixContractions.of(primary)
    self.letters = beginning.endIndex == prefix.endIndex ? letters : primary.letters(of: prefix)
    var ranges = storage.ranges(startingWith: letters)
    for letters in contractions.continuations(of: letters) {
      ranges += storage.ranges(startingWith: letters)
    }
    if primary.resolvedOptions.numeric, let last = primary.lastNumber(like: beginning, letters) {
      ranges += storage.ranges(from: letters, to: last.successor)
    }
    self.ranges = DisplayKeyRange.merged(ranges)
  }

  /// Whether a name starts with the prefix.
  ///
  /// A beginning of more than 4,096 UTF-8 bytes is not looked at. No prefix is that long; such a
  /// beginning has thousands of characters that are ignored. With backwards secondary, at most
  /// sixteen characters without letters are looked at behind the last letter of a beginning.
  ///
  /// - Complexity: O(*n* + *m* log *m*) in the UTF-8 bytes of the name and of the prefix.
  public func matches(_ name: String) -> Bool {
    let key = collation.displayKey(for: name)
    guard ranges.contains(where: { $0.contains(key) }) else { return false }
    let ends = ends(in: name)
    // The letters of a longer beginning take as many bytes or more, but for those that a
    // contraction saves. So the beginnings with as many as the prefix has are near to one another.
    var number = partitioningIndex(ends.indices) { number in
      letters(of: name, to: ends[number]).count + contractions.saving >= letters.count
    }
    // How many ends before this one have as many letters.
    var (count, ignored) = (-1, 0)
    while number < ends.count {
      let beginning = letters(of: name, to: ends[number])
      if beginning.count > letters.count + contractions.saving { return false }
      ignored = beginning.count == count ? ignored + 1 : 0
      count = beginning.count
      var next = number + 1
      if ignored > contractions.longest {
        // Nothing before reaches so far: what is ignored alone is ignored here.
        while next < ends.count && isIgnored(next, ends, in: name) { next += 1 }
      }
      if beginning == letters && hasMatch(ends[number..<next], in: name) { return true }
      number = next
    }
    return false
  }

  private static let longestBeginning = 4_096

  private func letters(of name: String, to end: End) -> [UInt8] {
    collation.storage.primaryCollator.letters(of: String(name[..<end.index]))
  }

  /// A place in a name where a prefix may end, and the end of the character that has it.
  private struct End {
    var index: String.Index
    var characterEnd: String.Index
  }

  /// The places behind each character, and before each scalar within one that brings a letter.
  private func ends(in name: String) -> [End] {
    var ends = [End(index: name.startIndex, characterEnd: name.startIndex)]
    let limit =
      name.utf8.index(
        name.startIndex, offsetBy: Self.longestBeginning, limitedBy: name.endIndex) ?? name.endIndex
    var start = name.startIndex
    while start < name.endIndex {
      let end = name.index(after: start)
      let scalars = name.unicodeScalars[start..<end]
      for inner in scalars.indices.dropFirst().prefix(while: { $0 <= limit })
      where collation.storage.primaryCollator.bringsLetter(scalars[inner]) {
        ends.append(End(index: inner, characterEnd: end))
      }
      if end > limit { break }
      ends.append(End(index: end, characterEnd: end))
      start = end
    }
    return ends
  }

  /// Whether what lies between an end and the one before has no letters when it is alone.
  private func isIgnored(_ number: Int, _ ends: [End], in name: String) -> Bool {
    let piece = String(name[ends[number - 1].index..<ends[number].index])
    return collation.storage.primaryCollator.letters(of: piece).isEmpty
  }

  /// Whether a beginning matches, of those to some ends that have the letters of the prefix.
  private func hasMatch(_ ends: ArraySlice<End>, in name: String) -> Bool {
    if matches(name, to: ends[ends.startIndex]) { return true }
    // What follows is ignored among the letters.
    if ends.count == 1 || strength == .primary { return false }
    // Backwards, what is added comes first in its level.
    if collator.resolvedOptions.backwardsSecondary {
      return ends.dropFirst().prefix(Self.ignoredCharacters).contains { matches(name, to: $0) }
    }
    let reached = partitioningIndex(ends.indices) { number in
      collator.compare(name[..<ends[number].index], prefix[...]) != .less
    }
    return reached < ends.endIndex && matches(name, to: ends[reached])
  }

  private static let ignoredCharacters = 16

  private func matches(_ name: String, to end: End) -> Bool {
    (strength == .primary || collator.compare(name[..<end.index], prefix[...]) == .equal)
      && (end.index == end.characterEnd || isBeginning(end.index, of: name[..<end.characterEnd]))
  }

  /// Whether what follows a place in a text only adds letters. It does not where it contracts with
  /// what comes before, as the halves of Tamil ொ do.
  private func isBeginning(_ end: String.Index, of text: Substring) -> Bool {
    let (letters, whole) = (
      collation.storage.primaryCollator.letters(of: String(text[..<end])),
      collation.storage.primaryCollator.letters(of: String(text))
    )
    return letters.count < whole.count && whole.starts(with: letters)
  }
}

extension LocalizedIndexedCollation {
  /// The search for names that start with a prefix.
  ///
  /// - Parameters:
  ///   - prefix: What the names start with; every name starts with the empty one.
  ///   - strength: How many levels of difference count. At primary strength neither accents nor
  ///     case do.
  /// - Throws: A ``CollationError`` for a prefix of more than
  ///   ``PrefixSearch/maximumPrefixLength`` bytes, and if ICU fails.
  /// - Complexity: O(*n*) in the UTF-8 bytes of the prefix. The first search with an order takes
  ///   some milliseconds, in which ICU lists its contractions.
  public func prefixSearch(
    _ prefix: String, strength: CollationStrength = .primary
  ) throws(CollationError) -> PrefixSearch {
    try PrefixSearch(prefix, strength, self)
  }
}

extension PrefixContractions {
  /// The letters that names have in place of a prefix's, where a contraction begins within the
  /// prefix and ends beyond it.
  ///
  /// The weights of the contraction's first letters stand at the end of the prefix's: either all of
  /// their bytes, or all but the lead byte, which is missing within a run (``ICUSortKey``). The
  /// weights of the whole contraction take their place, and end the run or go on with it.
  fileprivate func continuations(of letters: [UInt8]) -> [[UInt8]] {
    var continuations: [[UInt8]] = []
    for (beginning, wholes) in self.letters {
      // All bytes of the weights are there.
      if letters.ends(with: beginning) {
        let head = Array(letters.dropLast(beginning.count))
        for whole in wholes {
          continuations.append(head + whole)
          // The last byte of the head may end a run, or be part of a weight: both are taken.
          guard let end = head.last,
            end == ICUSortKey.runEndBeforeLower || end == ICUSortKey.runEndBeforeHigher
          else {
            continue
          }
          let run = Array(head.dropLast())
          if whole.isEmpty || whole.count > 1 && run.contains(whole[0]) {
            continuations.append(run + whole.dropFirst())
          }
          continuations.append(run + [ICUSortKey.runEndBeforeLower] + whole)
          continuations.append(run + [ICUSortKey.runEndBeforeHigher] + whole)
        }
      }
      // The lead byte is missing: some weight before has it.
      let rest = beginning.dropFirst()
      if !rest.isEmpty, letters.ends(with: rest) {
        let head = Array(letters.dropLast(rest.count))
        guard head.contains(beginning[0]) else { continue }
        for whole in wholes {
          switch whole.first {
          case nil: continuations.append(head)
          case beginning[0]: continuations.append(head + whole.dropFirst())
          case let lead?:
            let end =
              lead < beginning[0] ? ICUSortKey.runEndBeforeLower : ICUSortKey.runEndBeforeHigher
            continuations.append(head + [end] + whole)
          }
        }
      }
    }
    return continuations
  }
}

extension Collator {
  /// The letters of a prefix whose last number has been made as great as ICU's numbers are; `nil`
  /// for a prefix that does not end in a number. More digits than 254 are more numbers than one
  /// (`CollationIterator::appendNumericCEs`).
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
      of: String(String.UnicodeScalarView(beforeNumber)) + String(repeating: "9", count: 254))
  }
}

extension LocalizedIndexedCollation.Storage {
  /// The ranges of display keys whose sort keys begin with some letters.
  fileprivate func ranges(startingWith letters: [UInt8]) -> [DisplayKeyRange] {
    letters.isEmpty
      ? [DisplayKeyRange(lowerBound: [], upperBound: DisplayKey.end)]
      : ranges(from: letters, to: letters.successor)
  }

  /// The ranges of display keys whose sort keys lie between two bounds, of which the upper may be
  /// missing: one for each piece between boundaries.
  fileprivate func ranges(from lower: [UInt8], to upper: [UInt8]?) -> [DisplayKeyRange] {
    let boundaries = sectionLookup.boundaries
    var (ranges, start): ([DisplayKeyRange], [UInt8]) = ([], lower)
    for number in sectionLookup.boundary(beforeSortKey: lower[...])..<boundaries.count {
      let next = number + 1 < boundaries.count ? boundaries[number + 1].key : nil
      let end = [next, upper].compactMap(\.self).min { $0.lexicographicallyPrecedes($1) }
      let section = boundaries[number].section
      if end.map({ start.lexicographicallyPrecedes($0) }) ?? true {
        ranges.append(
          DisplayKeyRange(
            lowerBound: DisplayKey.bytes(ofSection: section) + start,
            upperBound: end.map { DisplayKey.bytes(ofSection: section) + $0 }
              ?? DisplayKeyRange.ofSection(section).upperBound))
      }
      guard let next, upper.map({ next.lexicographicallyPrecedes($0) }) ?? true else { break }
      start = next
    }
    return ranges
  }
}

extension [UInt8] {
  /// The least bytes that come after all that begin with these; `nil` if none do, as for FF FF,
  /// which U+FFFF has.
  fileprivate var successor: [UInt8]? {
    guard let position = lastIndex(where: { $0 != 0xFF }) else { return nil }
    return self[..<position] + [self[position] + 1]
  }

  fileprivate func ends(with suffix: some BidirectionalCollection<UInt8>) -> Bool {
    reversed().starts(with: suffix.reversed())
  }
}
