internal import Glibc

/// Pages of two megabytes for large allocations: the system clears pages of four kilobytes one by
/// one, and the processor translates the address of each.
package enum HugePages {
  static let size = 1 << 21

  /// Asks for huge pages where they fit. This is a hint, so failure doesn't matter.
  package static func advise(_ memory: UnsafeMutableRawPointer, byteCount: Int) {
    let first = unsafe memory.alignedUp(toMultipleOf: size)
    let past = unsafe (memory + byteCount).alignedDown(toMultipleOf: size)
    if unsafe first < past { unsafe _ = madvise(first, past - first, MADV_HUGEPAGE) }
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
