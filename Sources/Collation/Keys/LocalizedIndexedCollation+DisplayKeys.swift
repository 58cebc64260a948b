extension LocalizedIndexedCollation {
  /// The list key of a name. ICU: `ucol_getSortKey`
  ///
  /// - Complexity: O(*n* + log *m*) in the UTF-8 bytes of the name and the number of sections.
  public func listKey(for name: String) -> ListKey { listKey(forUTF8: name.utf8.span) }

  /// The list key of a name of UTF-8 bytes. Each ill-formed sequence collates as U+FFFD.
  /// ICU: `ucol_getSortKey`
  ///
  /// - Complexity: O(*n* + log *m*) in the bytes of the name and the number of sections.
  public func listKey(forUTF8 name: Span<UInt8>) -> ListKey {
    let engine = Engine(collator: collator)
    guard let filing else {
      return ListKey(engine.listKey(of: name, by: storage.sectionLookup)[...])
    }
    return filing.withFiledText(of: name) { text, isAsShown in
      let key = engine.listKey(of: text, by: storage.sectionLookup)
      if isAsShown { return ListKey(key[...]) }
      let shown = engine.sortKey(of: name)[...]
      return ListKey((key + (layout.isDescending ? shown.complement : shown))[...])
    }
  }

  /// The list key of a text by which a name is filed.
  func listKey(forFiled text: String) -> ListKey {
    ListKey(
      Engine(collator: collator).listKey(of: text.utf8.span, by: storage.sectionLookup)[...])
  }

  /// The list key of a name by what is known of it. ICU: `ucol_getSortKey`
  ///
  /// - Complexity: O(*n* + log *m*) in the UTF-8 bytes of the parts and the number of sections.
  public func listKey(for parts: NameParts) -> ListKey {
    listKeys(of: NameColumns(of: [parts]) { $0 })[0]
  }

  /// The list key of an element by its texts. ICU: `ucol_getSortKey`
  ///
  /// ```swift
  /// let key = collation.listKey(for: person, by: \.family, \.given)
  /// ```
  ///
  /// - Parameters:
  ///   - element: The element.
  ///   - text: The text of the element: a closure or a key path.
  ///   - furtherTexts: The texts that decide where the letters of the first text are equal.
  /// - Throws: What the closures throw.
  /// - Complexity: O(*n* + log *m*) in the UTF-8 bytes of the texts and the number of sections.
  public func listKey<Element, Failure: Error>(
    for element: Element, by text: (Element) throws(Failure) -> String,
    _ furtherTexts: (Element) throws(Failure) -> String...
  ) throws(Failure) -> ListKey {
    listKeys(of: try filed([element], by: text, furtherTexts))[0]
  }

  /// The list keys of names, in input order. ICU: `ucol_getSortKey`
  ///
  /// - Complexity: O(*n*) in the UTF-8 bytes.
  public func listKeys(of names: some Sequence<String>) -> ListKeys {
    if filing != nil { return listKeys(of: UTF8Records(strings: names)) }
    return ListKeys(listKeyJob(of: StringNames(strings: Array(names))).run())
  }

  /// The list keys of names, made by several tasks. ICU: `ucol_getSortKey`
  ///
  /// - Parameters:
  ///   - names: The names.
  ///   - workers: The number of tasks that share the work.
  ///   - progress: Told from time to time, by any of the tasks, how many names have their keys.
  /// - Throws: `CancellationError` if the calling task is cancelled.
  /// - Complexity: O(*n*) in the UTF-8 bytes.
  nonisolated(nonsending) public func listKeys(
    of names: some Sequence<String>, workers: WorkerCount,
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws(CancellationError) -> ListKeys {
    if filing != nil {
      return try await listKeys(
        of: UTF8Records(strings: names), workers: workers, progress: progress)
    }
    return ListKeys(
      try await listKeyJob(of: StringNames(strings: Array(names)))
        .run(workers: workers, progress: progress))
  }

  /// The list keys of elements by their texts, in input order. ICU: `ucol_getSortKey`
  ///
  /// - Parameters:
  ///   - elements: The elements.
  ///   - text: The text of an element, asked for once: a closure or a key path.
  ///   - furtherTexts: The texts that decide where the letters of the first text are equal.
  /// - Throws: What the closures throw.
  /// - Complexity: O(*n*) in the UTF-8 bytes.
  public func listKeys<Element, Failure: Error>(
    of elements: some Sequence<Element>, by text: (Element) throws(Failure) -> String,
    _ furtherTexts: (Element) throws(Failure) -> String...
  ) throws(Failure) -> ListKeys {
    listKeys(of: try filed(Array(elements), by: text, furtherTexts))
  }

  /// The list keys of elements by their texts, made by several tasks. ICU: `ucol_getSortKey`
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
  nonisolated(nonsending) public func listKeys<Element>(
    of elements: some Sequence<Element>, by text: (Element) throws -> String,
    _ furtherTexts: (Element) throws -> String..., workers: WorkerCount,
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws -> ListKeys {
    let names = try filed(Array(elements), by: text, furtherTexts)
    return try await listKeys(of: names, workers, progress)
  }

  /// The list keys of records, in input order. ICU: `ucol_getSortKey`
  ///
  /// - Complexity: O(*n*) in the bytes.
  public func listKeys(of records: UTF8Records) -> ListKeys {
    listKeys(of: filed(records))
  }

  /// The list keys of records, made by several tasks. ICU: `ucol_getSortKey`
  ///
  /// - Parameters:
  ///   - records: The records.
  ///   - workers: The number of tasks that share the work.
  ///   - progress: Told from time to time, by any of the tasks, how many records have their keys.
  /// - Throws: `CancellationError` if the calling task is cancelled.
  /// - Complexity: O(*n*) in the bytes.
  nonisolated(nonsending) public func listKeys(
    of records: UTF8Records, workers: WorkerCount,
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws(CancellationError) -> ListKeys {
    try await listKeys(of: filed(records), workers, progress)
  }

  /// The list keys of names by their parts, in input order. ICU: `ucol_getSortKey`
  ///
  /// - Complexity: O(*n*) in the UTF-8 bytes.
  public func listKeys(of names: NameColumns) -> ListKeys { listKeys(of: filed(names)) }

  /// The list keys of names by their parts, made by several tasks. ICU: `ucol_getSortKey`
  ///
  /// - Parameters:
  ///   - names: The parts of the names.
  ///   - workers: The number of tasks that share the work. The caller's own task files the names.
  ///   - progress: Told from time to time, by any of the tasks, how many names have their keys.
  /// - Throws: `CancellationError` if the calling task is cancelled.
  /// - Complexity: O(*n*) in the UTF-8 bytes.
  nonisolated(nonsending) public func listKeys(
    of names: NameColumns, workers: WorkerCount,
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws(CancellationError) -> ListKeys {
    try await listKeys(of: filed(names), workers, progress)
  }

  private func listKeys(of names: FiledNames) -> ListKeys {
    ListKeys(listKeyJob(of: names).run())
  }

  nonisolated(nonsending) private func listKeys(
    of names: FiledNames, _ workers: WorkerCount, _ progress: @escaping @Sendable (Int) -> Void
  ) async throws(CancellationError) -> ListKeys {
    ListKeys(try await listKeyJob(of: names).run(workers: workers, progress: progress))
  }

  private func listKeyJob<Source>(
    of source: Source
  ) -> Job<SortKeyWork<Source>, KeyList> {
    Engine(collator: collator).keys(of: source, by: storage.sectionLookup)
  }

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
}
