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
    sorted(strings, by: { String($0) }, descending: descending)
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
    let numbers = names.withNames {
      order(of: $0, descending: descending, progress: { _ in })
    }
    return elements.permuted(by: numbers)
  }

  /// The numbers of the records in order. Records that collate as equal keep the order of input.
  ///
  /// - Parameters:
  ///   - records: What is sorted; it stays where it is.
  ///   - descending: Whether the order is reversed; equal records still keep the order of input.
  /// - Complexity: O(*n* log *n*) in the records.
  public func order(of records: UTF8Records, descending: Bool = false) -> [Int] {
    order(of: records, descending: descending, progress: { _ in })
  }

  /// As `order(of:descending:)`; it tells how many names are done.
  package func order(
    of records: UTF8Records, descending: Bool, progress: (Int) -> Void
  ) -> [Int] {
    records.withNames { order(of: $0, descending: descending, progress: progress) }
  }

  private func order(
    of names: some BatchNames, descending: Bool, progress: (Int) -> Void
  ) -> [Int] {
    guard let table = primaryTable(forSorting: names.count) else {
      return sortKeys(of: names, progress: progress).order(descending: descending)
    }
    let batch = batchOrder(of: names, table, descending: descending)
    batch.finish(progress: progress)
    return batch.order
  }

  /// The order of names by a table, in a code that suits them where they are many.
  func batchOrder<Names: BatchNames>(
    of names: Names, _ table: PrimaryTable, descending: Bool
  ) -> BatchOrder<Names> {
    let coded = names.count < Self.manyNames ? table : table.recoded(in: table.code(for: names))
    return BatchOrder(of: names, by: self, coded, descending: descending)
  }

  /// The sort keys of names, in input order.
  func sortKeys(of names: some BatchNames, progress: (Int) -> Void) -> SortKeyArena {
    var keys = SortKeyArena(capacity: names.count)
    for number in 0..<names.count {
      unsafe names.withName(number) { name in
        unsafe keys.append(Span(_unsafeElements: name), of: storage.icu)
      }
      if keys.count % 4096 == 0 { progress(keys.count) }
    }
    return keys
  }

  /// The primary weights of characters, where they are worth their cost: some milliseconds and, for
  /// each 128 characters that occur, 256 sort keys, once for each collator. `nil` for few names, and
  /// where ICU does not list its contexts; ICU then makes every key.
  func primaryTable(forSorting count: Int) -> PrimaryTable? {
    guard count >= Self.fewNames, count < UInt32.max else { return nil }
    let request = storage.request.atPrimaryStrength
    if count < Self.manyNames { return Self.tables.value(for: request) }
    return try? Self.tables.value(for: request) { try PrimaryTable(Collator(request)) }
  }

  /// A table takes some 150 kilobytes, and one more for each 128 characters that occur.
  private static let tables = BoundedCache<Request, PrimaryTable>(capacity: 32)

  /// For fewer names, the fixed costs of sorting by a table outweigh what it saves.
  private static let fewNames = 500
  /// For fewer names, to make a table takes longer than to do without.
  private static let manyNames = 20_000
}
