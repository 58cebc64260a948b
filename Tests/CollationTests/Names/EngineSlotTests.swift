import Synchronization
import Testing

@testable import Collation

@Suite struct EngineSlotTests {
  private final class Tables: Sendable {
    static let living = Atomic(0)
    let number: Int

    init(_ number: Int) {
      self.number = number
      Self.living.add(1, ordering: .relaxed)
    }

    deinit { Self.living.subtract(1, ordering: .relaxed) }
  }

  private func number(_ slot: borrowing EngineSlot) -> Int? {
    unsafe slot.tables(Tables.self)?._withUnsafeGuaranteedRef { $0.number }
  }

  /// The first tables are kept, and no others. A closed slot has none, but readers may still use
  /// those that it had.
  @Test func tablesLiveAsLongAsTheSlot() {
    do {
      let slot = EngineSlot()
      #expect(number(slot) == nil)
      for number in 1...3 { slot.keep(Tables(number)) }
      #expect(Tables.living.load(ordering: .relaxed) == 1)
      #expect(number(slot) == 1)
      slot.close()
      slot.keep(Tables(4))
      slot.close()
      #expect(number(slot) == nil)
      #expect(Tables.living.load(ordering: .relaxed) == 1)
    }
    #expect(Tables.living.load(ordering: .relaxed) == 0)
  }

  @Test func namesAreCountedUntilThereAreTablesOrWillBeNone() {
    let kept = EngineSlot()
    let closed = EngineSlot()
    #expect(kept.count(3)! == (0, 3))
    #expect(kept.count(4)! == (3, 7))
    kept.startCounting()
    #expect(kept.count(5)! == (0, 5))
    kept.keep(Tables(1))
    #expect(kept.count(1) == nil)
    closed.close()
    #expect(closed.count(1) == nil)
  }
}
