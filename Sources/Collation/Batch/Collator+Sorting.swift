internal import Synchronization

extension Collator {
  /// The strings in order. Strings that collate as equal keep the order of input.
  ///
  /// ```swift
  /// try Collator(locale: "de").sorted(["Zander", "Äpfel", "Apfel"])  // ["Apfel", "Äpfel", "Zander"]
  /// ```
  ///
  /// - Parameters:
  ///   - strings: What is sorted.
  ///   - descending: Whether the order is reversed; equal strings still keep the order of input.
  /// - Complexity: O(*n* log *n*) in the strings.
  public func sorted<Text: StringProtocol>(
    _ strings: some Sequence<Text>, descending: Bool = false
  ) -> [Text] {
    let strings = Array(strings)
    guard Text.self == String.self else {
      return sorted(strings, by: { String($0) }, descending: descending)
    }
    // The types are the same; a cast would look at each element.
    let names = unsafe unsafeBitCast(strings, to: [String].self)
    let order = order(ofNames: StringNames(strings: names), descending: descending)
    return unsafe unsafeBitCast(names.permuted(by: order), to: [Text].self)
  }

  /// The elements in the order of a string of theirs. Elements that collate as equal keep the order of
  /// input.
  ///
  /// ```swift
  /// collator.sorted(people, by: \.name)
  /// ```
  ///
  /// - Parameters:
  ///   - elements: What is sorted.
  ///   - key: The string of an element, asked for once: a closure or a key path.
  ///   - descending: Whether the order is reversed; equal elements still keep the order of input.
  /// - Throws: What `key` throws.
  /// - Complexity: O(*n* log *n*) in the elements.
  public func sorted<Element, Failure: Error>(
    _ elements: some Sequence<Element>, by key: (Element) throws(Failure) -> String,
    descending: Bool = false
  ) throws(Failure) -> [Element] {
    let elements = Array(elements)
    var names = NameArena(capacity: elements.count)
    for element in elements { names.append(try key(element)) }
    return elements.permuted(by: order(ofNames: names, descending: descending))
  }

  /// As ``sorted(_:by:descending:)``, by several tasks.
  ///
  /// The keys are asked for, and the elements put in their order, by the caller's own task.
  ///
  /// - Parameters:
  ///   - elements: What is sorted.
  ///   - key: The string of an element, asked for once: a closure or a key path.
  ///   - descending: Whether the order is reversed; equal elements still keep the order of input.
  ///   - workers: How many tasks share the work.
  ///   - progress: Told from time to time, by any of the tasks, how many elements have their keys.
  /// - Throws: What `key` throws, and `CancellationError` where the calling task is cancelled.
  nonisolated(nonsending) public func sorted<Element>(
    _ elements: some Sequence<Element>, by key: (Element) throws -> String,
    descending: Bool = false, workers: WorkerCount,
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws -> [Element] {
    let elements = Array(elements)
    var names = NameArena(capacity: elements.count)
    for element in elements { names.append(try key(element)) }
    let numbers = try await order(
      ofNames: names, descending: descending, workers: workers, progress: progress)
    return elements.permuted(by: numbers)
  }

  /// The numbers of the records in order. Records that collate as equal keep the order of input.
  ///
  /// - Parameters:
  ///   - records: What is sorted; it stays where it is.
  ///   - descending: Whether the order is reversed; equal records still keep the order of input.
  /// - Complexity: O(*n* log *n*) in the records. It takes 33 bytes a record on top of input and result,
  ///   and more only for many records that agree in their first 127 bits of letters, some 28 letters.
  public func order(of records: UTF8Records, descending: Bool = false) -> [Int] {
    order(ofNames: records, descending: descending)
  }

  /// As ``order(of:descending:)``, by several tasks.
  ///
  /// ```swift
  /// let order = try await collator.order(of: records, workers: .allCores)
  /// ```
  ///
  /// - Parameters:
  ///   - records: What is sorted; it stays where it is.
  ///   - descending: Whether the order is reversed; equal records still keep the order of input.
  ///   - workers: How many tasks share the work.
  ///   - progress: Told from time to time, by any of the tasks, how many records have their keys.
  /// - Throws: `CancellationError` where the calling task is cancelled.
  nonisolated(nonsending) public func order(
    of records: UTF8Records, descending: Bool = false, workers: WorkerCount,
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws(CancellationError) -> [Int] {
    try await order(
      ofNames: records, descending: descending, workers: workers, progress: progress)
  }

  private func order(ofNames source: some BatchSource, descending: Bool) -> [Int] {
    guard let table = sortingTable(for: source.count) else {
      return orderByICU(source, descending: descending)
    }
    let batch = batchOrder(of: source, table, descending: descending)
    batch.finish()
    return batch.order
  }

  nonisolated(nonsending) private func order(
    ofNames source: some BatchSource, descending: Bool, workers: WorkerCount,
    progress: @escaping @Sendable (Int) -> Void
  ) async throws(CancellationError) -> [Int] {
    guard let table = sortingTable(for: source.count) else {
      if Task.isCancelled { throw CancellationError() }
      defer { progress(source.count) }
      return orderByICU(source, descending: descending)
    }
    let batch = batchOrder(of: source, table, descending: descending)
    try await batch.finish(workers: workers, progress: progress)
    return batch.order
  }

  private func sortingTable(for count: Int) -> PrimaryTable? {
    count < Self.fewNames ? nil : primaryTable(for: count)
  }

  private func orderByICU(_ source: some BatchSource, descending: Bool) -> [Int] {
    source.count < Self.fewNames
      ? orderByComparing(source, descending: descending)
      : sortKeys(ofNames: source).order(descending: descending)
  }

  private func orderByComparing(_ source: some BatchSource, descending: Bool) -> [Int] {
    source.withNames { names in
      (0..<source.count).sorted { left, right in
        let result = unsafe names.withName(left) { leftName in
          unsafe names.withName(right) { rightName in
            unsafe compare(utf8: Span(_unsafeElements: leftName), Span(_unsafeElements: rightName))
          }
        }
        return result == .equal ? left < right : result == (descending ? .greater : .less)
      }
    }
  }

  /// The order of names by a table, in a code that suits them where they are many.
  func batchOrder<Source: BatchSource>(
    of source: Source, _ table: PrimaryTable, descending: Bool
  ) -> BatchOrder<Source> {
    let keyTable =
      source.count < Self.manyNamesToRecode ? .plain(table) : KeyTable(for: source, table)
    return BatchOrder(of: source, by: self, keyTable, descending: descending)
  }

  /// The primary weights of characters, where they are worth their cost: half a millisecond, and less
  /// than a tenth of one for each 128 characters that occur. `nil` before the collator has seen so many
  /// names, and where ICU does not list its contexts; ICU then makes every key.
  func primaryTable(for count: Int) -> PrimaryTable? {
    guard count > 0, count < UInt32.max else { return nil }
    let request = storage.request.atPrimaryStrength
    if let table = Self.tables.value(for: request) { return table }
    let seen = storage.batchNames.wrappingAdd(count, ordering: .relaxed).newValue
    if seen < Self.manyNames { return nil }
    return try? Self.tables.value(for: request) {
      PrimaryTable(try PrimarySource(Collator(request)))
    }
  }

  /// As many as there are collators in their cache. A table takes some 150 kilobytes, and one more for each
  /// 128 characters that occur.
  static let tables = BoundedCache<Request, PrimaryTable>(capacity: 256)

  /// To compare fewer names takes ICU no longer than to make their keys, by a table or without.
  private static let fewNames = 8
  /// To sort so many names without a table takes as long as to make one.
  private static let manyNames = 1_000
  /// To sort so many names in the code of their bytes takes as long as to find a better one.
  private static let manyNamesToRecode = 20_000
}
