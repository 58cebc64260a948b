/// What a character, or two that collate as one, adds to the levels of a sort key.
struct LevelWeights: TableElement {
  /// Also complex if the lower weights are.
  let primary: PrimaryWeights
  let lower: LowerWeights

  init(_ primary: PrimaryWeights, _ lower: LowerWeights) {
    self.primary = lower.isComplex ? primary.madeComplex : primary
    self.lower = lower
  }

  /// These weights in the form for plain characters.
  var plain: PlainWeights { PlainWeights(primary, lower) }

  /// These weights, flagged if they are in the table of plain characters.
  fileprivate func marked(_ isPlain: Bool) -> LevelWeights {
    LevelWeights(primary, isPlain ? lower.markedPlain : lower)
  }

  /// Whether the character is ignored at all levels.
  var isEmpty: Bool { primary.length == 0 && lower.isEmpty }

  /// The weights under shifted alternate handling, which ignores a character without primary
  /// weights after a variable character (UTS #10, 4). So the two are never simple together.
  var shifted: LevelWeights {
    if primary.length > 0 { return self }
    return LevelWeights(
      primary.with(
        startsContext: false, continuesContext: false, isCombining: !isEmpty, endsInMark: isEmpty),
      lower)
  }

  /// The absence of a character.
  static let none = LevelWeights(.none, .none)
  static let unknown = LevelWeights(.unknown, .none)
}

/// What characters add to the levels of a sort key under one order of letters, fetched from ICU on
/// demand, a block of code points at a time.
///
/// Collators that differ only in strength and case level share the table.
final class LevelTable: Sendable {
  /// What characters add to the primary level alone, with bytes as code.
  let base: PrimaryTable
  let tertiaryFormat: LevelFormat
  let plain: PlainTable
  let source: LowerSource
  private let blocks: CodePointBlocks<LevelWeights>
  private let pairs: PairedWeights<LowerWeights>

  /// - Parameter base: The table whose code is the bytes themselves.
  init(_ base: PrimaryTable) throws(CollationError) {
    self.base = base
    tertiaryFormat = .tertiary(base.source.collator.resolvedOptions.caseFirst)
    source = try LowerSource(base.source.collator)
    let ascii = Self.weights(of: 0..<0x80, base, source)
    let plainWeights = ascii.map(\.plain)
    blocks = CodePointBlocks(
      ascii: zip(ascii, plainWeights).map { $0.marked($1.isPlain) }, limit: base.limit)
    plain = PlainTable(
      ascii: plainWeights, secondsAfterASCII: base.source.contexts.secondsAfterASCII)
    pairs = PairedWeights(pairsOf: base.pairs)
  }

  /// The weights of each code point of ASCII.
  var ascii: UnsafePointer<LevelWeights> { unsafe blocks.ascii }

  /// The weights of a code point.
  @inline(__always)
  func weights(_ codePoint: UInt32) -> LevelWeights {
    unsafe (blocks.element(codePoint) ?? makeWeights(codePoint)).pointee
  }

  @inline(never)
  private func makeWeights(_ codePoint: UInt32) -> UnsafePointer<LevelWeights> {
    unsafe blocks.makeElement(codePoint) { codePoints in
      let weights = Self.weights(of: codePoints, base, source)
      let plainWeights = weights.map(\.plain)
      let isKept = plain.set(plainWeights, from: codePoints.lowerBound)
      return zip(weights, plainWeights).map { $0.marked(isKept && $1.isPlain) }
    }
  }

  private static func weights(
    of codePoints: Range<UInt32>, _ base: PrimaryTable, _ source: LowerSource
  ) -> [LevelWeights] {
    codePoints.map { codePoint in
      let primary = base.weights(codePoint)
      guard !primary.isComplex, let scalar = Unicode.Scalar(codePoint) else {
        return LevelWeights(primary, .none)
      }
      let weights = LevelWeights(primary, source.weights(of: [scalar]))
      return source.isShifted ? weights.shifted : weights
    }
  }

  /// Whether two characters that collate as one add just their weights.
  func canAppend(_ pair: PrimaryPair, _ weights: PrimaryWeights) -> Bool {
    // A mark after a variable character would be ignored, too.
    !lowerWeights(of: pair).isComplex && !(source.isShifted && weights.length == 0)
  }

  /// The lower weights of two characters that collate as one.
  func lowerWeights(of pair: PrimaryPair) -> LowerWeights {
    let weights = pairs.weights(pair) { pair in
      guard let first = Unicode.Scalar(pair.first), let second = Unicode.Scalar(pair.second) else {
        return .complex
      }
      return source.weights(of: [first, second])
    }
    return weights ?? .complex
  }
}
