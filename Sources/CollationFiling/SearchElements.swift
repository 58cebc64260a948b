internal import Collation

/// A collation element that counts in a search.
struct SearchElement {
  var weights: UInt64
  /// The UTF-8 byte at which its character begins.
  var byte: Int
  /// Whether a match may begin with it: no character and no contraction would be cut.
  var beginsMatch: Bool
  /// Whether a match that begins here begins a word.
  var beginsWord: Bool
  /// The UTF-8 byte at which a match with this last element ends; `nil` if none may end here.
  var matchEnd: Int?
}

/// Reads the collation elements of one text after another, without the ignorable ones.
struct SearchElements {
  private let collator: Collator
  private let mask: UInt64
  /// The greatest weight that is ignored, if alternate handling ignores any.
  private let variableTop: UInt32
  private var text = SearchText()

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

  /// Calls `body` with the elements of a text in order. They are not stored: a ligature has up to
  /// eighteen.
  ///
  /// - Complexity: O(*n*) in the bytes.
  mutating func read(_ utf8: Span<UInt8>, _ body: (SearchElement) -> Void) {
    text.read(utf8.extracting(first: ICUCollator.maximumLength))
    var (starts, ends) = (SearchText.Cursor(), SearchText.Cursor())
    var isBehindVariable = false
    // The last element, which waits for the next one to tell where a match may end.
    var last: (element: SearchElement, end: Int)?
    collator.storage.icu.forEachElement(of: text.units.span) { element in
      if isIgnorable(element, &isBehindVariable) { return }
      text.move(&starts, to: element.start)
      if var previous = last {
        previous.element.matchEnd = matchEnd(after: previous.end, ends, before: element, starts)
        body(previous.element)
      }
      let beginsMatch = last.map { starts.boundary.place >= $0.end } ?? true
      last = (
        SearchElement(
          weights: element.weights & mask, byte: starts.boundary.byte, beginsMatch: beginsMatch,
          beginsWord: beginsMatch && text.beginsWord(at: starts.boundary.place)),
        element.end
      )
      text.move(&ends, toBoundaryFrom: element.end)
    }
    if var previous = last {
      previous.element.matchEnd = ends.byte
      body(previous.element)
    }
  }

  /// Whether an element is ignorable at the strength, or is variable, or ignorable after a variable
  /// one (UTS #10, 4, *Variable Weighting*; `CollationKeys`).
  private func isIgnorable(_ element: ICUElement, _ isBehindVariable: inout Bool) -> Bool {
    let primary = UInt32(element.weights >> 32)
    if primary > 0 {
      isBehindVariable = primary > SortKeyFormat.elementMergeSeparator && primary <= variableTop
    }
    return isBehindVariable || element.weights & mask == 0
  }

  /// Where a match may end between two elements: between characters, or before a scalar that brings
  /// a letter of its own, as `PrefixSearch` has it.
  ///
  /// - Parameters:
  ///   - end: Where the characters of the first element end.
  ///   - boundary: The first place from there on that lies between characters.
  ///   - start: Where the characters of the next element begin.
  private func matchEnd(
    after end: Int, _ boundary: SearchText.Cursor, before next: ICUElement,
    _ start: SearchText.Cursor
  ) -> Int? {
    if boundary.place <= next.start { return boundary.byte }
    let bringsLetter =
      next.weights >> 32 != 0 && next.start >= end
      && !isVowelOrFinalOfHangul(UInt32(text.units[next.start]))
    return bringsLetter ? start.byte : nil
  }
}
