/// Counts common weights, and expands the counts.
extension LevelFormat {
  /// Stands for a common weight before counting. No other weight has this byte.
  static let common: UInt8 = 0x00

  static func tertiary(_ caseFirst: CaseFirst) -> LevelFormat {
    switch caseFirst {
    case .off: .tertiary
    case .lower: .tertiaryLowerFirst
    case .upper: .tertiaryUpperFirst
    }
  }

  /// Returns the weights of a level whose common weights are counted; `nil` if they are uncertain.
  ///
  /// - Parameter continued: The level followed by a common weight.
  func weights(
    ofCounted level: ArraySlice<UInt8>, continued: () -> ArraySlice<UInt8>
  ) -> [UInt8]? {
    var (rest, before, behind) = (level, 0, 0)
    if let first = rest.first, (low...high).contains(first) {
      before = Int(first < middle ? first - low : high - first) + 1
      rest.removeFirst()
    }
    // The last byte counts common weights, or is the second byte of another weight.
    if rest.count > 1, let last = rest.last, (low..<middle).contains(last) {
      let continued = continued()
      if continued == level.dropLast() + [last + 1] {
        behind = Int(last - low) + 1
        rest.removeLast()
      } else if continued != level + [low] {
        return nil
      }
    }
    // The second of three bytes may be a count.
    if rest.count > 2 { return nil }
    func commons(_ count: Int) -> [UInt8] { [UInt8](repeating: Self.common, count: count) }
    return commons(before) + rest + commons(behind)
  }

  /// Appends the weights of a level, and counts the common ones.
  ///
  /// In bounds because the place is less than the count before each read of eight bytes, and no
  /// more is written than the weights take.
  ///
  /// - Parameters:
  ///   - weights: The weights, followed by eight bytes of memory, which are overwritten.
  ///   - end: The position after the last byte of the key.
  @inline(__always)
  func append(
    _ weights: UnsafeMutablePointer<UInt8>, count: Int, to end: inout UnsafeMutablePointer<UInt8>
  ) {
    // A run of common weights that reaches beyond the last weight ends the loop.
    unsafe UnsafeMutableRawPointer(weights + count).storeBytes(of: 0, as: UInt64.self)
    var (place, run) = (0, 0)
    while place < count {
      let word = unsafe UnsafeRawPointer(weights + place).loadUnaligned(as: UInt64.self)
      let length = word.littleEndian.trailingZeroBitCount &>> 3
      place &+= length
      run &+= length
      if length == 8 { continue }
      if place >= count { break }
      let weight = unsafe weights[place]
      if run > 0 { unsafe append(run, beforeLower: weight < low, to: &end) }
      unsafe end.pointee = weight
      unsafe end += 1
      place &+= 1
      run = 0
    }
    run &-= max(0, place &- count)
    if run > 0 { unsafe append(run, beforeLower: true, to: &end) }
  }

  /// Returns the weights of a level whose common weights are counted. Each weight must take one
  /// byte.
  func weights(ofCounted level: [UInt8]) -> [UInt8] {
    var weights: [UInt8] = []
    for byte in level {
      guard (low...high).contains(byte) else {
        weights.append(byte)
        continue
      }
      let count = byte == middle ? most : Int(byte < middle ? byte - low : high - byte) + 1
      weights += [UInt8](repeating: Self.common, count: count)
    }
    return weights
  }

  /// Appends the count of a run of common weights.
  @inline(__always)
  func append(
    _ run: Int, beforeLower: Bool, to end: inout UnsafeMutablePointer<UInt8>
  ) {
    var count = run &- 1
    while count >= most {
      unsafe end.pointee = middle
      unsafe end += 1
      count &-= most
    }
    let byte = UInt8(truncatingIfNeeded: count)
    unsafe end.pointee = beforeLower ? low &+ byte : high &- byte
    unsafe end += 1
  }
}
