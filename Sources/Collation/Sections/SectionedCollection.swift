/// Rows in sections, as grouped by ``LocalizedIndexedCollation/sections(of:by:_:hidingEmpty:)``: a
/// collection of the shown sections in list order, each a collection of its sorted rows.
///
/// ```swift
/// let sections = collation.sections(of: people, by: \.name, hidingEmpty: true)
/// sections.sectionTitles                                 // the titles of the sections shown
/// sections[indexPath.section][indexPath.row]             // the row at an index path
/// sections[number: collation.section(for: "M")]?.title   // "M", or nil if M is hidden
/// sections.indexTitles().map(\.title)                    // the titles at the side of the list
/// ```
///
/// A section has a *number* in its collation, which never changes, and a *position* among the shown
/// sections, which is its index here.
public struct SectionedCollection<Row> {
  /// One section of a list: the collection of its rows, whose first index is 0. For a section
  /// without its rows, see ``SectionOutline/Section``.
  public struct Section: Identifiable {
    /// The section's number in the collation.
    public let number: Int
    /// The section's position among the shown sections.
    public let position: Int
    /// The title above the section.
    public let title: String
    /// What kind of section this is.
    public let kind: SectionKind
    /// The rows, as a slice of the list's rows.
    fileprivate let rows: ArraySlice<Row>

    /// The section's number.
    public var id: Int { number }
    /// The number of rows that precede the section.
    public var offset: Int { rows.startIndex }
  }

  /// The rows of all sections, in list order.
  public let rows: [Row]
  /// The sections with the number of rows in each.
  public let outline: SectionOutline

  /// The titles of the shown sections, in list order.
  ///
  /// - Complexity: O(*n*) in the sections.
  public var sectionTitles: [String] { outline.map(\.title) }

  /// Returns the titles at the side of the list, each with the section that it leads to; see
  /// ``SectionOutline/indexTitles(limit:includingSearch:)``.
  ///
  /// - Complexity: O(*n* log *n*) in the sections.
  public func indexTitles(
    limit: Int? = nil, includingSearch includesSearch: Bool = false
  ) -> [SectionOutline.IndexTitle] {
    outline.indexTitles(limit: limit, includingSearch: includesSearch)
  }

  /// The section with a number; `nil` if it is hidden or doesn't exist.
  ///
  /// - Complexity: O(log *n*) in the sections.
  public subscript(number number: Int) -> Section? { outline[number: number].map(section) }

  private func section(_ section: SectionOutline.Section) -> Section {
    Section(
      number: section.number, position: section.position, title: section.title, kind: section.kind,
      rows: rows[section.offset..<section.offset + section.count])
  }
}

extension SectionedCollection: RandomAccessCollection {
  /// The position of the first section.
  public var startIndex: Int { 0 }
  /// The number of shown sections.
  public var endIndex: Int { outline.count }
  /// The section at a position among the shown sections.
  ///
  /// - Complexity: O(1).
  public subscript(position: Int) -> Section { section(outline[position]) }
}

extension SectionedCollection.Section: RandomAccessCollection {
  /// The position of the first row.
  public var startIndex: Int { 0 }
  /// The number of rows.
  public var endIndex: Int { rows.count }
  /// The row at a position in the section, from 0.
  ///
  /// - Complexity: O(1).
  public subscript(place: Int) -> Row { rows[rows.startIndex + place] }
}

extension SectionedCollection: Sendable where Row: Sendable {}
extension SectionedCollection.Section: Sendable where Row: Sendable {}
extension SectionedCollection: Equatable where Row: Equatable {}
extension SectionedCollection.Section: Equatable where Row: Equatable {}
extension SectionedCollection: Hashable where Row: Hashable {}
extension SectionedCollection.Section: Hashable where Row: Hashable {}

extension SectionedCollection: CustomStringConvertible {
  /// The shown sections.
  public var description: String { map(\.description).joined(separator: ", ") }
}

extension SectionedCollection.Section: CustomStringConvertible {
  /// The title and the number of rows.
  public var description: String { "\(title) (\(count))" }
}

/// A section is encoded with its number, position, title, kind, offset, count and rows.
extension SectionedCollection.Section: Encodable where Row: Encodable {
  private enum CodingKeys: String, CodingKey {
    case number, position, title, kind, offset, count, rows
  }

  /// Encodes the section.
  ///
  /// - Throws: Whatever the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(number, forKey: .number)
    try container.encode(position, forKey: .position)
    try container.encode(title, forKey: .title)
    try container.encode(kind, forKey: .kind)
    try container.encode(offset, forKey: .offset)
    try container.encode(count, forKey: .count)
    try container.encode(Array(rows), forKey: .rows)
  }
}

/// Rows in sections are encoded as an array of the shown sections.
extension SectionedCollection: Encodable where Row: Encodable {
  /// Encodes the sections.
  ///
  /// - Throws: Whatever the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for section in self { try container.encode(section) }
  }
}
