public import Collation

extension LocalizedIndexedCollation {
  /// The range in which the list keys of a section lie; `nil` for a number that no section has.
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

  /// Whether a key may be one of the collation's: it has a section, and is complemented or not.
  func mayHave(_ key: ListKey) -> Bool {
    key.section < sectionTitles.count && key.isDescending == layout.isDescending
  }
}
