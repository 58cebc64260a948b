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
