import CollationTestSupport
import Testing

@testable import Collation

/// A table of pairs against a dictionary.
@Suite struct PrimaryPairsTests {
  private static func weights(_ pair: PrimaryPair) -> PrimaryWeights {
    PrimaryWeights(bits: UInt64(pair.first) << 40 | UInt64(pair.second) << 16)
  }

  private static func entries(_ count: Int, seed: UInt64) -> [PrimaryPair: Bool] {
    var generator = SeededGenerator(seed: seed)
    var entries: [PrimaryPair: Bool] = [:]
    while entries.count < count {
      // Few first characters, so that pairs have one in common; U+0000 begins no pair.
      let pair = PrimaryPair(
        .random(in: 1...UInt32(1 + count / 4), using: &generator),
        .random(in: 0...0x10FFFF, using: &generator))
      entries[pair] = generator.next() % 4 == 0
    }
    return entries
  }

  @Test(arguments: [0, 1, 7, 8, 9, 100, 3_000]) func pairsAreThoseOfADictionary(count: Int) {
    let entries = Self.entries(count, seed: UInt64(count))
    let pairs = PrimaryPairs(entries)
    var made: [PrimaryPair: Int] = [:]
    func found(_ pair: PrimaryPair, in pairs: PrimaryPairs) -> UInt64? {
      pairs.weights(pair) {
        made[$0, default: 0] += 1
        return Self.weights($0)
      }?.bits
    }
    for _ in 0..<2 {
      for (pair, isComplex) in entries {
        let expected = isComplex ? PrimaryWeights.unknown : Self.weights(pair)
        #expect(found(pair, in: pairs) == expected.bits)
        for other in [
          PrimaryPair(pair.second, pair.first), PrimaryPair(pair.first, pair.second ^ 1),
        ] where entries[other] == nil && other.first != 0 {
          #expect(found(other, in: pairs) == nil)
        }
      }
    }
    // Each is made once, and of a pair that only ICU knows nothing is made.
    #expect(Set(made.keys) == Set(entries.filter { !$0.value }.keys))
    #expect(made.values.allSatisfy { $0 == 1 })

    // The same pairs, whose weights are made anew, all of them.
    made = [:]
    let copy = PrimaryPairs(pairs)
    for pair in entries.keys { #expect(found(pair, in: copy) == Self.weights(pair).bits) }
    #expect(Set(made.keys) == Set(entries.keys))
  }

  @Test func manyTasksFindTheSame() async {
    let entries = Self.entries(500, seed: 9)
    let pairs = PrimaryPairs(entries)
    let wrong = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask {
          entries.count { pair, isComplex in
            pairs.weights(pair, make: Self.weights)?.bits
              != (isComplex ? PrimaryWeights.unknown : Self.weights(pair)).bits
          }
        }
      }
      return await group.reduce(0, +)
    }
    #expect(wrong == 0)
  }
}
