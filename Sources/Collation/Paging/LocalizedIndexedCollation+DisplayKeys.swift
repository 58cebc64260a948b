extension LocalizedIndexedCollation {
  /// The display key of a name. ICU: `ucol_getSortKey`
  ///
  /// - Complexity: O(*n* + log *m*) in the UTF-8 bytes of the name and the number of sections.
  public func displayKey(for name: String) -> DisplayKey { displayKey(forUTF8: name.utf8.span) }

  /// The display key of a name of UTF-8 bytes, of which each ill-formed sequence collates as
  /// U+FFFD. ICU: `ucol_getSortKey`
  ///
  /// - Complexity: O(*n* + log *m*) in the bytes of the name and the number of sections.
  public func displayKey(forUTF8 name: Span<UInt8>) -> DisplayKey {
    storage.displayKey(of: collator.sortKey(forUTF8: name).bytes[...])
  }

  /// The display keys of records, in input order. ICU: `ucol_getSortKey`
  ///
  /// - Complexity: O(*n*) in the bytes.
  public func displayKeys(of records: UTF8Records) -> DisplayKeys {
    DisplayKeys(collator.sortKeys(of: records), storage)
  }

  /// As ``displayKeys(of:)``, by several tasks.
  ///
  /// - Parameters:
  ///   - records: What the keys are made of.
  ///   - workers: How many tasks share the work.
  ///   - progress: Told from time to time, by any of the tasks, how many records have their keys.
  /// - Throws: `CancellationError` where the calling task is cancelled.
  nonisolated(nonsending) public func displayKeys(
    of records: UTF8Records, workers: WorkerCount,
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws(CancellationError) -> DisplayKeys {
    DisplayKeys(
      try await collator.sortKeys(of: records, workers: workers, progress: progress), storage)
  }

  /// The range in which the display keys of a section lie; `nil` for a number that no section has.
  ///
  /// ```swift
  /// let range = collation.displayKeyRange(ofSection: collation.section(for: "M"))
  /// // SELECT … WHERE key >= ? AND key < ? ORDER BY key, id LIMIT 50
  /// ```
  ///
  /// - Complexity: O(1).
  public func displayKeyRange(ofSection section: Int) -> DisplayKeyRange? {
    sectionTitles.indices.contains(section) ? .ofSection(section) : nil
  }
}
