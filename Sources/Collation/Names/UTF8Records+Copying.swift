extension UTF8Records {
  /// Appends as many records as fit, in the order of `numbers`, each with the byte that follows it
  /// in the buffer: its terminator.
  ///
  /// Reordered records are scattered over memory. So the ranges of several records are read
  /// together, then the beginnings of their bytes: the processor waits for many of them at once.
  /// Most records are no longer than a beginning, which a single instruction writes.
  ///
  /// In bounds because a beginning is read and written as a whole only where it fits.
  ///
  /// - Returns: The number of records appended.
  package func copyTerminated(
    _ numbers: ArraySlice<Int>, to output: inout OutputSpan<UInt8>
  ) -> Int {
    let numbers = numbers.span
    let (bytes, ranges) = (bytes.span, ranges.span)
    var places = InlineArray<64, Range<Int>>(repeating: 0..<0)
    var beginnings = InlineArray<64, Beginning>(repeating: Beginning())
    let lastBeginning = bytes.count - Self.beginningSize
    var copied = 0
    while copied < numbers.count {
      let count = Swift.min(places.count, numbers.count - copied)
      for slot in 0..<count {
        let range = ranges[numbers[copied + slot]]
        places[slot] = range.lowerBound..<range.upperBound + 1
      }
      for slot in 0..<count where places[slot].lowerBound <= lastBeginning {
        beginnings[slot] = unsafe bytes.bytes.unsafeLoadUnaligned(
          fromByteOffset: places[slot].lowerBound, as: Beginning.self)
      }
      for slot in 0..<count {
        let place = places[slot]
        let room = output.freeCapacity
        if place.count > room { return copied + slot }
        if place.count <= Self.beginningSize && place.lowerBound <= lastBeginning
          && room >= Self.beginningSize
        {
          unsafe output.withUnsafeMutableBufferPointer { buffer, written in
            unsafe UnsafeMutableRawPointer(buffer.baseAddress! + written).storeBytes(
              of: beginnings[slot], as: Beginning.self)
            written += place.count
          }
        } else {
          output.append(bytes.extracting(place))
        }
      }
      copied += count
    }
    return copied
  }

  private typealias Beginning = SIMD32<UInt8>
  private static var beginningSize: Int { MemoryLayout<Beginning>.size }
}
