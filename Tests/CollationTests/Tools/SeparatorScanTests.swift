import CollationTestSupport
import Testing

@testable import Collation

/// Expected values come from `split` of the standard library.
@Suite struct SeparatorScanTests {
  /// Bytes that differ from the separator by one bit, or by a carry from the byte before.
  private static func bytes(_ count: Int, separator: UInt8, seed: UInt64) -> [UInt8] {
    var generator = SeededGenerator(seed: seed)
    let near = [separator, separator ^ 0x80, separator ^ 1, separator &+ 1, 0, 0xFF]
    let isDense = Bool.random(using: &generator)
    return (0..<count).map { _ in
      isDense
        ? near.randomElement(using: &generator)! : UInt8.random(in: 0...255, using: &generator)
    }
  }

  private static func ranges(_ bytes: [UInt8], _ separator: UInt8) -> [Range<Int>] {
    bytes.split(separator: separator, omittingEmptySubsequences: false).dropLast().map {
      $0.startIndex..<$0.endIndex
    }
  }

  @Test(arguments: [0, 0x0A, 0x7F, 0x80, 0xFF] as [UInt8])
  func recordsAreFound(separator: UInt8) {
    let sizes = [0, 1, 63, 64, 65, 4_095, 4_096, 4_097, 4_160, 10_000]
    for (number, size) in (Array(0..<130) + sizes).enumerated() {
      let bytes = Self.bytes(size, separator: separator, seed: UInt64(number))
      let expected = Self.ranges(bytes, separator)
      #expect(SeparatorScan.count(separator, in: bytes.span) == expected.count)
      var found: [Range<Int>] = []
      var scan = SeparatorScan(separator)
      scan.scan(bytes.span, to: &found)
      #expect(found == expected && scan.start == (expected.last.map { $0.upperBound + 1 } ?? 0))
    }
  }

  /// What was scanned is not looked at again, wherever it ended.
  @Test func aBufferThatGrows() {
    var generator = SeededGenerator(seed: 1)
    for seed in 0..<50 as Range<UInt64> {
      let bytes = Self.bytes(9_000, separator: 10, seed: seed)
      var found: [Range<Int>] = []
      var scan = SeparatorScan(10)
      var count = 0
      while count < bytes.count {
        count = min(bytes.count, count + Int.random(in: 0...700, using: &generator))
        scan.scan(bytes.span.extracting(..<count), to: &found)
      }
      #expect(found == Self.ranges(bytes, 10))
    }
  }
}
