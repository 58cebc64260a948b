import Synchronization
import Testing

@testable import Collation

private struct Number: TableElement, Equatable, ExpressibleByIntegerLiteral {
  let value: UInt64

  init(integerLiteral value: UInt64) { self.value = value }

  static let unknown: Number = 0
}

/// Elements that a function gives to each code point: each is found, and made once.
@Suite struct CodePointBlocksTests {
  private final class Shared: Sendable {
    let blocks = CodePointBlocks<Number>(
      ascii: (0..<0x80).map { Shared.element($0) }, limit: .none)
    let made = Mutex<[UInt32: Int]>([:])

    static func element(_ codePoint: UInt32) -> Number {
      Number(integerLiteral: (UInt64(codePoint) &+ 1) &* 0x9E37_79B9_7F4A_7C15)
    }

    func element(_ codePoint: UInt32) -> Number {
      if let element = blocks.element(codePoint) { return element.pointee }
      return blocks.makeElement(codePoint) { codePoints in
        made.withLock { $0[codePoints.lowerBound, default: 0] += 1 }
        return codePoints.map { Shared.element($0) }
      }.pointee
    }
  }

  @Test func eachCodePointHasItsElement() {
    let shared = Shared()
    #expect(shared.blocks.element(0x7F)?.pointee == Shared.element(0x7F))
    #expect(shared.blocks.element(0x80) == nil && shared.blocks.element(0x10FFFF) == nil)
    #expect((0..<0x80).allSatisfy { shared.blocks.ascii[$0] == Shared.element(UInt32($0)) })
    var wrong = 0
    for codePoint in (UInt32(0)..<0x110000).reversed()
    where shared.element(codePoint) != Shared.element(codePoint) {
      wrong += 1
    }
    #expect(wrong == 0)
    let made = shared.made.withLock(\.self)
    #expect(made.count == 0x110000 / 128 - 1 && made.values.allSatisfy { $0 == 1 })
    #expect(made.keys.allSatisfy { $0 % 128 == 0 })
  }

  @Test func manyTasksMakeEachBlockOnce() async {
    let shared = Shared()
    let wrong = await withTaskGroup(of: Int.self) { group in
      for task in 0..<16 {
        group.addTask {
          // All tasks come by the same blocks, some in the other direction.
          let codePoints = stride(from: UInt32(task), to: 0x110000, by: 61)
          let all = task % 2 == 0 ? Array(codePoints) : codePoints.reversed()
          return all.count { shared.element($0) != Shared.element($0) }
        }
      }
      return await group.reduce(0, +)
    }
    #expect(wrong == 0)
    #expect(shared.made.withLock { $0.values.allSatisfy { $0 == 1 } })
    // A block that is there is not made again.
    let element = shared.blocks.makeElement(0x1F600) { _ in
      Issue.record("made twice")
      return [Number](repeating: 0, count: 128)
    }
    #expect(element.pointee == Shared.element(0x1F600))
  }

  /// Where all tables take too much memory, a table has a few blocks and no more.
  @Test func memoryIsBounded() {
    let blocks = CodePointBlocks<Number>(
      ascii: [Number](repeating: 1, count: 128),
      limit: BlockMemory.Limit(blocks: 3, bytes: 0))
    func element(_ codePoint: UInt32) -> Number {
      blocks.makeElement(codePoint) { _ in [Number](repeating: 1, count: 128) }.pointee
    }
    #expect([0x20, 0x400, 0x410, 0x900].map(element) == [1, 1, 1, 1])
    #expect([0x3042, 0x4E00].map(element) == [0, 0])
    #expect(element(0x401) == 1)
  }
}
