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
    let engine = Engine(collator: collator)
    guard let filing else {
      return DisplayKey(engine.displayKey(of: name, by: storage.sectionLookup)[...])
    }
    return filing.withFiledText(of: name) { text, isAsShown in
      let key = engine.displayKey(of: text, by: storage.sectionLookup)
      if isAsShown { return DisplayKey(key[...]) }
      let shown = engine.sortKey(of: name)[...]
      return DisplayKey((key + (layout.isDescending ? shown.complement : shown))[...])
    }
  }

  /// The display key of a text by which a name is filed.
  func displayKey(forFiled text: String) -> DisplayKey {
    DisplayKey(
      Engine(collator: collator).displayKey(of: text.utf8.span, by: storage.sectionLookup)[...])
  }

  /// The display key of a name by what is known of it. ICU: `ucol_getSortKey`
  ///
  /// - Complexity: O(*n* + log *m*) in the UTF-8 bytes of the parts and the number of sections.
  public func displayKey(for parts: NameParts) -> DisplayKey {
    displayKeys(of: NameColumns(of: [parts]) { $0 })[0]
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
    displayKeys(of: try filed([element], by: text, furtherTexts))[0]
  }

  /// The display keys of names, in input order. ICU: `ucol_getSortKey`
  ///
  /// - Complexity: O(*n*) in the UTF-8 bytes.
  public func displayKeys(of names: some Sequence<String>) -> DisplayKeys {
    if filing != nil { return displayKeys(of: UTF8Records(strings: names)) }
    return DisplayKeys(displayKeyJob(of: StringNames(strings: Array(names))).run())
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
    if filing != nil {
      return try await displayKeys(
        of: UTF8Records(strings: names), workers: workers, progress: progress)
    }
    return DisplayKeys(
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
    displayKeys(of: try filed(Array(elements), by: text, furtherTexts))
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
    let names = try filed(Array(elements), by: text, furtherTexts)
    return try await displayKeys(of: names, workers, progress)
  }

  /// The display keys of records, in input order. ICU: `ucol_getSortKey`
  ///
  /// - Complexity: O(*n*) in the bytes.
  public func displayKeys(of records: UTF8Records) -> DisplayKeys {
    displayKeys(of: filed(records))
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
    try await displayKeys(of: filed(records), workers, progress)
  }

  /// The display keys of names by their parts, in input order. ICU: `ucol_getSortKey`
  ///
  /// - Complexity: O(*n*) in the UTF-8 bytes.
  public func displayKeys(of names: NameColumns) -> DisplayKeys { displayKeys(of: filed(names)) }

  /// The display keys of names by their parts, made by several tasks. ICU: `ucol_getSortKey`
  ///
  /// - Parameters:
  ///   - names: The parts of the names.
  ///   - workers: The number of tasks that share the work. The caller's own task files the names.
  ///   - progress: Told from time to time, by any of the tasks, how many names have their keys.
  /// - Throws: `CancellationError` if the calling task is cancelled.
  /// - Complexity: O(*n*) in the UTF-8 bytes.
  nonisolated(nonsending) public func displayKeys(
    of names: NameColumns, workers: WorkerCount,
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws(CancellationError) -> DisplayKeys {
    try await displayKeys(of: filed(names), workers, progress)
  }

  private func displayKeys(of names: FiledNames) -> DisplayKeys {
    DisplayKeys(displayKeyJob(of: names).run())
  }

  nonisolated(nonsending) private func displayKeys(
    of names: FiledNames, _ workers: WorkerCount, _ progress: @escaping @Sendable (Int) -> Void
  ) async throws(CancellationError) -> DisplayKeys {
    DisplayKeys(try await displayKeyJob(of: names).run(workers: workers, progress: progress))
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
