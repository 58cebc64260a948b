protocol NameSource: Sendable {
  associatedtype Names: NameReader

  var count: Int { get }

  var byteCount: Int { get }

  /// Calls `body` with the names, which stay in their places until it returns.
  func withNames<Result>(_ body: (Names) -> Result) -> Result
}

/// Reads names by their numbers, which count in input order.
protocol NameReader {
  func withName<Result>(_ number: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result

  /// Calls `body` with the UTF-8 bytes of what is shown for a name; returns `nil` if that is the
  /// name itself. Names that collate as equal are ordered by what is shown: first those that are
  /// shown as they are, even in descending order.
  func withShown<Result>(
    _ number: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result?
}

extension NameReader {
  @inline(__always)
  func withShown<Result>(
    _ number: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result? { nil }

  /// Returns a number that is the same for identical names.
  @inline(__always)
  func digest(_ number: Int) -> UInt64 {
    unsafe withName(number) { name in
      guard name.count > 0 else { return 0 }
      return unsafe UInt64(name.count) << 16 | UInt64(name[0]) << 8 | UInt64(name[name.count - 1])
    }
  }

  @inline(__always)
  func haveSameText(_ left: Int, _ right: Int) -> Bool {
    unsafe withName(left) { left in
      unsafe withName(right) { right in unsafe areSame(left, right) }
    }
  }

  @inline(__always)
  func isShownOtherwise(_ number: Int) -> Bool {
    unsafe withShown(number) { _ in true } ?? false
  }

  /// Whether two names are both shown under another text, and that has the same bytes.
  func areShownAlike(_ left: Int, _ right: Int) -> Bool {
    let areAlike: Bool?? = unsafe withShown(left) { left in
      unsafe withShown(right) { right in unsafe areSame(left, right) }
    }
    return (areAlike ?? nil) ?? false
  }
}

@inline(__always)
private func areSame(
  _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
) -> Bool {
  unsafe Span(_unsafeElements: left).isSame(as: Span(_unsafeElements: right))
}

extension UTF8Records: NameSource {
  var byteCount: Int { bytes.count }

  /// In bounds because records are made of ranges within the buffer only.
  @safe
  struct Names: NameReader {
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
