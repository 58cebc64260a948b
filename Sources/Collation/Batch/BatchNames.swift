/// What names are taken from.
protocol BatchSource: Sendable {
  associatedtype Names: BatchNames

  /// How many names there are.
  var count: Int { get }

  /// How many UTF-8 bytes they have in all.
  var byteCount: Int { get }

  /// Calls `body` with the names, which stay where they are for as long.
  func withNames<Result>(_ body: (Names) -> Result) -> Result
}

/// Names in input order, wherever they lie.
protocol BatchNames {
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

extension UTF8Records: BatchSource {
  var byteCount: Int { bytes.count }

  @safe
  struct Names: BatchNames {
    fileprivate let bytes: UnsafeBufferPointer<UInt8>
    fileprivate let ranges: UnsafeBufferPointer<Range<Int>>

    @inline(__always)
    func withName<Result>(_ number: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
      let range = unsafe ranges[number]
      return unsafe body(UnsafeBufferPointer(rebasing: bytes[range]))
    }
  }

  func withNames<Result>(_ body: (Names) -> Result) -> Result {
    unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe ranges.withUnsafeBufferPointer { ranges in
        body(unsafe Names(bytes: bytes, ranges: ranges))
      }
    }
  }
}
