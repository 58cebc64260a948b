internal import Synchronization

/// Strings that collate differently from their characters one by one, by their first two
/// characters.
struct PrimaryContexts {
  /// The characters that precede others, and first characters that a combining mark may follow.
  private(set) var (starters, startersOfMarks): (Set<UInt32>, Set<UInt32>) = ([], [])
  /// The characters that follow others.
  private(set) var seconds: Set<UInt32> = []
  /// The first two characters of each string. The value tells whether the string has a mark or a
  /// third character, and so is left to ICU.
  private(set) var pairs: [PrimaryPair: Bool] = [:]
  /// The pairs that end in an ASCII character.
  private(set) var pairsEndingInASCII: Set<PrimaryPair> = []
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
    if string.dropFirst().contains(where: ICUCombiningClass.isCombining) {
      startersOfMarks.insert(string[0])
    }
    if string[1] < 0x80 { pairsEndingInASCII.insert(PrimaryPair(string[0], string[1])) }
    let isComplex = string.count > 2 || ICUCombiningClass.isCombining(string[1])
    pairs[PrimaryPair(string[0], string[1]), default: false] =
      pairs[PrimaryPair(string[0], string[1]), default: false] || isComplex
  }
}
