/// Memory of a fixed size that several tasks may fill, each its own part.
///
/// Unchecked because each part of a step writes to separate places.
@safe
struct SharedBuffer<Element: BitwiseCopyable>: ~Copyable, @unchecked Sendable {
  /// Uninitialized at first.
  let pointer: UnsafeMutablePointer<Element>

  init(count: Int) {
    let size = max(1, count) * MemoryLayout<Element>.stride
    let alignment =
      size < 2 * HugePages.size ? MemoryLayout<UInt64>.alignment : HugePages.size
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: alignment)
    // Names are scattered over this memory. With four-kilobyte pages, the processor would mostly
    // wait for address translation.
    unsafe HugePages.advise(memory, byteCount: size)
    unsafe pointer = memory.bindMemory(to: Element.self, capacity: count)
  }

  deinit { unsafe pointer.deallocate() }
}
