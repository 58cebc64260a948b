/// Names in input order, wherever they lie.
protocol BatchNames {
  var count: Int { get }

  /// Calls `body` with the UTF-8 bytes of a name.
  func withName<Result>(_ number: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result
}

extension BatchNames {
  /// Whether two names have the same bytes.
  func areIdentical(_ left: Int, _ right: Int) -> Bool {
    unsafe withName(left) { left in
      unsafe withName(right) { right in unsafe left.elementsEqual(right) }
    }
  }
}

/// Records that lie in one buffer.
struct BatchRecords: BatchNames {
  private let records: UTF8Records

  init(_ records: UTF8Records) { self.records = records }

  var count: Int { records.ranges.count }

  func withName<Result>(_ number: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    unsafe records.bytes.withUnsafeBufferPointer { bytes in
      unsafe body(UnsafeBufferPointer(rebasing: bytes[records.ranges[number]]))
    }
  }
}

extension [String]: BatchNames {
  func withName<Result>(_ number: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    let name = self[number]
    return unsafe name.utf8.span.withUnsafeBufferPointer(body)
  }
}
