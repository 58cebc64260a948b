internal import Collation

/// The contractions of a collator that may begin within a prefix and end beyond it, by what they do
/// to the letters of a sort key: after `c`, a Czech name may continue as `ch`, which has another
/// weight.
struct PrefixContractions: Sendable {
  /// The letters of whole contractions, in order, by the letters of their beginnings. A whole that
  /// begins with another is left out: its names lie in the other's ranges.
  private let wholes: [ArraySlice<UInt8>: KeyList]
  /// The lead bytes of these beginnings, by the bytes that follow them.
  private let leads: [ArraySlice<UInt8>: [UInt8]]
  private let lengths: [Int]
  /// The combining marks that bring a letter. They are stored, since asking ICU about one mark
  /// takes as long as asking about ten.
  private let marksWithLetters: Set<UInt32>

  /// The most bytes that a contraction saves over the letters of its beginning, plus two that end
  /// runs (``SortKeyFormat``).
  let saving: Int
  /// The number of code points in the longest contraction.
  let longest: Int

  private static let cache = BoundedCache<Collator, PrefixContractions>(
    capacity: 256, weigh: \.storage.request.weight)

  /// Returns the contractions of a collator at primary strength.
  ///
  /// - Complexity: O(1) on a cache hit; otherwise about a tenth of a second, while ICU goes through
  ///   all its data.
  static func of(_ collator: Collator) throws(CollationError) -> PrefixContractions {
    try cache.value(for: collator) { () throws(CollationError) in
      let strings = try requireICU(
        to: "list its contractions", collator.storage.icu.contextualStrings())
      return PrefixContractions(collator, strings)
    }
  }

  private init(_ collator: Collator, _ strings: [[UInt32]]) {
    var letters: [[UInt8]: Set<[UInt8]>] = [:]
    for string in strings {
      let text = String(String.UnicodeScalarView(string.compactMap(Unicode.Scalar.init)))
      let whole = collator.letters(of: text)
      let characters = Set(text.indices)
      for boundary in text.unicodeScalars.indices.dropFirst()
      where characters.contains(boundary) || collator.bringsLetter(text.unicodeScalars[boundary]) {
        let beginning = collator.letters(of: String(text[..<boundary]))
        // Most keep the weights of their beginning: カー has those of カ, and more.
        if !whole.starts(with: beginning) { letters[beginning, default: []].insert(whole) }
      }
    }
    wholes = Dictionary(
      uniqueKeysWithValues: letters.map { beginning, wholes in
        (beginning[...], Self.withoutLonger(wholes))
      })
    leads = Dictionary(grouping: letters.keys) { $0.dropFirst() }
      .mapValues { beginnings in beginnings.map { $0[0] } }
    lengths = Set(letters.keys.map(\.count)).sorted()
    marksWithLetters = Set(
      ICUCodePointSet.combining.members.filter { codePoint in
        Unicode.Scalar(codePoint).map(collator.bringsLetter) ?? false
      })
    let savings = letters.map { beginning, wholes in
      beginning.count - (wholes.map(\.count).min() ?? 0)
    }
    saving = 2 + max(0, savings.max() ?? 0)
    longest = strings.map(\.count).max() ?? 0
  }

  private static func withoutLonger(_ strings: Set<[UInt8]>) -> KeyList {
    var kept = KeyList(capacity: strings.count)
    for string in strings.sorted(by: { $0.lexicographicallyPrecedes($1) })
    where kept.count == 0 || !string.starts(with: kept[kept.count - 1]) {
      kept.append(string[...])
    }
    return kept
  }

  func bringsLetter(_ scalar: Unicode.Scalar, _ collator: Collator) -> Bool {
    ICUCodePointSet.combining.contains(scalar.value)
      ? marksWithLetters.contains(scalar.value) : collator.bringsLetter(scalar)
  }

  // MARK: Going on

  /// Returns the letters that names with a prefix begin with: the prefix's own, and those in their
  /// place if a contraction begins within the prefix and ends beyond it.
  ///
  /// The weights of the contraction's first letters stand at the end of the prefix's: either all of
  /// their bytes, or all but the lead byte, which is missing within a run (``SortKeyFormat``). The
  /// weights of the whole contraction take their place, and end the run or continue it.
  func beginnings(of letters: [UInt8]) -> KeyList {
    var beginnings = KeyList(capacity: 1)
    beginnings.append(letters[...])
    for length in lengths where length <= letters.count + 1 {
      if length <= letters.count, let wholes = wholes[letters.suffix(length)] {
        // All bytes of the weights are present.
        append(wholes, behind: letters.span.extracting(droppingLast: length), to: &beginnings)
      }
      guard length > 1, let leads = leads[letters.suffix(length - 1)] else { continue }
      // The lead byte is missing: an earlier weight has it.
      let head = letters.span.extracting(droppingLast: length - 1)
      for lead in leads where letters.dropLast(length - 1).contains(lead) {
        let beginning = [lead] + letters.suffix(length - 1)
        guard let wholes = wholes[beginning[...]] else { continue }
        append(wholes, inRunOf: lead, behind: head, to: &beginnings)
      }
    }
    return beginnings
  }

  private func append(
    _ wholes: KeyList, behind head: Span<UInt8>, to beginnings: inout KeyList
  ) {
    let bytes = wholes.bytes.span
    for number in 0..<wholes.count {
      beginnings.append { $0.append(head, bytes.extracting(wholes.range(of: number))) }
    }
    // The last byte of the head may end a run, or be part of a weight: both cases are covered.
    guard !head.isEmpty, SortKeyFormat.endsRun(head[head.count - 1]) else { return }
    let run = head.extracting(droppingLast: 1)
    for number in 0..<wholes.count {
      let whole = bytes.extracting(wholes.range(of: number))
      if whole.isEmpty || whole.count > 1 && run.indices.contains(where: { run[$0] == whole[0] }) {
        beginnings.append { $0.append(run, whole.extracting(droppingFirst: 1)) }
      }
      for end in [SortKeyFormat.runEndBeforeLower, SortKeyFormat.runEndBeforeHigher] {
        beginnings.append { $0.append(run, whole, between: end) }
      }
    }
  }

  private func append(
    _ wholes: KeyList, inRunOf lead: UInt8, behind head: Span<UInt8>,
    to beginnings: inout KeyList
  ) {
    let bytes = wholes.bytes.span
    for number in 0..<wholes.count {
      let whole = bytes.extracting(wholes.range(of: number))
      beginnings.append { key in
        if whole.isEmpty || whole[0] == lead {
          key.append(head, whole.extracting(droppingFirst: 1))
        } else if whole[0] < lead {
          key.append(head, whole, between: SortKeyFormat.runEndBeforeLower)
        } else {
          key.append(head, whole, between: SortKeyFormat.runEndBeforeHigher)
        }
      }
    }
  }
}
