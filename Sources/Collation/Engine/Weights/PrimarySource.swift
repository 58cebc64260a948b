/// Derives the primary weights of characters from sort keys that ICU makes for them.
struct PrimarySource: Sendable {
  /// The collator at primary strength.
  let collator: Collator
  private let digitsAreComplex: Bool
  let contexts: PrimaryContexts
  let longerContexts: LongerContexts

  /// - Parameter collator: A collator at primary strength.
  init(_ collator: Collator) throws(ICUFailure) {
    self.collator = collator
    digitsAreComplex = collator.resolvedOptions.numeric
    contexts = try PrimaryContexts(of: collator.storage.icu)
    longerContexts = LongerContexts(contexts)
  }

  /// Returns the weights of consecutive code points, all from one request to ICU.
  func weights(of codePoints: Range<UInt32>) -> [PrimaryWeights] {
    let scalars = codePoints.compactMap {
      isComplex($0) || $0 == SortKeyFormat.separator.value ? nil : Unicode.Scalar($0)
    }
    let (alone, twice) = (levels(of: scalars, twice: false), levels(of: scalars, twice: true))
    var weights = zip(alone, twice).map { Self.weights(alone: $0, twice: $1) }[...]
    return codePoints.map { codePoint in
      // No rules can change this weight (`CollationRuleParser::parseString`).
      if codePoint == SortKeyFormat.separator.value {
        return PrimaryWeights([SortKeyFormat.mergeSeparator], isCompressible: false)
      }
      // A complex character, too, may form a context with a simple one.
      return (isComplex(codePoint) ? .complex : weights.removeFirst()).with(
        startsContext: contexts.starters.contains(codePoint),
        continuesContext: contexts.seconds.contains(codePoint),
        isCombining: ICUCharacter.isCombining(codePoint),
        endsInMark: ICUCharacter.trailingClass(codePoint) != 0)
    }
  }

  /// Returns the weights of two characters as one.
  func weights(of pair: PrimaryPair) -> PrimaryWeights {
    guard let first = Unicode.Scalar(pair.first), let second = Unicode.Scalar(pair.second) else {
      return .unknown
    }
    return Self.weights(
      alone: level(of: [first, second]),
      twice: level(of: [first, second, Self.nothing, first, second]))
  }

  /// Why only ICU knows what a character adds, in words.
  enum Complexity: String {
    /// Jamo combine into syllables.
    case jamo = "a jamo, which may be part of a syllable"
    /// A surrogate is not a character.
    case surrogate = "a surrogate"
    /// Digits form a number with adjacent digits.
    case digit = "a digit under numeric ordering"
    /// A mark that decomposes or starts a context may be moved apart by normalization.
    case mark = "a mark that decomposes or starts a context"
    /// Root's contractions of U+FDD1 are not closed over composites. ICU finds the one with Ω
    /// before Ώ only if it decomposes the name, because of later marks.
    case scriptMark = "U+FDD1, which marks where scripts begin"
  }

  /// Returns why only ICU knows what a character adds; `nil` if the table may have its weights.
  func complexity(of codePoint: UInt32) -> Complexity? {
    switch codePoint {
    case 0x1100...0x11FF, 0xA960...0xA97F, 0xD7B0...0xD7FF: return .jamo
    case 0xD800...0xDFFF: return .surrogate
    case 0x30...0x39 where digitsAreComplex: return .digit
    case SortKeyFormat.scriptMark: return .scriptMark
    default: break
    }
    if digitsAreComplex && codePoint >= 0x80 && ICUCodePointSet.digits.contains(codePoint) {
      return .digit
    }
    // Some marks decompose to marks of equal class.
    let isMovedApart =
      ICUCharacter.isCombining(codePoint)
      && (contexts.starters.contains(codePoint)
        || ICUCharacter.leadingClass(codePoint) != ICUCharacter.trailingClass(codePoint)
        || [0x340, 0x341, 0x343, 0x344].contains(codePoint))
    return isMovedApart ? .mark : nil
  }

  private func isComplex(_ codePoint: UInt32) -> Bool { complexity(of: codePoint) != nil }

  /// An ignored character, which keeps another from forming a context with itself.
  private static let nothing: Unicode.Scalar = "\u{1}"

  /// Derives a character's weights from two of ICU's keys: of the character alone, and of the
  /// character twice in a row. Their difference shows whether the lead byte is compressible.
  private static func weights(
    alone: ArraySlice<UInt8>, twice: ArraySlice<UInt8>
  ) -> PrimaryWeights {
    let isCompressible = twice.count < 2 * alone.count
    let again = alone.dropFirst(isCompressible ? 1 : 0)
    guard twice.starts(with: alone), twice.dropFirst(alone.count).elementsEqual(again) else {
      return .complex
    }
    // The first of several weights may begin a run that the last one doesn't continue, as in ㍓.
    // Then some byte ends the run.
    if !isCompressible && alone.count > 3
      && alone.dropFirst(2).contains(where: SortKeyFormat.endsRun)
    {
      return .complex
    }
    return PrimaryWeights(alone, isCompressible: isCompressible)
  }

  /// Returns the primary level of each character, alone or twice in a row. ICU writes them all into
  /// one key if U+FFFE separates them (UTS #10, 9.1).
  private func levels(of scalars: [Unicode.Scalar], twice: Bool) -> [ArraySlice<UInt8>] {
    var text: [Unicode.Scalar] = []
    for scalar in scalars {
      if !text.isEmpty { text.append(SortKeyFormat.separator) }
      text.append(scalar)
      if twice { text.append(contentsOf: [Self.nothing, scalar]) }
    }
    let levels = level(of: text).split(
      separator: SortKeyFormat.mergeSeparator, omittingEmptySubsequences: false)
    if levels.count == scalars.count { return levels }
    // A weight that contains this byte can't be told from two weights.
    return scalars.map { level(of: twice ? [$0, Self.nothing, $0] : [$0]) }
  }

  private func level(of scalars: some Sequence<Unicode.Scalar>) -> ArraySlice<UInt8> {
    // The last byte ends the key.
    collator.sortKeyByICU(of: String(String.UnicodeScalarView(scalars)).utf8.span).dropLast()
  }
}
