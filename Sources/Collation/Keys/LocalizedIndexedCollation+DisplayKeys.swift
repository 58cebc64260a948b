extension LocalizedIndexedCollation {
  /// The display key of a name. ICU: `ucol_getSortKey`
  ///
  /// - Complexity: O(*n* + log *m*) in the UTF-8 bytes of the name and the number of sections.
  public func displayKey(for name: String) -> DisplayKey { displayKey(forUTF8: name.utf8.span) }

  /// The display key of a name of UTF-8 bytes. Each ill-formed sequence collates as U+FFFD.
  /// ICU: `ucol_getSortKey`
  ///
  /// - Complexity: O(*n* + log *m*) in the bytes of the name and the number of sections.
  public func displayKey(forUTF8 name: Span<UInt8>) -> DisplayKey {
    DisplayKey(
      Engine(collator: collator).displayKey(of: name, by: storage.sectionLookup)[...])
  }

  /// The display key of an element by its texts. ICU: `ucol_getSortKey`
  ///
  /// ```swift
  /// let key = collation.displayKey(for: person, by: \.family, \.given)
  /// ```
  ///
  /// - Parameters:
  ///   - element: The element.
  ///   - text: The text of the element: a closure or a key path.
  ///   - furtherTexts: The texts that decide where the letters of the first text are equal.
  /// - Throws: What the closures throw.
  /// - Complexity: O(*n* + log *m*) in the UTF-8 bytes of the texts and the number of sections.
  public func displayKey<Element, Failure: Error>(
    for element: Element, by text: (Element) throws(Failure) -> String,
    _ furtherTexts: (Element) throws(Failure) -> String...
  ) throws(Failure) -> DisplayKey {
    displayKeys(of: try UTF8Records(of: [element], by: text, furtherTexts))[0]
  }

  /// The display keys of names, in input order. ICU: `ucol_getSortKey`
  ///
  /// - Complexity: O(*n*) in the UTF-8 bytes.
  public func displayKeys(of names: some Sequence<String>) -> DisplayKeys {
    DisplayKeys(displayKeyJob(of: StringNames(strings: Array(names))).run())
  }

  /// The display keys of names, made by several tasks. ICU: `ucol_getSortKey`
  ///
  /// - Parameters:
  ///   - names: The names.
  ///   - workers: The number of tasks that share the work.
  ///   - progress: Told from time to time, by any of the tasks, how many names have their keys.
  /// - Throws: `CancellationError` if the calling task is cancelled.
  /// - Complexity: O(*n*) in the UTF-8 bytes.
  nonisolated(nonsending) public func displayKeys(
    of names: some Sequence<String>, workers: WorkerCount,
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws(CancellationError) -> DisplayKeys {
    DisplayKeys(
      try await displayKeyJob(of: StringNames(strings: Array(names)))
        .run(workers: workers, progress: progress))
  }

  /// The display keys of elements by their texts, in input order. ICU: `ucol_getSortKey`
  ///
  /// - Parameters:
  ///   - elements: The elements.
  ///   - text: The text of an element, asked for once: a closure or a key path.
  ///   - furtherTexts: The texts that decide where the letters of the first text are equal.
  /// - Throws: What the closures throw.
  /// - Complexity: O(*n*) in the UTF-8 bytes.
  public func displayKeys<Element, Failure: Error>(
    of elements: some Sequence<Element>, by text: (Element) throws(Failure) -> String,
    _ furtherTexts: (Element) throws(Failure) -> String...
  ) throws(Failure) -> DisplayKeys {
    displayKeys(of: try UTF8Records(of: Array(elements), by: text, furtherTexts))
  }

  /// The display keys of elements by their texts, made by several tasks. ICU: `ucol_getSortKey`
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
  nonisolated(nonsending) public func displayKeys<Element>(
    of elements: some Sequence<Element>, by text: (Element) throws -> String,
    _ furtherTexts: (Element) throws -> String..., workers: WorkerCount,
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws -> DisplayKeys {
    let records = try UTF8Records(of: Array(elements), by: text, furtherTexts)
    return try await displayKeys(of: records, workers: workers, progress: progress)
  }

  /// The display keys of records, in input order. ICU: `ucol_getSortKey`
  ///
  /// - Complexity: O(*n*) in the bytes.
  public func displayKeys(of records: UTF8Records) -> DisplayKeys {
    DisplayKeys(displayKeyJob(of: records).run())
  }

  /// The display keys of records, made by several tasks. ICU: `ucol_getSortKey`
  ///
  /// - Parameters:
  ///   - records: The records.
  ///   - workers: The number of tasks that share the work.
  ///   - progress: Told from time to time, by any of the tasks, how many records have their keys.
  /// - Throws: `CancellationError` if the calling task is cancelled.
  /// - Complexity: O(*n*) in the bytes.
  nonisolated(nonsending) public func displayKeys(
    of records: UTF8Records, workers: WorkerCount,
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws(CancellationError) -> DisplayKeys {
    DisplayKeys(
      try await displayKeyJob(of: records).run(workers: workers, progress: progress))
  }

  private func displayKeyJob<Source>(
    of source: Source
  ) -> Job<SortKeyWork<Source>, KeyList> {
    Engine(collator: collator).keys(of: source, by: storage.sectionLookup)
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
