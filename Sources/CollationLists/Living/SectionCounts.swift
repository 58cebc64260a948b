/// The number of rows in each section of a ``SectionedList``, by the section's number.
struct SectionCounts: Sendable {
  var counts: [Int]
  let hidesEmptySections: Bool

  /// The numbers of the sections that are shown.
  var shown: [Int] { counts.indices.filter(isShown) }

  func isShown(_ section: Int) -> Bool { !hidesEmptySections || counts[section] > 0 }

  /// The position of a section among those that are shown, as if it were one of them.
  func position(of section: Int) -> Int {
    hidesEmptySections ? counts[..<section].count { $0 > 0 } : section
  }

  /// The number of rows before those of a section.
  func offset(of section: Int) -> Int { counts[..<section].reduce(0, +) }

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
}
