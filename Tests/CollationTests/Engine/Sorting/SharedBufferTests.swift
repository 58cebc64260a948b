import Testing

@testable import Collation

/// Memory that keeps what is written, page by page of any size.
@Suite struct SharedBufferTests {
  @Test(arguments: [0, 1, 1_000, 1 << 19, (1 << 19) + 1, 1 << 20])
  func whatIsWrittenIsKept(count: Int) async {
    final class Shared: Sendable {
      let buffer: SharedBuffer<UInt64>
      init(_ count: Int) { buffer = SharedBuffer(count: count) }
    }
    let shared = Shared(count)
    await withDiscardingTaskGroup { group in
      for task in 0..<4 {
        group.addTask {
          for place in stride(from: task, to: count, by: 4) {
            shared.buffer.pointer[place] = UInt64(place) &* 0x9E37_79B9_7F4A_7C15
          }
        }
      }
    }
    let values = UnsafeBufferPointer(start: shared.buffer.pointer, count: count)
    #expect(
      values.indices.allSatisfy { values[$0] == UInt64($0) &* 0x9E37_79B9_7F4A_7C15 })
    let address = Int(bitPattern: shared.buffer.pointer)
    #expect(address % MemoryLayout<UInt64>.alignment == 0)
    // From twice the size of a huge page on, the memory begins with one.
    if 8 * count >= 2 * HugePages.size { #expect(address % HugePages.size == 0) }
  }
}
