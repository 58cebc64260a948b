import Collation

/// What determines the order in which records are printed.
enum RecordOrder: Sendable {
  /// A collator.
  case names(Collator, descending: Bool)
  /// The sections, and the order within each.
  case sections(LocalizedIndexedCollation)

  /// Returns the numbers of the records in order, and the count in each section if there are
  /// sections.
  func sort(
    _ records: Records, workers: WorkerCount
  ) async throws -> (order: [Int], outline: SectionOutline?) {
    switch self {
    case .names(let collator, let descending):
      let order = try await collator.sortedIndices(
        of: names(of: records.parts), descending: descending, workers: workers,
        progress: records.reportSorted)
      return (order, nil)
    case .sections(let collation):
      let sections = try await collation.sections(
        of: names(of: records.parts), workers: workers, progress: records.reportSorted)
      return (sections.rows, sections.outline)
    }
  }

  /// Returns keys that sort as the names do.
  func keys(of parts: RecordParts) -> OrderedKeys {
    let names = names(of: parts)
    return switch self {
    case .names(let collator, let descending):
      OrderedKeys(collator.sortKeys(of: names), isDescending: descending)
    case .sections(let collation):
      OrderedKeys(collation.listKeys(of: names), isDescending: false)
    }
  }

  /// `collate sort` puts an empty field first, as `sort` does. Lists follow the library, which
  /// leaves it out.
  private func names(of parts: RecordParts) -> NameList {
    if case .names = self { parts.names(keepsEmptyFields: true) } else { parts.names() }
  }

  /// Returns the numbers of records in order, leaving out records equal to an earlier one.
  func unique(_ order: [Int], of records: Records) throws -> [Int] {
    guard let first = order.first else { return [] }
    let illFormed = IllFormedParts(of: records)
    var equal = EqualRecords()
    var unique = [first]
    _ = equal.insert(illFormed[first], hasNewKey: true)
    // Some at a time, so their keys take little memory; each with the last one before them.
    for start in stride(from: 1, to: order.count, by: Self.recordsAtOnce) {
      let numbers = order[start - 1..<min(start + Self.recordsAtOnce, order.count)]
      let keys = keys(of: try records.parts.selecting(numbers))
      for place in 1..<keys.count {
        let record = numbers[numbers.startIndex + place]
        let hasNewKey = keys.difference(of: place, from: keys, place - 1) != nil
        if equal.insert(illFormed[record], hasNewKey: hasNewKey) { unique.append(record) }
      }
    }
    return unique
  }

  private static let recordsAtOnce = 4_096

  /// Returns the first record that should come before its predecessor.
  ///
  /// - Parameters:
  ///   - isUnique: Whether an equal record is out of order, too.
  ///   - equal: The preceding records that share the first record's key.
  func firstOutOfOrder(
    _ records: Records, isUnique: Bool, _ equal: inout EqualRecords
  ) -> Int? {
    // The key of a long record takes several times its memory.
    if records.lines.count < 2 { return nil }
    let keys = keys(of: records.parts)
    let illFormed = isUnique ? IllFormedParts(of: records) : .none
    if equal.isEmpty { _ = equal.insert(illFormed[0], hasNewKey: true) }
    return records.lines.indices.dropFirst().first { record in
      records.reportSorted(record)
      let difference = keys.difference(of: record, from: keys, record - 1)
      if let difference, difference.word < difference.other { return true }
      return isUnique && !equal.insert(illFormed[record], hasNewKey: difference != nil)
    }
  }
}
