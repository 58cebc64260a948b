import CollationTestSupport
import Testing

@testable import Collation

/// What takes the bits of a level, against a string of bits.
@Suite struct LevelSinkTests {
  /// Codes of 0 to 64 bits, appended until a sink is full.
  private func fill<Sink: LevelSink>(
    _ sink: Sink, _ generator: inout SeededGenerator, codes: Int
  ) -> (sink: Sink, bits: BitString) {
    var (sink, bits) = (sink, BitString())
    for _ in 0..<codes where !sink.isFull {
      let length = Int.random(in: 0...64, using: &generator)
      let code = length == 0 ? 0 : (generator.next() >> UInt64(64 - length)) << UInt64(64 - length)
      sink.append(code, length)
      bits = bits + BitString(code, length)
      #expect(sink.isFull == (bits.bits.count >= sink.wanted))
    }
    return (sink, bits)
  }

  @Test func aKeyHasTheFirstBits() {
    var generator = SeededGenerator(seed: 14)
    for codes in 0..<400 {
      let (key, bits) = fill(PrimaryKey(), &generator, codes: codes % 12)
      #expect(key.high == bits.number(from: 0, count: 64))
      // The lowest bit tells whether the level goes on.
      let flag: UInt64 = bits.bits.count >= 127 ? 1 : 0
      #expect(key.low == bits.number(from: 64, count: 63) | flag)
    }
  }

  @Test func aLaterKeyHasTheBitsBehindAnOffset() {
    var generator = SeededGenerator(seed: 15)
    for offset in [0, 1, 47, 63, 64, 65, 127, 190, 253] {
      for codes in 0..<40 {
        let (key, bits) = fill(LaterPrimaryKey(offset: offset), &generator, codes: codes)
        #expect(key.wanted == offset + 63)
        let flag: UInt64 = bits.bits.count >= offset + 63 ? 1 : 0
        #expect(key.value == bits.number(from: offset, count: 63) | flag, "\(offset) \(codes)")
      }
    }
  }

  @Test func aWideKeyIsAKeyWithTheBitsBehindIt() {
    var generator = SeededGenerator(seed: 17)
    for codes in 0..<400 {
      let (key, bits) = fill(WidePrimaryKey(), &generator, codes: codes % 16)
      #expect(key.first.high == bits.number(from: 0, count: 64))
      let flag: UInt64 = bits.bits.count >= 127 ? 1 : 0
      #expect(key.first.low == bits.number(from: 64, count: 63) | flag)
      let laterFlag: UInt64 = bits.bits.count >= 190 ? 1 : 0
      #expect(key.later.value == bits.number(from: 127, count: 63) | laterFlag)
    }
  }

  @Test func whatIsTakenBackLeavesTheBitsBefore() {
    var generator = SeededGenerator(seed: 18)
    for codes in 0..<400 {
      let (key, bits) = fill(WidePrimaryKey(), &generator, codes: codes % 8)
      if key.isFull { continue }
      var copy = key
      copy.append(.max, 64)
      copy.truncate(to: key.count)
      #expect(copy.count == bits.bits.count)
      #expect(copy.first.high == key.first.high && copy.first.low == key.first.low)
      #expect(copy.later.value == key.later.value)
    }
  }

  @Test func bytesAreTheFirstBytes() {
    var generator = SeededGenerator(seed: 16)
    for limit in [1, 2, 8, 32] {
      var (sink, expected) = (PrimaryBytes(limit: limit), [UInt8]())
      while !sink.isFull {
        let bytes = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
          UInt8.random(in: 2...255, using: &generator)
        }
        let code = bytes.reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        sink.append(bytes.isEmpty ? 0 : code << UInt64(64 - 8 * bytes.count), 8 * bytes.count)
        expected += bytes
        #expect(sink.bytes == expected)
      }
      #expect(sink.bytes.count >= limit && sink.wanted == 8 * limit)
    }
  }
}
