/// Where the primary weights of characters come from: the sort keys that ICU makes of them.
struct PrimarySource: Sendable {
  /// The collator at primary strength.
  let collator: Collator
  private let digitsAreComplex: Bool
  let contexts: PrimaryContexts

  /// - Parameter collator: A collator at primary strength.
  init(_ collator: Collator) throws(ICUFailure) {
    self.collator = collator
    digitsAreComplex = collator.resolvedOptions.numeric
    contexts = try PrimaryContexts(of: collator.storage.icu)
  }

  /// The weights of some characters one after another, which ICU is asked for all at once.
  func weights(of codePoints: Range<UInt32>) -> [PrimaryWeights] {
    let scalars = codePoints.compactMap { isComplex($0) ? nil : Unicode.Scalar($0) }
    let (alone, twice) = (levels(of: scalars, twice: false), levels(of: scalars, twice: true))
    var weights = zip(alone, twice).map { Self.weights(alone: $0, twice: $1) }[...]
    return codePoints.map { codePoint in
      isComplex(codePoint)
        ? .complex
        : weights.removeFirst().with(
          startsContext: contexts.starters.contains(codePoint),
          continuesContext: contexts.seconds.contains(codePoint),
          isCombining: ICUCombiningClass.isCombining(codePoint),
          endsInMark: ICUCombiningClass.trailing(codePoint) != 0)
    }
  }

  /// The weights of two characters as one.
  func weights(of pair: PrimaryPair) -> PrimaryWeights {
    guard let first = Unicode.Scalar(pair.first), let second = Unicode.Scalar(pair.second) else {
      return .complex
    }
    return Self.weights(
      alone: level(of: [first, second]),
      twice: level(of: [first, second, Self.nothing, first, second]))
  }

  /// Whether only ICU knows what the character adds.
  private func isComplex(_ codePoint: UInt32) -> Bool {
    switch codePoint {
    // Jamo, which combine to syllables; surrogates, which are no characters; and what separates merged
    // keys and resets the compression.
    case 0x1100...0x11FF, 0xA960...0xA97F, 0xD7B0...0xD7FF, 0xD800...0xDFFF, 0xFFFE: return true
    case 0x30...0x39 where digitsAreComplex: return true
    default: break
    }
    if digitsAreComplex && codePoint >= 0x80 && ICUCodePointSet.digits.contains(codePoint) {
      return true
    }
    // A mark that decomposes or starts a context may be moved apart by normalization. Some decompose to
    // marks of the same class.
    return ICUCombiningClass.isCombining(codePoint)
      && (contexts.starters.contains(codePoint)
        || ICUCombiningClass.leading(codePoint) != ICUCombiningClass.trailing(codePoint)
        || [0x340, 0x341, 0x343, 0x344].contains(codePoint))
  }

  /// What is ignored, and keeps a character from making a context with itself.
  private static let nothing: Unicode.Scalar = "\u{1}"

  /// The weights of what has one first level alone and another twice, one behind the other.
  private static func weights(
    alone: ArraySlice<UInt8>, twice: ArraySlice<UInt8>
  ) -> PrimaryWeights {
    let isCompressible = twice.count < 2 * alone.count
    let again = alone.dropFirst(isCompressible ? 1 : 0)
    guard twice.starts(with: alone), twice.dropFirst(alone.count).elementsEqual(again) else {
      return .complex
    }
    // The first of several weights may continue a run that the last does not; then some byte ends the run.
    if !isCompressible && alone.count > 3 && alone.dropFirst(2).contains(where: PrimaryCode.endsRun)
    {
      return .complex
    }
    return PrimaryWeights(alone, isCompressible: isCompressible)
  }

  /// The first levels of characters, or of each beside itself. ICU writes them into one key if U+FFFE
  /// stands between (UTS #10, 9.1), which is a byte 02.
  private func levels(of scalars: [Unicode.Scalar], twice: Bool) -> [ArraySlice<UInt8>] {
    var text: [Unicode.Scalar] = []
    for scalar in scalars {
      if !text.isEmpty { text.append("\u{FFFE}") }
      text.append(scalar)
      if twice { text.append(contentsOf: [Self.nothing, scalar]) }
    }
    let levels = level(of: text).split(separator: 2, omittingEmptySubsequences: false)
    if levels.count == scalars.count { return levels }
    // A weight that has this byte itself cannot be told from two.
    return scalars.map { level(of: twice ? [$0, Self.nothing, $0] : [$0]) }
  }

  private func level(of scalars: some Sequence<Unicode.Scalar>) -> ArraySlice<UInt8> {
    // The last byte ends the key.
    collator.sortKey(for: String(String.UnicodeScalarView(scalars))).bytes.dropLast()
  }
}
