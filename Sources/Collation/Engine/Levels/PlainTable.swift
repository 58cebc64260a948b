internal import Synchronization

/// The plain weights of characters of one or two bytes of UTF-8, for the loop that most of the time
/// of a key goes to.
///
/// Unchecked because the weights of bytes are written only in `init`, and the others are atomic.
/// Places are in bounds because a byte is less than 0x100, and a code point of two bytes less than
/// 0x800.
@safe
struct PlainTable: ~Copyable, @unchecked Sendable {
  /// The weights of each byte that is a character, and unknown ones of others, and of characters
  /// that some rules give a compressible lead byte or an accent.
  let ofBytes: UnsafeMutablePointer<PlainWeights>
  /// The weights of each code point of two bytes, unknown until they are made; those of ASCII stay
  /// unknown, since they are ill-formed as two bytes.
  private let ofPairs: UnsafeMutablePointer<Atomic<UInt64>>

  private static let (byteCount, pairCount) = (0x100, 0x800)

  init(ascii: [PlainWeights]) {
    unsafe ofBytes = .allocate(capacity: Self.byteCount)
    unsafe ofBytes.initialize(repeating: .unknown, count: Self.byteCount)
    for (byte, weights) in ascii.enumerated() {
      if weights.lead == 0 && !weights.hasAccent { unsafe ofBytes[byte] = weights }
    }
    unsafe ofPairs = .allocate(capacity: Self.pairCount)
    for codePoint in 0..<Self.pairCount {
      unsafe (ofPairs + codePoint).initialize(to: Atomic(PlainWeights.unknown.bits))
    }
  }

  deinit {
    unsafe ofBytes.deallocate()
    unsafe ofPairs.deinitialize(count: Self.pairCount)
    unsafe ofPairs.deallocate()
  }

  /// Keeps the weights of code points that follow one another.
  func set(_ weights: [PlainWeights], from codePoint: UInt32) {
    for (codePoint, weights) in zip(Int(codePoint)..., weights) where codePoint < Self.pairCount {
      unsafe ofPairs[codePoint].store(weights.bits, ordering: .relaxed)
    }
  }

  /// The weights of a character of two bytes, of which the first is the lower byte of a number;
  /// unknown ones if they are not such a character.
  @inline(__always)
  func weights(_ bytes: UInt16) -> PlainWeights {
    if bytes & 0xC0E0 != 0x80C0 { return .unknown }
    let codePoint = Int(bytes & 0x1F) &<< 6 | Int(bytes &>> 8 & 0x3F)
    return PlainWeights(bits: unsafe ofPairs[codePoint].load(ordering: .relaxed))
  }
}
