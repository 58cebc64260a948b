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
  /// - Complexity: O(*n* log *n*) in the strings; one sort key is made for each.
  public func sorted(_ strings: some Sequence<String>, descending: Bool = false) -> [String] {
    sorted(strings, by: { $0 }, descending: descending)
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
  /// - Complexity: O(*n* log *n*) in the elements; one sort key is made for each.
  public func sorted<Element, Failure: Error>(
    _ elements: some Sequence<Element>, by key: (Element) throws(Failure) -> String,
    descending: Bool = false
  ) throws(Failure) -> [Element] {
    let elements = Array(elements)
    var keys = SortKeyArena(capacity: elements.count)
    for element in elements {
      keys.append(try key(element).utf8.span, of: storage.icu)
    }
    return keys.order(descending: descending).map { elements[$0] }
  }

  /// The numbers of the records in order. Records that collate as equal keep the order of input.
  ///
  /// - Parameters:
  ///   - records: What is sorted; it stays where it is.
  ///   - descending: Whether the order is reversed; equal records still keep the order of input.
  /// - Complexity: O(*n* log *n*) in the records; one sort key is made for each.
  public func order(of records: UTF8Records, descending: Bool = false) -> [Int] {
    order(of: records, descending: descending, progress: { _ in })
  }

  /// As `order(of:descending:)`; it tells how many records are done.
  package func order(
    of records: UTF8Records, descending: Bool, progress: (Int) -> Void
  ) -> [Int] {
    sortKeys(of: records, progress: progress).order(descending: descending)
  }

  func sortKeys(of records: UTF8Records, progress: (Int) -> Void) -> SortKeyArena {
    var keys = SortKeyArena(capacity: records.count)
    let bytes = records.bytes.span
    for range in records.ranges {
      keys.append(bytes.extracting(range), of: storage.icu)
      if keys.count % 4096 == 0 { progress(keys.count) }
    }
    return keys
  }
}
