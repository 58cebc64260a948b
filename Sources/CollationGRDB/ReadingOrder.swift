#if GRDB
internal import Collation
internal import CollationLists
internal import Foundation

/// How a list is read. The file has every list from A to Z, and a descending collation reads it
/// backward, so that both directions share one list.
///
/// The sections of the two have other numbers, and catch-alls keep their places at the ends.
struct ReadingOrder {
  /// The collation of the stored keys.
  let stored: LocalizedIndexedCollation
  /// Its stamp, and the text of that in the file.
  let stamp: CollationStamp
  let stampText: String
  /// The titles of its sections, as they are stored beside the stamp.
  let titles: String
  private let isBackward: Bool
  /// The number of each section in the file, by its number in the list that is read.
  private let storedSections: [Int]
  private let shownSections: [Int]
  /// Sections that follow one another in both.
  private let runs: [Run]

  private struct Run {
    var shown: Range<Int>
    var stored: Range<Int>
  }

  init(of collation: LocalizedIndexedCollation) throws(CollationError) {
    var layout = collation.layout
    isBackward = layout.isDescending
    layout.isDescending = false
    stored =
      isBackward
      ? try LocalizedIndexedCollation(collator: collation.collator, layout: layout) : collation
    stamp = stored.stamp
    stampText = stamp.description
    titles = stored.sectionTitles.joined(separator: "\n")
    storedSections =
      isBackward ? stored.sectionNumbersDescending : Array(stored.sectionTitles.indices)
    var (shownSections, runs) = (storedSections, [Run]())
    for (shown, stored) in storedSections.enumerated() {
      shownSections[stored] = shown
      if let last = runs.last, stored + 1 == last.stored.lowerBound {
        runs[runs.count - 1] = Run(
          shown: last.shown.lowerBound..<shown + 1, stored: stored..<last.stored.upperBound)
      } else {
        runs.append(Run(shown: shown..<shown + 1, stored: stored..<stored + 1))
      }
    }
    (self.shownSections, self.runs) = (shownSections, runs)
  }

  // MARK: Sections and rows

  func storedSection(_ shown: Int) -> Int { storedSections[shown] }

  func shownCounts(_ stored: [Int]) -> [Int] { storedSections.map { stored[$0] } }

  /// The place of a row in the list that is read by its place in the file.
  ///
  /// - Parameter counts: The number of rows in each section of the list that is read.
  func shownPlace(
    _ stored: SectionCounts.Place, _ counts: [Int]
  ) -> SectionCounts.Place {
    let section = shownSections[stored.section]
    return (section, row(stored.row, of: counts[section]))
  }

  /// The number of a row in a section of one list by its number in the other.
  func row(_ row: Int, of count: Int) -> Int { isBackward ? count - 1 - row : row }

  /// The changes of the list that is read, in the order to apply them.
  func changes(
    of update: StoredUpdate, hidingEmpty hidesEmptySections: Bool
  ) -> [ListChange<Int64>] {
    var counts = SectionCounts(shownCounts(update.counts), hidingEmpty: hidesEmptySections)
    return update.changes.map { id, old, new in
      var rowCounts = counts.counts
      let oldPlace = old.map { shownPlace($0, rowCounts) }
      if let oldPlace { rowCounts[oldPlace.section] -= 1 }
      if let new { rowCounts[shownSections[new.section]] += 1 }
      return ListChange(id, counts.move(from: oldPlace, to: new.map { shownPlace($0, rowCounts) }))
    }
  }

  // MARK: Keys

  /// The key that a descending list would have; others stay as they are.
  func shownKey(_ stored: Data) -> Data { key(stored, shownSections) }

  private func key(_ key: Data, _ sections: [Int]) -> Data {
    guard isBackward, let section = ListKey.section(of: key), section < sections.count else {
      return key
    }
    return Data(ListKeyFormat.bytes(ofSection: sections[section])) + key.dropFirst(2).map(~)
  }

  /// Returns the rows of a query of the list that is read. All queries go on to an end of the list,
  /// so the end of the range doesn't matter. `fetch` reads the rows from the file: with one query
  /// or, backward, one for each run of sections until there are enough.
  func rows<Row: StoredRow>(
    _ query: StoredRowQuery<Row>, fetch: (StoredRowQuery<Row>) throws -> [Row]
  ) rethrows -> [Row] where Row.Key == Data {
    if !isBackward { return try fetch(query) }
    let first = query.id == nil ? nil : ListKey.section(of: query.key)
    let runs = runs.filter { run in
      guard let first else { return true }
      return query.isBackward ? run.shown.lowerBound <= first : run.shown.upperBound > first
    }
    var rows: [Row] = []
    for run in query.isBackward ? runs.reversed() : runs where rows.count < query.limit {
      let bounds = [run.stored.lowerBound, run.stored.upperBound].map {
        Data(ListKeyFormat.bytes(ofSection: $0))
      }
      let (start, end) = query.isBackward ? (bounds[0], bounds[1]) : (bounds[1], bounds[0])
      let isStart = first.map(run.shown.contains) ?? false
      rows += try fetch(
        StoredRowQuery(
          key: isStart ? key(query.key, storedSections) : start, id: isStart ? query.id : nil,
          end: end, limit: query.limit - rows.count, isBackward: !query.isBackward))
    }
    return rows
  }
}
#endif
