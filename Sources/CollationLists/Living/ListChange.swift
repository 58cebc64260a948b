/// What one change did to a ``SectionedList``, for a server that sends changes one after another.
///
/// To apply a change, do the following in order, except where a property is `nil`: remove the row
/// at ``old``, remove the section at ``deletedSection``, insert a section at ``insertedSection``,
/// and insert the row at ``new``. For a table view, which takes all changes of a batch at once, use
/// ``SectionedList/difference(from:)``.
public struct ListChange<ID: Hashable & Sendable>: Hashable, Sendable {
  /// The id of the element.
  public let id: ID
  /// Where its row was before the change; `nil` if the element is new.
  public let old: RowPosition?
  /// Where its row is after the change; `nil` if the element was removed.
  public let new: RowPosition?
  /// The position, before the change, of a section that is hidden now because it lost its last row.
  public let deletedSection: Int?
  /// The position, after the change, of a section that is shown now because it got its first row.
  public let insertedSection: Int?

  package init(_ id: ID, _ change: SectionCounts.Change) {
    self.id = id
    (old, new) = (change.old, change.new)
    (deletedSection, insertedSection) = (change.deletedSection, change.insertedSection)
  }
}

extension ListChange: Encodable where ID: Encodable {}
extension ListChange: Decodable where ID: Decodable {}
