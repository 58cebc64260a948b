import Testing

@testable import Collation

/// Levels against runs written by hand, by the rules of
/// `CollationKeys::writeSortKeyUpToQuaternary`: a run of *n* common weights is `low` + *n* - 1
/// before a lower weight or the end, and `high` - (*n* - 1) before a higher one; each `most` of a
/// longer run are one `middle` before it.
@Suite struct LevelFormatTests {
  /// A level of which 0 stands for each common weight.
  private func written(_ weights: [UInt8], _ format: LevelFormat) -> [UInt8] {
    // Counting writes behind the weights.
    var memory = weights + [UInt8](repeating: 0xAA, count: 8)
    return [UInt8](unsafeUninitializedCapacity: weights.count + 8) { key, count in
      var end = key.baseAddress!
      memory.withUnsafeMutableBufferPointer {
        format.append($0.baseAddress!, count: weights.count, to: &end)
      }
      count = end - key.baseAddress!
    }
  }

  private func commons(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

  @Test func secondaryLevels() {
    let cases: [(weights: [UInt8], level: [UInt8])] = [
      ([], []),
      (commons(1), [0x05]),
      (commons(3), [0x07]),
      ([0x88], [0x88]),
      (commons(1) + [0x88], [0x45, 0x88]),
      (commons(3) + [0x88] + commons(2), [0x43, 0x88, 0x06]),
      (commons(2) + [0x03], [0x06, 0x03]),
      (commons(33), [0x25]),
      (commons(34), [0x25, 0x05]),
      (commons(33) + [0x88], [0x25, 0x88]),
      (commons(70) + [0x88], [0x25, 0x25, 0x42, 0x88]),
      ([0x88, 0x89] + commons(8) + [0x88] + commons(9), [0x88, 0x89, 0x3E, 0x88, 0x0D]),
    ]
    for (weights, level) in cases {
      // 33 weights are 0x05 + 32 before the end and 0x45 - 32 before a higher weight: both 0x25.
      #expect(written(weights, .secondary) == level)
      #expect(LevelFormat.secondary.weights(ofCounted: level) == weights)
    }
  }

  @Test func tertiaryLevels() {
    #expect(written(commons(97) + [0xDC], .tertiary(.off)) == [0x65, 0xDC])
    #expect(written(commons(98), .tertiary(.off)) == [0x65, 0x05])
    #expect(written(commons(2) + [0xDC], .tertiary(.off)) == [0xC4, 0xDC])
    #expect(written(commons(34), .tertiary(.lower)) == [0x25, 0x05])
    #expect(written(commons(2) + [0x3C, 0xE0], .tertiary(.upper)) == [0x86, 0x3C, 0xE0])
    #expect(written(commons(2) + [0xE0], .tertiary(.upper)) == [0xC4, 0xE0])
  }

  /// The last byte of a character's level may be a count or the second byte of a weight. The same
  /// level with a common weight behind tells: a count goes up, and behind a weight a count begins.
  @Test func countsOfOneCharacter() {
    func weights(_ level: [UInt8], continued: [UInt8]) -> [UInt8]? {
      LevelFormat.secondary.weights(ofCounted: level[...]) { continued[...] }
    }
    #expect(weights([0x05], continued: [0x06]) == [0])
    #expect(weights([0x44, 0x88], continued: [0x44, 0x88, 0x05]) == [0, 0, 0x88])
    #expect(weights([0x88, 0x05], continued: [0x88, 0x06]) == [0x88, 0])
    #expect(weights([0x88, 0x05], continued: [0x88, 0x05, 0x05]) == [0x88, 0x05])
    #expect(weights([0x88, 0x05], continued: [0x88, 0x88]) == nil)
    #expect(weights([0x88, 0x89, 0x8A], continued: [0x88, 0x89, 0x8A, 0x05]) == nil)
  }
}
