/// Work on one name or two. Once the collator has seen enough names, its tables do it. Before that,
/// and for names that the tables cannot prove simple, ICU does.
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
    let (left, right) = unsafe (Span(_unsafeElements: left), Span(_unsafeElements: right))
    if let filed = collator.storage.filed { return compareFiled(left, right, filed) }
    countNames(1)
    return collator.compareByICU(left, right)
  }

  /// Returns the bytes of a name's sort key, or of its list key if sections are given.
  func key(of name: Span<UInt8>, by lookup: SectionLookup? = nil) -> [UInt8] {
    let key: [UInt8]? = withTables { table in
      unsafe name.withUnsafeBufferPointer { unsafe table.key(of: $0, by: lookup) }
    }
    return key ?? keyByICU(of: name, by: lookup)
  }

  @inline(never)
  private func keyByICU(of name: Span<UInt8>, by lookup: SectionLookup?) -> [UInt8] {
    if let filed = collator.storage.filed {
      return filed.filing.withFiledText(of: name) { text, isAsShown in
        let engine = Engine(collator: filed.collator)
        return isAsShown
          ? engine.key(of: text, by: lookup) : engine.key(of: text, shownAs: name, by: lookup)
      }
    }
    countNames(1)
    guard let lookup else { return collator.sortKeyByICU(of: name) }
    var key = [UInt8](repeating: 0, count: ListKeyFormat.sectionLength)
    collator.storage.icu.appendSortKey(of: name, to: &key)
    unsafe key.withUnsafeMutableBufferPointer { unsafe lookup.complete($0) }
    return key
  }

  /// Returns the bytes of the key of a shown name for which another text is collated.
  func key(
    of text: Span<UInt8>, shownAs name: Span<UInt8>, by lookup: SectionLookup?
  ) -> [UInt8] {
    let bits = ListKeyFormat.bits(isDescending: lookup?.isDescending ?? false)
    var key = key(of: text, by: lookup)
    for byte in self.key(of: name) { key.append(byte ^ bits) }
    return key
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

  /// Compares two names as their keys compare: by what is collated, then by what is shown.
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
