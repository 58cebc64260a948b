/// The sections of a list with their rows, and where each index title leads: what a client needs to lay out
/// a list of which it has one page, and to jump to M in it.
///
/// ```swift
/// // SELECT section, count(*) FROM people GROUP BY section
/// let index = try JumpIndex(counts: [0: 12, 1: 7, 12: 31], for: collation)
/// index.sections[12]         // title "M", number 12, count 31, offset 19
/// index.section(ofRow: 15)   // that of "B"
/// index.entries.first { $0.title == "M" }?.offset  // 19
/// ```
///
/// It is `Codable`, for a client's use or to be kept. One that was kept is to be checked before it
/// is used:
///
/// ```swift
/// let index = try JSONDecoder().decode(JumpIndex.self, from: data).checked(for: collation)
/// ```
public struct JumpIndex: Hashable, Sendable, Codable {
  /// A section of the list.
  public struct Section: Hashable, Sendable, Codable {
    /// Its number in the collation, and in ``DisplayKey/section``.
    public let number: Int
    /// Its title, as ``LocalizedIndexedCollation/sectionTitles`` has it.
    public let title: String
    /// How many rows it has.
    public let count: Int
    /// How many rows of the list come before it.
    public let offset: Int
  }

  /// An index title and what it leads to.
  public struct Entry: Hashable, Sendable, Codable {
    /// The index title, as ``LocalizedIndexedCollation/sectionIndexTitles`` has it.
    public let title: String
    /// The number of the section that it leads to; `nil` for the search entry, and where no section
    /// is shown.
    ///
    /// If the layout hides empty sections, the title of one leads to the nearest before it that has
    /// rows, else to the first.
    public let section: Int?
    /// How many rows that section has; 0 where there is none.
    public let count: Int
    /// How many rows of the list come before that section; 0 where there is none.
    public let offset: Int
  }

  /// The sections that are shown, in the order of the list: all, unless the layout hides empty ones.
  public let sections: [Section]
  /// An entry for each index title, in its order.
  public let entries: [Entry]
  /// How many rows the list has.
  public let count: Int
  /// Under what the rows were counted.
  public let stamp: CollationStamp

  /// Makes the index of a list whose rows a database has counted.
  ///
  /// - Parameters:
  ///   - counts: How many rows each section has, by its number; one that is missing has none.
  ///   - collation: The collation of the list.
  /// - Throws: A ``PagingError`` with the code ``PagingError/Code/invalidCounts`` for a section that the
  ///   collation has not, a negative count, and a sum that overflows.
  /// - Complexity: O(*n* log *n*) in the sections.
  public init(
    counts: [Int: Int], for collation: LocalizedIndexedCollation
  ) throws(PagingError) {
    let sections = collation.sectionTitles.indices
    var sum = 0
    for (section, count) in counts.sorted(by: { $0.key < $1.key }) {
      guard sections.contains(section) else {
        throw PagingError(
          .invalidCounts,
          "a count of section \(section), but the collation has sections 0 to \(sections.upperBound - 1)"
        )
      }
      guard count >= 0 else {
        throw PagingError(.invalidCounts, "section \(section) cannot have \(count) rows")
      }
      let (newSum, overflows) = sum.addingReportingOverflow(count)
      guard !overflows else {
        throw PagingError(.invalidCounts, "the sections have more than \(Int.max) rows together")
      }
      sum = newSum
    }
    self.init(sections.map { counts[$0] ?? 0 }, collation)
  }

  /// Makes the index of elements, by a string of theirs: a closure or a key path.
  ///
  /// - Throws: What `key` throws.
  /// - Complexity: O(*n*) in the elements.
  public init<Element, Failure: Error>(
    counting elements: some Sequence<Element>, by key: (Element) throws(Failure) -> String,
    for collation: LocalizedIndexedCollation
  ) throws(Failure) {
    var counts = [Int](repeating: 0, count: collation.sectionTitles.count)
    for element in elements { counts[try collation.section(for: element, by: key)] += 1 }
    self.init(counts, collation)
  }

  private init(_ counts: [Int], _ collation: LocalizedIndexedCollation) {
    let shown = ShownSections(counts: counts, collation: collation)
    let sections = shown.numbers.map { number in
      Section(
        number: number, title: collation.sectionTitles[number], count: counts[number],
        offset: shown.places[number].lowerBound)
    }
    self.sections = sections
    entries = collation.sectionIndexTitles.enumerated().map { index, title in
      let section = collation.section(forSectionIndexTitle: index)
        .flatMap(shown.position(nearest:)).map { sections[$0] }
      return Entry(
        title: title, section: section?.number, count: section?.count ?? 0,
        offset: section?.offset ?? 0)
    }
    count = shown.places.last?.upperBound ?? 0
    stamp = collation.stamp
  }

  /// The section in which a row of the list lies, by the row's number from 0; `nil` if the list has
  /// no such row.
  ///
  /// - Complexity: O(log *n*) in the sections.
  public func section(ofRow row: Int) -> Section? {
    guard (0..<count).contains(row) else { return nil }
    return sections[
      partitioningIndex(sections.indices) { row < sections[$0].offset + sections[$0].count }]
  }

  /// The index of the same rows for a collation's layout, if it was made under the collation's stamp.
  ///
  /// Which titles an index has, and whether empty sections are hidden, is no matter of the stamp, so
  /// these are the collation's.
  ///
  /// - Throws: A ``PagingError`` that says what differs.
  /// - Complexity: O(*n* log *n*) in the sections.
  public func checked(for collation: LocalizedIndexedCollation) throws(PagingError) -> JumpIndex {
    try collation.stamp.check(stored: stamp)
    let counts = sections.map { ($0.number, $0.count) }
    return try JumpIndex(counts: Dictionary(counts) { first, _ in first }, for: collation)
  }
}

extension JumpIndex {
  /// Decodes an index whose counts and offsets agree; whatever else is refused.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    sections = try container.decode([Section].self, forKey: .sections)
    entries = try container.decode([Entry].self, forKey: .entries)
    count = try container.decode(Int.self, forKey: .count)
    stamp = try container.decode(CollationStamp.self, forKey: .stamp)
    guard isSound else {
      throw DecodingError.dataCorruptedError(
        forKey: .sections, in: container,
        debugDescription: "the counts and offsets of sections and entries do not agree")
    }
  }

  private var isSound: Bool {
    var (sum, last) = (0, -1)
    for section in sections {
      let (end, overflows) = sum.addingReportingOverflow(section.count)
      guard section.number > last, section.count >= 0, section.offset == sum, !overflows else {
        return false
      }
      (sum, last) = (end, section.number)
    }
    let byNumber = Dictionary(uniqueKeysWithValues: sections.map { ($0.number, $0) })
    return sum == count
      && entries.allSatisfy { entry in
        guard let number = entry.section else { return entry.count == 0 && entry.offset == 0 }
        guard let section = byNumber[number] else { return false }
        return entry.count == section.count && entry.offset == section.offset
      }
  }
}
