extension LocalizedIndexedCollation {
  /// Groups elements into sections by their texts, and sorts each section. Elements that collate as
  /// equal keep the order of input.
  ///
  /// ```swift
  /// collation.sections(of: people, by: \.name)
  /// collation.sections(of: people, by: \.family, \.given, hidingEmpty: true)
  /// collation.sections(of: people, by: \.reading)   // たなか for 田中
  /// ```
  ///
  /// - Parameters:
  ///   - elements: The elements to group.
  ///   - text: The text of an element, asked for once: a closure or a key path. It need not be the
  ///     text that is shown.
  ///   - furtherTexts: The texts that decide where the letters of the first text are equal.
  ///   - hidesEmptySections: Whether sections without rows are left out.
  /// - Throws: What the closures throw.
  /// - Complexity: O(*n* log *n*) in the elements.
  public func sections<Element, Failure: Error>(
    of elements: some Sequence<Element>, by text: (Element) throws(Failure) -> String,
    _ furtherTexts: (Element) throws(Failure) -> String...,
    hidingEmpty hidesEmptySections: Bool = false
  ) throws(Failure) -> SectionedCollection<Element> {
    let elements = Array(elements)
    let names = try filed(elements, by: text, furtherTexts)
    return sectioned(elements, partition(names).run(), hidesEmptySections)
  }

  /// Groups elements into sections by their texts, and sorts each section, by several tasks.
  ///
  /// - Parameters:
  ///   - elements: The elements to group.
  ///   - text: The text of an element, asked for once: a closure or a key path.
  ///   - furtherTexts: The texts that decide where the letters of the first text are equal.
  ///   - hidesEmptySections: Whether sections without rows are left out.
  ///   - workers: The number of tasks that share the work. The caller's own task asks for the texts
  ///     and puts the elements in their order.
  ///   - progress: Told from time to time, by any of the tasks, how many elements have their keys.
  /// - Throws: What the closures throw, and `CancellationError` if the calling task is cancelled.
  /// - Complexity: As ``sections(of:by:_:hidingEmpty:)``.
  nonisolated(nonsending) public func sections<Element>(
    of elements: some Sequence<Element>, by text: (Element) throws -> String,
    _ furtherTexts: (Element) throws -> String..., hidingEmpty hidesEmptySections: Bool = false,
    workers: WorkerCount, progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws -> SectionedCollection<Element> {
    let elements = Array(elements)
    let names = try filed(elements, by: text, furtherTexts)
    let partition = try await partition(names).run(workers: workers, progress: progress)
    return sectioned(elements, partition, hidesEmptySections)
  }

  /// Groups names into sections and sorts each section.
  ///
  /// - Complexity: O(*n* log *n*) in the names.
  public func sections(
    of names: some Sequence<String>, hidingEmpty hidesEmptySections: Bool = false
  ) -> SectionedCollection<String> {
    if filing != nil { return sections(of: names, by: { $0 }, hidingEmpty: hidesEmptySections) }
    let names = StringNames(strings: Array(names))
    return sectioned(names.strings, partition(names).run(), hidesEmptySections)
  }

  /// Groups names into sections and sorts each section, by several tasks.
  ///
  /// - Parameters:
  ///   - names: The names to group.
  ///   - hidesEmptySections: Whether sections without rows are left out.
  ///   - workers: The number of tasks that share the work. The caller's own task puts the names in
  ///     their order.
  ///   - progress: Told from time to time, by any of the tasks, how many names have their keys.
  /// - Throws: `CancellationError` if the calling task is cancelled.
  /// - Complexity: O(*n* log *n*) in the names.
  nonisolated(nonsending) public func sections(
    of names: some Sequence<String>, hidingEmpty hidesEmptySections: Bool = false,
    workers: WorkerCount, progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws(CancellationError) -> SectionedCollection<String> {
    if filing != nil {
      let names = Array(names)
      let partition = try await partition(filed(names, by: { $0 }, []))
        .run(workers: workers, progress: progress)
      return sectioned(names, partition, hidesEmptySections)
    }
    let names = StringNames(strings: Array(names))
    let partition = try await partition(names).run(workers: workers, progress: progress)
    return sectioned(names.strings, partition, hidesEmptySections)
  }

  /// Groups records into sections and sorts each section. The rows are the numbers of the records.
  ///
  /// - Complexity: As ``Collator/sortedIndices(of:descending:)``.
  public func sections(
    of records: UTF8Records, hidingEmpty hidesEmptySections: Bool = false
  ) -> SectionedCollection<Int> {
    sectioned(partition(filed(records)).run(), hidesEmptySections)
  }

  /// Groups records into sections and sorts each section, by several tasks. The rows are the
  /// numbers of the records.
  ///
  /// ```swift
  /// let count = records.count
  /// let sections = try await collation.sections(of: records, workers: .allCores) { done in
  ///   print("\(done) of \(count)")
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - records: The records to group.
  ///   - hidesEmptySections: Whether sections without rows are left out.
  ///   - workers: The number of tasks that share the work.
  ///   - progress: Told from time to time, by any of the tasks, how many records have their keys.
  /// - Throws: `CancellationError` if the calling task is cancelled.
  /// - Complexity: As ``Collator/sortedIndices(of:descending:)``.
  nonisolated(nonsending) public func sections(
    of records: UTF8Records, hidingEmpty hidesEmptySections: Bool = false, workers: WorkerCount,
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws(CancellationError) -> SectionedCollection<Int> {
    sectioned(
      try await partition(filed(records)).run(workers: workers, progress: progress),
      hidesEmptySections)
  }

  /// Groups elements into sections by the parts of their names, and sorts each section.
  ///
  /// ```swift
  /// collation.sections(of: people, filedBy: { NameParts($0.name, reading: $0.reading) })
  /// ```
  ///
  /// Names whose filed texts collate as equal are ordered by what is shown, then by the order of
  /// input.
  ///
  /// - Parameters:
  ///   - elements: The elements to group.
  ///   - parts: The parts of an element's name, asked for once: a closure or a key path.
  ///   - hidesEmptySections: Whether sections without rows are left out.
  /// - Throws: What `parts` throws.
  /// - Complexity: O(*n* log *n*) in the elements.
  public func sections<Element, Failure: Error>(
    of elements: some Sequence<Element>, filedBy parts: (Element) throws(Failure) -> NameParts,
    hidingEmpty hidesEmptySections: Bool = false
  ) throws(Failure) -> SectionedCollection<Element> {
    let elements = Array(elements)
    let names = filed(try NameColumns(of: elements, by: parts))
    return sectioned(elements, partition(names).run(), hidesEmptySections)
  }

  /// Groups names into sections by their parts, and sorts each section. The rows are the numbers of
  /// the names.
  ///
  /// - Complexity: O(*n* log *n*) in the names.
  public func sections(
    of names: NameColumns, hidingEmpty hidesEmptySections: Bool = false
  ) -> SectionedCollection<Int> {
    sectioned(partition(filed(names)).run(), hidesEmptySections)
  }

  /// Groups names into sections by their parts, and sorts each section, by several tasks. The rows
  /// are the numbers of the names.
  ///
  /// - Parameters:
  ///   - names: The parts of the names.
  ///   - hidesEmptySections: Whether sections without rows are left out.
  ///   - workers: The number of tasks that share the work. The caller's own task files the names.
  ///   - progress: Told from time to time, by any of the tasks, how many names have their keys.
  /// - Throws: `CancellationError` if the calling task is cancelled.
  /// - Complexity: O(*n* log *n*) in the names.
  nonisolated(nonsending) public func sections(
    of names: NameColumns, hidingEmpty hidesEmptySections: Bool = false, workers: WorkerCount,
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws(CancellationError) -> SectionedCollection<Int> {
    sectioned(
      try await partition(filed(names)).run(workers: workers, progress: progress),
      hidesEmptySections)
  }

  private func partition<Source>(_ source: Source) -> Job<OrderWork<Source>, Partition> {
    Engine(collator: collator).partition(source, by: storage.sectionLookup)
  }

  private func sectioned<Element>(
    _ elements: [Element], _ partition: Partition, _ hidesEmptySections: Bool
  ) -> SectionedCollection<Element> {
    SectionedCollection(
      rows: elements.permuted(by: partition.order),
      outline: SectionOutline(
        counts: partition.counts, for: self, hidesEmptySections: hidesEmptySections))
  }

  private func sectioned(
    _ partition: Partition, _ hidesEmptySections: Bool
  ) -> SectionedCollection<Int> {
    SectionedCollection(
      rows: partition.order,
      outline: SectionOutline(
        counts: partition.counts, for: self, hidesEmptySections: hidesEmptySections))
  }
}
