/// Work on many names at once, synchronously or in several tasks.
extension LocalizedIndexedCollation {
  // MARK: Sections

  /// Groups names into sections and sorts each section.
  ///
  /// - Complexity: O(*n* log *n*) in the names.
  public func sections(
    of names: some Sequence<String>, hidingEmpty hidesEmptySections: Bool = false
  ) -> SectionedCollection<String> {
    let names = Array(names)
    return sections(of: names, named: NameList(names), hidingEmpty: hidesEmptySections)
  }

  /// Groups elements into sections by their texts, and sorts each section. Elements that collate as
  /// equal keep their order.
  ///
  /// ```swift
  /// collation.sections(of: people, by: \.name)
  /// collation.sections(of: people, by: \.family, \.given, hidingEmpty: true)
  /// collation.sections(of: people, by: \.reading)   // たなか for 田中
  /// ```
  ///
  /// - Parameters:
  ///   - elements: The elements to group.
  ///   - text: The text of an element, read once: a closure or a key path. It need not be the text
  ///     shown.
  ///   - furtherTexts: Texts that break ties between equal letters in the first text, as in
  ///     ``NameList/init(_:by:_:)``.
  ///   - hidesEmptySections: Whether to leave out sections without rows; by default they stay.
  /// - Throws: Whatever the closures throw.
  /// - Complexity: O(*n* log *n*) in the elements.
  public func sections<Element, Failure: Error>(
    of elements: some Sequence<Element>, by text: (Element) throws(Failure) -> String,
    _ furtherTexts: (Element) throws(Failure) -> String...,
    hidingEmpty hidesEmptySections: Bool = false
  ) throws(Failure) -> SectionedCollection<Element> {
    let elements = Array(elements)
    let names = try NameList(elements, by: text, furtherTexts)
    return sections(of: elements, named: names, hidingEmpty: hidesEmptySections)
  }

  /// Groups elements into sections by their texts, and sorts each section, in several tasks.
  ///
  /// - Parameters:
  ///   - elements: The elements to group.
  ///   - text: The text of an element, read once: a closure or a key path.
  ///   - furtherTexts: Texts that break ties between equal letters in the first text.
  ///   - hidesEmptySections: Whether to leave out sections without rows; by default they stay.
  ///   - workers: The number of tasks that share the work. The caller's own task reads the texts
  ///     and puts the elements in order.
  ///   - progress: Called now and then, from any of the tasks, with the number of keys done.
  /// - Throws: Whatever the closures throw, and `CancellationError` if the calling task is
  ///   canceled.
  /// - Complexity: As for ``sections(of:by:_:hidingEmpty:)``.
  nonisolated(nonsending) public func sections<Element>(
    of elements: some Sequence<Element>, by text: (Element) throws -> String,
    _ furtherTexts: (Element) throws -> String..., hidingEmpty hidesEmptySections: Bool = false,
    workers: WorkerCount, progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws -> SectionedCollection<Element> {
    let elements = Array(elements)
    let names = try await NameList.inTurns(elements, by: text, furtherTexts)
    let partition = try await partition(names).run(workers: workers, progress: progress)
    let rows = try await elements.permuted(inTurnsBy: partition.order)
    return sectioned(rows, partition, hidesEmptySections)
  }

  /// Groups names into sections and sorts each section. The rows are the indices of the names.
  ///
  /// - Complexity: As for ``Collator/sortedIndices(of:descending:)``.
  public func sections(
    of names: NameList, hidingEmpty hidesEmptySections: Bool = false
  ) -> SectionedCollection<Int> {
    let partition = partition(names).run()
    return sectioned(partition.order, partition, hidesEmptySections)
  }

  /// Groups names into sections and sorts each section, in several tasks. The rows are the indices
  /// of the names.
  ///
  /// ```swift
  /// let count = names.count
  /// let list = NameList(names)
  /// let sections = try await collation.sections(of: list, workers: .allCores) { done in
  ///   print("\(done) of \(count)")
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - names: The names to group.
  ///   - hidesEmptySections: Whether to leave out sections without rows; by default they stay.
  ///   - workers: The number of tasks that share the work.
  ///   - progress: Called now and then, from any of the tasks, with the number of keys done.
  /// - Throws: `CancellationError` if the calling task is canceled.
  /// - Complexity: As for ``Collator/sortedIndices(of:descending:)``.
  nonisolated(nonsending) public func sections(
    of names: NameList, hidingEmpty hidesEmptySections: Bool = false, workers: WorkerCount,
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws(CancellationError) -> SectionedCollection<Int> {
    let partition = try await partition(names).run(workers: workers, progress: progress)
    return sectioned(partition.order, partition, hidesEmptySections)
  }

  /// Returns the indices of the names in list order, found by several threads.
  package func listOrder(of names: NameList, threads: Int) -> [Int] {
    partition(names).run(threads: threads).order
  }

  package func sections<Element>(
    of elements: [Element], named names: NameList, hidingEmpty hidesEmptySections: Bool
  ) -> SectionedCollection<Element> {
    let partition = partition(names).run()
    return sectioned(elements.permuted(by: partition.order), partition, hidesEmptySections)
  }

  private func partition(_ names: NameList) -> Job<Partition> {
    Engine(collator: collator).partition(names, by: storage.sectionLookup)
  }

  private func sectioned<Row>(
    _ rows: [Row], _ partition: Partition, _ hidesEmptySections: Bool
  ) -> SectionedCollection<Row> {
    SectionedCollection(
      rows: rows,
      outline: SectionOutline(
        counts: partition.counts, for: self, hidesEmptySections: hidesEmptySections))
  }

  // MARK: Section numbers

  /// Returns the section number of each name, in input order.
  ///
  /// - Complexity: O(*n*) in the names.
  public func sectionNumbers(of names: NameList) -> [Int] { numbers(of: names).run() }

  /// Returns the section number of each name, found by several tasks.
  ///
  /// - Parameters:
  ///   - names: The names.
  ///   - workers: The number of tasks that share the work.
  ///   - progress: Called now and then, from any of the tasks, with the number of names done.
  /// - Throws: `CancellationError` if the calling task is canceled.
  /// - Complexity: O(*n*) in the names.
  nonisolated(nonsending) public func sectionNumbers(
    of names: NameList, workers: WorkerCount,
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws(CancellationError) -> [Int] {
    try await numbers(of: names).run(workers: workers, progress: progress)
  }

  private func numbers(of names: NameList) -> Job<[Int]> {
    Engine(collator: storage.sectionCollator).sectionNumbers(of: names, by: storage.sectionLookup)
  }

  // MARK: List keys

  /// Returns the list keys of names, in the order of the names. ICU: `ucol_getSortKey`
  ///
  /// ```swift
  /// for key in collation.listKeys(of: NameList(names)) {
  ///   database.insert(key.bytes)
  /// }
  /// ```
  ///
  /// - Complexity: O(*n*) in the UTF-8 bytes.
  public func listKeys(of names: NameList) -> KeyArray<ListKey> {
    KeyArray(keys(of: names).run())
  }

  /// Returns the list keys of names, computed in several tasks. ICU: `ucol_getSortKey`
  ///
  /// - Parameters:
  ///   - names: The names.
  ///   - workers: The number of tasks that share the work.
  ///   - progress: Called now and then, from any of the tasks, with the number of keys done.
  /// - Throws: `CancellationError` if the calling task is canceled.
  /// - Complexity: O(*n*) in the UTF-8 bytes.
  nonisolated(nonsending) public func listKeys(
    of names: NameList, workers: WorkerCount,
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws(CancellationError) -> KeyArray<ListKey> {
    KeyArray(try await keys(of: names).run(workers: workers, progress: progress))
  }

  private func keys(of names: NameList) -> Job<KeyList> {
    Engine(collator: collator).keys(of: names, by: storage.sectionLookup)
  }
}

extension LocalizedIndexedCollation {
  /// Unavailable: use the overload with `by:`, which tells what text to collate.
  @available(
    *, unavailable, message: "specify the text to collate: sections(of: people, by: \\.name)"
  )
  public func sections<Element>(
    of elements: some Sequence<Element>, hidingEmpty hidesEmptySections: Bool = false
  ) -> SectionedCollection<Element> { fatalError() }
}
