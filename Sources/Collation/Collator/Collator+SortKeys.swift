extension Collator {
  /// The sort key of a string. ICU: `ucol_getSortKey`
  ///
  /// - Complexity: O(*n*) in the UTF-8 bytes.
  public func sortKey(for string: String) -> SortKey { sortKey(forUTF8: string.utf8.span) }

  /// The sort key of a string of UTF-8 bytes, of which each ill-formed sequence collates as U+FFFD.
  /// ICU: `ucol_getSortKey`
  ///
  /// - Complexity: O(*n*) in the bytes.
  public func sortKey(forUTF8 utf8: Span<UInt8>) -> SortKey {
    var bytes: [UInt8] = []
    storage.icu.appendSortKey(of: utf8, to: &bytes)
    return SortKey(bytes: bytes)
  }

  /// The range in which the sort keys of all strings lie whose letters begin with those of `prefix`,
  /// whatever their accents and case: `ang` finds Ångström where å is a variant of a.
  /// ICU: `ucol_getBound` with `UCOL_BOUND_LOWER` and `UCOL_BOUND_UPPER_LONG`
  ///
  /// ```swift
  /// let range = collator.sortKeys(startingWith: "ang")
  /// let found = names.filter { range.contains(collator.sortKey(for: $0)) }
  /// ```
  ///
  /// - Complexity: O(*n*) in the UTF-8 bytes.
  public func sortKeys(startingWith prefix: String) -> Range<SortKey> {
    let key = sortKey(for: prefix).bytes
    // Every string begins with no letters. ICU has no bound for a key whose first level is empty.
    guard let first = key.first, first > Self.levelSeparator else {
      return SortKey(bytes: [])..<SortKey(bytes: [0xFF, 0xFF, 0xFF])
    }
    let lower = SortKey(bytes: ICUSortKey.bound(.lower, of: key, levels: 1))
    let upper = SortKey(bytes: ICUSortKey.bound(.upperLong, of: key, levels: 1))
    return lower..<upper
  }

  /// What ends each level of a sort key but the last, which ends in 0. ICU: `Collation::LEVEL_SEPARATOR_BYTE`
  private static let levelSeparator: UInt8 = 1
}
