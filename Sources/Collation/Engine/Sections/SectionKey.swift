/// The first bytes of a key, as many as tell the section: usually one or two.
struct SectionKey: LevelSink {
  static var isLong: Bool { false }

  /// The bytes, from the top.
  private(set) var bytes: UInt64 = 0
  private(set) var count = 0
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

  mutating func truncate(to count: Int) {
    bytes &= ~(UInt64.max >> UInt64(count))
    self.count = count
  }

  @inline(__always)
  mutating func append(_ code: UInt64, _ length: Int) {
    bytes |= code &>> UInt64(truncatingIfNeeded: count)
    count &+= length
  }
}

extension PrimaryTable {
  /// Returns the number of the last boundary at or before a name. The table's code must be the
  /// bytes themselves.
  ///
  /// - Parameter sortKey: The name's sort key from ICU.
  @inline(__always)
  func boundary(
    before name: UnsafeBufferPointer<UInt8>, _ lookup: SectionLookup,
    sortKey: () -> [UInt8]
  ) -> Int {
    if let key = unsafe writeByTable(name, to: SectionKey(lookup)) {
      if let boundary = lookup.boundary(beforeWord: key.bytes) { return boundary }
    }
    return lookup.boundary(beforeSortKey: sortKey()[...])
  }

  @inline(__always)
  func boundary(before name: UnsafeBufferPointer<UInt8>, _ lookup: SectionLookup) -> Int {
    unsafe boundary(before: name, lookup) { unsafe sortKeyByICU(of: name) }
  }
}

extension CollatorTable {
  /// Returns a name's section number, usually after its first character.
  ///
  /// In bounds because the name isn't empty.
  @inline(__always)
  func section(of name: UnsafeBufferPointer<UInt8>, by lookup: SectionLookup) -> Int {
    if name.count > 0, let bytes = name.baseAddress {
      let limit = unsafe bytes + name.count
      let character = unsafe levels.plain.character(at: bytes, before: limit)
      let first = character.weights
      if unsafe first.isPlain && !first.isCombining && !first.isIgnored
        && (!first.mayJoin || character.end == limit)
      {
        let (bytes, count) = first.primaryWord
        if let boundary = lookup.boundary(beforeBytes: bytes, count: count) {
          return lookup.sections[boundary]
        }
      }
    }
    return lookup.sections[unsafe levels.base.boundary(before: name, lookup)]
  }
}
