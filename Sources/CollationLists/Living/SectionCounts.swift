/// The number of rows in each section of a list, by the section's number.
package struct SectionCounts: Sendable {
  package var counts: [Int]
  package let hidesEmptySections: Bool

  package init(_ counts: [Int], hidingEmpty hidesEmptySections: Bool) {
    self.counts = counts
    self.hidesEmptySections = hidesEmptySections
  }

  /// The numbers of the sections that are shown.
  var shown: [Int] { counts.indices.filter(isShown) }

  func isShown(_ section: Int) -> Bool { !hidesEmptySections || counts[section] > 0 }

  /// The position of a section among those that are shown, as if it were one of them.
  func position(of section: Int) -> Int {
    hidesEmptySections ? counts[..<section].count { $0 > 0 } : section
  }

  /// The number of rows before those of a section.
  package func offset(of section: Int) -> Int { counts[..<section].reduce(0, +) }

  /// The position of a row by its number in the list, and the number of its section.
  func position(ofRow row: Int) -> (position: RowPosition, section: Int) {
    var (section, rest, shown) = (0, row, 0)
    while rest >= counts[section] {
      rest -= counts[section]
      if isShown(section) { shown += 1 }
      section += 1
    }
    return (RowPosition(section: shown, row: rest), section)
  }

  /// The number of the row at a position; `nil` if there is none.
  func row(at position: RowPosition) -> Int? {
    var (offset, shown) = (0, 0)
    for section in counts.indices where isShown(section) {
      if shown == position.section {
        return (0..<counts[section]).contains(position.row) ? offset + position.row : nil
      }
      offset += counts[section]
      shown += 1
    }
    return nil
  }

  // MARK: Changes

  /// A row's place: the number of its section, and its row in that section.
  package typealias Place = (section: Int, row: Int)

  /// Counts a row that comes, goes or moves, and returns the change.
  ///
  /// - Parameters:
  ///   - id: The id of the element.
  ///   - old: Where its row was; `nil` if the element is new.
  ///   - new: Where its row is; `nil` if the element was removed.
  package mutating func move<ID>(_ id: ID, from old: Place?, to new: Place?) -> ListChange<ID> {
    let before = self
    if let old { counts[old.section] -= 1 }
    if let new { counts[new.section] += 1 }
    func rowPosition(_ place: Place, in counts: SectionCounts) -> RowPosition {
      RowPosition(section: counts.position(of: place.section), row: place.row)
    }
    return ListChange(
      id: id, old: old.map { rowPosition($0, in: before) },
      new: new.map { rowPosition($0, in: self) },
      deletedSection: old.flatMap { isShown($0.section) ? nil : before.position(of: $0.section) },
      insertedSection: new.flatMap { before.isShown($0.section) ? nil : position(of: $0.section) })
  }
}
