internal import Collation
internal import CollationCHeader

/// The keys of an array's names, and their section numbers, in Arrow buffers.
final class KeyBatch {
  private let count: Int
  private let nulls: Nulls?
  private let isLarge: Bool
  private let offsets: ForeignBuffer
  private let bytes: ForeignBuffer
  private let sections: ForeignBuffer?

  /// - Parameter byteCount: How many bytes the keys are likely to take.
  private init(count: Int, nulls: Nulls?, isLarge: Bool, sections: Bool, byteCount: Int) {
    (self.count, self.nulls, self.isLarge) = (count, nulls, isLarge)
    offsets = ForeignBuffer(capacity: (isLarge ? 8 : 4) * (count + 1))
    bytes = ForeignBuffer(capacity: byteCount)
    self.sections = sections ? ForeignBuffer(capacity: 4 * count) : nil
    endKey()
  }

  /// Makes the keys piece by piece.
  ///
  /// - Parameters:
  ///   - sections: Whether section numbers are wanted, too; the keys must then be list keys.
  ///   - keys: Makes the keys of some names.
  convenience init(
    of names: ArrowNames, sections: Bool, _ threads: Int,
    _ keys: @escaping @Sendable (NameList) -> KeyList
  ) throws(CallError) {
    let byteCount = names.byteCount + names.byteCount / 4 + 12 * names.distinctCount
    guard let numbers = names.numbers else {
      self.init(
        count: names.count, nulls: names.nulls, isLarge: names.isLarge, sections: sections,
        byteCount: byteCount)
      try append(names, threads, keys)
      return
    }
    let distinct = KeyBatch(
      count: names.distinctCount, nulls: nil, isLarge: true, sections: sections,
      byteCount: byteCount)
    try distinct.append(names, threads, keys)
    self.init(
      count: names.count, nulls: names.nulls, isLarge: true, sections: sections,
      byteCount: distinct.bytes.count)
    append(numbers, of: distinct)
  }

  func giveKeys(
    to schema: UnsafeMutablePointer<ArrowSchema>, _ array: UnsafeMutablePointer<ArrowArray>
  ) {
    unsafe ArrowOutput.give(
      count: count, format: isLarge ? "Z" : "z", nulls: nulls, [offsets, bytes], to: schema, array)
  }

  func giveSections(
    to schema: UnsafeMutablePointer<ArrowSchema>, _ array: UnsafeMutablePointer<ArrowArray>
  ) {
    guard let sections else { return }
    unsafe ArrowOutput.give(
      count: count, format: "i", nulls: nulls, [sections], to: schema, array)
  }

  // MARK: Making

  private func append(
    _ names: ArrowNames, _ threads: Int, _ keys: @escaping @Sendable (NameList) -> KeyList
  ) throws(CallError) {
    try forEachPiece(of: names, threads, keys) { (piece, keys) throws(CallError) in
      if !isLarge && bytes.count + keys.bytes.count > Int(Int32.max) {
        throw CallError(
          COLLATION_TOO_LARGE,
          "the keys of \(count) names take 2 GiB or more: pass fewer names, or large_utf8")
      }
      if let nulls { append(keys, piece, nulls) } else { append(keys) }
      if let sections {
        var start = 0
        for end in keys.ends {
          sections.append(Int32(ListKeyFormat.section(keys.bytes[start], keys.bytes[start + 1])))
          start = end
        }
      }
    }
  }

  private func append(_ keys: KeyList) {
    let start = bytes.count
    unsafe keys.bytes.withUnsafeBytes { unsafe bytes.append($0) }
    for end in keys.ends { endKey(at: start + end) }
  }

  /// Appends keys, except the keys of nulls: nobody may see the bytes behind a null.
  private func append(_ keys: KeyList, _ piece: Range<Int>, _ nulls: Nulls) {
    unsafe keys.bytes.withUnsafeBytes { keyBytes in
      var start = 0
      for (name, end) in zip(piece, keys.ends) {
        if !nulls.contains(name) {
          unsafe bytes.append(UnsafeRawBufferPointer(rebasing: keyBytes[start..<end]))
        }
        endKey()
        start = end
      }
    }
  }

  /// Appends the keys of a dictionary's names; no key for -1.
  private func append(_ numbers: [Int], of distinct: KeyBatch) {
    for number in numbers {
      if number >= 0 {
        let (start, end) = (distinct.offset(number), distinct.offset(number + 1))
        unsafe bytes.append(distinct.bytes.bytes(start..<end))
      }
      endKey()
    }
    if let sections, let found = distinct.sections {
      for number in numbers { sections.append(number < 0 ? 0 : found[number, as: Int32.self]) }
    }
  }

  private func offset(_ number: Int) -> Int { Int(offsets[number, as: Int64.self]) }

  private func endKey() { endKey(at: bytes.count) }

  @inline(__always)
  private func endKey(at offset: Int) {
    if isLarge {
      offsets.append(Int64(offset))
    } else {
      offsets.append(Int32(truncatingIfNeeded: offset))
    }
  }
}
