extension LocalizedIndexedCollation {
  /// The number of the section of each name, in the order of input.
  ///
  /// - Complexity: O(*n*) in the names.
  public func sectionNumbers(of names: some Sequence<String>) -> [Int] {
    if filing != nil { return sectionNumbers(of: UTF8Records(strings: names)) }
    return numbers(of: StringNames(strings: Array(names))).run()
  }

  /// The number of the section of each name, found by several tasks.
  ///
  /// - Parameters:
  ///   - names: The names.
  ///   - workers: The number of tasks that share the work.
  ///   - progress: Told from time to time, by any of the tasks, how many names have their sections.
  /// - Throws: `CancellationError` if the calling task is cancelled.
  /// - Complexity: O(*n*) in the names.
  nonisolated(nonsending) public func sectionNumbers(
    of names: some Sequence<String>, workers: WorkerCount,
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws(CancellationError) -> [Int] {
    if filing != nil {
      return try await sectionNumbers(
        of: UTF8Records(strings: names), workers: workers, progress: progress)
    }
    return try await numbers(of: StringNames(strings: Array(names)))
      .run(workers: workers, progress: progress)
  }

  /// The number of the section of each element by its texts, in the order of input.
  ///
  /// - Parameters:
  ///   - elements: The elements.
  ///   - text: The text of an element, asked for once: a closure or a key path.
  ///   - furtherTexts: The texts that decide where the first text is empty.
  /// - Throws: What the closures throw.
  /// - Complexity: O(*n*) in the elements.
  public func sectionNumbers<Element, Failure: Error>(
    of elements: some Sequence<Element>, by text: (Element) throws(Failure) -> String,
    _ furtherTexts: (Element) throws(Failure) -> String...
  ) throws(Failure) -> [Int] {
    sectionNumbers(of: try filed(Array(elements), by: text, furtherTexts))
  }

  /// The number of the section of each element by its texts, found by several tasks.
  ///
  /// - Parameters:
  ///   - elements: The elements.
  ///   - text: The text of an element, asked for once: a closure or a key path.
  ///   - furtherTexts: The texts that decide where the first text is empty.
  ///   - workers: The number of tasks that share the work. The caller's own task asks for the
  ///     texts.
  ///   - progress: Told from time to time, by any of the tasks, how many elements have their
  ///     sections.
  /// - Throws: What the closures throw, and `CancellationError` if the calling task is cancelled.
  /// - Complexity: O(*n*) in the elements.
  nonisolated(nonsending) public func sectionNumbers<Element>(
    of elements: some Sequence<Element>, by text: (Element) throws -> String,
    _ furtherTexts: (Element) throws -> String..., workers: WorkerCount,
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws -> [Int] {
    let names = try filed(Array(elements), by: text, furtherTexts)
    return try await numbers(of: names).run(workers: workers, progress: progress)
  }

  /// The number of the section of each record, in the order of input.
  ///
  /// - Complexity: O(*n*) in the records.
  public func sectionNumbers(of records: UTF8Records) -> [Int] {
    sectionNumbers(of: filed(records))
  }

  /// The number of the section of each record, found by several tasks.
  ///
  /// - Parameters:
  ///   - records: The records.
  ///   - workers: The number of tasks that share the work.
  ///   - progress: Told from time to time, by any of the tasks, how many records have their
  ///     sections.
  /// - Throws: `CancellationError` if the calling task is cancelled.
  /// - Complexity: O(*n*) in the records.
  nonisolated(nonsending) public func sectionNumbers(
    of records: UTF8Records, workers: WorkerCount,
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws(CancellationError) -> [Int] {
    try await numbers(of: filed(records)).run(workers: workers, progress: progress)
  }

  /// The number of the section of each name by its parts, in the order of input.
  ///
  /// - Complexity: O(*n*) in the names.
  public func sectionNumbers(of names: NameColumns) -> [Int] {
    sectionNumbers(of: filed(names))
  }

  /// The number of the section of each name by its parts, found by several tasks.
  ///
  /// - Parameters:
  ///   - names: The parts of the names.
  ///   - workers: The number of tasks that share the work. The caller's own task files the names.
  ///   - progress: Told from time to time, by any of the tasks, how many names have their sections.
  /// - Throws: `CancellationError` if the calling task is cancelled.
  /// - Complexity: O(*n*) in the names.
  nonisolated(nonsending) public func sectionNumbers(
    of names: NameColumns, workers: WorkerCount,
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws(CancellationError) -> [Int] {
    try await numbers(of: filed(names)).run(workers: workers, progress: progress)
  }

  func sectionNumbers(of names: FiledNames) -> [Int] { numbers(of: names).run() }

  private func numbers<Source>(of source: Source) -> Job<SectionWork<Source>, [Int]> {
    Engine(collator: storage.primaryCollator)
      .sectionNumbers(of: source, by: storage.sectionLookup)
  }
}
