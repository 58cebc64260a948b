public import Collation

extension LocalizedIndexedCollation {
  /// Returns the range in which the list keys of a section lie; `nil` for a number that no section
  /// has.
  ///
  /// ```swift
  /// let range = collation.listKeyRange(ofSection: collation.section(for: "M"))
  /// // SELECT … WHERE key >= ? AND key < ? ORDER BY key, id LIMIT 50
  /// ```
  ///
  /// - Complexity: O(1).
  public func listKeyRange(ofSection section: Int) -> ListKeyRange? {
    sectionTitles.indices.contains(section) ? .ofSection(section) : nil
  }

  /// Whether a key may be one of the collation's: its section exists, and it is complemented if the
  /// layout is descending.
  func mayHave(_ key: ListKey) -> Bool {
    key.section < sectionTitles.count && key.isDescending == layout.isDescending
  }
}
