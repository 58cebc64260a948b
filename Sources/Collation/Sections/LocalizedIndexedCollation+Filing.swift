/// Names are filed before they are collated.
extension LocalizedIndexedCollation {
  /// The texts of elements as they are filed.
  func filed<Element, Failure: Error>(
    _ elements: [Element], by text: (Element) throws(Failure) -> String,
    _ furtherTexts: [(Element) throws(Failure) -> String]
  ) throws(Failure) -> FiledNames {
    guard let filing else {
      return FiledNames(try UTF8Records(of: elements, by: text, furtherTexts))
    }
    return filing.file(try NameColumns(of: elements, by: text, furtherTexts))
  }

  /// The text of a name that is collated.
  func filedText(of name: String) -> String { filing?.filedText(of: name) ?? name }

  /// Records as they are filed.
  func filed(_ records: UTF8Records) -> FiledNames {
    filing?.file(records) ?? FiledNames(records)
  }

  /// Names as they are filed by their parts.
  func filed(_ columns: NameColumns) -> FiledNames {
    if filing == nil && columns.hasNamesAlone { return FiledNames(columns.names) }
    return (filing ?? .asShown).file(columns)
  }

  /// The texts by which names are filed, as UTF-8: without articles, say, or in Latin letters. The
  /// fields of a name have U+FFFE between them.
  ///
  /// ```swift
  /// let names = NameColumns(names: UTF8Records(strings: ["The Beatles"]))
  /// collation.filedTexts(of: names)[0]  // the bytes of Beatles
  /// ```
  ///
  /// - Complexity: O(*n*) in the UTF-8 bytes of the parts.
  public func filedTexts(of names: NameColumns) -> UTF8Records { filed(names).texts }

  /// The numbers of names in the collator's order, without regard to sections. Names whose filed
  /// texts collate as equal are ordered by what is shown, then by the order of input.
  ///
  /// - Parameters:
  ///   - names: The parts of the names.
  ///   - descending: Whether the order is reversed. Equal names still keep the order of input.
  /// - Complexity: As ``Collator/sortedIndices(of:descending:)``.
  public func sortedIndices(of names: NameColumns, descending: Bool = false) -> [Int] {
    Engine(collator: collator).order(of: filed(names), descending: descending).run()
  }

  /// The numbers of names in the collator's order, found by several tasks.
  ///
  /// - Parameters:
  ///   - names: The parts of the names.
  ///   - descending: Whether the order is reversed. Equal names still keep the order of input.
  ///   - workers: The number of tasks that share the work. The caller's own task files the names.
  ///   - progress: Told from time to time, by any of the tasks, how many names have their keys.
  /// - Throws: `CancellationError` if the calling task is cancelled.
  /// - Complexity: As ``Collator/sortedIndices(of:descending:)``.
  nonisolated(nonsending) public func sortedIndices(
    of names: NameColumns, descending: Bool = false, workers: WorkerCount,
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws(CancellationError) -> [Int] {
    try await Engine(collator: collator).order(of: filed(names), descending: descending)
      .run(workers: workers, progress: progress)
  }
}
