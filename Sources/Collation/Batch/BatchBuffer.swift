#if canImport(Glibc)
  internal import Glibc
#endif

/// Memory of a fixed size that several tasks may fill, each its own part.
///
/// Unchecked because who uses it sees to it that no two tasks are at one place at once.
@safe
struct BatchBuffer<Element: BitwiseCopyable>: ~Copyable, @unchecked Sendable {
  /// What lies there is undefined at first.
  let pointer: UnsafeMutablePointer<Element>

  init(count: Int) {
    let size = max(1, count) * MemoryLayout<Element>.stride
    let hugePage = 1 << 21
    let alignment = size < 2 * hugePage ? MemoryLayout<UInt64>.alignment : hugePage
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: alignment)
    #if canImport(Glibc)
      // Names are dealt out all over it, which on pages of four kilobytes mostly waits for their
      // addresses. It is a hint, whose failure does not matter.
      if alignment == hugePage { unsafe _ = madvise(memory, size, MADV_HUGEPAGE) }
    #endif
    unsafe pointer = memory.bindMemory(to: Element.self, capacity: count)
  }

  deinit { unsafe pointer.deallocate() }
}
