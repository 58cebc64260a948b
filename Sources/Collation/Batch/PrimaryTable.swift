internal import Synchronization

/// The primary weights of characters under one collator, taken from ICU's sort keys, a block of code
/// points at a time and only where names have them; or the same in a code that suits some names.
///
/// Unchecked because the pointers are written only in `init` and while `filling` is held, and a block
/// is filled before its address is stored with release order.
@safe
final class PrimaryTable: @unchecked Sendable {
  private static let blockShift: UInt32 = 7
  private static let blockSize = 1 << Int(blockShift)
  private static let blockCount = 0x110000 / blockSize

  /// The collator at primary strength.
  private let collator: Collator
  private let digitsAreComplex: Bool
  /// The table of which this one is a recoding.
  private let base: PrimaryTable?
  let code: PrimaryCode
  /// What ends a run of weights with one compressible lead byte, before a lower and a higher one:
  /// `PRIMARY_COMPRESSION_LOW_BYTE` and `PRIMARY_COMPRESSION_HIGH_BYTE` in collation.h.
  let (lowEnd, highEnd): (PrimaryWeights, PrimaryWeights)
  /// The address of each block; 0 until it is filled.
  private let blocks: UnsafeMutablePointer<Atomic<UInt>>
  private let filling = Mutex(())
  /// The first block, which is filled from the beginning.
  let ascii: UnsafeMutablePointer<PrimaryWeights>

  /// The weights of two characters that collate as one; those of longer contexts are complex.
  private let pairs: PrimaryPairs
  private let starters: Set<UInt32>
  /// The starters of contexts in which a combining mark follows.
  private let startersOfMarks: Set<UInt32>
  /// The second characters of contexts.
  private let seconds: Set<UInt32>

  /// - Parameter collator: A collator at primary strength.
  init(_ collator: Collator) throws(ICUFailure) {
    self.collator = collator
    base = nil
    code = .bytes
    lowEnd = PrimaryWeights([0x03], isCompressible: false)
    highEnd = PrimaryWeights([0xFF], isCompressible: false)
    digitsAreComplex = collator.resolvedOptions.numeric
    var pairs: [UInt64: PrimaryWeights] = [:]
    var starters: Set<UInt32> = []
    var (startersOfMarks, seconds): (Set<UInt32>, Set<UInt32>) = ([], [])
    for string in try collator.storage.icu.contextualStrings() where string.count >= 2 {
      starters.insert(string[0])
      if string.dropFirst().contains(where: ICUCodePointSet.combining.contains) {
        startersOfMarks.insert(string[0])
      }
      seconds.insert(string[1])
      let pair = PrimaryPairs.pair(string[0], string[1])
      if string.count > 2 || ICUCodePointSet.combining.contains(string[1]) {
        pairs[pair] = .complex
      } else if pairs[pair] == nil {
        pairs[pair] = Self.weights(of: string, collator)
      }
    }
    self.pairs = PrimaryPairs(pairs)
    self.starters = starters
    (self.startersOfMarks, self.seconds) = (startersOfMarks, seconds)
    unsafe (blocks, ascii) = Self.allocate()
    unsafe fill(ascii, 0)
  }

  /// The weights of a table, whose code is their bytes, in another code.
  private init(_ base: PrimaryTable, recodedIn code: PrimaryCode) {
    collator = base.collator
    self.base = base
    self.code = code
    lowEnd = base.lowEnd.recoded(in: code)
    highEnd = base.highEnd.recoded(in: code)
    digitsAreComplex = base.digitsAreComplex
    pairs = PrimaryPairs(base.pairs, recodedIn: code)
    (starters, startersOfMarks, seconds) = ([], [], [])
    unsafe (blocks, ascii) = Self.allocate()
    unsafe fill(ascii, 0)
  }

  /// A code that suits names, by a sample of them.
  func code(for names: some BatchNames) -> PrimaryCode {
    var frequencies = [Int](repeating: 0, count: 256)
    let sample = min(names.count, Self.sampleSize)
    for number in 0..<sample {
      let key = unsafe names.withName(number * (names.count / sample)) {
        unsafe write($0, to: PrimaryKey())
      }
      for bits in [key.high, key.low] {
        for shift in stride(from: UInt64(56), through: 0, by: -8) {
          let byte = Int(bits >> shift & 0xFF)
          frequencies[byte] += 1
          if byte == 0 { break }
        }
      }
    }
    return PrimaryCode(frequencies: frequencies)
  }

  /// So many names tell what is frequent in all.
  private static let sampleSize = 1024

  func recoded(in code: PrimaryCode) -> PrimaryTable { PrimaryTable(self, recodedIn: code) }

  private static func allocate() -> (
    UnsafeMutablePointer<Atomic<UInt>>, UnsafeMutablePointer<PrimaryWeights>
  ) {
    let blocks = UnsafeMutablePointer<Atomic<UInt>>.allocate(capacity: blockCount)
    for block in 0..<blockCount { unsafe (blocks + block).initialize(to: Atomic(0)) }
    let ascii = UnsafeMutablePointer<PrimaryWeights>.allocate(capacity: blockSize)
    unsafe blocks.pointee.store(UInt(bitPattern: ascii), ordering: .releasing)
    return unsafe (blocks, ascii)
  }

  deinit {
    for block in 0..<Self.blockCount {
      unsafe UnsafeMutablePointer<PrimaryWeights>(
        bitPattern: (blocks + block).pointee.load(ordering: .relaxed))?.deallocate()
    }
    unsafe blocks.deinitialize(count: Self.blockCount)
    unsafe blocks.deallocate()
  }

  /// The weights of a code point.
  @inline(__always)
  func weights(_ codePoint: UInt32) -> PrimaryWeights {
    let address = unsafe (blocks + Int(codePoint >> Self.blockShift)).pointee
      .load(ordering: .acquiring)
    let place = Int(codePoint) & (Self.blockSize - 1)
    guard let block = unsafe UnsafePointer<PrimaryWeights>(bitPattern: address) else {
      return unsafe fill(Int(codePoint >> Self.blockShift))[place]
    }
    return unsafe block[place]
  }

  /// The weights of two characters as one; `nil` where they collate one by one.
  @inline(__always)
  func weights(_ first: UInt32, _ second: UInt32) -> PrimaryWeights? {
    pairs.weights(first, second)
  }

  /// The sort key of a name at primary strength.
  @inline(never)
  func sortKey(of name: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    collator.sortKey(forUTF8: unsafe Span(_unsafeElements: name)).bytes
  }

  @inline(never)
  private func fill(_ number: Int) -> UnsafePointer<PrimaryWeights> {
    unsafe filling.withLock { _ in
      let slot = unsafe blocks + number
      // Another task may have filled it by now.
      if let block = unsafe UnsafePointer<PrimaryWeights>(
        bitPattern: slot.pointee.load(ordering: .acquiring))
      {
        return unsafe block
      }
      let block = UnsafeMutablePointer<PrimaryWeights>.allocate(capacity: Self.blockSize)
      unsafe fill(block, number)
      unsafe slot.pointee.store(UInt(bitPattern: block), ordering: .releasing)
      return unsafe UnsafePointer(block)
    }
  }

  private func fill(_ block: UnsafeMutablePointer<PrimaryWeights>, _ number: Int) {
    for place in 0..<Self.blockSize {
      let codePoint = UInt32(number * Self.blockSize + place)
      unsafe (block + place).initialize(
        to: base?.weights(codePoint).recoded(in: code) ?? makeWeights(codePoint))
    }
  }

  private func makeWeights(_ codePoint: UInt32) -> PrimaryWeights {
    let isCombining = ICUCodePointSet.combining.contains(codePoint)
    let startsContext = starters.contains(codePoint)
    // A mark that decomposes or starts a context may be moved apart by normalization.
    let isMovable =
      isCombining
      && (startsContext
        || ICUCombiningClass.leading(codePoint) != ICUCombiningClass.trailing(codePoint)
        || Self.decomposingMarks.contains(codePoint))
    let isDigit =
      digitsAreComplex
      && (codePoint < 0x80
        ? (0x30...0x39).contains(codePoint) : ICUCodePointSet.digits.contains(codePoint))
    if isMovable || isDigit || Self.isAlwaysComplex(codePoint) { return .complex }
    return Self.weights(of: [codePoint], collator).with(
      startsContext: startsContext, continuesContext: seconds.contains(codePoint),
      isCombining: isCombining, takesMarks: startersOfMarks.contains(codePoint))
  }

  /// The combining marks that decompose to marks of the same class.
  private static let decomposingMarks: Set<UInt32> = [0x340, 0x341, 0x343, 0x344]

  /// Surrogates are no characters; jamo combine to syllables; U+FFFE separates merged keys and resets
  /// the compression.
  private static func isAlwaysComplex(_ codePoint: UInt32) -> Bool {
    switch codePoint {
    case 0x1100...0x11FF, 0xA960...0xA97F, 0xD7B0...0xD7FF, 0xD800...0xDFFF, 0xFFFE: true
    default: false
    }
  }

  /// The weights of a string, from its sort key alone and beside itself.
  private static func weights(of string: [UInt32], _ collator: Collator) -> PrimaryWeights {
    let scalars = string.compactMap(Unicode.Scalar.init)
    guard scalars.count == string.count else { return .complex }
    func key(_ scalars: [Unicode.Scalar]) -> ArraySlice<UInt8> {
      collator.sortKey(for: String(String.UnicodeScalarView(scalars))).bytes.dropLast()
    }
    let alone = key(scalars)
    // U+0001 is ignored, and keeps the string from making a context with itself.
    let twice = key(scalars + ["\u{1}"] + scalars)
    if twice.elementsEqual(alone + alone) { return PrimaryWeights(alone, isCompressible: false) }
    if twice.elementsEqual(alone + alone.dropFirst()) {
      return PrimaryWeights(alone, isCompressible: true)
    }
    return .complex
  }
}
