import CollationTestSupport
import Testing

@testable import Collation

/// Keys of two words against Swift's own sort by (words, number): the numbers ascend at first, so
/// that this is the stable order.
@Suite struct KeySortTests {
  private typealias Key = (high: UInt64, low: UInt64)

  private func sorted(
    _ keys: [Key], _ range: Range<Int>
  ) -> (numbers: [Int], ties: [KeySort.Tie]) {
    let high = SharedBuffer<UInt64>(count: keys.count)
    let low = SharedBuffer<UInt64>(count: keys.count)
    let numbers = SharedBuffer<UInt32>(count: keys.count)
    for (number, key) in keys.enumerated() {
      (high.pointer[number], low.pointer[number]) = key
      numbers.pointer[number] = UInt32(number)
    }
    let sort = KeySort(high: high.pointer, low: low.pointer, numbers: numbers.pointer)
    var ties: [KeySort.Tie] = []
    sort.sort(range, KeySort.Scratch(count: range.count), ties: &ties)
    return (keys.indices.map { Int(numbers.pointer[$0]) }, ties)
  }

  @Test(arguments: [0, 1, 2, 3, 4, 24, 25, 63, 100, 257, 1_000, 5_000])
  func keysAreSortedAsSwiftSortsThem(count: Int) {
    var generator = SeededGenerator(seed: UInt64(count))
    for high in KeyShapes.all {
      for low in KeyShapes.all {
        let keys = (0..<count).map { (high.key($0, &generator), low.key($0, &generator)) }
        // Also a part of the memory: all else stays.
        for range in [0..<count, count / 4..<count - count / 3] {
          var expected = Array(keys.indices)
          expected.replaceSubrange(
            range,
            with: range.sorted { (keys[$0].0, keys[$0].1, $0) < (keys[$1].0, keys[$1].1, $1) })
          let result = sorted(keys, range)
          #expect(result.numbers == expected, "\(high.name), \(low.name), \(range)")

          var ties: [Range<Int>] = []
          for place in range {
            if let last = ties.last, keys[expected[last.lowerBound]] == keys[expected[place]] {
              ties[ties.count - 1] = last.lowerBound..<place + 1
            } else {
              ties.append(place..<place + 1)
            }
          }
          ties.removeAll { $0.count == 1 }
          #expect(result.ties.map(\.places) == ties, "\(high.name), \(low.name), \(range)")
          #expect(result.ties.map(\.lastWord) == ties.map { keys[expected[$0.lowerBound]].1 })
        }
      }
    }
  }
}
