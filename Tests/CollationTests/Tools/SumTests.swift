import Testing

@testable import Collation

/// The sum of a range of numbers, against that of the slice.
@Suite struct SumTests {
  @Test func sumsAreThoseOfASlice() {
    let numbers = (0..<40).map { $0 * $0 - 300 }
    for start in 0...40 {
      for end in start...40 {
        #expect(numbers.sum(start..<end) == numbers[start..<end].reduce(0, +))
      }
    }
  }
}
