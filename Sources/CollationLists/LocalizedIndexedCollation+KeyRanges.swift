public import Collation

extension LocalizedIndexedCollation {
  /// Returns the range of a section's list keys; `nil` if no section has this number.
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

  /// Whether the collation may have made a key: the key's section exists, and its bytes are
  /// complemented if the layout is descending.
  func mayHave(_ key: ListKey) -> Bool {
    key.section < sectionTitles.count && key.isDescending == layout.isDescending
  }
}
