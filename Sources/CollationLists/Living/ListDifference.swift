/// What differs between two states of a ``SectionedList``, by the rules of a table view's batch
/// updates: deletions and the old positions of moves refer to the list before the update,
/// insertions and the new positions of moves to the list after it.
///
/// ```
/// tableView.performBatchUpdates {
///   shown = new
///   tableView.deleteSections(IndexSet(difference.deletedSections), with: .automatic)
///   tableView.insertSections(IndexSet(difference.insertedSections), with: .automatic)
///   tableView.deleteRows(at: difference.deletedRows.map(IndexPath.init), with: .automatic)
///   tableView.insertRows(at: difference.insertedRows.map(IndexPath.init), with: .automatic)
///   for move in difference.movedRows {
///     tableView.moveRow(at: IndexPath(move.old), to: IndexPath(move.new))
///   }
/// }
/// tableView.reconfigureRows(at: difference.updatedRows.map(IndexPath.init))
/// ```
///
/// Here `new` is the list, `shown` is what the data source shows, and `IndexPath(_:)` makes an
/// index path from a position's section and row.
///
/// If a whole section is deleted or inserted, its rows are not listed one by one. A row moves only
/// between sections that both states show; otherwise it is deleted, inserted, or both.
public struct ListDifference: Hashable, Sendable {
  /// A row whose list key changed. Its position may still be equal, for example if it is the only
  /// row of its section.
  public struct Move: Hashable, Sendable {
    /// The row's position before the update.
    public let old: RowPosition
    /// The row's position after the update.
    public let new: RowPosition
  }

  /// The positions, before the update, of the sections that are no longer shown.
  public let deletedSections: [Int]
  /// The positions, after the update, of the sections that were not shown.
  public let insertedSections: [Int]
  /// The positions, before the update, of the rows removed from sections that stay.
  public let deletedRows: [RowPosition]
  /// The positions, after the update, of the rows inserted into sections that stay.
  public let insertedRows: [RowPosition]
  /// The rows that moved.
  public let movedRows: [Move]
  /// The positions, after the update, of rows that moved or stayed and whose element changed.
  public let updatedRows: [RowPosition]

  init(
    deletedSections: [Int], insertedSections: [Int], deletedRows: [RowPosition] = [],
    insertedRows: [RowPosition] = [], movedRows: [Move] = [], updatedRows: [RowPosition] = []
  ) {
    self.deletedSections = deletedSections
    self.insertedSections = insertedSections
    self.deletedRows = deletedRows
    self.insertedRows = insertedRows
    self.movedRows = movedRows
    self.updatedRows = updatedRows
  }

  /// Whether the two states are equal.
  public var isEmpty: Bool {
    deletedSections.isEmpty && insertedSections.isEmpty && deletedRows.isEmpty
      && insertedRows.isEmpty && movedRows.isEmpty && updatedRows.isEmpty
  }
}
