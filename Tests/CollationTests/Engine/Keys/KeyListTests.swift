import CollationTestSupport
import Testing

@testable import Collation

/// A list of keys against an array of arrays.
@Suite struct KeyListTests {
  /// A key as ICU makes one: a zero at its end and at no other place.
  private func key(_ generator: inout SeededGenerator) -> [UInt8] {
    (0..<[0, 1, 6, 7, 8, 9, 20].randomElement(using: &generator)!).map { _ in
      [1, 2, 0x2A, 0xFF].randomElement(using: &generator)!
    } + [0]
  }

  @Test(arguments: 0..<20) func keysAreThoseOfAnArray(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    var (list, expected) = (KeyList(capacity: seed), [[UInt8]]())
    for _ in 0..<seed * 5 {
      if generator.next() % 4 == 0 {
        var part = KeyList(capacity: 0)
        for _ in 0..<Int.random(in: 0...5, using: &generator) {
          let key = key(&generator)
          part.append(key[...])
          expected.append(key)
        }
        list.append(part)
      } else {
        // A slice whose first index is not 0.
        let key = key(&generator)
        list.append(([9, 9] + key).dropFirst(2))
        expected.append(key)
      }
      #expect(list.count == expected.count)
    }
    #expect((0..<list.count).map { Array(list[$0]) } == expected)
    #expect(list.bytes == Array(expected.joined()))
    for descending in [false, true] {
      let order = insertionSorted(expected.indices) {
        let (left, right) = (expected[$0], expected[$1])
        return descending
          ? right.lexicographicallyPrecedes(left) : left.lexicographicallyPrecedes(right)
      }
      #expect(list.sortedIndices(in: descending ? .descending : .ascending) == order)
    }
  }

  /// Keys that begin others, as that of a name shown as it is collated does. A stored descending
  /// list has them complemented, and its order is that of the bytes then. Most keys are alike in
  /// the eight bytes that are compared first.
  @Test(arguments: [0, 5, 7, 8]) func keysThatBeginOthers(alike: Int) {
    var keys: [[UInt8]] = [[]]
    for length in 0..<4 {
      keys += keys.filter { $0.count == length }.flatMap { key in [0, 1, 0xFF].map { key + [$0] } }
    }
    var list = KeyList(capacity: 0)
    for place in keys.indices {
      keys[place] = [UInt8](repeating: place % 2 == 0 ? 0x2A : 0xFF, count: alike) + keys[place]
      list.append(keys[place][...])
    }
    func expect(_ order: KeyOrder, _ comesBefore: ([UInt8], [UInt8]) -> Bool) {
      let expected = insertionSorted(keys.indices) { comesBefore(keys[$0], keys[$1]) }
      #expect(list.sortedIndices(in: order) == expected, "\(order)")
      let precedes = keys.indices.allSatisfy { left in
        keys.indices.allSatisfy { right in
          list.precedes(left, right, in: order) == comesBefore(keys[left], keys[right])
        }
      }
      #expect(precedes, "\(order)")
    }
    expect(.ascending) { $0.lexicographicallyPrecedes($1) }
    expect(.descending) { $1.lexicographicallyPrecedes($0) }
    expect(.complemented) { $0.map(~).lexicographicallyPrecedes($1.map(~)) }
  }
}
