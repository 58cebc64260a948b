/// A character of a name and its weights, or the end of the name.
struct PrimaryCharacter {
  let codePoint: UInt32
  let weights: PrimaryWeights

  var isEnd: Bool { codePoint == .max }

  @inline(__always)
  init(codePoint: UInt32, weights: PrimaryWeights) {
    (self.codePoint, self.weights) = (codePoint, weights)
  }

  /// Reads the character at `position` and moves past it; `nil` if the bytes are ill-formed.
  ///
  /// In bounds because the position is at most the count of the bytes, and the decoder reads only
  /// offsets below the remaining count.
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
    guard
      let codePoint = decodeBeyondASCII(first, remaining, &position, { unsafe bytes[$0] })
    else { return nil }
    (self.codePoint, weights) = (codePoint, table.weights(codePoint))
  }
}
