/// The work on one name or two. The tables do it when the collator has seen enough names, and ICU
/// does before, and where the tables cannot prove a name simple.
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
  private func compare(
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
    countNames(1)
    return unsafe collator.compareByICU(
      Span(_unsafeElements: left), Span(_unsafeElements: right))
  }

  /// The bytes of the sort key of a name.
  func sortKey(of name: Span<UInt8>) -> [UInt8] {
    if let key = tableKey(of: name, by: nil) { return key }
    countNames(1)
    return collator.sortKeyByICU(of: name)
  }

  /// The bytes of the list key of a name.
  func listKey(of name: Span<UInt8>, by lookup: SectionLookup) -> [UInt8] {
    if let key = tableKey(of: name, by: lookup) { return key }
    countNames(1)
    var key = [UInt8](repeating: 0, count: SectionLookup.numberLength)
    collator.storage.icu.appendSortKey(of: name, to: &key)
    unsafe key.withUnsafeMutableBufferPointer { unsafe lookup.complete($0) }
    return key
  }

  /// The number of the section of a name. The collator has primary strength and no case
  /// level.
  func section(of name: Span<UInt8>, by lookup: SectionLookup) -> Int {
    let section: Int? = withTables { table in
      unsafe name.withUnsafeBufferPointer { unsafe table.section(of: $0, by: lookup) }
    }
    if let section { return section }
    countNames(1)
    return lookup.section(ofSortKey: collator.sortKeyByICU(of: name)[...])
  }

  private func tableKey(of name: Span<UInt8>, by lookup: SectionLookup?) -> [UInt8]? {
    withTables { table in
      unsafe name.withUnsafeBufferPointer { unsafe table.key(of: $0, by: lookup) }
    }
  }
}
