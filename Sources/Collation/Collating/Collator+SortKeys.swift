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
    SortKey(Engine(collator: self).key(of: utf8)[...])
  }

  /// The sort keys of names, in input order. ICU: `ucol_getSortKey`
  ///
  /// ```swift
  /// let keys = collator.sortKeys(of: NameList(["Zorn", "Åberg"]))
  /// keys[0] < keys[1]  // true in Swedish
  /// ```
  ///
  /// - Complexity: O(*n*) in the UTF-8 bytes.
  public func sortKeys(of names: NameList) -> KeyArray<SortKey> {
    KeyArray(Engine(collator: self).keys(of: names).run())
  }

  /// The sort keys of names, made in several tasks. ICU: `ucol_getSortKey`
  ///
  /// - Parameters:
  ///   - names: The names.
  ///   - workers: The number of tasks that share the work.
  ///   - progress: Called now and then, from any of the tasks, with the number of names whose
  ///     keys are made.
  /// - Throws: `CancellationError` if the calling task is cancelled.
  /// - Complexity: O(*n*) in the UTF-8 bytes.
  nonisolated(nonsending) public func sortKeys(
    of names: NameList, workers: WorkerCount,
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws(CancellationError) -> KeyArray<SortKey> {
    KeyArray(
      try await Engine(collator: self).keys(of: names).run(workers: workers, progress: progress))
  }
}
