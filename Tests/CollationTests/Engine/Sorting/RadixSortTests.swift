import CollationTestSupport
import Testing

@testable import Collation

/// Keys with their numbers, against Swift's own sort by (key, number): the numbers ascend at first,
/// so that this is the stable order.
@Suite struct RadixSortTests {
  /// Keys by their count, the bits in which they may differ, and their shape.
  static let shapes: [(name: String, key: @Sendable (Int, inout SeededGenerator) -> UInt64)] = [
    ("random", { _, generator in generator.next() }), ("equal", { _, _ in 42 }),
    ("zero", { _, _ in 0 }), ("all ones", { _, _ in .max }),
    ("two values", { _, generator in generator.next() % 2 == 0 ? 0 : .max }),
    ("sorted", { number, _ in UInt64(number) << 20 }),
    ("reversed", { number, _ in .max - UInt64(number) }),
    ("few high bits", { _, generator in generator.next() << 59 }),
    ("few low bits", { _, generator in generator.next() >> 58 }),
    ("one far", { number, _ in number == 3 ? .max : UInt64(number % 5) }),
    ("clusters", { _, generator in (generator.next() % 7) << 50 | generator.next() % 3 }),
    ("powers", { _, generator in 1 << (generator.next() % 64) }),
  ]

  private func sorted(_ keys: [UInt64], _ range: Range<Int>, bits: Int = 64) -> (
    keys: [UInt64], numbers: [UInt32], ties: [Range<Int>]
  ) {
    let (count, capacity) = (keys.count, max(1, keys.count))
    let all = (
      UnsafeMutablePointer<UInt64>.allocate(capacity: capacity),
      UnsafeMutablePointer<UInt32>.allocate(capacity: capacity),
      UnsafeMutablePointer<UInt64>.allocate(capacity: capacity),
      UnsafeMutablePointer<UInt32>.allocate(capacity: capacity)
    )
    defer {
      all.0.deallocate()
      all.1.deallocate()
      all.2.deallocate()
      all.3.deallocate()
    }
    for number in 0..<count {
      all.0[number] = keys[number]
      all.1[number] = UInt32(number)
      // What is spare is not looked at.
      (all.2[number], all.3[number]) = (0xDEAD, 0xBEEF)
    }
    let sort = RadixSort(keys: all.0, numbers: all.1, otherKeys: all.2, otherNumbers: all.3)
    sort.sort(range, bits: bits)
    var ties: [Range<Int>] = []
    sort.forEachTie(in: range) { ties.append($0) }
    return (
      Array(UnsafeBufferPointer(start: all.0, count: count)),
      Array(UnsafeBufferPointer(start: all.1, count: count)), ties
    )
  }

  @Test(arguments: [0, 1, 2, 3, 23, 24, 25, 26, 63, 100, 255, 256, 1_000, 2_049, 5_000])
  func keysAreSortedAsSwiftSortsThem(count: Int) {
    var generator = SeededGenerator(seed: UInt64(count))
    for shape in Self.shapes {
      let keys = (0..<count).map { shape.key($0, &generator) }
      // Also a part of the memory: all else stays.
      for range in [0..<count, count / 4..<count - count / 3] {
        var expected = Array(keys.indices)
        expected.replaceSubrange(range, with: range.sorted { (keys[$0], $0) < (keys[$1], $1) })
        let result = sorted(keys, range)
        #expect(result.numbers.map(Int.init) == expected, "\(shape.name) \(range)")
        #expect(result.keys == expected.map { keys[$0] }, "\(shape.name) \(range)")

        var ties: [Range<Int>] = []
        for place in range {
          if let last = ties.last, keys[expected[last.lowerBound]] == keys[expected[place]] {
            ties[ties.count - 1] = last.lowerBound..<place + 1
          } else {
            ties.append(place..<place + 1)
          }
        }
        #expect(result.ties == ties.filter { $0.count > 1 }, "\(shape.name) \(range)")
      }
    }
  }

  /// Keys that agree above their lowest bits.
  @Test(arguments: [1, 2, 11, 12, 30, 53, 63]) func keysThatAgreeInHighBitsAreSorted(bits: Int) {
    var generator = SeededGenerator(seed: UInt64(bits))
    for count in [10, 30, 700, 3_000] {
      let high = generator.next() << UInt64(bits)
      let keys = (0..<count).map { _ in high | generator.next() >> UInt64(64 - bits) }
      let expected = keys.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }
      #expect(sorted(keys, 0..<count, bits: bits).numbers.map(Int.init) == expected)
    }
  }

  /// A digit has a bit at least wherever keys are dealt out.
  @Test func digitsHaveBits() {
    for count in Thresholds.keysToInsert + 1..<5_000 {
      #expect((1...Thresholds.digitBits).contains(RadixSort.digitBits(count: count)))
    }
    #expect(RadixSort.digitBits(count: 0) == 0 && RadixSort.digitBits(count: 1) == 0)
    #expect(RadixSort.digitBits(count: .max) == Thresholds.digitBits)
  }
}
