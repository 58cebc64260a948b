/// Names in input order, wherever they lie.
protocol BatchNames: Sendable {
  var count: Int { get }

  /// Calls `body` with the UTF-8 bytes of a name.
  func withName<Result>(_ number: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result
}

extension BatchNames {
  /// A number that is the same for identical names.
  @inline(__always)
  func digest(_ number: Int) -> UInt64 {
    unsafe withName(number) { name in
      guard name.count > 0 else { return 0 }
      return unsafe UInt64(name.count) << 16 | UInt64(name[0]) << 8 | UInt64(name[name.count - 1])
    }
  }

  /// Whether two names have the same bytes.
  func areIdentical(_ left: Int, _ right: Int) -> Bool {
    unsafe withName(left) { left in
      unsafe withName(right) { right in
        guard left.count == right.count else { return false }
        for position in left.indices {
          if unsafe left[position] != right[position] { return false }
        }
        return true
      }
    }
  }
}

/// Records in a buffer that stays where it is while these are used.
///
/// Unchecked because the buffer is only read.
@safe
struct BatchRecords: BatchNames, @unchecked Sendable {
  fileprivate let bytes: UnsafeBufferPointer<UInt8>
  fileprivate let ranges: UnsafeBufferPointer<Range<Int>>

  var count: Int { unsafe ranges.count }

  @inline(__always)
  func withName<Result>(_ number: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    let range = unsafe ranges[number]
    return unsafe body(UnsafeBufferPointer(rebasing: bytes[range]))
  }
}

extension UTF8Records {
  /// Calls `body` with the records as names.
  func withNames<Result>(_ body: (BatchRecords) -> Result) -> Result {
    unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe ranges.withUnsafeBufferPointer { ranges in
        body(unsafe BatchRecords(bytes: bytes, ranges: ranges))
      }
    }
  }
}
