/// A character of a name and its weights, or the end of the name.
struct PrimaryCharacter {
  let codePoint: UInt32
  let weights: PrimaryWeights

  var isEnd: Bool { codePoint == .max }

  @inline(__always)
  init(codePoint: UInt32, weights: PrimaryWeights) {
    (self.codePoint, self.weights) = (codePoint, weights)
  }

  /// The character at a position, which moves behind it; `nil` where the bytes are ill-formed.
  @inline(__always)
  init?(_ text: UnsafeBufferPointer<UInt8>, _ position: inout Int, _ table: PrimaryTable) {
    let remaining = text.count &- position
    if remaining == 0 {
      (codePoint, weights) = (.max, .none)
      return
    }
    let bytes = unsafe text.baseAddress! + position
    let first = unsafe UInt32(bytes[0])
    if first < 0x80 {
      codePoint = first
      weights = unsafe table.ascii[Int(first)]
      position &+= 1
      return
    }
    func trail(_ place: Int) -> UInt32 { unsafe UInt32(bytes[place]) ^ 0x80 }
    // Overlong forms, surrogates and what is beyond U+10FFFF are ill-formed.
    if first >= 0xC2, first < 0xE0, remaining >= 2 {
      let last = trail(1)
      guard last < 0x40 else { return nil }
      codePoint = (first & 0x1F) &<< 6 | last
      position &+= 2
    } else if first >= 0xE0, first < 0xF0, remaining >= 3 {
      let (second, last) = (trail(1), trail(2))
      codePoint = (first & 0xF) &<< 12 | second &<< 6 | last
      guard second | last < 0x40, codePoint >= 0x800, codePoint & ~0x7FF != 0xD800 else {
        return nil
      }
      position &+= 3
    } else if first >= 0xF0, first < 0xF5, remaining >= 4 {
      let (second, third, last) = (trail(1), trail(2), trail(3))
      codePoint = (first & 7) &<< 18 | second &<< 12 | third &<< 6 | last
      guard second | third | last < 0x40, codePoint >= 0x10000, codePoint <= 0x10FFFF else {
        return nil
      }
      position &+= 4
    } else {
      return nil
    }
    weights = table.weights(codePoint)
  }
}
