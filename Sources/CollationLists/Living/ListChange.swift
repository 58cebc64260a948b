/// What one change did to a ``SectionedList``, for a server that sends changes one after another.
///
/// To apply a change, take these steps in order, skipping each whose property is `nil`: remove the
/// row at ``old``, remove the section at ``deletedSection``, insert a section at
/// ``insertedSection``, and insert the row at ``new``. For a table view, which takes a batch of
/// changes at once, use ``SectionedList/difference(from:)``.
public struct ListChange<ID: Hashable & Sendable>: Hashable, Sendable {
  /// The id of the element.
  public let id: ID
  /// The position of its row before the change; `nil` if the element is new.
  public let old: RowPosition?
  /// The position of its row after the change; `nil` if the element was removed.
  public let new: RowPosition?
  /// The position, before the change, of a section that is now hidden because it lost its last row.
  public let deletedSection: Int?
  /// The position, after the change, of a section that is now shown because it got its first row.
  public let insertedSection: Int?

  package init(_ id: ID, _ change: SectionCounts.Change) {
    self.id = id
    (old, new) = (change.old, change.new)
    (deletedSection, insertedSection) = (change.deletedSection, change.insertedSection)
  }
}

extension ListChange: Encodable where ID: Encodable {}
extension ListChange: Decodable where ID: Decodable {}
