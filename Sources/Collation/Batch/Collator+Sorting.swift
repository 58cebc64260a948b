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
    if names.count < Self.fewNames { return orderByComparing(names, descending: descending) }
    guard let table = primaryTable(for: names.count) else {
      return sortKeys(of: names, progress: progress).order(descending: descending)
    }
    let batch = batchOrder(of: names, table, descending: descending)
    batch.finish(progress: progress)
    return batch.order
  }

  private func orderByComparing(_ names: some BatchNames, descending: Bool) -> [Int] {
    (0..<names.count).sorted { left, right in
      let result = unsafe names.withName(left) { leftName in
        unsafe names.withName(right) { rightName in
          unsafe compare(utf8: Span(_unsafeElements: leftName), Span(_unsafeElements: rightName))
        }
      }
      return result == .equal ? left < right : result == (descending ? .greater : .less)
    }
  }

  /// The order of names by a table, in a code that suits them where they are many.
  func batchOrder<Names: BatchNames>(
    of names: Names, _ table: PrimaryTable, descending: Bool
  ) -> BatchOrder<Names> {
    let coded =
      names.count < Self.manyNamesToRecode ? table : table.recoded(in: table.code(for: names))
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

  /// A table takes some 150 kilobytes, and one more for each 128 characters that occur.
  private static let tables = BoundedCache<Request, PrimaryTable>(capacity: 32)

  /// To compare fewer names takes ICU no longer than to make their keys, by a table or without.
  private static let fewNames = 8
  /// To sort so many names without a table takes as long as to make one.
  private static let manyNames = 1_000
  /// To sort so many names in the code of their bytes takes as long as to find a better one.
  private static let manyNamesToRecode = 20_000
}
