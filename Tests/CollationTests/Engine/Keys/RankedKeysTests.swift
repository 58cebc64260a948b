import CollationTestSupport
import Testing

@testable import Collation

/// Keys that come and go, against an array of pairs of a rank and a key.
@Suite struct RankedKeysTests {
  private typealias Pair = (rank: UInt64, key: [UInt8])

  private static func precedes(_ left: Pair, _ right: Pair) -> Bool {
    left.rank != right.rank
      ? left.rank < right.rank : left.key.lexicographicallyPrecedes(right.key)
  }

  /// Ranks are the first bytes, or others, of which several keys have the same.
  private static func pair(_ generator: inout SeededGenerator, isByBytes: Bool) -> Pair {
    let key: [UInt8] = (0..<[0, 1, 2, 7, 8, 9, 20].randomElement(using: &generator)!).map { _ in
      [1, 0xFF].randomElement(using: &generator)!
    }
    let rank =
      isByBytes
      ? key.span.firstWord : [0, 1, 1 << 63, .max].randomElement(using: &generator)!
    return (rank, key)
  }

  private static func expect(_ list: RankedKeys, isThatOf expected: some Collection<Pair>) {
    #expect(list.ranks == expected.map(\.rank))
    #expect((0..<list.count).map { Array(list[$0]) } == expected.map(\.key))
    #expect(list.byteCount == expected.map(\.key.count).reduce(0, +))
  }

  @Test(arguments: 0..<20) func editsAndSearchesAreThoseOfAnArray(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    let isByBytes = seed % 2 == 0
    var (list, expected) = (RankedKeys(), [Pair]())
    for step in 0..<150 {
      let pair = Self.pair(&generator, isByBytes: isByBytes)
      let start = expected.count { Self.precedes($0, pair) }
      let end = expected.count { !Self.precedes(pair, $0) }
      #expect(list.range(of: pair.key[...], rank: pair.rank) == start..<end)
      #expect(list.range(of: pair.key[...], rank: pair.rank, from: start) == start..<end)
      #expect(
        list.range(ofRank: pair.rank)
          == expected.count { $0.rank < pair.rank }..<expected.count { $0.rank <= pair.rank })
      if step % 10 == 0 { list.reserveRoom(for: 3, bytes: 30, spare: step, spareBytes: step) }
      if step % 3 == 2 {
        let number = Int.random(in: expected.indices, using: &generator)
        list.remove(at: number)
        expected.remove(at: number)
      } else {
        list.insert(pair.key[...], rank: pair.rank, at: start)
        expected.insert(pair, at: start)
      }
      Self.expect(list, isThatOf: expected)
      if let number = expected.indices.randomElement(using: &generator) {
        // The copy is not searched, so its keys may be in any order.
        var (replaced, pairs) = (list, expected)
        replaced.replace(number, by: pair.key[...])
        pairs[number].key = pair.key
        Self.expect(replaced, isThatOf: pairs)
        Self.expect(list, isThatOf: expected)
      }
      let middle = Int.random(in: 0...expected.count, using: &generator)
      #expect(
        list.byteCount(of: middle..<expected.count)
          == expected[middle...].map(\.key.count).reduce(0, +))
      var (head, tail) = (list, RankedKeys())
      head.removeSuffix(from: middle)
      Self.expect(head, isThatOf: expected[..<middle])
      tail.append(pair.key[...], rank: pair.rank)
      tail.append(list, middle..<expected.count)
      Self.expect(tail, isThatOf: [pair] + expected[middle...])
    }
    let numbers = (0..<list.count).filter { _ in Bool.random(using: &generator) }
    let ranks = isByBytes ? nil : numbers.map { list.ranks[$0] }
    let some = RankedKeys(list.keys, numbers, ranks: ranks)
    Self.expect(some, isThatOf: numbers.map { expected[$0] })
  }

  /// Ranks are read eight at a time, or found by a binary search in a long list.
  @Test(arguments: [0, 1, 7, 8, 9, 15, 16, 17, 96, 128, 255, 256, 257, 264, 400])
  func aRankIsFoundFromAnyNumberOn(count: Int) {
    let ranks = (0..<count).map { UInt64($0 / 3 * 2) }
    var list = RankedKeys()
    for rank in ranks { list.append([], rank: rank) }
    for start in [0, 1, 5, 8, count / 2, count - 1, count] where (0...count).contains(start) {
      for rank in 0...UInt64(count) {
        let first = ranks[start...].firstIndex { $0 >= rank } ?? count
        let end = ranks[start...].firstIndex { $0 > rank } ?? count
        #expect(list.range(ofRank: rank, from: start) == first..<end)
      }
    }
  }
}
