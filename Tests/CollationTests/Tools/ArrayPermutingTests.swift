import CollationTestSupport
import Testing

@testable import Collation

/// Elements in another order, against taking them one by one.
@Suite(.serialized) struct ArrayPermutingTests {
  private final class Counted {
    nonisolated(unsafe) static var count = 0
    let number: Int
    init(_ number: Int) {
      self.number = number
      Self.count += 1
    }
    deinit { Self.count -= 1 }
  }

  @Test(arguments: [0, 1, 2, 100, 5_000]) func elementsAreThoseAtTheNumbers(count: Int) {
    var generator = SeededGenerator(seed: UInt64(count))
    let strings = (0..<count).map { "a text that is not kept in place, number \($0)" }
    for order in [
      Array(0..<count), Array((0..<count).reversed()), (0..<count).shuffled(using: &generator),
    ] {
      #expect(strings.permuted(by: order) == order.map { strings[$0] })
      #expect(order.permuted(by: order) == order.map { order[$0] })
      let tuples = strings.map { ($0, 7 as UInt8) }.permuted(by: order)
      #expect(tuples.map(\.0) == order.map { strings[$0] })
      // Each element is there once, and none is left behind.
      do {
        let elements = (0..<count).map(Counted.init)
        let permuted = elements.permuted(by: order)
        withExtendedLifetime((elements, permuted)) {
          #expect(permuted.map(\.number) == order && Counted.count == count)
        }
      }
      #expect(Counted.count == 0)
    }
  }
}
