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

  private enum Origin {
    case icu
    case recoding(of: PrimaryTable)
  }

  private let source: PrimarySource
  private let origin: Origin
  let code: PrimaryCode
  /// What ends a run of weights with one compressible lead byte, before a lower and a higher one:
  /// `PRIMARY_COMPRESSION_LOW_BYTE` and `PRIMARY_COMPRESSION_HIGH_BYTE` in collation.h.
  let (lowEnd, highEnd): (PrimaryWeights, PrimaryWeights)
  /// The address of each block; 0 until it is filled.
  private let blocks: UnsafeMutablePointer<Atomic<UInt>>
  private let filling = Mutex(())
  /// The first block, which is filled from the beginning.
  let ascii: UnsafeMutablePointer<PrimaryWeights>
  private let pairs: PrimaryPairs

  /// The weights of characters, whose code is their bytes.
  init(_ source: PrimarySource) {
    self.source = source
    origin = .icu
    code = .bytes
    lowEnd = PrimaryWeights([0x03], isCompressible: false)
    highEnd = PrimaryWeights([0xFF], isCompressible: false)
    pairs = PrimaryPairs(source.contexts.pairs)
    unsafe (blocks, ascii) = Self.allocate()
    unsafe fill(ascii, 0)
  }

  /// The weights of a table, whose code is their bytes, in another code.
  private init(_ base: PrimaryTable, recodedIn code: PrimaryCode) {
    source = base.source
    origin = .recoding(of: base)
    self.code = code
    lowEnd = base.lowEnd.recoded(in: code)
    highEnd = base.highEnd.recoded(in: code)
    pairs = PrimaryPairs(base.pairs)
    unsafe (blocks, ascii) = Self.allocate()
    unsafe fill(ascii, 0)
  }

  /// A code that suits names, by a sample of them.
  func code(for source: some BatchSource) -> PrimaryCode {
    var frequencies = [Int](repeating: 0, count: 256)
    let sample = min(source.count, Self.sampleSize)
    source.withNames { names in
      for number in 0..<sample {
        let key = unsafe names.withName(number * (source.count / sample)) {
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

  /// The weights of two characters as one; `nil` where they collate one by one. Those of longer contexts
  /// are complex.
  func weights(of pair: PrimaryPair) -> PrimaryWeights? {
    pairs.weights(pair) { pair in
      switch origin {
      case .icu: source.weights(of: pair)
      case .recoding(let base): base.weights(of: pair)?.recoded(in: code) ?? .complex
      }
    }
  }

  /// Whether a character is the first of a contextual string that goes on with a combining mark.
  func takesMarks(_ codePoint: UInt32) -> Bool {
    source.contexts.startersOfMarks.contains(codePoint)
  }

  /// The sort key of a name at primary strength.
  @inline(never)
  func sortKey(of name: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    source.collator.sortKey(forUTF8: unsafe Span(_unsafeElements: name)).bytes
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
    let first = UInt32(number * Self.blockSize)
    let codePoints = first..<first + UInt32(Self.blockSize)
    let weights =
      switch origin {
      case .icu: source.weights(of: codePoints)
      case .recoding(let base): codePoints.map { base.weights($0).recoded(in: code) }
      }
    for (place, weights) in weights.enumerated() { unsafe (block + place).initialize(to: weights) }
  }
}
