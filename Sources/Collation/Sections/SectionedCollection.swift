/// Rows in sections, as ``LocalizedIndexedCollation/sections(of:by:)`` groups them: a collection of
/// sections in the order of the list, each with its title and its sorted rows.
///
/// ```swift
/// let sections = collation.sections(of: people, by: \.name)
/// sections.sectionTitles                          // ["A", …, "#"]
/// sections[0].rows.first?.name                    // "Adam"
/// sections.section(forSectionIndexTitle: 3)       // where D leads to
/// ```
public struct SectionedCollection<Row> {
  /// One section of a list.
  public struct Section {
    /// The title over the section.
    public let title: String
    /// What lies in the section.
    public let kind: SectionKind
    /// The number of the section among all of the collation's, hidden ones too.
    public let number: Int
    /// How many rows come before the section's in the list.
    public var offset: Int { rows.startIndex }
    /// The rows, sorted. Its indices are those of ``SectionedCollection/rows``.
    public let rows: ArraySlice<Row>
  }

  /// The rows of all sections, in the order of the list.
  public let rows: [Row]

  private let collation: LocalizedIndexedCollation
  private let shown: ShownSections

  /// Makes a grouping of rows in the order of the list.
  ///
  /// - Parameter counts: How many rows lie in each of the collation's sections.
  init(rows: [Row], counts: [Int], collation: LocalizedIndexedCollation) {
    self.rows = rows
    self.collation = collation
    shown = ShownSections(counts: counts, collation: collation)
  }

  /// The titles of the sections, in the order of the list.
  public var sectionTitles: [String] { map(\.title) }

  /// The titles at the side of the list. Those of hidden sections are among them.
  public var sectionIndexTitles: [String] { collation.sectionIndexTitles }

  /// The position of the section that an index title leads to, by the number of the title.
  ///
  /// The title of a hidden section leads to the nearest one before it that is shown, else to the
  /// first. `nil` for the search entry, for a number that no title has, and where no section is
  /// shown.
  ///
  /// - Complexity: O(log *n*) in the sections.
  public func section(forSectionIndexTitle index: Int) -> Int? {
    collation.section(forSectionIndexTitle: index).flatMap(shown.position(nearest:))
  }
}

extension SectionedCollection: RandomAccessCollection {
  /// The position of the first section.
  public var startIndex: Int { 0 }
  /// The number of sections.
  public var endIndex: Int { shown.numbers.count }

  /// The section at a position of the list.
  ///
  /// - Complexity: O(1).
  public subscript(position: Int) -> Section {
    let number = shown.numbers[position]
    return Section(
      title: collation.sectionTitles[number], kind: collation.sectionKinds[number], number: number,
      rows: rows[shown.places[number]])
  }
}

extension SectionedCollection: Sendable where Row: Sendable {}
extension SectionedCollection.Section: Sendable where Row: Sendable {}
