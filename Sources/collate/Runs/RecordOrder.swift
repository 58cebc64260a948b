import Collation

/// What decides the order in which records are printed.
enum RecordOrder: Sendable {
  /// A collator.
  case names(Collator, descending: Bool)
  /// The sections, and the order in them.
  case sections(LocalizedIndexedCollation)

  /// Returns the numbers of the records in order, and the number in each section if there are
  /// sections.
  func sort(
    _ records: Records, workers: WorkerCount
  ) async throws -> (order: [Int], outline: SectionOutline?) {
    switch self {
    case .names(let collator, let descending):
      let order = try await collator.sortedIndices(
        of: records.names, descending: descending, workers: workers,
        progress: records.reportSorted)
      return (order, nil)
    case .sections(let collation):
      let sections = try await collation.sections(
        of: records.names, workers: workers, progress: records.reportSorted)
      return (sections.rows, sections.outline)
    }
  }

  /// Returns keys whose order is that of the names.
  func keys(of names: NameList) -> OrderedKeys {
    switch self {
    case .names(let collator, let descending):
      OrderedKeys(collator.sortKeys(of: names), isDescending: descending)
    case .sections(let collation):
      OrderedKeys(collation.listKeys(of: names), isDescending: false)
    }
  }

  /// Returns the numbers of records in order without those whose keys equal that of the one before.
  func unique(_ order: [Int], of records: Records) throws -> [Int] {
    var unique = Array(order.prefix(1))
    // Some at a time, so that their keys take little memory; each with the last one before.
    for start in stride(from: 1, to: order.count, by: Self.recordsAtOnce) {
      let numbers = order[start - 1..<min(start + Self.recordsAtOnce, order.count)]
      let keys = keys(of: try records.parts.selecting(numbers).names)
      for place in 1..<keys.count where keys.difference(of: place, from: keys, place - 1) != nil {
        unique.append(numbers[numbers.startIndex + place])
      }
    }
    return unique
  }

  private static let recordsAtOnce = 4_096

  /// Returns the first record that should come before its predecessor.
  ///
  /// - Parameter isUnique: Whether an equal record is out of order, too.
  func firstOutOfOrder(_ records: Records, isUnique: Bool) -> Int? {
    // The key of a long record takes several times its memory.
    if records.lines.count < 2 { return nil }
    let keys = keys(of: records.names)
    return records.lines.indices.dropFirst().first { record in
      records.reportSorted(record)
      guard let difference = keys.difference(of: record, from: keys, record - 1) else {
        return isUnique
      }
      return difference.word < difference.other
    }
  }
}
