/// The sections of a list with the number of rows in each: all that a client needs to lay out the
/// list, and to jump to a section, before it has the rows.
///
/// ```swift
/// // SELECT section, count(*) FROM people GROUP BY section
/// let outline = try SectionOutline(counts: [0: 12, 1: 7, 12: 31], for: collation)
/// outline.rowCount                           // 50
/// outline[number: 12]?.title                 // "M"
/// outline[number: 12]?.offset                // 19
/// outline.section(ofRow: 15)?.title          // "B"
/// outline.indexTitles()[12].section?.count   // 31
/// ```
///
/// A collection of the sections that are shown, in list order: all sections, or only sections with
/// rows.
///
/// You can encode an outline for a client, or store it. Check a stored outline's stamp before you
/// use it:
///
/// ```swift
/// let kept = try JSONDecoder().decode(SectionOutline.self, from: data)
/// try collation.stamp.check(stored: kept.stamp)
/// ```
public struct SectionOutline: Sendable {
  /// A section of the list.
  public struct Section: Hashable, Sendable, Codable, Identifiable {
    /// The section's number in the collation, and in ``ListKey/section``.
    public let number: Int
    /// The section's position among the shown sections.
    public let position: Int
    /// The title above the section, as in ``LocalizedIndexedCollation/sectionTitles``.
    public let title: String
    /// What kind of section this is.
    public let kind: SectionKind
    /// The number of rows in the section.
    public let count: Int
    /// The number of rows that precede the section.
    public let offset: Int

    /// The section's number.
    public var id: Int { number }
  }

  /// An index title and the section that it leads to.
  public struct IndexTitle: Hashable, Sendable, Codable {
    /// The text.
    public let title: String
    /// The section; `nil` for the search entry, or if no section is shown.
    ///
    /// The title of a hidden section leads to the nearest shown section before it, or else to the
    /// first section shown.
    public let section: Section?
  }

  /// Whether to leave out sections without rows.
  public let hidesEmptySections: Bool
  /// The number of rows in the list.
  public let rowCount: Int

  /// Where the stamp comes from. Making it costs time, which a list that is only shown needn't
  /// spend.
  private enum Origin {
    case collation(LocalizedIndexedCollation)
    case stored(CollationStamp)
  }

  /// A section of the collation, shown or hidden.
  private struct Entry: Hashable, Codable {
    let title: String
    /// `nil` if it equals the title.
    let indexTitle: String?
    let kind: SectionKind
    let count: Int
  }

  private let origin: Origin
  /// By number.
  private let entries: [Entry]
  private let offsets: [Int]
  /// The numbers of the shown sections, by position.
  private let shown: [Int]

  /// The stamp of the collation under which the rows were counted.
  public var stamp: CollationStamp {
    switch origin {
    case .collation(let collation): collation.stamp
    case .stored(let stamp): stamp
    }
  }

  /// Makes the outline of a list whose rows a database has counted.
  ///
  /// - Parameters:
  ///   - counts: The number of rows in each section, by the section's number. A missing section has
  ///     no rows.
  ///   - collation: The collation of the list.
  ///   - hidesEmptySections: Whether to leave out sections without rows; by default they stay.
  /// - Throws: A ``CollationError`` for a nonexistent section, a negative count, or a sum that
  ///   overflows.
  /// - Complexity: O(*n*) in the sections and the counts.
  public init(
    counts: [Int: Int], for collation: LocalizedIndexedCollation,
    hidingEmpty hidesEmptySections: Bool = false
  ) throws(CollationError) {
    let titles = collation.sectionTitles
    var all = [Int](repeating: 0, count: titles.count)
    if let unknown = counts.keys.filter({ !titles.indices.contains($0) }).min() {
      throw CollationError(
        .invalidCounts,
        "a count for section \(unknown): expected a section from 0 to \(titles.count - 1)")
    }
    for (section, count) in counts { all[section] = count }
    try Self.check(all)
    self.init(counts: all, for: collation, hidesEmptySections: hidesEmptySections)
  }

  /// Makes the outline of names.
  ///
  /// - Parameters:
  ///   - names: The names.
  ///   - collation: The collation of the list.
  ///   - hidesEmptySections: Whether to leave out sections without rows; by default they stay.
  /// - Complexity: O(*n*) in the names.
  public init(
    counting names: NameList, for collation: LocalizedIndexedCollation,
    hidingEmpty hidesEmptySections: Bool = false
  ) {
    var counts = [Int](repeating: 0, count: collation.sectionTitles.count)
    for section in collation.sectionNumbers(of: names) { counts[section] += 1 }
    self.init(counts: counts, for: collation, hidesEmptySections: hidesEmptySections)
  }

  package init(
    counts: [Int], for collation: LocalizedIndexedCollation, hidesEmptySections: Bool
  ) {
    let (titles, indexTitles) = (collation.sectionTitles, collation.sectionIndexTitles)
    let entries = titles.indices.map { number in
      let (title, indexTitle) = (titles[number], indexTitles[number])
      return Entry(
        title: title, indexTitle: indexTitle == title ? nil : indexTitle,
        kind: collation.sectionKinds[number], count: counts[number])
    }
    self.init(entries, .collation(collation), hidesEmptySections: hidesEmptySections)
  }

  private init(_ entries: [Entry], _ origin: Origin, hidesEmptySections: Bool) {
    self.entries = entries
    self.origin = origin
    self.hidesEmptySections = hidesEmptySections
    shown = entries.indices.filter { !hidesEmptySections || entries[$0].count > 0 }
    var offset = 0
    offsets = entries.map { entry in
      defer { offset += entry.count }
      return offset
    }
    rowCount = offset
  }

  package static func check(_ counts: [Int]) throws(CollationError) {
    var sum = 0
    for (number, count) in counts.enumerated() {
      guard count >= 0 else {
        throw CollationError(
          .invalidCounts, "section \(number) has a count of \(count): expected 0 or more")
      }
      let (newSum, overflows) = sum.addingReportingOverflow(count)
      guard !overflows else {
        throw CollationError(.invalidCounts, "the counts add up to more than \(Int.max) rows")
      }
      sum = newSum
    }
  }

  // MARK: Sections

  /// The section with a number; `nil` if it is hidden or doesn't exist.
  ///
  /// - Complexity: O(log *n*) in the sections.
  public subscript(number number: Int) -> Section? {
    let position = partitioningIndex(shown.indices) { shown[$0] >= number }
    return position < shown.count && shown[position] == number ? self[position] : nil
  }

  /// Returns the section of a row, by its number in the list, from 0; `nil` if the list has no such
  /// row.
  ///
  /// - Complexity: O(log *n*) in the sections.
  public func section(ofRow row: Int) -> Section? {
    guard (0..<rowCount).contains(row) else { return nil }
    let position = partitioningIndex(shown.indices) {
      row < offsets[shown[$0]] + entries[shown[$0]].count
    }
    return self[position]
  }

  /// Returns the section with a number or, if it is hidden, the nearest shown section before it, or
  /// else the first shown; `nil` if no section is shown.
  func nearest(_ number: Int) -> Section? {
    if shown.isEmpty { return nil }
    let position = partitioningIndex(shown.indices) { shown[$0] > number } - 1
    return self[Swift.max(0, position)]
  }

  // MARK: The index

  /// Returns the titles at the side of the list, each with the section that it leads to.
  ///
  /// ```swift
  /// outline.indexTitles().map(\.title)                    // ["A", …, "Z", "#"]
  /// outline.indexTitles(limit: 15)[2].section?.position   // where a tap on the third title leads
  /// ```
  ///
  /// Without a limit, every section of the collation has a title, hidden or not. If the limit is
  /// lower, only sections with rows have one, unless no section has rows. If there are still too
  /// many, titles are thinned out evenly: a `•` replaces the titles between its neighbors and leads
  /// to the middle one. A limit of 1 keeps the first letter, 2 the first and the last, 3 also the
  /// catch-all section at the end. Titles and `•` alternate, so there may be one title fewer than
  /// the limit.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of titles, including the search entry; `nil` for a title for
  ///     each section.
  ///   - includesSearch: Whether the first title is `{search}`, which denotes the search field
  ///     above the list and leads to no section. UIKit: `UITableViewIndexSearch`
  /// - Complexity: O(*n* log *n*) in the sections.
  public func indexTitles(
    limit: Int? = nil, includingSearch includesSearch: Bool = false
  ) -> [IndexTitle] {
    var numbers = Array(entries.indices)
    if let limit, entries.count + (includesSearch ? 1 : 0) > limit, rowCount > 0 {
      numbers.removeAll { entries[$0].count == 0 }
    }
    let index = ThinnedIndex(
      kinds: numbers.map { entries[$0].kind }, limit: limit, includesSearch: includesSearch)
    return index.entries.map { entry in
      switch entry {
      case .search: IndexTitle(title: "{search}", section: nil)
      case .gap(let place): IndexTitle(title: "•", section: nearest(numbers[place]))
      case .section(let place):
        IndexTitle(
          title: entries[numbers[place]].indexTitle ?? entries[numbers[place]].title,
          section: nearest(numbers[place]))
      }
    }
  }
}

extension SectionOutline: RandomAccessCollection {
  /// The position of the first section.
  public var startIndex: Int { 0 }
  /// The number of shown sections.
  public var endIndex: Int { shown.count }
  /// The section at a position among the shown sections.
  ///
  /// - Complexity: O(1).
  public subscript(position: Int) -> Section {
    let number = shown[position]
    let entry = entries[number]
    return Section(
      number: number, position: position, title: entry.title, kind: entry.kind, count: entry.count,
      offset: offsets[number])
  }
}

extension SectionOutline: Hashable {
  /// Whether two outlines have equal sections, counts and stamps, and show the same sections.
  public static func == (left: SectionOutline, right: SectionOutline) -> Bool {
    left.entries == right.entries && left.hidesEmptySections == right.hidesEmptySections
      && left.stamp == right.stamp
  }

  /// Hashes the sections and counts.
  public func hash(into hasher: inout Hasher) { hasher.combine(entries) }
}

/// An outline is encoded with the title, kind and count of every section, hidden or not, and with
/// its index title if different. Numbers, positions and offsets follow from these.
extension SectionOutline: Codable {
  private enum CodingKeys: String, CodingKey {
    case stamp, hidesEmptySections, sections
  }

  /// Decodes an outline.
  ///
  /// - Throws: Whatever the decoder throws, and `DecodingError` for a negative count or a sum that
  ///   overflows.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let entries = try container.decode([Entry].self, forKey: .sections)
    do {
      try Self.check(entries.map(\.count))
    } catch {
      throw DecodingError.dataCorruptedError(
        forKey: .sections, in: container, debugDescription: error.description)
    }
    self.init(
      entries, .stored(try container.decode(CollationStamp.self, forKey: .stamp)),
      hidesEmptySections: try container.decode(Bool.self, forKey: .hidesEmptySections))
  }

  /// Encodes an outline.
  ///
  /// - Throws: Whatever the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(stamp, forKey: .stamp)
    try container.encode(hidesEmptySections, forKey: .hidesEmptySections)
    try container.encode(entries, forKey: .sections)
  }
}
