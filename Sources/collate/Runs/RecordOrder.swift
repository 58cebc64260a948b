import Collation

/// What decides on the order in which records are printed.
enum RecordOrder: Sendable {
  /// A collator, for names as they stand.
  case names(Collator, descending: Bool)
  /// A collation in ICU's own layout, which leaves the collator as it is, for names that are filed.
  case filed(LocalizedIndexedCollation, descending: Bool)
  /// The sections, and the order in them.
  case sections(LocalizedIndexedCollation)

  /// The numbers of the records in their order, and how many there are in each section if these
  /// count.
  func sort(
    _ records: Records, workers: WorkerCount
  ) async throws -> (order: [Int], outline: SectionOutline?) {
    switch self {
    case .names(let collator, let descending):
      let order = try await collator.sortedIndices(
        of: records.names.names, descending: descending, workers: workers,
        progress: records.reportSorted)
      return (order, nil)
    case .filed(let collation, let descending):
      let order = try await collation.sortedIndices(
        of: records.names, descending: descending, workers: workers,
        progress: records.reportSorted)
      return (order, nil)
    case .sections(let collation):
      let sections = try await collation.sections(
        of: records.names, workers: workers, progress: records.reportSorted)
      return (sections.rows, sections.outline)
    }
  }

  /// Keys whose order is that of the names.
  func keys(of names: NameColumns) -> OrderedKeys {
    var keys = OrderedKeys(capacity: names.count)
    switch self {
    case .names(let collator, let descending):
      for key in collator.sortKeys(of: names.names) {
        keys.append(key.bytes, isDescending: descending)
      }
    case .filed(let collation, let descending):
      // A key behind its section is a sort key. Complements have the opposite order, and a key that
      // is the beginning of another comes first in either.
      for key in collation.listKeys(of: names) {
        keys.append(key.bytes.dropFirst(2), isDescending: descending)
      }
    case .sections(let collation):
      for key in collation.listKeys(of: names) { keys.append(key.bytes) }
    }
    return keys
  }

  /// The first record that comes before the one before it.
  func firstOutOfOrder(_ records: Records) -> Int? {
    let numbers = records.lines.indices.dropFirst()
    if case .names(let collator, let descending) = self {
      let wrong: CollationResult = descending ? .less : .greater
      let names = records.names.names
      let bytes = names.bytes.span
      return numbers.first { record in
        records.reportSorted(record)
        return collator.compare(
          utf8: bytes.extracting(names.ranges[record - 1]),
          bytes.extracting(names.ranges[record])) == wrong
      }
    }
    let keys = keys(of: records.names)
    return numbers.first { record in
      guard let difference = keys.difference(of: record, from: keys, record - 1) else {
        return false
      }
      return difference.word < difference.other
    }
  }
}
