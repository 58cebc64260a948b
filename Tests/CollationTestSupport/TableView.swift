/// A table view as a batch update sees it, by the rules that `UITableView` states for
/// `performBatchUpdates`: deletions count rows and sections before the update, insertions after it.
package struct TableView<Row: Equatable> {
  package private(set) var sections: [[Row]]

  package init(_ sections: [[Row]]) { self.sections = sections }

  package struct Fault: Error, CustomStringConvertible {
    package var description: String
  }

  /// Makes the updates of a batch.
  ///
  /// - Parameters:
  ///   - deletedRows: As pairs of section and row, like those that follow.
  ///   - source: The sections after the update, from which the view takes what is new.
  /// - Throws: A ``Fault`` for an update that a table view refuses.
  package mutating func update(
    deletedSections: [Int], insertedSections: [Int], deletedRows: [(Int, Int)],
    insertedRows: [(Int, Int)], movedRows: [(old: (Int, Int), new: (Int, Int))],
    from source: [[Row]]
  ) throws {
    func check(_ holds: Bool, _ fault: String) throws {
      if !holds { throw Fault(description: fault) }
    }
    try check(Set(deletedSections).count == deletedSections.count, "a section deleted twice")
    try check(Set(insertedSections).count == insertedSections.count, "a section inserted twice")
    var kept: [[Row?]?] = sections.map { $0.map(Optional.some) }
    let leaving = deletedRows + movedRows.map(\.old)
    for (section, row) in leaving {
      try check(sections.indices.contains(section), "no section \(section)")
      try check(sections[section].indices.contains(row), "no row \(section).\(row)")
      try check(!deletedSections.contains(section), "row \(section).\(row) of a deleted section")
      try check(kept[section]![row] != nil, "row \(section).\(row) leaves twice")
      kept[section]![row] = nil
    }
    for section in deletedSections {
      try check(sections.indices.contains(section), "no section \(section) to delete")
      kept[section] = nil
    }
    var result = kept.compactMap { $0?.compactMap { $0 } }
    for section in insertedSections.sorted() {
      try check(section <= result.count, "section \(section) does not follow another")
      try check(section < source.count, "no section \(section) after the update")
      result.insert(source[section], at: section)
    }
    try check(result.count == source.count, "\(result.count) sections, not \(source.count)")
    let arriving =
      insertedRows.map { ($0, source[$0.0][$0.1]) }
      + movedRows.map { ($0.new, sections[$0.old.0][$0.old.1]) }
    for ((section, row), content) in arriving.sorted(by: { $0.0 < $1.0 }) {
      try check(!insertedSections.contains(section), "row \(section).\(row) of a new section")
      try check(row <= result[section].count, "row \(section).\(row) does not follow another")
      result[section].insert(content, at: row)
    }
    sections = result
  }
}
