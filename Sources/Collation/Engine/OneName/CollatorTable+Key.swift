/// The key of a name: its sort key, or its list key if sections are given.
extension CollatorTable {
  /// Writes the bytes of a name's key. Returns their number, or `nil` if only ICU can make the key.
  /// If that exceeds the memory, what was written is not a key.
  @inline(__always)
  func writeKey(
    of name: UnsafeBufferPointer<UInt8>, by lookup: SectionLookup?,
    toAny memory: UnsafeMutableBufferPointer<UInt8>
  ) -> Int? {
    if Self.room(forBytes: name.count, lookup) <= memory.count {
      return unsafe writeKey(of: name, by: lookup, to: memory)
    }
    return unsafe writeKeyElsewhere(of: name, by: lookup, to: memory)
  }

  /// Writes the key by way of other memory, since `memory` may be too small to make it in.
  @inline(never)
  private func writeKeyElsewhere(
    of name: UnsafeBufferPointer<UInt8>, by lookup: SectionLookup?,
    to memory: UnsafeMutableBufferPointer<UInt8>
  ) -> Int? {
    guard name.count <= Thresholds.tableKeyBytes else { return nil }
    let room = Self.room(forBytes: name.count, lookup)
    return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: room) { key in
      guard let length = unsafe writeKey(of: name, by: lookup, to: key) else { return nil }
      if length <= memory.count, let target = memory.baseAddress, let key = key.baseAddress {
        unsafe target.update(from: key, count: length)
      }
      return length
    }
  }

  /// Returns the bytes of a name's key.
  func key(of name: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    var key: [UInt8] = []
    return unsafe appendKey(of: name, by: nil, to: &key) ? key : nil
  }

  /// Appends the bytes of a name's key. Returns whether it succeeded.
  @inline(__always)
  func appendKey(
    of name: UnsafeBufferPointer<UInt8>, by lookup: SectionLookup?, to bytes: inout [UInt8]
  ) -> Bool {
    guard name.count <= Thresholds.tableKeyBytes else { return false }
    // A closure retains what it captures, and several workers share the reference count.
    let table = unsafe Unmanaged.passUnretained(self)
    var isMade = false
    let room = ListKeyFormat.sectionLength &+ SortKeyEncoder.room(forBytes: name.count)
    bytes.append(addingCapacity: room) { output in
      unsafe output.withUnsafeMutableBufferPointer { buffer, count in
        let memory = unsafe UnsafeMutableBufferPointer(rebasing: buffer[count...])
        let length = unsafe table._withUnsafeGuaranteedRef {
          unsafe $0.writeKey(of: name, by: lookup, to: memory)
        }
        if let length {
          count += length
          isMade = true
        }
      }
    }
    return isMade
  }

  /// Writes the bytes of a name's key to memory. Returns their number; `nil` also if the memory may
  /// be too small.
  @inline(__always)
  func writeKey(
    of name: UnsafeBufferPointer<UInt8>, by lookup: SectionLookup?,
    to memory: UnsafeMutableBufferPointer<UInt8>
  ) -> Int? {
    let head = lookup == nil ? 0 : ListKeyFormat.sectionLength
    guard let keyLevels, name.count <= Thresholds.tableKeyBytes,
      Self.room(forBytes: name.count, lookup) <= memory.count,
      let key = memory.baseAddress,
      let length = unsafe SortKeyEncoder.write(name, levels, levels: keyLevels, to: key + head)
    else { return nil }
    let count = head &+ length
    unsafe lookup?.complete(UnsafeMutableBufferPointer(start: key, count: count))
    return count
  }

  @inline(__always)
  private static func room(forBytes count: Int, _ lookup: SectionLookup?) -> Int {
    (lookup == nil ? 0 : ListKeyFormat.sectionLength) &+ SortKeyEncoder.room(forBytes: count)
  }
}
