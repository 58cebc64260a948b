internal import Collation

/// The number of rows in each section of a list, by the section's number.
package struct SectionCounts: Sendable {
  package var counts: [Int]
  package let hidesEmptySections: Bool

  package init(_ counts: [Int], hidingEmpty hidesEmptySections: Bool) {
    self.counts = counts
    self.hidesEmptySections = hidesEmptySections
  }

  /// The numbers of the sections shown.
  var shown: [Int] { counts.indices.filter(isShown) }

  func isShown(_ section: Int) -> Bool { !hidesEmptySections || counts[section] > 0 }

  /// The position among the sections shown that a section has, or would have if it were shown.
  func position(of section: Int) -> Int {
    hidesEmptySections ? counts[..<section].count { $0 > 0 } : section
  }

  /// The number of rows before a section.
  package func offset(of section: Int) -> Int { counts.sum(0..<section) }

  /// The position of the row with a number, and its section's number.
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

  /// A row's place: its section's number, and the row in that section.
  package typealias Place = (section: Int, row: Int)

  /// The content of a ``ListChange`` except its id.
  package typealias Change = (
    old: RowPosition?, new: RowPosition?, deletedSection: Int?, insertedSection: Int?
  )

  /// Counts a row that was inserted, removed or moved, and returns the change.
  ///
  /// - Parameters:
  ///   - old: Where the row was; `nil` if the element is new.
  ///   - new: Where the row is now; `nil` if the element was removed.
  package mutating func move(from old: Place?, to new: Place?) -> Change {
    func rowPosition(_ place: Place) -> RowPosition {
      RowPosition(section: position(of: place.section), row: place.row)
    }
    let oldPosition = old.map(rowPosition)
    let isSectionNew = new.map { !isShown($0.section) } ?? false
    if let old { counts[old.section] -= 1 }
    if let new { counts[new.section] += 1 }
    let newPosition = new.map(rowPosition)
    let isSectionGone = old.map { !isShown($0.section) } ?? false
    return (
      oldPosition, newPosition, deletedSection: isSectionGone ? oldPosition?.section : nil,
      insertedSection: isSectionNew ? newPosition?.section : nil
    )
  }
}
