/// Work on one or two names. Once the collator has seen enough names, its tables do it; before
/// that, and for names that the tables cannot prove simple, ICU does.
extension Engine {
  /// Compares two names as their sort keys compare.
  @inline(__always)
  func compare(_ left: Span<UInt8>, _ right: Span<UInt8>) -> CollationResult {
    unsafe left.withUnsafeBufferPointer { left in
      unsafe right.withUnsafeBufferPointer { right in unsafe compare(left, right) }
    }
  }

  /// Compares two names as their sort keys compare.
  @inline(__always)
  func compare(_ left: String, _ right: String) -> CollationResult {
    unsafe left.withBytes { left in
      unsafe right.withBytes { right in unsafe compare(left, right) }
    }
  }

  @inline(__always)
  func compare(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
  ) -> CollationResult {
    if let result = withTables({ unsafe $0.compare(left, right) }) {
      return result < 0 ? .less : result == 0 ? .equal : .greater
    }
    return unsafe compareByICU(left, right)
  }

  @inline(never)
  private func compareByICU(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
  ) -> CollationResult {
    let (left, right) = unsafe (Span(_unsafeElements: left), Span(_unsafeElements: right))
    if let filed = collator.storage.filed { return compareFiled(left, right, filed) }
    countNames(1)
    return collator.compareByICU(left, right)
  }

  /// Returns the bytes of a name's sort key, or of its list key if sections are given.
  func key(of name: Span<UInt8>, by lookup: SectionLookup? = nil) -> [UInt8] {
    unsafe Self.key(ofBytes: name.count) { unsafe writeKey(of: name, by: lookup, to: $0) }
  }

  /// Returns the bytes of the key of a shown name that is collated by another text.
  func key(
    of text: Span<UInt8>, shownAs name: Span<UInt8>, by lookup: SectionLookup?
  ) -> [UInt8] {
    unsafe Self.key(ofBytes: text.count + name.count) {
      unsafe writeKey(of: text, shownAs: name, by: lookup, to: $0)
    }
  }

  /// Appends the bytes of a name's sort key, or of its list key if sections are given. Returns
  /// their number; if `output` has less room, nothing is appended.
  @inline(__always)
  func appendKey(
    of name: Span<UInt8>, by lookup: SectionLookup? = nil, to output: inout OutputSpan<UInt8>
  ) -> Int {
    unsafe output.withUnsafeMutableBufferPointer { buffer, count in
      let room = unsafe UnsafeMutableBufferPointer(rebasing: buffer[count...])
      let length = unsafe writeKey(of: name, by: lookup, to: room)
      if length <= room.count { count += length }
      return length
    }
  }

  /// Returns the key that `write` writes. `write` returns the key's length, which may exceed the
  /// room in memory.
  ///
  /// - Parameter count: The number of bytes in the names of the key.
  @inline(__always)
  private static func key(
    ofBytes count: Int, _ write: (UnsafeMutableBufferPointer<UInt8>) -> Int
  ) -> [UInt8] {
    var capacity = 4 * count + 32
    if capacity <= Thresholds.keyBytesOnStack {
      let key: [UInt8]? = unsafe withUnsafeTemporaryAllocation(
        of: UInt8.self, capacity: Thresholds.keyBytesOnStack
      ) { memory in
        capacity = unsafe write(memory)
        if capacity > memory.count { return nil }
        // The initializer that fills an array by a closure takes four times as many instructions.
        return unsafe [UInt8](UnsafeBufferPointer(start: memory.baseAddress, count: capacity))
      }
      if let key { return key }
    }
    while true {
      var needed = 0
      let key = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { memory, length in
        needed = unsafe write(memory)
        length = min(needed, capacity)
      }
      if needed <= capacity { return key }
      capacity = needed
    }
  }

  /// Writes the bytes of a name's key. Returns their number; if that exceeds the memory, what was
  /// written is not a key.
  @inline(__always)
  private func writeKey(
    of name: Span<UInt8>, by lookup: SectionLookup?, to memory: UnsafeMutableBufferPointer<UInt8>
  ) -> Int {
    let length: Int? = withTables { table in
      unsafe name.withUnsafeBufferPointer {
        unsafe table.writeKey(of: $0, by: lookup, toAny: memory)
      }
    }
    return unsafe length ?? writeKeyByICU(of: name, by: lookup, to: memory)
  }

  @inline(never)
  private func writeKeyByICU(
    of name: Span<UInt8>, by lookup: SectionLookup?, to memory: UnsafeMutableBufferPointer<UInt8>
  ) -> Int {
    if let filed = collator.storage.filed {
      return filed.filing.withFiledText(of: name) { text, isAsShown in
        let engine = Engine(collator: filed.collator)
        return unsafe isAsShown
          ? engine.writeKey(of: text, by: lookup, to: memory)
          : engine.writeKey(of: text, shownAs: name, by: lookup, to: memory)
      }
    }
    countNames(1)
    let head = lookup == nil ? 0 : ListKeyFormat.sectionLength
    let length =
      unsafe head + collator.storage.icu.writeSortKey(of: name, to: memory.rest(after: head))
    if length <= memory.count {
      unsafe lookup?.complete(UnsafeMutableBufferPointer(rebasing: memory[..<length]))
    }
    return length
  }

  /// Writes the bytes of the key of a shown name that is collated by another text.
  private func writeKey(
    of text: Span<UInt8>, shownAs name: Span<UInt8>, by lookup: SectionLookup?,
    to memory: UnsafeMutableBufferPointer<UInt8>
  ) -> Int {
    let length = unsafe writeKey(of: text, by: lookup, to: memory)
    let rest = unsafe memory.rest(after: length)
    let shownLength = unsafe writeKey(of: name, by: nil, to: rest)
    if lookup?.isDescending == true, shownLength <= rest.count {
      unsafe ListKeyFormat.complement(UnsafeMutableBufferPointer(rebasing: rest[..<shownLength]))
    }
    return length + shownLength
  }

  /// Returns a name's section number. The collator must have primary strength and no case level.
  func section(of name: Span<UInt8>, by lookup: SectionLookup) -> Int {
    let section: Int? = withTables { table in
      unsafe name.withUnsafeBufferPointer { unsafe table.section(of: $0, by: lookup) }
    }
    return section ?? sectionByICU(of: name, by: lookup)
  }

  @inline(never)
  private func sectionByICU(of name: Span<UInt8>, by lookup: SectionLookup) -> Int {
    if let filed = collator.storage.filed {
      return filed.filing.withFiledText(of: name) { text, _ in
        Engine(collator: filed.collator).section(of: text, by: lookup)
      }
    }
    countNames(1)
    return lookup.section(ofSortKey: collator.sortKeyByICU(of: name)[...])
  }

  /// Compares two names as their keys compare: first by the collated texts, then by the shown ones.
  private func compareFiled(
    _ left: Span<UInt8>, _ right: Span<UInt8>, _ filed: Collator.Filed
  ) -> CollationResult {
    let engine = Engine(collator: filed.collator)
    return filed.filing.withFiledText(of: left) { leftText, leftIsAsShown in
      filed.filing.withFiledText(of: right) { rightText, rightIsAsShown in
        let result = engine.compare(leftText, rightText)
        if result != .equal { return result }
        switch (leftIsAsShown, rightIsAsShown) {
        case (true, true): return .equal
        case (true, false): return .less
        case (false, true): return .greater
        case (false, false): return engine.compare(left, right)
        }
      }
    }
  }
}

extension UnsafeMutableBufferPointer<UInt8> {
  /// The memory after some bytes; empty if there are fewer bytes.
  fileprivate func rest(after count: Int) -> UnsafeMutableBufferPointer<UInt8> {
    unsafe UnsafeMutableBufferPointer(rebasing: self[Swift.min(count, self.count)...])
  }
}

extension String {
  /// Calls `body` with the UTF-8 bytes in place, or with a copy if the string isn't contiguous
  /// UTF-8.
  @inline(__always)
  fileprivate func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    if let result = unsafe utf8.withContiguousStorageIfAvailable(body) { return result }
    var copy = self
    return copy.withUTF8 { unsafe body($0) }
  }
}
