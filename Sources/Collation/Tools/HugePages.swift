internal import Glibc

/// Pages of two megabytes for large pieces of memory: the system clears new pages of four kilobytes
/// one by one, and the processor looks up the address of each.
enum HugePages {
  static let size = 1 << 21

  /// Asks for huge pages where they fit. This is a hint, whose failure does not matter.
  static func advise(_ memory: UnsafeMutableRawPointer, byteCount: Int) {
    let first = unsafe memory.alignedUp(toMultipleOf: size)
    let past = unsafe (memory + byteCount).alignedDown(toMultipleOf: size)
    if unsafe first < past { unsafe _ = madvise(first, past - first, MADV_HUGEPAGE) }
  }
}

extension [UInt8] {
  /// Makes room for `count` bytes, on huge pages where they fit.
  mutating func reserveCapacityOnHugePages(_ count: Int) {
    reserveCapacity(count)
    unsafe withUnsafeMutableBytes { memory in
      if let start = memory.baseAddress { unsafe HugePages.advise(start, byteCount: count) }
    }
  }
}
