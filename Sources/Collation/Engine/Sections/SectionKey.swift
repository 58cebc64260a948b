/// The first bytes of a key, until they tell the section: most often one or two.
struct SectionKey: LevelSink {
  /// The bytes, from the top.
  private(set) var bytes: UInt64 = 0
  private var count = 0
  let wanted: Int
  private let decidingBytes: SIMD4<UInt64>

  @inline(__always)
  init(_ lookup: SectionLookup) {
    wanted = lookup.bits
    decidingBytes = lookup.decidingBytes
  }

  var isFull: Bool {
    if count >= wanted { return true }
    let first = bytes &>> 56
    return count >= 8 && decidingBytes[Int(truncatingIfNeeded: first &>> 6)] &>> first & 1 != 0
  }

  @inline(__always)
  mutating func append(_ code: UInt64, _ length: Int) {
    bytes |= code &>> UInt64(truncatingIfNeeded: count)
    count &+= length
  }
}

extension PrimaryTable {
  /// The number of the last boundary that a name does not come before. The table's code has to be
  /// the bytes.
  @inline(__always)
  func boundary(before name: UnsafeBufferPointer<UInt8>, _ lookup: SectionLookup) -> Int {
    let key = unsafe write(name, to: SectionKey(lookup))
    return lookup.boundary(beforeWord: key.bytes)
      ?? lookup.boundary(beforeSortKey: unsafe sortKey(of: name)[...])
  }
}

extension CollatorTable {
  /// The number of the section of a name, most often by its first character.
  ///
  /// In bounds because the name has a byte.
  @inline(__always)
  func section(of name: UnsafeBufferPointer<UInt8>, by lookup: SectionLookup) -> Int {
    if name.count > 0, let bytes = name.baseAddress {
      let limit = unsafe bytes + name.count
      let (first, end) = unsafe levels.plain.weights(at: bytes, before: limit)
      if unsafe first.isPlain && !first.isCombining && !first.isIgnored
        && (!first.mayJoin || end == limit)
      {
        let (bytes, count) = first.firstWord
        if let boundary = lookup.boundary(beforeBytes: bytes, count: count) {
          return lookup.sections[boundary]
        }
      }
    }
    return lookup.sections[unsafe levels.base.boundary(before: name, lookup)]
  }
}
