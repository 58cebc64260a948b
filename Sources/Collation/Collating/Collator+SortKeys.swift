extension Collator {
  /// Returns the sort key of a string. ICU: `ucol_getSortKey`
  ///
  /// - Complexity: O(*n*) in the UTF-8 bytes. The call that passes a collator its thousandth name
  ///   builds the tables (<doc:ManyNames>).
  @_effects(releasenone)
  public func sortKey(for string: String) -> SortKey { sortKey(forUTF8: string.utf8.span) }

  /// Returns the sort key of a string in UTF-8. Each ill-formed sequence collates as U+FFFD.
  /// ICU: `ucol_getSortKey`
  ///
  /// - Complexity: O(*n*) in the bytes.
  @_effects(releasenone)
  public func sortKey(forUTF8 utf8: Span<UInt8>) -> SortKey {
    SortKey(Engine(collator: self).key(of: utf8)[...])
  }

  /// Appends the bytes of a string's sort key to the caller's memory, so that storing a row
  /// allocates nothing for its key. ICU: `ucol_getSortKey`
  ///
  /// ```swift
  /// var (key, room) = ([UInt8](), 256)
  /// for name in names {
  ///   key.removeAll(keepingCapacity: true)
  ///   while key.isEmpty {
  ///     key.append(addingCapacity: room) { output in
  ///       room = max(room, collator.appendSortKey(for: name, to: &output))
  ///     }
  ///   }
  ///   database.insert(key[...])
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - string: The string.
  ///   - output: The span to append to. The key is written in place, without a copy, if
  ///     `freeCapacity` is at least thirteen times the string's bytes plus fifty.
  /// - Returns: The length of the key in bytes. If `output` has less `freeCapacity`, nothing is
  ///   appended: call again with at least that much.
  /// - Complexity: O(*n*) in the UTF-8 bytes.
  @_effects(releasenone)
  public func appendSortKey(for string: String, to output: inout OutputSpan<UInt8>) -> Int {
    appendSortKey(forUTF8: string.utf8.span, to: &output)
  }

  /// Appends the bytes of the sort key of a string in UTF-8 to the caller's memory. Each ill-formed
  /// sequence collates as U+FFFD. ICU: `ucol_getSortKey`
  ///
  /// - Parameters:
  ///   - utf8: The bytes of the string.
  ///   - output: The memory to append to; its present contents stay.
  /// - Returns: The length of the key in bytes. If it exceeds the `freeCapacity` that `output` had,
  ///   nothing is appended.
  /// - Complexity: O(*n*) in the bytes.
  @_effects(releasenone)
  public func appendSortKey(
    forUTF8 utf8: Span<UInt8>, to output: inout OutputSpan<UInt8>
  ) -> Int {
    Engine(collator: self).appendKey(of: utf8, to: &output)
  }

  /// Returns the sort keys of names, in the order of the names. ICU: `ucol_getSortKey`
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

  /// Returns the sort keys of names, computed in several tasks. ICU: `ucol_getSortKey`
  ///
  /// - Parameters:
  ///   - names: The names.
  ///   - workers: The number of tasks that share the work.
  ///   - progress: Called now and then, from any of the tasks, with the number of keys done.
  /// - Throws: `CancellationError` if the calling task is canceled.
  /// - Complexity: O(*n*) in the UTF-8 bytes.
  nonisolated(nonsending) public func sortKeys(
    of names: NameList, workers: WorkerCount,
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws(CancellationError) -> KeyArray<SortKey> {
    KeyArray(
      try await Engine(collator: self).keys(of: names).run(workers: workers, progress: progress))
  }
}
