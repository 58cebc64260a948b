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
    let order = sortedIndices(of: NameList(names.strings), descending: descending)
    return names.permuted(by: order, as: Text.self)
  }

  /// Sorts an array of strings in place. Strings that collate as equal keep their order.
  ///
  /// - Parameters:
  ///   - strings: The strings to sort.
  ///   - descending: Whether the order is reversed.
  /// - Complexity: O(*n* log *n*) in the strings.
  public func sort(_ strings: inout [String], descending: Bool = false) {
    strings = sorted(strings, descending: descending)
  }

  /// The elements in the order of their texts. Elements that collate as equal keep the order of
  /// input.
  ///
  /// ```swift
  /// collator.sorted(people, by: \.name)
  /// collator.sorted(people, by: \.family, \.given)
  /// ```
  ///
  /// - Parameters:
  ///   - elements: The elements to sort.
  ///   - text: The text of an element, asked for once: a closure or a key path.
  ///   - furtherTexts: The texts that decide where the letters of the first text are equal, as
  ///     ``NameList/init(_:by:_:)`` takes them.
  ///   - descending: Whether the order is reversed. Equal elements still keep the order of input.
  /// - Throws: What the closures throw.
  /// - Complexity: O(*n* log *n*) in the elements.
  public func sorted<Element, Failure: Error>(
    _ elements: some Sequence<Element>, by text: (Element) throws(Failure) -> String,
    _ furtherTexts: (Element) throws(Failure) -> String..., descending: Bool = false
  ) throws(Failure) -> [Element] {
    let elements = Array(elements)
    let names = try NameList(elements, by: text, furtherTexts)
    return elements.permuted(by: sortedIndices(of: names, descending: descending))
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
    let names = try NameList(elements, by: text, furtherTexts)
    let order = try await sortedIndices(
      of: names, descending: descending, workers: workers, progress: progress)
    return elements.permuted(by: order)
  }

  /// The numbers of the names in order. Names that collate as equal are ordered by what is shown,
  /// and then keep the order of input.
  ///
  /// - Parameters:
  ///   - names: The names, which stay where they are.
  ///   - descending: Whether the order is reversed. Equal names still keep the order of input.
  /// - Complexity: O(*n* log *n*) in the names. The work takes 29 bytes a name beside input and
  ///   result, 24 more for each of the most names that agree in their first 11 bits of letters, and
  ///   more only for many that agree in 127 bits, some 28 letters.
  public func sortedIndices(of names: NameList, descending: Bool = false) -> [Int] {
    Engine(collator: self).order(of: names, in: descending ? .descending : .ascending).run()
  }

  /// The numbers of the names in order, found by several tasks.
  ///
  /// ```swift
  /// let order = try await collator.sortedIndices(of: NameList(names), workers: .allCores)
  /// ```
  ///
  /// - Parameters:
  ///   - names: The names, which stay where they are.
  ///   - descending: Whether the order is reversed. Equal names still keep the order of input.
  ///   - workers: The number of tasks that share the work.
  ///   - progress: Told from time to time, by any of the tasks, how many names have their keys.
  /// - Throws: `CancellationError` if the calling task is cancelled.
  /// - Complexity: As ``sortedIndices(of:descending:)``.
  nonisolated(nonsending) public func sortedIndices(
    of names: NameList, descending: Bool = false, workers: WorkerCount,
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws(CancellationError) -> [Int] {
    try await Engine(collator: self).order(of: names, in: descending ? .descending : .ascending)
      .run(workers: workers, progress: progress)
  }
}

extension Sequence where Element: StringProtocol {
  /// The strings in a collator's order. Strings that collate as equal keep the order of input.
  ///
  /// ```swift
  /// ["Zander", "Äpfel", "Apfel"].sorted(by: try Collator(locale: "de"))
  /// ```
  ///
  /// - Complexity: O(*n* log *n*) in the strings.
  public func sorted(by collator: Collator) -> [Element] { collator.sorted(self) }
}
