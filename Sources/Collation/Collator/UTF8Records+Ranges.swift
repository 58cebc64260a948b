extension UTF8Records {
  /// Makes records from ranges of a buffer. The ranges may overlap, and need not cover the buffer.
  ///
  /// - Throws: A ``CollationError`` for the first range that lies outside the buffer.
  /// - Complexity: O(*n*) in the ranges.
  public init(_ bytes: [UInt8], ranges: [Range<Int>]) throws(CollationError) {
    for (record, range) in ranges.enumerated()
    where range.lowerBound < 0 || range.upperBound > bytes.count {
      throw CollationError(
        .rangeOutOfBounds,
        "record \(record) is at bytes \(range) of a buffer of \(bytes.count) bytes: expected a "
          + "range within 0..<\(bytes.count)")
    }
    self.init(bytes: bytes, places: ranges)
  }
}
