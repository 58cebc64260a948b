/// The place of a row as a table view counts it, like an index path: the position of its section
/// among the sections that are shown, and its place in that section.
public struct RowPosition: Hashable, Codable, Sendable {
  /// The position of the section among those that are shown.
  public let section: Int
  /// The row in the section, from 0.
  public let row: Int

  /// Makes a position.
  public init(section: Int, row: Int) {
    self.section = section
    self.row = row
  }
}

extension RowPosition: Comparable {
  /// Whether one row stands before another.
  public static func < (left: RowPosition, right: RowPosition) -> Bool {
    (left.section, left.row) < (right.section, right.row)
  }
}

extension RowPosition: CustomStringConvertible {
  /// The section and the row, such as `28:355`.
  public var description: String { "\(section):\(row)" }
}
