/// Names in memory that Swift does not own, one after another, such as those of an Arrow array.
/// They are read in place.
///
/// In bounds because `init` checks that the offsets ascend from 0 or more, and its caller vouches
/// for the bytes up to the last offset. Unchecked because nobody writes to the memory while it is
/// read, for which the caller vouches too.
@safe
package struct ForeignNames<Offset: FixedWidthInteger & Sendable>: @unchecked Sendable {
  private let bytes: UnsafePointer<UInt8>
  /// The place of each name, and the end of the last one.
  private let offsets: UnsafeBufferPointer<Offset>

  /// Specialized, since other modules call it for long lists.
  ///
  /// - Parameters:
  ///   - bytes: The address of offset 0.
  ///   - offsets: The place of each name, and the end of the last one.
  /// - Returns: `nil` if an offset is negative or less than the one before.
  @_specialize(where Offset == Int32)
  @_specialize(where Offset == Int64)
  package init?(bytes: UnsafePointer<UInt8>, offsets: UnsafeBufferPointer<Offset>) {
    var last: Offset = 0
    for place in offsets.indices {
      let offset = unsafe offsets[place]
      if offset < last { return nil }
      last = offset
    }
    unsafe self.bytes = bytes
    unsafe self.offsets = offsets
  }

  private init(_ names: ForeignNames, _ range: Range<Int>) {
    unsafe bytes = names.bytes
    // No names may have no offsets, not even the end of the last one.
    unsafe offsets =
      range.isEmpty
      ? UnsafeBufferPointer(start: nil, count: 0)
      : UnsafeBufferPointer(rebasing: names.offsets[range.lowerBound...range.upperBound])
  }

  package subscript(range: Range<Int>) -> ForeignNames { ForeignNames(self, range) }

  package var count: Int { unsafe max(0, offsets.count - 1) }

  package var records: UTF8Records {
    var records = UTF8Records()
    records.reserveCapacity(records: count, bytes: byteCount)
    for number in 0..<count { unsafe withName(number) { unsafe records.append(utf8: $0) } }
    return records
  }
}

extension ForeignNames: NameSource, NameReader {
  package var byteCount: Int {
    guard let first = unsafe offsets.first, let last = unsafe offsets.last else { return 0 }
    return Int(last - first)
  }

  func withNames<Result>(_ body: (ForeignNames) -> Result) -> Result { body(self) }

  @inline(__always)
  package func withName<Result>(
    _ number: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    let (start, end) = unsafe (Int(offsets[number]), Int(offsets[number + 1]))
    return unsafe body(UnsafeBufferPointer(start: bytes + start, count: end &- start))
  }
}
