internal import Collation

/// A collation element that counts in a search.
struct SearchElement {
  /// What is compared of it.
  var weights: UInt64
  /// The UTF-8 byte at which a match begins whose first element this is; `nil` where no match does,
  /// since a character or a contraction would be cut.
  var matchStart: Int?
  /// The UTF-8 byte at which a match ends whose last element this is.
  var matchEnd: Int?
  /// Whether a match that begins here begins a word.
  var beginsWord: Bool
}

/// The collation elements of one text after another, without those that are ignorable.
struct SearchElements {
  private let collator: Collator
  /// The bits of the levels that count.
  private let mask: UInt64
  /// The greatest weight that is ignored, where alternate handling ignores some.
  private let variableTop: UInt32
  private var text = SearchText()
  private var all: [ICUElement] = []

  init(by collator: Collator, strength: CollationStrength) {
    self.collator = collator
    let options = collator.resolvedOptions
    variableTop = options.alternateHandling == .shifted ? collator.storage.icu.variableTop : 0
    switch strength {
    case .primary: mask = 0xFFFF_FFFF << 32
    case .secondary: mask = 0xFFFF_FFFF_FFFF << 16
    case .tertiary, .quaternary, .identical:
      mask =
        0xFFFF_FFFF_FFFF << 16 | SortKeyFormat.elementTertiaryMask
        | (options.caseFirst == .off ? 0 : SortKeyFormat.elementCaseMask)
    }
  }

  /// Takes another text.
  ///
  /// - Complexity: O(*n*) in the bytes.
  mutating func read(_ utf8: Span<UInt8>) {
    text.read(utf8.extracting(first: ICUCollator.maximumLength))
    all.removeAll(keepingCapacity: true)
    let units = text.units
    collator.storage.icu.appendElements(of: units.span, to: &all)
    leaveOutIgnorable()
  }

  /// The number of elements of the text.
  var count: Int { all.count }

  /// An element of the text. It is made when it is asked for: a ligature has up to eighteen, and
  /// all of them would take more memory than all else.
  subscript(number: Int) -> SearchElement {
    let element = all[number]
    let start = text.lastBoundary[element.start]
    let beginsMatch = number == 0 || start >= all[number - 1].end
    return SearchElement(
      weights: element.weights, matchStart: beginsMatch ? text.bytes[start] : nil,
      matchEnd: matchEnd(number).map { text.bytes[$0] },
      beginsWord: beginsMatch && text.beginsWord[start])
  }

  /// Leaves out elements that are ignorable at the strength, and variable ones with the ignorable
  /// ones after them (UTS #10, 4, *Variable Weighting*; `CollationKeys`).
  private mutating func leaveOutIgnorable() {
    var isBehindVariable = false
    var count = 0
    for element in all {
      let primary = UInt32(element.weights >> 32)
      if primary > 0 {
        isBehindVariable = primary > SortKeyFormat.elementMergeSeparator && primary <= variableTop
      }
      if isBehindVariable || element.weights & mask == 0 { continue }
      all[count] = element
      all[count].weights = element.weights & mask
      count += 1
    }
    all.removeLast(all.count - count)
  }

  /// Where a match ends whose last element has a number: between characters, or before a scalar
  /// that brings a letter of its own, as `PrefixSearch` has it.
  private func matchEnd(_ number: Int) -> Int? {
    let end = text.nextBoundary[all[number].end]
    guard number + 1 < all.count else { return end }
    let next = all[number + 1]
    if end <= next.start { return end }
    let bringsLetter =
      next.weights >> 32 != 0 && next.start >= all[number].end
      && !isVowelOrFinalOfHangul(UInt32(text.units[next.start]))
    return bringsLetter ? next.start : nil
  }
}
