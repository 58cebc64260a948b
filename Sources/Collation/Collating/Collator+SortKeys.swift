extension Collator {
  /// The sort key of a string. ICU: `ucol_getSortKey`
  ///
  /// - Complexity: O(*n*) in the UTF-8 bytes. The call with a collator's thousandth name makes its
  ///   tables (<doc:ManyNames>).
  public func sortKey(for string: String) -> SortKey { sortKey(forUTF8: string.utf8.span) }

  /// The sort key of a string of UTF-8 bytes. Each ill-formed sequence collates as U+FFFD.
  /// ICU: `ucol_getSortKey`
  ///
  /// - Complexity: O(*n*) in the bytes.
  public func sortKey(forUTF8 utf8: Span<UInt8>) -> SortKey {
    SortKey(Engine(collator: self).sortKey(of: utf8)[...])
  }
}
