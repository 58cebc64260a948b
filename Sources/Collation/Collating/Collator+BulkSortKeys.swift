extension Collator {
  /// The sort keys of strings, in input order. ICU: `ucol_getSortKey`
  ///
  /// - Complexity: O(*n*) in the UTF-8 bytes.
  public func sortKeys(of strings: some Sequence<String>) -> SortKeys {
    SortKeys(Engine(collator: self).keys(of: StringNames(strings: Array(strings))).run())
  }

  /// The sort keys of strings, made by several tasks. ICU: `ucol_getSortKey`
  ///
  /// - Parameters:
  ///   - strings: The strings.
  ///   - workers: The number of tasks that share the work.
  ///   - progress: Told from time to time, by any of the tasks, how many strings have their keys.
  /// - Throws: `CancellationError` if the calling task is cancelled.
  /// - Complexity: O(*n*) in the UTF-8 bytes.
  nonisolated(nonsending) public func sortKeys(
    of strings: some Sequence<String>, workers: WorkerCount,
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws(CancellationError) -> SortKeys {
    SortKeys(
      try await Engine(collator: self).keys(of: StringNames(strings: Array(strings)))
        .run(workers: workers, progress: progress))
  }

  /// The sort keys of elements by their texts, in input order. ICU: `ucol_getSortKey`
  ///
  /// - Parameters:
  ///   - elements: The elements.
  ///   - text: The text of an element, asked for once: a closure or a key path.
  ///   - furtherTexts: The texts that decide where the letters of the first text are equal.
  /// - Throws: What the closures throw.
  /// - Complexity: O(*n*) in the UTF-8 bytes.
  public func sortKeys<Element, Failure: Error>(
    of elements: some Sequence<Element>, by text: (Element) throws(Failure) -> String,
    _ furtherTexts: (Element) throws(Failure) -> String...
  ) throws(Failure) -> SortKeys {
    sortKeys(of: try UTF8Records(of: Array(elements), by: text, furtherTexts))
  }

  /// The sort keys of elements by their texts, made by several tasks. ICU: `ucol_getSortKey`
  ///
  /// - Parameters:
  ///   - elements: The elements.
  ///   - text: The text of an element, asked for once: a closure or a key path.
  ///   - furtherTexts: The texts that decide where the letters of the first text are equal.
  ///   - workers: The number of tasks that share the work. The caller's own task asks for the
  ///     texts.
  ///   - progress: Told from time to time, by any of the tasks, how many elements have their keys.
  /// - Throws: What the closures throw, and `CancellationError` if the calling task is cancelled.
  /// - Complexity: O(*n*) in the UTF-8 bytes.
  nonisolated(nonsending) public func sortKeys<Element>(
    of elements: some Sequence<Element>, by text: (Element) throws -> String,
    _ furtherTexts: (Element) throws -> String..., workers: WorkerCount,
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws -> SortKeys {
    let records = try UTF8Records(of: Array(elements), by: text, furtherTexts)
    return try await sortKeys(of: records, workers: workers, progress: progress)
  }

  /// The sort keys of records, in input order. ICU: `ucol_getSortKey`
  ///
  /// - Complexity: O(*n*) in the bytes.
  public func sortKeys(of records: UTF8Records) -> SortKeys {
    SortKeys(Engine(collator: self).keys(of: records).run())
  }

  /// The sort keys of records, made by several tasks. ICU: `ucol_getSortKey`
  ///
  /// - Parameters:
  ///   - records: The records.
  ///   - workers: The number of tasks that share the work.
  ///   - progress: Told from time to time, by any of the tasks, how many records have their keys.
  /// - Throws: `CancellationError` if the calling task is cancelled.
  /// - Complexity: O(*n*) in the bytes.
  nonisolated(nonsending) public func sortKeys(
    of records: UTF8Records, workers: WorkerCount,
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws(CancellationError) -> SortKeys {
    SortKeys(
      try await Engine(collator: self).keys(of: records)
        .run(workers: workers, progress: progress))
  }
}
