internal import Synchronization

/// Strings that collate differently from their characters one by one, by their first two
/// characters.
struct PrimaryContexts {
  /// What begins with two characters.
  struct Continuations {
    /// Whether the two are a whole string, and whether any string has a mark.
    var (isWhole, hasMark) = (false, false)
    /// The characters that follow the two.
    var thirds: Set<UInt32> = []

    /// Whether the weights of the two depend on what follows, and so are left to ICU.
    var isComplex: Bool { hasMark || !thirds.isEmpty }
    /// Whether the two collate one by one unless one of `thirds` follows.
    var needsThird: Bool { !isWhole && !hasMark }
  }

  /// The characters that precede others, and first characters that a combining mark may follow.
  private(set) var (starters, startersOfMarks): (Set<UInt32>, Set<UInt32>) = ([], [])
  /// The characters that follow others.
  private(set) var seconds: Set<UInt32> = []
  /// The first two characters of each string.
  private(set) var pairs: [PrimaryPair: Continuations] = [:]
  /// The pairs that end in an ASCII character.
  private(set) var pairsEndingInASCII: [PrimaryPair] = []
  /// The second characters of pairs of ASCII characters.
  var secondsAfterASCII: Set<UInt32> {
    Set(pairsEndingInASCII.lazy.filter { $0.first < 0x80 }.map(\.second))
  }

  /// The contexts of a collator: root's and its own.
  init(of collator: borrowing ICUCollator) throws(ICUFailure) {
    self = try Self.root.value { () throws(ICUFailure) in
      var contexts = PrimaryContexts()
      for string in try ICUCollator(locale: "root").contextualStrings() { contexts.insert(string) }
      return contexts
    }
    for string in try collator.tailoredStrings() { insert(string) }
  }

  /// Root's contexts, which take ICU some milliseconds to list.
  private static let root = Mutex<PrimaryContexts?>(nil)

  private init() {}

  private mutating func insert(_ string: [UInt32]) {
    if string.count < 2 { return }
    // A lookup may begin in the middle of a long string.
    starters.formUnion(string.dropLast())
    seconds.formUnion(string.dropFirst())
    let hasMark = string.dropFirst().contains(where: ICUCharacter.isCombining)
    if hasMark { startersOfMarks.insert(string[0]) }
    let pair = PrimaryPair(string[0], string[1])
    if pair.second < 0x80 && pairs[pair] == nil { pairsEndingInASCII.append(pair) }
    var continuations = pairs[pair] ?? Continuations()
    if hasMark { continuations.hasMark = true }
    if string.count == 2 {
      continuations.isWhole = true
    } else {
      continuations.thirds.insert(string[2])
    }
    pairs[pair] = continuations
  }
}

/// The contexts of three characters or more whose first two collate one by one before others, such
/// as nny in Hungarian.
struct LongerContexts: Sendable {
  /// A number for the first two characters of a context, greater than any code point.
  private struct Beginning: PackedWeights {
    let bits: UInt64
  }

  /// The numbers of the beginnings, and each number with the third characters that follow.
  private let beginnings: PairedWeights<Beginning>

  init(_ contexts: PrimaryContexts) {
    var entries: [PrimaryPair: Beginning?] = [:]
    for (pair, continuations) in contexts.pairs where continuations.needsThird {
      let number = 0x11_0000 + UInt32(entries.count)
      entries[pair] = Beginning(bits: UInt64(number))
      for third in continuations.thirds { entries[PrimaryPair(number, third)] = Beginning(bits: 0) }
    }
    beginnings = PairedWeights(entries)
  }

  /// Whether a third character tells that the two before it collate one by one.
  func areApart(_ pair: PrimaryPair, before third: UInt32) -> Bool {
    guard let beginning = number(pair) else { return false }
    return number(PrimaryPair(beginning, third)) == nil
  }

  private func number(_ pair: PrimaryPair) -> UInt32? {
    beginnings.weights(pair) { _ in Beginning(bits: 0) }.map { UInt32(truncatingIfNeeded: $0.bits) }
  }
}
