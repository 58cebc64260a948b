import Testing

@testable import Collation

/// The first place from which on something holds, against going through all places.
@Suite struct PartitioningIndexTests {
  @Test func placesAreThoseOfALinearSearch() {
    for lower in [0, 1, 17, -5, Int.max - 40] {
      for count in 0...33 {
        let range = lower..<lower + count
        for first in range.lowerBound...range.upperBound {
          var asked: Set<Int> = []
          let found = partitioningIndex(range) {
            #expect(asked.insert($0).inserted && range.contains($0))
            return $0 >= first
          }
          #expect(found == range.first { $0 >= first } ?? range.upperBound)
          #expect(asked.count <= 6)
        }
      }
    }
  }
}
