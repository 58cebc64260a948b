internal import Synchronization

/// Two characters that may collate as one.
struct PrimaryPair: Hashable {
  let first: UInt32
  let second: UInt32

  init(_ first: UInt32, _ second: UInt32) { (self.first, self.second) = (first, second) }
}

/// Weights that fit in a word.
protocol PackedWeights {
  init(bits: UInt64)
  var bits: UInt64 { get }
}

/// A hash table of the weights of character pairs that collate as one. The pairs are fixed; their
/// weights are made on demand.
///
/// Unchecked because the pairs are written only in `init`, and the weights are atomic. Places are
/// in bounds because `mask` is one less than the capacity, a power of two; a search ends because at
/// most half of the places are taken.
@safe
final class PairedWeights<Weights: PackedWeights>: @unchecked Sendable {
  private let mask: Int
  /// The pairs, with the highest bit set; 0 at a free place.
  private let pairs: UnsafeMutablePointer<UInt64>
  /// The bits of each pair's weights; all ones until they are made.
  private let weights: UnsafeMutablePointer<Atomic<UInt64>>

  /// - Parameter entries: The pairs, each with its weights if known.
  init(_ entries: [PrimaryPair: Weights?]) {
    var capacity = 16
    while capacity < 2 * entries.count { capacity *= 2 }
    mask = capacity - 1
    unsafe pairs = .allocate(capacity: capacity)
    unsafe weights = .allocate(capacity: capacity)
    unsafe pairs.initialize(repeating: 0, count: capacity)
    for place in 0..<capacity { unsafe (weights + place).initialize(to: Atomic(.max)) }
    for (pair, known) in entries {
      let bits = Self.bits(pair)
      var place = place(bits)
      while unsafe pairs[place] != 0 { place = (place + 1) & mask }
      unsafe pairs[place] = bits
      if let known { unsafe weights[place].store(known.bits, ordering: .relaxed) }
    }
  }

  /// The pairs of another table, without their weights.
  init(pairsOf other: PairedWeights<some PackedWeights>) {
    mask = other.mask
    unsafe pairs = .allocate(capacity: mask + 1)
    unsafe weights = .allocate(capacity: mask + 1)
    unsafe pairs.initialize(from: other.pairs, count: mask + 1)
    for place in 0...mask { unsafe (weights + place).initialize(to: Atomic(.max)) }
  }

  deinit {
    unsafe pairs.deallocate()
    unsafe weights.deinitialize(count: mask + 1)
    unsafe weights.deallocate()
  }

  private static func bits(_ pair: PrimaryPair) -> UInt64 {
    1 << 63 | UInt64(pair.first) << 32 | UInt64(pair.second)
  }

  /// Where the search for a pair begins: the highest bits of its product with 2⁶⁴ divided by the
  /// golden ratio (Knuth, 6.4). Lower bits would cluster the pairs of neighboring characters.
  private func place(_ bits: UInt64) -> Int {
    Int(truncatingIfNeeded: (bits &* 0x9E37_79B9_7F4A_7C15) &>> UInt64(mask.leadingZeroBitCount))
  }

  /// Returns the weights of a pair; `nil` if its characters collate one by one.
  ///
  /// - Parameter make: Makes the weights. Several tasks may do so at once, with equal results.
  @inline(__always)
  func weights(_ pair: PrimaryPair, make: (PrimaryPair) -> Weights) -> Weights? {
    let bits = Self.bits(pair)
    var place = place(bits)
    while true {
      let found = unsafe pairs[place]
      if found == 0 { return nil }
      if found == bits { break }
      place = (place + 1) & mask
    }
    let known = unsafe weights[place].load(ordering: .relaxed)
    if known != .max { return Weights(bits: known) }
    let made = make(pair)
    unsafe weights[place].store(made.bits, ordering: .relaxed)
    return made
  }
}
