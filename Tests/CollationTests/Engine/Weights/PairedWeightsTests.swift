import CollationTestSupport
import Testing

@testable import Collation

/// A table of pairs against a dictionary.
@Suite struct PairedWeightsTests {
  private static func weights(_ pair: PrimaryPair) -> PrimaryWeights {
    PrimaryWeights(bits: UInt64(pair.first) << 40 | UInt64(pair.second) << 16)
  }

  private static func entries(_ count: Int, seed: UInt64) -> [PrimaryPair: PrimaryWeights?] {
    var generator = SeededGenerator(seed: seed)
    var entries: [PrimaryPair: PrimaryWeights?] = [:]
    while entries.count < count {
      // Few first characters, so that pairs have one in common; U+0000 begins no pair.
      let pair = PrimaryPair(
        .random(in: 1...UInt32(1 + count / 4), using: &generator),
        .random(in: 0...0x10FFFF, using: &generator))
      entries.updateValue(generator.next() % 4 == 0 ? .unknown : nil, forKey: pair)
    }
    return entries
  }

  @Test(arguments: [0, 1, 7, 8, 9, 100, 3_000]) func pairsAreThoseOfADictionary(count: Int) {
    let entries = Self.entries(count, seed: UInt64(count))
    let pairs = PairedWeights(entries)
    var made: [PrimaryPair: Int] = [:]
    func found(_ pair: PrimaryPair, in pairs: PairedWeights<PrimaryWeights>) -> UInt64? {
      pairs.weights(pair) {
        made[$0, default: 0] += 1
        return Self.weights($0)
      }?.bits
    }
    for _ in 0..<2 {
      for (pair, known) in entries {
        #expect(found(pair, in: pairs) == (known ?? Self.weights(pair)).bits)
        for other in [
          PrimaryPair(pair.second, pair.first), PrimaryPair(pair.first, pair.second ^ 1),
        ] where !entries.keys.contains(other) && other.first != 0 {
          #expect(found(other, in: pairs) == nil)
        }
      }
    }
    // Each is made once, and of a pair that only ICU knows nothing is made.
    #expect(Set(made.keys) == Set(entries.filter { $0.value == nil }.keys))
    #expect(made.values.allSatisfy { $0 == 1 })

    // The same pairs, whose weights are made anew, all of them.
    made = [:]
    let copy = PairedWeights<PrimaryWeights>(pairsOf: pairs)
    for pair in entries.keys { #expect(found(pair, in: copy) == Self.weights(pair).bits) }
    #expect(Set(made.keys) == Set(entries.keys))
  }

  @Test func manyTasksFindTheSame() async {
    let entries = Self.entries(500, seed: 9)
    let pairs = PairedWeights(entries)
    let wrong = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask {
          entries.count { pair, known in
            pairs.weights(pair, make: Self.weights)?.bits != (known ?? Self.weights(pair)).bits
          }
        }
      }
      return await group.reduce(0, +)
    }
    #expect(wrong == 0)
  }
}
