import Synchronization
import Testing

@testable import Collation

@Suite struct OnceReferenceTests {
  private final class Counted: Sendable {
    static let living = Atomic(0)
    let number: Int

    init(_ number: Int) {
      self.number = number
      Self.living.add(1, ordering: .relaxed)
    }

    deinit { Self.living.subtract(1, ordering: .relaxed) }
  }

  /// The first object is kept until the end, and no other.
  @Test func theFirstObjectIsKept() {
    do {
      let reference = OnceReference<Counted>()
      #expect(unsafe reference.object == nil)
      for number in 1...3 { reference.set(Counted(number)) }
      #expect(Counted.living.load(ordering: .relaxed) == 1)
      #expect(unsafe reference.object?._withUnsafeGuaranteedRef { $0.number } == 1)
    }
    #expect(Counted.living.load(ordering: .relaxed) == 0)
  }
}
