extension Collator {
  /// Returns the strings in order. Strings that collate as equal keep their order.
  ///
  /// ```swift
  /// let german = try Collator(locale: "de")
  /// german.sorted(["Zander", "Äpfel", "Apfel"])  // ["Apfel", "Äpfel", "Zander"]
  /// ```
  ///
  /// - Parameters:
  ///   - strings: The strings to sort.
  ///   - descending: Whether to sort in descending order. The sort is stable either way.
  /// - Complexity: O(*n* log *n*) in the strings, whose UTF-8 bytes are copied for the duration of
  ///   the call.
  public func sorted<Text: StringProtocol>(
    _ strings: some Sequence<Text>, descending: Bool = false
  ) -> [Text] {
    let texts = Array(strings)
    // Moving strings by their generic type would take longer.
    guard let strings = texts.cast(to: String.self) else {
      return sorted(texts, by: { String($0) }, descending: descending)
    }
    let order = sortedIndices(of: NameList(strings), descending: descending)
    return strings.permuted(by: order).cast(to: Text.self)!
  }

  /// Sorts an array of strings in place. Strings that collate as equal keep their order.
  ///
  /// - Parameters:
  ///   - strings: The strings to sort.
  ///   - descending: Whether to sort in descending order. The sort is stable either way.
  /// - Complexity: O(*n* log *n*) in the strings.
  public func sort(_ strings: inout [String], descending: Bool = false) {
    strings = sorted(strings, descending: descending)
  }

  /// Returns the elements in the order of their texts. Elements that collate as equal keep their
  /// order.
  ///
  /// ```swift
  /// collator.sorted(people, by: \.name)
  /// collator.sorted(people, by: \.family, \.given)
  /// ```
  ///
  /// - Parameters:
  ///   - elements: The elements to sort.
  ///   - text: The text of an element, read once: a closure or a key path.
  ///   - furtherTexts: Texts that break ties between equal letters in the first text, as in
  ///     ``NameList/init(_:by:_:)``.
  ///   - descending: Whether to sort in descending order. The sort is stable either way.
  /// - Throws: Whatever the closures throw.
  /// - Complexity: O(*n* log *n*) in the elements.
  public func sorted<Element, Failure: Error>(
    _ elements: some Sequence<Element>, by text: (Element) throws(Failure) -> String,
    _ furtherTexts: (Element) throws(Failure) -> String..., descending: Bool = false
  ) throws(Failure) -> [Element] {
    let elements = Array(elements)
    let names = try NameList(elements, by: text, furtherTexts)
    return elements.permuted(by: sortedIndices(of: names, descending: descending))
  }

  /// Returns the elements in the order of their texts, sorted by several tasks.
  ///
  /// - Parameters:
  ///   - elements: The elements to sort.
  ///   - text: The text of an element, read once: a closure or a key path.
  ///   - furtherTexts: Texts that break ties between equal letters in the first text.
  ///   - descending: Whether to sort in descending order. The sort is stable either way.
  ///   - workers: The number of tasks that share the work. The caller's own task reads the texts
  ///     and puts the elements in order.
  ///   - progress: Called now and then, from any of the tasks, with the number of keys done.
  /// - Throws: Whatever the closures throw, and `CancellationError` if the calling task is
  ///   canceled.
  /// - Complexity: As for ``sorted(_:by:_:descending:)``.
  nonisolated(nonsending) public func sorted<Element>(
    _ elements: some Sequence<Element>, by text: (Element) throws -> String,
    _ furtherTexts: (Element) throws -> String..., descending: Bool = false, workers: WorkerCount,
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws -> [Element] {
    let elements = Array(elements)
    let names = try await NameList.inTurns(elements, by: text, furtherTexts)
    let order = try await sortedIndices(
      of: names, descending: descending, workers: workers, progress: progress)
    return try await elements.permuted(inTurnsBy: order)
  }

  /// Returns the indices of the names in sorted order. Names that collate as equal are ordered by
  /// their shown texts, and otherwise keep their order.
  ///
  /// - Parameters:
  ///   - names: The names.
  ///   - descending: Whether to sort in descending order. The sort is stable either way.
  /// - Complexity: O(*n* log *n*) in the names. Sorting takes 29 to 87 bytes per name in addition
  ///   to input and result, and more for names that begin alike (<doc:ManyNames>).
  public func sortedIndices(of names: NameList, descending: Bool = false) -> [Int] {
    Engine(collator: self).order(of: names, in: descending ? .descending : .ascending).run()
  }

  /// Returns the indices of the names in sorted order, found by several tasks.
  ///
  /// ```swift
  /// let order = try await collator.sortedIndices(of: NameList(names), workers: .allCores)
  /// ```
  ///
  /// - Parameters:
  ///   - names: The names.
  ///   - descending: Whether to sort in descending order. The sort is stable either way.
  ///   - workers: The number of tasks that share the work.
  ///   - progress: Called now and then, from any of the tasks, with the number of keys done.
  /// - Throws: `CancellationError` if the calling task is canceled.
  /// - Complexity: As for ``sortedIndices(of:descending:)``.
  nonisolated(nonsending) public func sortedIndices(
    of names: NameList, descending: Bool = false, workers: WorkerCount,
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws(CancellationError) -> [Int] {
    try await Engine(collator: self).order(of: names, in: descending ? .descending : .ascending)
      .run(workers: workers, progress: progress)
  }

  /// Returns the indices of the names in sorted order, found by several threads.
  package func sortedIndices(of names: NameList, threads: Int) -> [Int] {
    Engine(collator: self).order(of: names, in: .ascending).run(threads: threads)
  }
}

extension Sequence where Element: StringProtocol {
  /// Returns the strings in a collator's order. Strings that collate as equal keep their order.
  ///
  /// ```swift
  /// ["Zander", "Äpfel", "Apfel"].sorted(by: try Collator(locale: "de"))
  /// ```
  ///
  /// - Complexity: O(*n* log *n*) in the strings.
  public func sorted(by collator: Collator) -> [Element] { collator.sorted(self) }
}
