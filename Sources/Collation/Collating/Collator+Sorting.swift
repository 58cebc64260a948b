extension Collator {
  /// The strings in order. Strings that collate as equal keep the order of input.
  ///
  /// ```swift
  /// let german = try Collator(locale: "de")
  /// german.sorted(["Zander", "Äpfel", "Apfel"])  // ["Apfel", "Äpfel", "Zander"]
  /// ```
  ///
  /// - Parameters:
  ///   - strings: The strings to sort.
  ///   - descending: Whether the order is reversed. Equal strings still keep the order of input.
  /// - Complexity: O(*n* log *n*) in the strings.
  public func sorted<Text: StringProtocol>(
    _ strings: some Sequence<Text>, descending: Bool = false
  ) -> [Text] {
    let strings = Array(strings)
    guard let names = StringNames(strings) else {
      return sorted(strings, by: { String($0) }, descending: descending)
    }
    let order = Engine(collator: self).order(of: names, descending: descending).run()
    return names.permuted(by: order, as: Text.self)
  }

  /// The strings in order, sorted by several tasks. Strings that collate as equal keep the order of
  /// input.
  ///
  /// - Parameters:
  ///   - strings: The strings to sort.
  ///   - descending: Whether the order is reversed. Equal strings still keep the order of input.
  ///   - workers: The number of tasks that share the work. The caller's own task puts the strings
  ///     in their order.
  ///   - progress: Told from time to time, by any of the tasks, how many strings have their keys.
  /// - Throws: `CancellationError` if the calling task is cancelled.
  /// - Complexity: O(*n* log *n*) in the strings.
  nonisolated(nonsending) public func sorted(
    _ strings: some Sequence<String>, descending: Bool = false, workers: WorkerCount,
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws(CancellationError) -> [String] {
    let names = StringNames(strings: Array(strings))
    let order = try await Engine(collator: self).order(of: names, descending: descending)
      .run(workers: workers, progress: progress)
    return names.strings.permuted(by: order)
  }

  /// The elements in the order of their texts. Elements that collate as equal keep the order of
  /// input.
  ///
  /// ```swift
  /// collator.sorted(people, by: \.name)
  /// collator.sorted(people, by: \.family, \.given)
  /// ```
  ///
  /// Several texts are compared level by level (UTS #10, 1.6 Merging Sort Keys): first the letters
  /// of each text in turn, then the accents of each, then their case. An empty text is left out.
  ///
  /// - Parameters:
  ///   - elements: The elements to sort.
  ///   - text: The text of an element, asked for once: a closure or a key path.
  ///   - furtherTexts: The texts that decide where the letters of the first text are equal.
  ///   - descending: Whether the order is reversed. Equal elements still keep the order of input.
  /// - Throws: What the closures throw.
  /// - Complexity: O(*n* log *n*) in the elements. ICU makes the keys of elements with several
  ///   texts.
  public func sorted<Element, Failure: Error>(
    _ elements: some Sequence<Element>, by text: (Element) throws(Failure) -> String,
    _ furtherTexts: (Element) throws(Failure) -> String..., descending: Bool = false
  ) throws(Failure) -> [Element] {
    let elements = Array(elements)
    let records = try UTF8Records(of: elements, by: text, furtherTexts)
    return elements.permuted(by: sortedIndices(of: records, descending: descending))
  }

  /// The elements in the order of their texts, sorted by several tasks.
  ///
  /// - Parameters:
  ///   - elements: The elements to sort.
  ///   - text: The text of an element, asked for once: a closure or a key path.
  ///   - furtherTexts: The texts that decide where the letters of the first text are equal.
  ///   - descending: Whether the order is reversed. Equal elements still keep the order of input.
  ///   - workers: The number of tasks that share the work. The caller's own task asks for the texts
  ///     and puts the elements in their order.
  ///   - progress: Told from time to time, by any of the tasks, how many elements have their keys.
  /// - Throws: What the closures throw, and `CancellationError` if the calling task is cancelled.
  /// - Complexity: As ``sorted(_:by:_:descending:)``.
  nonisolated(nonsending) public func sorted<Element>(
    _ elements: some Sequence<Element>, by text: (Element) throws -> String,
    _ furtherTexts: (Element) throws -> String..., descending: Bool = false, workers: WorkerCount,
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws -> [Element] {
    let elements = Array(elements)
    let records = try UTF8Records(of: elements, by: text, furtherTexts)
    let order = try await sortedIndices(
      of: records, descending: descending, workers: workers, progress: progress)
    return elements.permuted(by: order)
  }

  /// The numbers of the records in order. Records that collate as equal keep the order of input.
  ///
  /// - Parameters:
  ///   - records: The records, which stay where they are.
  ///   - descending: Whether the order is reversed. Equal records still keep the order of input.
  /// - Complexity: O(*n* log *n*) in the records. The work takes 29 bytes a record beside input and
  ///   result, 24 more for each of the most records that agree in their first 11 bits of letters,
  ///   and more only for many that agree in 127 bits, some 28 letters.
  public func sortedIndices(of records: UTF8Records, descending: Bool = false) -> [Int] {
    Engine(collator: self).order(of: records, descending: descending).run()
  }

  /// The numbers of the records in order, found by several tasks.
  ///
  /// ```swift
  /// let order = try await collator.sortedIndices(of: records, workers: .allCores)
  /// ```
  ///
  /// - Parameters:
  ///   - records: The records, which stay where they are.
  ///   - descending: Whether the order is reversed. Equal records still keep the order of input.
  ///   - workers: The number of tasks that share the work.
  ///   - progress: Told from time to time, by any of the tasks, how many records have their keys.
  /// - Throws: `CancellationError` if the calling task is cancelled.
  /// - Complexity: As ``sortedIndices(of:descending:)``.
  nonisolated(nonsending) public func sortedIndices(
    of records: UTF8Records, descending: Bool = false, workers: WorkerCount,
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws(CancellationError) -> [Int] {
    try await Engine(collator: self).order(of: records, descending: descending)
      .run(workers: workers, progress: progress)
  }
}
