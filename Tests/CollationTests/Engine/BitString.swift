/// A string of bits, one element each: a slow model of what the engine keeps in numbers.
struct BitString: Hashable {
  var bits: [Bool] = []

  init() {}

  /// The first bits of a number, from the top.
  init(_ number: UInt64, _ length: Int) {
    bits = (0..<length).map { number >> UInt64(63 - $0) & 1 == 1 }
  }

  static func + (left: BitString, right: BitString) -> BitString {
    var sum = left
    sum.bits += right.bits
    return sum
  }

  /// The number of some bits from a place on, from the top; zeros stand for what is missing.
  func number(from start: Int, count: Int) -> UInt64 {
    (start..<start + count).enumerated().reduce(0) { number, place in
      place.element < bits.count && bits[place.element]
        ? number | 1 << UInt64(63 - place.offset) : number
    }
  }
}

extension BitString: Comparable {
  /// Zeros follow the end of a string.
  static func < (left: BitString, right: BitString) -> Bool {
    for place in 0..<max(left.bits.count, right.bits.count) {
      let leftBit = place < left.bits.count && left.bits[place]
      let rightBit = place < right.bits.count && right.bits[place]
      if leftBit != rightBit { return rightBit }
    }
    return false
  }
}
