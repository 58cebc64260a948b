/// Rows in sections, as ``LocalizedIndexedCollation/sections(of:by:_:hidingEmpty:)`` groups them: a
/// collection of sections in the order of the list, each with its title and its sorted rows.
///
/// ```swift
/// let sections = collation.sections(of: people, by: \.name)
/// sections.sectionTitles                                 // ["A", …, "#"]
/// sections.first?.rows.first?.name                       // "Adam"
/// sections[number: collation.section(for: "M")]?.title   // "M"
/// sections.position(forSectionIndexTitle: 3)             // 3: the position that D leads to
/// ```
public struct SectionedCollection<Row> {
  /// One section of a list.
  public struct Section: Identifiable {
    /// The section's number in the collation.
    public let number: Int
    /// The section's position among the sections that are shown.
    public let position: Int
    /// The title over the section.
    public let title: String
    /// What kind of section this is.
    public let kind: SectionKind
    /// The rows, sorted. Their indices are those of ``SectionedCollection/rows``.
    public let rows: ArraySlice<Row>

    /// The section's number.
    public var id: Int { number }
    /// The number of rows in the list before the section's own.
    public var offset: Int { rows.startIndex }
  }

  /// The rows of all sections, in the order of the list.
  public let rows: [Row]
  /// The sections with the number of rows in each.
  public let outline: SectionOutline

  /// Makes a grouping of rows in the order of the list.
  init(rows: [Row], outline: SectionOutline) {
    self.rows = rows
    self.outline = outline
  }

  /// The titles of the sections that are shown, in the order of the list.
  ///
  /// - Complexity: O(*n*) in the sections.
  public var sectionTitles: [String] { outline.map(\.title) }

  /// The titles at the side of the list: those of all sections, hidden or not.
  ///
  /// - Complexity: O(*n* log *n*) in the sections.
  public var sectionIndexTitles: [String] { outline.sectionIndex().map(\.title) }

  /// The position of the section that an index title leads to, by the number of the title among
  /// ``sectionIndexTitles``.
  ///
  /// The title of a section that is hidden leads to the nearest section before it that is shown, or
  /// else to the first. `nil` for a number that no title has, and where no section is shown.
  ///
  /// - Complexity: O(log *n*) in the sections.
  public func position(forSectionIndexTitle index: Int) -> Int? {
    (0..<outline.sectionCount).contains(index) ? outline.nearest(index)?.position : nil
  }

  /// The section with a number; `nil` if it is hidden or the collation has none.
  ///
  /// - Complexity: O(log *n*) in the sections.
  public subscript(number number: Int) -> Section? { outline[number: number].map(section) }

  /// The section at a position among the sections that are shown, which has to be less than their
  /// number.
  ///
  /// - Complexity: O(1).
  public subscript(position position: Int) -> Section { section(outline[position: position]) }

  private func section(_ section: SectionOutline.Section) -> Section {
    Section(
      number: section.number, position: section.position, title: section.title, kind: section.kind,
      rows: rows[section.offset..<section.offset + section.count])
  }
}

extension SectionedCollection: RandomAccessCollection {
  /// The positions of the sections.
  public typealias Indices = Range<SectionPosition>

  /// The position of the first section.
  public var startIndex: SectionPosition { outline.startIndex }
  /// The position behind the last section.
  public var endIndex: SectionPosition { outline.endIndex }
  /// The section at a position.
  ///
  /// - Complexity: O(1).
  public subscript(position: SectionPosition) -> Section { section(outline[position]) }
}

extension SectionedCollection: Sendable where Row: Sendable {}
extension SectionedCollection.Section: Sendable where Row: Sendable {}
extension SectionedCollection: Equatable where Row: Equatable {}
extension SectionedCollection.Section: Equatable where Row: Equatable {}
extension SectionedCollection: Hashable where Row: Hashable {}
extension SectionedCollection.Section: Hashable where Row: Hashable {}

extension SectionedCollection.Section: CustomStringConvertible {
  /// The title, and the number of rows.
  public var description: String { "\(title) (\(rows.count))" }
}

/// A section is coded with its number, position, title, kind and rows.
extension SectionedCollection.Section: Encodable where Row: Encodable {
  private enum CodingKeys: String, CodingKey {
    case number, position, title, kind, rows
  }

  /// Encodes the section.
  ///
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(number, forKey: .number)
    try container.encode(position, forKey: .position)
    try container.encode(title, forKey: .title)
    try container.encode(kind, forKey: .kind)
    try container.encode(Array(rows), forKey: .rows)
  }
}

/// Rows in sections are coded as an array of the sections that are shown.
extension SectionedCollection: Encodable where Row: Encodable {
  /// Encodes the sections.
  ///
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for section in self { try container.encode(section) }
  }
}
