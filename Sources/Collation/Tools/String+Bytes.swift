extension String {
  /// Calls `body` with the UTF-8 bytes in place, or with a copy if the string isn't contiguous
  /// UTF-8.
  @inline(__always)
  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    if let result = unsafe utf8.withContiguousStorageIfAvailable(body) { return result }
    var copy = self
    return copy.withUTF8 { unsafe body($0) }
  }
}
