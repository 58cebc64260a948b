/// The primary weights of characters under one collator, derived from ICU's sort keys on demand, a
/// block of code points at a time; or these weights in a code that suits some names.
final class PrimaryTable: Sendable {
  private enum Origin {
    case icu
    case recoding(of: PrimaryTable)
  }

  let source: PrimarySource
  private let origin: Origin
  let code: PrimaryCode
  /// The bytes that end a run of weights with one compressible lead byte.
  let (lowEnd, highEnd): (PrimaryWeights, PrimaryWeights)
  private let blocks: CodePointBlocks<PrimaryWeights>
  let letters: SimpleLetters
  let pairs: PairedWeights<PrimaryWeights>
  /// How much memory the blocks may take, including those of tables built on this one.
  let limit: BlockMemory.Limit

  /// The table whose code is the bytes themselves.
  init(_ source: PrimarySource, limit: BlockMemory.Limit = .ofProcess) {
    self.source = source
    self.limit = limit
    origin = .icu
    code = .bytes
    lowEnd = PrimaryWeights([SortKeyFormat.runEndBeforeLower], isCompressible: false)
    highEnd = PrimaryWeights([SortKeyFormat.runEndBeforeHigher], isCompressible: false)
    pairs = PairedWeights(source.contexts.pairs.mapValues { $0.isComplex ? .unknown : nil })
    let ascii = Self.weights(of: Self.asciiRange, source, origin, code)
    letters = SimpleLetters(ascii: ascii, source.contexts)
    blocks = CodePointBlocks(ascii: ascii, limit: limit)
  }

  /// Makes a table with the weights of another table, in a new code.
  private init(_ base: PrimaryTable, recodedIn code: PrimaryCode) {
    source = base.source
    limit = base.limit
    origin = .recoding(of: base)
    self.code = code
    lowEnd = base.lowEnd.recoded(in: code)
    highEnd = base.highEnd.recoded(in: code)
    pairs = PairedWeights(pairsOf: base.pairs)
    let ascii = Self.weights(of: Self.asciiRange, source, origin, code)
    letters = SimpleLetters(ascii: ascii, source.contexts)
    blocks = CodePointBlocks(ascii: ascii, limit: limit)
  }

  func recoded(in code: PrimaryCode) -> PrimaryTable { PrimaryTable(self, recodedIn: code) }

  private static let asciiRange: Range<UInt32> = 0..<0x80

  private static func weights(
    of codePoints: Range<UInt32>, _ source: PrimarySource, _ origin: Origin, _ code: PrimaryCode
  ) -> [PrimaryWeights] {
    switch origin {
    case .icu: source.weights(of: codePoints)
    case .recoding(let base): codePoints.map { base.weights($0).recoded(in: code) }
    }
  }

  /// The weights of the ASCII characters.
  var ascii: UnsafePointer<PrimaryWeights> { unsafe blocks.ascii }

  /// Whether the weights of a code point have been made.
  func hasMade(_ codePoint: UInt32) -> Bool { unsafe blocks.element(codePoint) != nil }

  /// The weights of a code point.
  @inline(__always)
  func weights(_ codePoint: UInt32) -> PrimaryWeights {
    unsafe (blocks.element(codePoint) ?? makeWeights(codePoint)).pointee
  }

  /// Returns the weights of the three-byte character at `bytes`, from U+1000 on; `unknown` if there
  /// is none, or if its weights haven't been made yet.
  @inline(__always)
  func weightsOfThree(_ bytes: UnsafePointer<UInt8>) -> PrimaryWeights {
    let (first, second, third) = unsafe (UInt32(bytes[0]), UInt32(bytes[1]), UInt32(bytes[2]))
    if first &- 0xE1 >= 0xF || ((second ^ 0x80) | (third ^ 0x80)) >= 0x40 { return .unknown }
    let codePoint = (first & 0xF) &<< 12 | (second & 0x3F) &<< 6 | third & 0x3F
    return unsafe blocks.element(codePoint)?.pointee ?? .unknown
  }

  @inline(never)
  private func makeWeights(_ codePoint: UInt32) -> UnsafePointer<PrimaryWeights> {
    unsafe blocks.makeElement(codePoint) { codePoints in
      let weights = Self.weights(of: codePoints, source, origin, code)
      letters.set(weights, of: codePoints)
      return weights
    }
  }

  /// Returns the weights of two characters as one; `nil` if they collate one by one. Longer
  /// contexts have complex weights.
  func weights(of pair: PrimaryPair) -> PrimaryWeights? {
    pairs.weights(pair) { pair in
      switch origin {
      case .icu: source.weights(of: pair)
      case .recoding(let base): base.weights(of: pair)?.recoded(in: code) ?? .unknown
      }
    }
  }

  /// Whether a character begins a contextual string that continues with a combining mark.
  func takesMarks(_ codePoint: UInt32) -> Bool {
    source.contexts.startersOfMarks.contains(codePoint)
  }

  /// The sort key of a name at primary strength.
  @inline(never)
  func sortKeyByICU(of name: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    source.collator.sortKeyByICU(of: unsafe Span(_unsafeElements: name))
  }
}
