/// Sorts keys, and the number that belongs to each: most significant bits first. Equal keys keep
/// their order.
///
/// The keys are dealt out by a digit that suits their number, then the keys of each digit by the
/// next one; a few keys are sorted by insertion. This is best where the bits are spread evenly, as
/// those of a `PrimaryCode` are.
///
/// The memory is the caller's, who keeps it as long as the sort is used.
///
/// In bounds because a range is within the keys, each digit is less than the number of counts, and
/// the counts of a range's digits add up to the range's own count.
@safe
struct RadixSort {
  let keys: UnsafeMutablePointer<UInt64>
  let numbers: UnsafeMutablePointer<UInt32>
  /// Memory for as many of both.
  let otherKeys: UnsafeMutablePointer<UInt64>
  let otherNumbers: UnsafeMutablePointer<UInt32>

  /// The number of bits of a digit for a number of keys.
  static func digitBits(count: Int) -> Int {
    let bits = Int.bitWidth - 1 - max(1, count).leadingZeroBitCount
    return min(Thresholds.digitBits, max(0, bits - Thresholds.digitBitsBelowCount))
  }

  /// Sorts the keys of a range, which agree above their lowest bits.
  ///
  /// - Complexity: O(*n*) in the keys where they are spread evenly, O(*n* · `bits`) at worst.
  func sort(_ range: Range<Int>, bits: Int = 64) {
    if range.count <= Thresholds.keysToInsert {
      return unsafe insertionSort(range, from: keys, numbers)
    }
    var bits = bits
    while bits > 0 {
      let digit = min(bits, Self.digitBits(count: range.count))
      bits -= digit
      if deal(range, shift: bits, digit: digit) { return }
    }
  }

  /// Deals the keys of a range out by one digit and sorts the keys of each digit. Returns `false`,
  /// and does nothing, if all keys have the same digit.
  private func deal(_ range: Range<Int>, shift: Int, digit: Int) -> Bool {
    let shift = UInt64(truncatingIfNeeded: shift)
    let digitMask = 1 << digit - 1
    return unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: digitMask + 1) { ends in
      unsafe ends.initialize(repeating: 0)
      for place in range {
        unsafe ends[Int(truncatingIfNeeded: keys[place] &>> shift) & digitMask] &+= 1
      }
      let first = Int(truncatingIfNeeded: unsafe keys[range.lowerBound] &>> shift) & digitMask
      if unsafe Int(ends[first]) == range.count { return false }
      var start: UInt32 = 0
      for digit in ends.indices { unsafe (ends[digit], start) = (start, start &+ ends[digit]) }
      for place in range {
        let key = unsafe keys[place]
        let digit = Int(truncatingIfNeeded: key &>> shift) & digitMask
        let target = unsafe range.lowerBound &+ Int(ends[digit])
        unsafe ends[digit] &+= 1
        unsafe otherKeys[target] = key
        unsafe otherNumbers[target] = numbers[place]
      }
      var begin = range.lowerBound
      for digit in ends.indices {
        let end = unsafe range.lowerBound &+ Int(ends[digit])
        if end &- begin <= Thresholds.keysToInsert {
          unsafe insertionSort(begin..<end, from: otherKeys, otherNumbers)
        } else {
          unsafe (keys + begin).update(from: otherKeys + begin, count: end &- begin)
          unsafe (numbers + begin).update(from: otherNumbers + begin, count: end &- begin)
          sort(begin..<end, bits: Int(shift))
        }
        begin = end
      }
      return true
    }
  }

  /// Sorts the few keys of a range, which lie at the same places of another memory.
  @inline(__always)
  private func insertionSort(
    _ range: Range<Int>, from sourceKeys: UnsafeMutablePointer<UInt64>,
    _ sourceNumbers: UnsafeMutablePointer<UInt32>
  ) {
    for next in range {
      let (key, number) = unsafe (sourceKeys[next], sourceNumbers[next])
      var place = next
      while place > range.lowerBound, unsafe keys[place &- 1] > key {
        unsafe keys[place] = keys[place &- 1]
        unsafe numbers[place] = numbers[place &- 1]
        place &-= 1
      }
      unsafe keys[place] = key
      unsafe numbers[place] = number
    }
  }

  /// The ranges of equal keys within a sorted range.
  @inline(__always)
  func forEachTie(in range: Range<Int>, _ body: (Range<Int>) -> Void) {
    var start = range.lowerBound
    while start < range.upperBound {
      let key = unsafe keys[start]
      var end = start &+ 1
      while end < range.upperBound, unsafe keys[end] == key { end &+= 1 }
      if end &- start > 1 { body(start..<end) }
      start = end
    }
  }
}
