/// The primary weights of pairs of characters that collate as one: a hash table that is only read.
///
/// Unchecked because the pointers are written only in `init`.
@safe
final class PrimaryPairs: @unchecked Sendable {
  private let mask: Int
  /// The pairs; 0 where a place is free. U+0000 begins no pair.
  private let pairs: UnsafeMutablePointer<UInt64>
  private let weights: UnsafeMutablePointer<PrimaryWeights>

  init(_ entries: [UInt64: PrimaryWeights]) {
    var capacity = 16
    while capacity < 2 * entries.count { capacity *= 2 }
    mask = capacity - 1
    unsafe pairs = .allocate(capacity: capacity)
    unsafe weights = .allocate(capacity: capacity)
    unsafe pairs.initialize(repeating: 0, count: capacity)
    unsafe weights.initialize(repeating: .complex, count: capacity)
    for (pair, value) in entries {
      var place = Self.hash(pair) & mask
      while unsafe pairs[place] != 0 { place = (place + 1) & mask }
      unsafe pairs[place] = pair
      unsafe weights[place] = value
    }
  }

  deinit {
    unsafe pairs.deallocate()
    unsafe weights.deallocate()
  }

  /// The same pairs, their weights in another code.
  init(_ pairs: PrimaryPairs, recodedIn code: PrimaryCode) {
    mask = pairs.mask
    unsafe self.pairs = .allocate(capacity: mask + 1)
    unsafe weights = .allocate(capacity: mask + 1)
    unsafe self.pairs.initialize(from: pairs.pairs, count: mask + 1)
    for place in 0...mask {
      unsafe (weights + place).initialize(to: pairs.weights[place].recoded(in: code))
    }
  }

  static func pair(_ first: UInt32, _ second: UInt32) -> UInt64 {
    UInt64(first) << 32 | UInt64(second)
  }

  /// The multiplier is 2⁶⁴ divided by the golden ratio (Knuth, 6.4).
  private static func hash(_ pair: UInt64) -> Int {
    Int(truncatingIfNeeded: pair &* 0x9E37_79B9_7F4A_7C15 >> 32)
  }

  /// The weights of a pair; `nil` where its characters collate one by one.
  @inline(__always)
  func weights(_ first: UInt32, _ second: UInt32) -> PrimaryWeights? {
    let pair = Self.pair(first, second)
    var place = Self.hash(pair) & mask
    while true {
      let found = unsafe pairs[place]
      if found == pair { return unsafe weights[place] }
      if found == 0 { return nil }
      place = (place + 1) & mask
    }
  }
}
