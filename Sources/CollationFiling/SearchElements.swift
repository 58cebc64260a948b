internal import Collation

/// A collation element that counts in a search, or a letter with its marks.
struct SearchElement: Equatable {
  var weights: UInt64
  /// The secondary weights of a letter's marks, unless marks are elements by themselves.
  var marks: [UInt16] = []
  /// The UTF-8 byte at which its character begins.
  var byte: Int
  /// Whether a match may begin with the element, splitting no character and no contraction.
  var beginsMatch: Bool
  /// Whether a match that begins here begins a word.
  var beginsWord: Bool
  /// The UTF-8 byte at which a match with this last element ends; `nil` if none may end here.
  var matchEnd: Int?

  var primary: UInt32 { UInt32(weights >> 32) }
}

/// Reads the collation elements of one text after another, except ignorable ones.
struct SearchElements {
  private let collator: Collator
  /// The primary weights of ASCII, if letters are read with their marks.
  private let ascii: [UInt32]?
  private let mask: UInt64
  /// The greatest weight ignored, if alternate handling ignores any.
  private let variableTop: UInt32
  private var text = SearchText()
  private var recent: [[UInt8]: [SearchElement]] = [:]

  /// Reads letters.
  ///
  /// - Parameters:
  ///   - collator: The order of ``SearchLetters``.
  ///   - ascii: The weights of the order's ASCII letters. Without them, ICU reads all letters.
  init(of collator: Collator, ascii: [UInt32] = []) {
    self.collator = collator
    self.ascii = ascii
    mask = 0xFFFF_FFFF_FFFF << 16
    variableTop = collator.storage.icu.variableTop
  }

  /// Reads the elements of a list's order.
  init(by collator: Collator, strength: CollationStrength) {
    self.collator = collator
    ascii = nil
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
    let utf8 = utf8.extracting(first: ICUCollator.maximumLength)
    guard let ascii, !ascii.isEmpty else { return readByICU(utf8, body) }
    // Spaces don't count, and no element extends across one.
    var start = 0
    while start < utf8.count {
      var (end, bits) = (start, 0 as UInt8)
      while end < utf8.count, utf8[end] != 0x20 {
        bits |= utf8[end]
        end += 1
      }
      let word = utf8.extracting(start..<end)
      if bits < 0x80 {
        readASCII(word, from: start, ascii, body)
      } else {
        func give(_ element: SearchElement) {
          var element = element
          element.byte += start
          element.matchEnd = element.matchEnd.map { $0 + start }
          body(element)
        }
        if word.count <= Self.longestRecent {
          elements(of: word).forEach(give)
        } else {
          readByICU(word, give)
        }
      }
      start = end + 1
    }
  }

  /// Each ASCII character has one element, and no two characters share one.
  private func readASCII(
    _ word: Span<UInt8>, from start: Int, _ ascii: [UInt32], _ body: (SearchElement) -> Void
  ) {
    var beginsWord = true
    for place in word.indices {
      let byte = word[place]
      if ascii[Int(byte)] != 0 {
        body(
          SearchElement(
            weights: UInt64(ascii[Int(byte)]) << 32, byte: start + place, beginsMatch: true,
            beginsWord: beginsWord, matchEnd: start + place + 1))
      }
      beginsWord = !SearchText.isOfWord(byte)
    }
  }

  /// The elements of a short word. ICU takes a microsecond for some letters, and words recur.
  private mutating func elements(of word: Span<UInt8>) -> [SearchElement] {
    let key = word.indices.map { word[$0] }
    if let known = recent[key] { return known }
    var elements: [SearchElement] = []
    readByICU(word) { elements.append($0) }
    if recent.count == Self.mostRecent { recent = [:] }
    recent[key] = elements
    return elements
  }

  private static let longestRecent = 32
  private static let mostRecent = 4_096

  private mutating func readByICU(_ utf8: Span<UInt8>, _ body: (SearchElement) -> Void) {
    text.read(utf8)
    var (starts, ends) = (SearchText.Cursor(), SearchText.Cursor())
    var isBehindVariable = false
    // The last element, held back until the next one tells where a match may end.
    var last: (element: SearchElement, end: Int)?
    collator.storage.icu.forEachElement(of: text.units.span) { element in
      if isIgnorable(element, &isBehindVariable) { return }
      text.move(&starts, to: element.start)
      if ascii != nil, element.weights >> 32 == 0 {
        // A mark. Marks before the first letter don't count.
        guard last != nil else { return }
        last!.element.marks.append(UInt16(truncatingIfNeeded: element.weights >> 16))
        last!.end = max(last!.end, element.end)
        text.move(&ends, toBoundaryFrom: last!.end)
        return
      }
      if var previous = last {
        previous.element.matchEnd =
          ascii != nil
          ? ends.byte : matchEnd(after: previous.end, ends, before: element, starts)
        body(previous.element)
      }
      last = (
        searchElement(element, starts, after: last?.end ?? 0, isFirst: last == nil), element.end
      )
      text.move(&ends, toBoundaryFrom: element.end)
    }
    if var previous = last {
      previous.element.matchEnd = ends.byte
      body(previous.element)
    }
  }

  private func searchElement(
    _ element: ICUElement, _ start: SearchText.Cursor, after end: Int, isFirst: Bool
  ) -> SearchElement {
    let beginsMatch = isFirst || start.boundary.place >= end
    var read = SearchElement(
      weights: element.weights & mask, byte: start.boundary.byte, beginsMatch: beginsMatch,
      beginsWord: beginsMatch && start.wordStart == start.boundary.place)
    if ascii != nil {
      // An ignored character may begin a word, such as the ʻokina.
      read.beginsWord = beginsMatch && start.wordStart >= end
      // People search for a given name without the surname before it, and no space separates the
      // two.
      if beginsMatch, text.isHangul(at: start.boundary.place) { read.beginsWord = true }
      read.weights &= 0xFFFF_FFFF << 32
      let secondary = UInt16(truncatingIfNeeded: element.weights >> 16)
      if secondary != SortKeyFormat.commonSecondary { read.marks.append(secondary) }
    }
    return read
  }

  /// Whether an element is ignorable at the strength, or variable, or ignorable after a variable
  /// one (UTS #10, 4, *Variable Weighting*; `CollationKeys`).
  private func isIgnorable(_ element: ICUElement, _ isBehindVariable: inout Bool) -> Bool {
    let primary = UInt32(element.weights >> 32)
    if primary > 0 {
      isBehindVariable = primary > SortKeyFormat.elementMergeSeparator && primary <= variableTop
    }
    return isBehindVariable || element.weights & mask == 0
  }

  /// Where a match may end between two elements: between characters, or before a scalar that has a
  /// letter of its own.
  ///
  /// - Parameters:
  ///   - end: Where the characters of the first element end.
  ///   - boundary: The first position from there on that is between characters.
  ///   - start: Where the characters of the next element begin.
  private func matchEnd(
    after end: Int, _ boundary: SearchText.Cursor, before next: ICUElement,
    _ start: SearchText.Cursor
  ) -> Int? {
    if boundary.place <= next.start { return boundary.byte }
    let bringsLetter =
      next.weights >> 32 != 0 && next.start >= end
      && !text.isVowelOrFinalOfHangul(at: next.start)
    return bringsLetter ? start.byte : nil
  }
}
