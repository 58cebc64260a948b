/// A row's position as a table view counts, like an index path: the position of its section among
/// the sections shown, and the row in that section.
public struct RowPosition: Hashable, Codable, Sendable {
  /// The position of the section among the sections shown.
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
  /// Whether one row comes before another.
  public static func < (left: RowPosition, right: RowPosition) -> Bool {
    (left.section, left.row) < (right.section, right.row)
  }
}

extension RowPosition: CustomStringConvertible {
  /// The section and the row, as in `28:355`.
  public var description: String { "\(section):\(row)" }
}
