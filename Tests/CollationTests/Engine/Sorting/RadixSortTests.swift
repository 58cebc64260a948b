import CollationTestSupport
import Testing

@testable import Collation

/// Numbers against Swift's own sort. Their lowest bits are their places, so that all differ.
@Suite struct RadixSortTests {
  @Test(arguments: [0, 1, 2, 3, 23, 24, 25, 26, 63, 100, 255, 256, 1_000, 2_049, 5_000, 70_000])
  func numbersAreSortedAsSwiftSortsThem(count: Int) {
    var generator = SeededGenerator(seed: UInt64(count))
    let placeBits = Int.bitWidth - count.leadingZeroBitCount
    let mask: UInt64 = 1 << UInt64(placeBits) - 1
    for shape in KeyShapes.all {
      var numbers = (0..<count).map { shape.key($0, &generator) & ~mask | UInt64($0) }
      let expected = numbers.sorted()
      // What is spare is not looked at.
      var spare = [UInt64](repeating: 0xDEAD, count: count)
      numbers.withUnsafeMutableBufferPointer { numbers in
        spare.withUnsafeMutableBufferPointer { spare in
          guard let first = numbers.baseAddress, let other = spare.baseAddress else { return }
          RadixSort.sort(first, count: count, spare: other, orderedBits: placeBits)
        }
      }
      #expect(numbers == expected, "\(shape.name)")
    }
  }

  /// A digit has a bit at least wherever numbers are dealt out.
  @Test func digitsHaveBits() {
    for count in Thresholds.keysToRank + 1..<5_000 {
      #expect((1...Thresholds.digitBits).contains(RadixSort.digitBits(count: count)))
    }
    #expect(RadixSort.bucketBits(count: 0) == 0 && RadixSort.bucketBits(count: 100) == 0)
    #expect(RadixSort.bucketBits(count: .max) == Thresholds.digitBits)
    #expect(RadixSort.digitBits(count: 0) == 0 && RadixSort.digitBits(count: 1) == 0)
    #expect(RadixSort.digitBits(count: .max) == Thresholds.digitBits)
  }
}
