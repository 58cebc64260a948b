extension OutputSpan<UInt8> {
  /// Appends bytes. There must be room for them.
  @inline(__always)
  package mutating func append(_ bytes: Span<UInt8>) {
    precondition(bytes.count <= freeCapacity)
    unsafe withUnsafeMutableBufferPointer { buffer, count in
      unsafe bytes.withUnsafeBufferPointer { bytes in
        guard let source = bytes.baseAddress, let target = buffer.baseAddress else { return }
        unsafe (target + count).initialize(from: source, count: bytes.count)
        count += bytes.count
      }
    }
  }
}

extension Span<UInt8> {
  @inline(__always)
  package func isSame(as other: Span<UInt8>) -> Bool {
    if count != other.count { return false }
    return unsafe withUnsafeBufferPointer { bytes in
      unsafe other.withUnsafeBufferPointer { other in
        guard let left = bytes.baseAddress, let right = other.baseAddress else { return true }
        return unsafe compareBytes(left, right, count: bytes.count) == 0
      }
    }
  }

  /// The first eight bytes, as a number that sorts as they do. Missing bytes count as 0.
  ///
  /// In bounds because eight bytes are read at once only where there are eight.
  @inline(__always)
  package var firstWord: UInt64 {
    if count >= 8 { return unsafe bytes.unsafeLoadUnaligned(as: UInt64.self).bigEndian }
    var word: UInt64 = 0
    for place in indices { word |= UInt64(self[place]) << UInt64(56 - 8 * place) }
    return word
  }

  /// Compares bytes as a database does: negative if these come first, 0 if the two are equal.
  package func compare(_ other: Span<UInt8>) -> Int {
    let result = unsafe withUnsafeBufferPointer { bytes in
      unsafe other.withUnsafeBufferPointer { other in
        guard let left = bytes.baseAddress, let right = other.baseAddress else { return 0 }
        return unsafe compareBytes(left, right, count: Swift.min(bytes.count, other.count))
      }
    }
    return result != 0 ? result : count - other.count
  }
}

extension [UInt8] {
  package init(_ bytes: Span<UInt8>) {
    self.init()
    append(bytes)
  }

  package mutating func append(_ bytes: Span<UInt8>) {
    append(addingCapacity: bytes.count) { $0.append(bytes) }
  }
}
