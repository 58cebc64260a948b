extension LocalizedIndexedCollation {
  /// Groups elements into sections, by a string of theirs, and sorts each section.
  ///
  /// ```swift
  /// collation.sections(of: people, by: \.name)
  /// collation.sections(of: people, by: \.reading)   // たなか for 田中
  /// ```
  ///
  /// The string need not be the one that is shown. Elements that collate as equal keep the order of
  /// input.
  ///
  /// - Parameters:
  ///   - elements: What is grouped.
  ///   - key: The string of an element, asked for once: a closure or a key path.
  /// - Throws: What `key` throws.
  /// - Complexity: O(*n* log *n*) in the elements.
  public func sections<Element, Failure: Error>(
    of elements: some Sequence<Element>, by key: (Element) throws(Failure) -> String
  ) throws(Failure) -> SectionedCollection<Element> {
    let elements = Array(elements)
    var names = NameArena(capacity: elements.count)
    for element in elements { names.append(try key(element)) }
    return sectioned(elements, partition(names))
  }

  /// As ``sections(of:by:)``, by several tasks.
  ///
  /// The keys are asked for, and the elements put in their order, by the caller's own task.
  ///
  /// - Parameters:
  ///   - elements: What is grouped.
  ///   - key: The string of an element, asked for once: a closure or a key path.
  ///   - workers: How many tasks share the work.
  ///   - progress: Told from time to time, by any of the tasks, how many elements have their keys.
  /// - Throws: What `key` throws, and `CancellationError` where the calling task is cancelled.
  nonisolated(nonsending) public func sections<Element>(
    of elements: some Sequence<Element>, by key: (Element) throws -> String,
    workers: WorkerCount, progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws -> SectionedCollection<Element> {
    let elements = Array(elements)
    var names = NameArena(capacity: elements.count)
    for element in elements { names.append(try key(element)) }
    return sectioned(
      elements, try await partition(names, workers: workers, progress: progress))
  }

  private func sectioned<Element>(
    _ elements: [Element], _ partition: Partition
  ) -> SectionedCollection<Element> {
    SectionedCollection(
      rows: elements.permuted(by: partition.order), counts: partition.counts, collation: self)
  }

  /// Groups names into sections and sorts each section.
  ///
  /// - Complexity: O(*n* log *n*) in the names.
  public func sections(of names: some Sequence<String>) -> SectionedCollection<String> {
    let names = StringNames(strings: Array(names))
    return sectioned(names.strings, partition(names))
  }

  /// As ``sections(of:)-(Sequence<String>)``, by several tasks.
  ///
  /// - Parameters:
  ///   - names: What is grouped.
  ///   - workers: How many tasks share the work; the names are put in their order by the caller's own.
  ///   - progress: Told from time to time, by any of the tasks, how many names have their keys.
  /// - Throws: `CancellationError` where the calling task is cancelled.
  nonisolated(nonsending) public func sections(
    of names: some Sequence<String>, workers: WorkerCount,
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws(CancellationError) -> SectionedCollection<String> {
    let names = StringNames(strings: Array(names))
    return sectioned(
      names.strings, try await partition(names, workers: workers, progress: progress))
  }

  /// Groups records into sections and sorts each section. The rows are the numbers of the records.
  ///
  /// - Complexity: As ``Collator/order(of:descending:)``.
  public func sections(of records: UTF8Records) -> SectionedCollection<Int> {
    let partition = partition(records)
    return SectionedCollection(
      rows: partition.order, counts: partition.counts, collation: self)
  }

  /// As ``sections(of:)-(UTF8Records)``, by several tasks.
  ///
  /// ```swift
  /// let count = records.count
  /// let sections = try await collation.sections(of: records, workers: .allCores) { done in
  ///   print("\(done) of \(count)")
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - records: What is grouped.
  ///   - workers: How many tasks share the work.
  ///   - progress: Told from time to time, by any of the tasks, how many records have their keys.
  /// - Throws: `CancellationError` where the calling task is cancelled.
  nonisolated(nonsending) public func sections(
    of records: UTF8Records, workers: WorkerCount,
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws(CancellationError) -> SectionedCollection<Int> {
    let partition = try await partition(records, workers: workers, progress: progress)
    return SectionedCollection(
      rows: partition.order, counts: partition.counts, collation: self)
  }

  /// The number of the section of each record, in the order of input.
  ///
  /// - Complexity: O(*n*) in the records.
  public func sectionNumbers(of records: UTF8Records) -> [Int] {
    guard let table = collator.primaryTable(for: records.count) else {
      return sectionNumbersByICU(of: records)
    }
    return BatchSections.numbers(of: records, storage.sectionLookup, table)
  }

  private func sectionNumbersByICU(of records: UTF8Records) -> [Int] {
    storage.primaryCollator.sortKeys(of: records).map(storage.section(ofKey:))
  }

  /// As ``sectionNumbers(of:)``, by several tasks.
  ///
  /// - Parameters:
  ///   - records: Whose sections are found.
  ///   - workers: How many tasks share the work.
  ///   - progress: Told from time to time, by any of the tasks, how many records have their keys.
  /// - Throws: `CancellationError` where the calling task is cancelled.
  nonisolated(nonsending) public func sectionNumbers(
    of records: UTF8Records, workers: WorkerCount,
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws(CancellationError) -> [Int] {
    guard let table = collator.primaryTable(for: records.count) else {
      if Task.isCancelled { throw CancellationError() }
      defer { progress(records.count) }
      return sectionNumbersByICU(of: records)
    }
    return try await BatchSections.numbers(
      of: records, storage.sectionLookup, table, workers: workers, progress: progress)
  }

  /// The numbers of names in the order of the list, and how many lie in each section.
  private typealias Partition = (order: [Int], counts: [Int])

  private func partition(_ source: some BatchSource) -> Partition {
    guard let table = collator.primaryTable(for: source.count) else {
      return partition(collator.sortKeys(ofNames: source))
    }
    let batch = collator.batchOrder(of: source, table, descending: false)
    batch.finish()
    return partition(batch, table)
  }

  nonisolated(nonsending) private func partition(
    _ source: some BatchSource, workers: WorkerCount,
    progress: @escaping @Sendable (Int) -> Void
  ) async throws(CancellationError) -> Partition {
    guard let table = collator.primaryTable(for: source.count) else {
      if Task.isCancelled { throw CancellationError() }
      defer { progress(source.count) }
      return partition(collator.sortKeys(ofNames: source))
    }
    let batch = collator.batchOrder(of: source, table, descending: false)
    try await batch.finish(workers: workers, progress: progress)
    return partition(batch, table)
  }

  private func partition<Source>(_ batch: BatchOrder<Source>, _ table: PrimaryTable) -> Partition {
    // The names behind a boundary are a piece of one section, which may have several.
    var sections = [[Range<Int>]](repeating: [], count: sectionTitles.count)
    for (boundary, places) in batch.pieces(storage.sectionLookup, table) {
      sections[storage.sectionLookup.boundaries[boundary].section].append(places)
    }
    let counts = sections.map { $0.reduce(0) { $0 + $1.count } }
    return (batch.order(sections.joined()), counts)
  }

  private func partition(_ keys: SortKeys) -> Partition {
    let sections = keys.map(storage.section(ofKey:))
    var counts = [Int](repeating: 0, count: sectionTitles.count)
    for section in sections { counts[section] += 1 }
    var places = counts
    var offset = 0
    for section in places.indices {
      (places[section], offset) = (offset, offset + counts[section])
    }
    // Sorted first and dealt out to the sections after, each section stays sorted.
    var order = [Int](repeating: 0, count: keys.count)
    for index in keys.order() {
      order[places[sections[index]]] = index
      places[sections[index]] += 1
    }
    return (order, counts)
  }
}
