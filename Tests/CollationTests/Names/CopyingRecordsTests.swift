import CollationTestSupport
import Testing

@testable import Collation

/// Records copied in an order, beside appending them one by one.
@Suite struct CopyingRecordsTests {
  /// Lengths around those that are copied at once, at the end of the buffer too.
  @Test func recordsAreCopiedAsLongAsTheyFit() {
    var generator = SeededGenerator(seed: 1)
    for count in [1, 2, 63, 64, 65, 200] {
      let records = (0..<count).map { number in
        [UInt8](repeating: UInt8(number) | 0x80, count: Int.random(in: 0...70, using: &generator))
      }
      let bytes = Array(records.joined(separator: [10])) + [10]
      let lines = UTF8Records(bytes)
      let order = Array(0..<count).shuffled(using: &generator)
      for capacity in [0, 1, 31, 32, 33, 100, bytes.count / 2, bytes.count] {
        var expected: [UInt8] = []
        var expectedCount = 0
        for number in order {
          if expected.count + lines[number].count + 1 > capacity { break }
          expected += lines[number] + [10]
          expectedCount += 1
        }
        var copied = 0
        let output = [UInt8](capacity: capacity) {
          copied = lines.copyTerminated(order[...], to: &$0)
        }
        #expect(output == expected && copied == expectedCount)
      }
    }
  }
}
