/// Sorts the numbers of names by keys of two words each. Equal keys keep their order.
///
/// The keys of neighboring names begin alike. So the first words are sorted by the first bits in
/// which some differ, each with its place in the bits below; words that are equal so far are sorted
/// by the following bits. The second words, scattered in memory, are read only if the first are
/// equal.
///
/// The caller owns the memory and keeps it for as long as it uses the sort.
///
/// In bounds because a range is within the keys, and the places below the bits are less than the
/// count of the range.
@safe
struct KeySort {
  /// The first word of each key, by the place of the name.
  let high: UnsafeMutablePointer<UInt64>
  /// The second word of each key, by the number of the name.
  let low: UnsafeMutablePointer<UInt64>
  let numbers: UnsafeMutablePointer<UInt32>

  /// Names with equal keys.
  struct Tie {
    /// Where they are among the sorted numbers.
    let places: Range<Int>
    /// The last word of their keys.
    let lastWord: UInt64
  }

  /// Memory to sort in, in one piece: separate allocations would slow down short lists.
  struct Scratch: ~Copyable {
    private let memory: SharedBuffer<UInt64>
    private let count: Int

    /// - Parameter count: The maximum number of names sorted at a time.
    init(count: Int) {
      memory = SharedBuffer(count: 3 * count)
      self.count = count
    }

    fileprivate var entries: UnsafeMutablePointer<UInt64> { unsafe memory.pointer }
    fileprivate var otherEntries: UnsafeMutablePointer<UInt64> { unsafe entries + count }
    fileprivate var low: UnsafeMutablePointer<UInt64> { unsafe entries + 2 * count }
  }

  /// Sorts the numbers of a range, and appends the ties between names with equal keys. The keys
  /// stay in place.
  ///
  /// - Parameter byFirstWord: Whether to sort by the first words only.
  /// - Complexity: O(*n*) in the number of names if the bits are spread evenly, O(*n* · 128) in the
  ///   worst case.
  func sort(
    _ range: Range<Int>, byFirstWord: Bool = false, _ scratch: borrowing Scratch,
    ties: inout [Tie]
  ) {
    if range.count < 2 { return }
    let entries = unsafe scratch.entries
    for place in 0..<range.count { unsafe entries[place] = UInt64(truncatingIfNeeded: place) }
    let placeBits = Int.bitWidth &- (range.count &- 1).leadingZeroBitCount
    let run = unsafe EntrySort(
      entries: entries, otherEntries: scratch.otherEntries, placeBits: placeBits)
    let (high, numbers) = unsafe (high + range.lowerBound, numbers + range.lowerBound)
    var equal: [Range<Int>] = []
    unsafe run.sort(0..<range.count, by: high, &equal)
    var last = unsafe high
    if !byFirstWord {
      unsafe last = scratch.low
      // In a loop of its own, so the processor waits for many of these reads at once.
      for part in equal {
        for index in part {
          let place = unsafe run.place(entries[index])
          unsafe last[place] = low[Int(numbers[place])]
        }
      }
      let parts = equal
      equal.removeAll(keepingCapacity: true)
      for part in parts { unsafe run.sort(part, by: last, &equal) }
    }
    for part in equal {
      let places = range.lowerBound + part.lowerBound..<range.lowerBound + part.upperBound
      let lastWord = unsafe last[run.place(entries[part.lowerBound])]
      ties.append(Tie(places: places, lastWord: lastWord))
    }
    let sorted = unsafe scratch.otherEntries
    for index in 0..<range.count {
      unsafe sorted[index] = UInt64(numbers[run.place(entries[index])])
    }
    for index in 0..<range.count {
      unsafe numbers[index] = UInt32(truncatingIfNeeded: sorted[index])
    }
  }
}

/// Sorts places by the words at them. An *entry* holds bits of a word and, below them, its place.
@safe
private struct EntrySort {
  let entries: UnsafeMutablePointer<UInt64>
  let otherEntries: UnsafeMutablePointer<UInt64>
  /// How many bits of an entry hold the place.
  let placeBits: Int

  private var placeMask: UInt64 { 1 << UInt64(truncatingIfNeeded: placeBits) &- 1 }

  @inline(__always)
  func place(_ entry: UInt64) -> Int { Int(truncatingIfNeeded: entry & placeMask) }

  /// Sorts a range of entries, and appends the ranges of equal words.
  func sort(
    _ range: Range<Int>, by words: UnsafeMutablePointer<UInt64>, _ equal: inout [Range<Int>]
  ) {
    let first = unsafe words[place(entries[range.lowerBound])]
    var differing: UInt64 = 0
    for index in range { unsafe differing |= words[place(entries[index])] ^ first }
    if differing == 0 { return equal.append(range) }
    let shift = UInt64(truncatingIfNeeded: differing.leadingZeroBitCount)
    let mask = placeMask
    for index in range {
      let place = unsafe entries[index] & mask
      unsafe entries[index] = words[Int(truncatingIfNeeded: place)] &<< shift & ~mask | place
    }
    unsafe RadixSort.sort(
      entries + range.lowerBound, count: range.count, spare: otherEntries, orderedBits: placeBits)
    var begin = range.lowerBound
    for index in range.lowerBound + 1...range.upperBound {
      if index < range.upperBound, unsafe entries[index] ^ entries[begin] <= mask { continue }
      if index - begin > 1 { unsafe sort(begin..<index, by: words, &equal) }
      begin = index
    }
  }
}
