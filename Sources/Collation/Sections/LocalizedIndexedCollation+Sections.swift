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
    let (order, counts) = names.withNames { partition($0, progress: { _ in }) }
    return SectionedCollection(
      rows: elements.permuted(by: order), counts: counts, collation: self)
  }

  /// Groups names into sections and sorts each section.
  ///
  /// - Complexity: O(*n* log *n*) in the names.
  public func sections(of names: some Sequence<String>) -> SectionedCollection<String> {
    sections(of: names, by: { $0 })
  }

  /// Groups records into sections and sorts each section. The rows are the numbers of the records.
  ///
  /// - Complexity: O(*n* log *n*) in the records.
  public func sections(of records: UTF8Records) -> SectionedCollection<Int> {
    sections(of: records, progress: { _ in })
  }

  /// As `sections(of:)`; it tells how many records are done.
  package func sections(
    of records: UTF8Records, progress: (Int) -> Void
  ) -> SectionedCollection<Int> {
    let (order, counts) = records.withNames { partition($0, progress: progress) }
    return SectionedCollection(rows: order, counts: counts, collation: self)
  }

  /// The number of the section of each record, in the order of input.
  ///
  /// - Complexity: O(*n*) in the records.
  public func sectionNumbers(of records: UTF8Records) -> [Int] {
    sectionNumbers(of: records, progress: { _ in })
  }

  /// As `sectionNumbers(of:)`; it tells how many records are done.
  package func sectionNumbers(of records: UTF8Records, progress: (Int) -> Void) -> [Int] {
    records.withNames { names in
      if let table = collator.primaryTable(for: names.count) {
        let sections = BatchSections(of: names, storage.sectionLookup, table)
        sections.finish(progress: progress)
        return sections.numbers
      }
      let keys = storage.primaryCollator.sortKeys(of: names, progress: progress)
      return (0..<keys.count).map { storage.section(ofKey: keys.key($0)) }
    }
  }

  /// The numbers of the names in the order of the list, and how many lie in each section.
  private func partition(
    _ names: some BatchNames, progress: (Int) -> Void
  ) -> (order: [Int], counts: [Int]) {
    guard let table = collator.primaryTable(for: names.count) else {
      return partition(collator.sortKeys(of: names, progress: progress))
    }
    let batch = collator.batchOrder(of: names, table, descending: false)
    batch.finish(progress: progress)
    // The names behind a boundary are a piece of one section, which may have several.
    var sections = [[Range<Int>]](repeating: [], count: sectionTitles.count)
    for (boundary, places) in batch.pieces(storage.sectionLookup, table) {
      sections[storage.sectionLookup.boundaries[boundary].section].append(places)
    }
    var order: [Int] = []
    order.reserveCapacity(names.count)
    for places in sections.joined() { batch.appendOrder(places, to: &order) }
    return (order, sections.map { $0.reduce(0) { $0 + $1.count } })
  }

  private func partition(_ keys: SortKeyArena) -> (order: [Int], counts: [Int]) {
    let sections = (0..<keys.count).map { storage.section(ofKey: keys.key($0)) }
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
