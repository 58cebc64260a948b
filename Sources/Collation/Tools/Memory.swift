#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

// What the library asks of the system's memory, and all that it assumes of the processor:
//
// - `Int` has 64 bits.
// - Several bytes may be read or written at once at any address, but only by `loadUnaligned` and
//   `storeBytes`, and `littleEndian` or `bigEndian` says beside it where their order matters.
// - `char` may be signed or not: C's texts are read as `UInt8`.
// - A huge page is a whole number of pages, which have 4, 16 or 64 kilobytes.

/// Compares bytes in memory: negative if the left ones come first, 0 if they are equal.
@inline(__always)
func compareBytes(
  _ left: UnsafeRawPointer, _ right: UnsafeRawPointer, count: Int
) -> Int {
  unsafe Int(memcmp(left, right, count))
}

/// Pages of two megabytes for large allocations: the system clears smaller pages one by one, and
/// the processor translates the address of each.
package enum HugePages {
  static let size = 1 << 21

  /// Asks for huge pages where they fit. This is a hint, so failure doesn't matter. Darwin takes
  /// none for memory that is already allocated.
  package static func advise(_ memory: UnsafeMutableRawPointer, byteCount: Int) {
    #if !canImport(Darwin)
    let first = unsafe memory.alignedUp(toMultipleOf: size)
    let past = unsafe (memory + byteCount).alignedDown(toMultipleOf: size)
    if unsafe first < past { unsafe _ = madvise(first, past - first, MADV_HUGEPAGE) }
    #endif
  }
}

extension Array {
  /// Makes room for `count` elements, on huge pages where they fit.
  package mutating func reserveCapacityOnHugePages(_ count: Int) {
    reserveCapacity(count)
    unsafe withUnsafeMutableBytes { memory in
      if let start = memory.baseAddress {
        unsafe HugePages.advise(start, byteCount: count * MemoryLayout<Element>.stride)
      }
    }
  }

  /// Makes room for more elements, at least doubling the capacity when it grows, so elements aren't
  /// copied again and again.
  package mutating func makeRoom(_ more: Int) {
    if capacity - count < more {
      reserveCapacityOnHugePages(Swift.max(2 * capacity, count + more))
    }
  }
}

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
