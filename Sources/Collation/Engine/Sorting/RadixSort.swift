/// Sorts distinct 64-bit numbers, most significant bits first.
///
/// The numbers are dealt out by a digit whose length suits their count, beginning with the first
/// bit in which some differ. The numbers with each digit are then dealt out by the next digit.
/// Small groups are sorted by rank.
///
/// In bounds because each digit is less than the number of counts, and the counts of the digits add
/// up to the count of the numbers.
enum RadixSort {
  /// Sorts numbers that ascend in their lowest bits.
  ///
  /// - Parameters:
  ///   - spare: Memory for as many numbers.
  ///   - orderedBits: How many lowest bits ascend. Numbers that differ in no other bits are already
  ///     in order.
  /// - Complexity: O(*n*) in the count if the numbers are spread evenly, O(*n* · 64) in the worst
  ///   case.
  static func sort(
    _ numbers: UnsafeMutablePointer<UInt64>, count: Int, spare: UnsafeMutablePointer<UInt64>,
    orderedBits: Int
  ) {
    unsafe sort(numbers, spare, count, orderedBits, intoSecond: false)
  }

  /// Sorts the numbers in the first memory, and leaves them there or in the second.
  private static func sort(
    _ first: UnsafeMutablePointer<UInt64>, _ second: UnsafeMutablePointer<UInt64>, _ count: Int,
    _ orderedBits: Int, intoSecond: Bool
  ) {
    if count <= Thresholds.keysToRank {
      unsafe rankSort(first, to: second, count)
      if !intoSecond { unsafe first.update(from: second, count: count) }
      return
    }
    let some = unsafe first[0]
    var differing: UInt64 = 0
    for place in 0..<count { unsafe differing |= first[place] ^ some }
    let bits = 64 &- differing.leadingZeroBitCount
    if bits <= orderedBits {
      if intoSecond { unsafe second.update(from: first, count: count) }
      return
    }
    let digitBits = min(bits &- orderedBits, Self.digitBits(count: count))
    let shift = UInt64(truncatingIfNeeded: bits &- digitBits)
    let digitMask = 1 << digitBits - 1
    unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: digitMask + 1) { ends in
      unsafe ends.initialize(repeating: 0)
      for place in 0..<count {
        unsafe ends[Int(truncatingIfNeeded: first[place] &>> shift) & digitMask] &+= 1
      }
      var start: UInt32 = 0
      for digit in ends.indices { unsafe (ends[digit], start) = (start, start &+ ends[digit]) }
      for place in 0..<count {
        let number = unsafe first[place]
        let digit = Int(truncatingIfNeeded: number &>> shift) & digitMask
        unsafe second[Int(ends[digit])] = number
        unsafe ends[digit] &+= 1
      }
      var begin = 0
      for digit in ends.indices {
        let end = unsafe Int(ends[digit])
        if end != begin {
          unsafe sort(
            second + begin, first + begin, end &- begin, orderedBits, intoSecond: !intoSecond)
        }
        begin = end
      }
    }
  }

  /// Returns the number of leading bits for dealing out `count` keys to buckets that can be sorted
  /// in the first-level cache.
  static func bucketBits(count: Int) -> Int {
    let bits = Int.bitWidth - 1 - max(1, count / Thresholds.bucketNames).leadingZeroBitCount
    return min(Thresholds.digitBits, bits)
  }

  /// Returns the number of bits of a digit for `count` keys.
  static func digitBits(count: Int) -> Int {
    let bits = Int.bitWidth - 1 - max(1, count).leadingZeroBitCount
    return min(Thresholds.digitBits, max(0, bits - Thresholds.digitBitsBelowCount))
  }

  /// Sorts a few numbers: a number's place is how many are less. Inserting them one by one takes
  /// fewer comparisons, but the end of each insertion is mispredicted.
  ///
  /// In bounds because all numbers differ, so at most `count - 1` are less than any of them.
  @inline(__always)
  private static func rankSort(
    _ source: UnsafeMutablePointer<UInt64>, to target: UnsafeMutablePointer<UInt64>, _ count: Int
  ) {
    // Two at a time. The last of an odd count is both.
    var next = 0
    while next < count {
      let one = unsafe source[next]
      let other = unsafe source[next &+ 1 < count ? next &+ 1 : next]
      var (place, otherPlace) = (0, 0)
      var index = 0
      while index < count {
        let number = unsafe source[index]
        place &+= number < one ? 1 : 0
        otherPlace &+= number < other ? 1 : 0
        index &+= 1
      }
      unsafe target[place] = one
      unsafe target[otherPlace] = other
      next &+= 2
    }
  }
}

extension [UInt64] {
  /// Sorts distinct numbers by their upper halves, if numbers with equal halves already ascend.
  ///
  /// - Complexity: O(*n*) in the count if the halves are spread evenly.
  package mutating func sortByUpperHalf() {
    let count = count
    unsafe withUnsafeMutableBufferPointer { numbers in
      unsafe withUnsafeTemporaryAllocation(of: UInt64.self, capacity: count) { spare in
        guard let numbers = numbers.baseAddress, let spare = spare.baseAddress else { return }
        unsafe RadixSort.sort(numbers, count: count, spare: spare, orderedBits: 32)
      }
    }
  }
}
