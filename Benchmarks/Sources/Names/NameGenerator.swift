/// Numbers that look random and are the same in every run: Knuth's MMIX generator.
struct NameGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  /// Sixteen bits, the high ones, which are the good ones.
  mutating func bits() -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 48)
  }

  /// A number below a bound.
  mutating func number(below bound: Int) -> Int {
    ((bits() << 16 | bits()) &* bound) >> 32
  }

  mutating func next() -> UInt64 {
    (0..<4).reduce(0) { result, _ in result << 16 | UInt64(bits()) }
  }
}
