internal import Synchronization

/// The primary weights of characters under one collator, taken from ICU's sort keys, a block of code
/// points at a time and only where names have them.
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
  /// The address of each block; 0 until it is filled.
  private let blocks: UnsafeMutablePointer<Atomic<UInt>>
  private let filling = Mutex(())
  /// The first block, which is filled from the beginning.
  let ascii: UnsafePointer<PrimaryWeights>

  /// The weights of two characters that collate as one; those of longer contexts are complex.
  private let pairs: PrimaryPairs
  private let starters: Set<UInt32>
  /// The starters of contexts in which a combining mark follows, and of those in which ASCII does.
  private let (startersOfMarks, startersOfASCII): (Set<UInt32>, Set<UInt32>)

  /// - Parameter collator: A collator at primary strength.
  init(_ collator: Collator) throws(ICUFailure) {
    self.collator = collator
    digitsAreComplex = collator.resolvedOptions.numeric
    var pairs: [UInt64: PrimaryWeights] = [:]
    var starters: Set<UInt32> = []
    var (startersOfMarks, startersOfASCII): (Set<UInt32>, Set<UInt32>) = ([], [])
    for string in try collator.storage.icu.contextualStrings() where string.count >= 2 {
      starters.insert(string[0])
      if string.dropFirst().contains(where: ICUCodePointSet.combining.contains) {
        startersOfMarks.insert(string[0])
      }
      if string[1] < 0x80 { startersOfASCII.insert(string[0]) }
      let pair = PrimaryPairs.pair(string[0], string[1])
      if string.count > 2 || ICUCodePointSet.combining.contains(string[1]) {
        pairs[pair] = .complex
      } else if pairs[pair] == nil {
        pairs[pair] = Self.weights(of: string, collator)
      }
    }
    self.pairs = PrimaryPairs(pairs)
    self.starters = starters
    (self.startersOfMarks, self.startersOfASCII) = (startersOfMarks, startersOfASCII)
    unsafe blocks = .allocate(capacity: Self.blockCount)
    for block in 0..<Self.blockCount { unsafe (blocks + block).initialize(to: Atomic(0)) }
    let first = UnsafeMutablePointer<PrimaryWeights>.allocate(capacity: Self.blockSize)
    unsafe ascii = UnsafePointer(first)
    unsafe fill(first, 0)
    unsafe blocks.pointee.store(UInt(bitPattern: first), ordering: .releasing)
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

  /// The key of a name: by the table or, where it cannot prove the name simple, by ICU.
  @inline(__always)
  func key(of name: UnsafeBufferPointer<UInt8>, offset: Int = 0) -> PrimaryKey {
    if let key = unsafe PrimaryKey(name, self, offset: offset) { return key }
    return unsafe icuKey(of: name, offset: offset)
  }

  /// What a function makes of the first sixteen bytes of each name's key, in input order.
  func mapKeys<Result>(
    of names: some BatchNames, progress: (Int) -> Void, _ transform: (PrimaryKey.Bytes) -> Result
  ) -> [Result] {
    (0..<names.count).map { number in
      if number % 4096 == 4095 { progress(number + 1) }
      return transform(unsafe names.withName(number) { unsafe key(of: $0).bytes })
    }
  }

  @inline(never)
  private func icuKey(of name: UnsafeBufferPointer<UInt8>, offset: Int) -> PrimaryKey {
    let sortKey = collator.sortKey(forUTF8: unsafe Span(_unsafeElements: name)).bytes
    return PrimaryKey(sortKey: sortKey.span, offset: offset)
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
      unsafe (block + place).initialize(
        to: makeWeights(UInt32(number * Self.blockSize + place)))
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
      startsContext: startsContext, isCombining: isCombining,
      takesMarks: startersOfMarks.contains(codePoint),
      takesASCII: startersOfASCII.contains(codePoint))
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
    guard alone.count <= PrimaryWeights.maximumLength else { return .complex }
    if twice.elementsEqual(alone + alone) { return PrimaryWeights(alone, isCompressible: false) }
    if twice.elementsEqual(alone + alone.dropFirst()) {
      return PrimaryWeights(alone, isCompressible: true)
    }
    return .complex
  }
}
