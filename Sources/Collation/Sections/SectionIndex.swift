/// A title at the side of a list, and the number of the section that it leads to.
///
/// ``LocalizedIndexedCollation/sectionIndex(limit:hasSearchEntry:)`` makes the titles of a list.
public struct SectionIndexTitle: Hashable, Sendable, Codable {
  /// The text.
  public let title: String
  /// The number of the section that the title leads to; `nil` for the search entry.
  public let section: Int?
}

/// Chooses the titles at the side of a list.
struct SectionIndex {
  /// What UIKit's `UITableViewIndexSearch` is, which a table view shows as a magnifying glass.
  static let searchTitle = "{search}"
  /// What UIKit shows between index titles where some are left out.
  static let gapTitle = "•"

  private(set) var titles: [SectionIndexTitle] = []

  /// Makes the index of sections, of at most `limit` titles.
  ///
  /// - Complexity: O(*n*) in the sections.
  init(titles: [String], kinds: [SectionKind], limit: Int?, hasSearchEntry: Bool) {
    var slots = max(0, limit ?? .max)
    if hasSearchEntry, slots > 0 {
      append(Self.searchTitle, section: nil)
      slots -= 1
    }
    let head = kinds.prefix { $0 != .normal }.count
    let tail = max(head, kinds.count - kinds.reversed().prefix { $0 != .normal }.count)
    // Catch-all sections at either end have what the first and the last letter leave.
    let spare = max(0, slots - min(2, tail - head))
    let behind = min(titles.count - tail, spare)
    let before = min(head, spare - behind)
    for section in 0..<before { append(titles[section], section: section) }
    appendThinned(titles, in: head..<tail, slots: slots - before - behind)
    for section in (titles.count - behind)..<titles.count {
      append(titles[section], section: section)
    }
  }

  private mutating func append(_ title: String, section: Int?) {
    titles.append(SectionIndexTitle(title: title, section: section))
  }

  /// Appends the titles of a range of sections or, if they are more than the slots, some of them
  /// evenly spread, with gaps between. A gap leads to the middle of the sections it stands for.
  private mutating func appendThinned(_ titles: [String], in range: Range<Int>, slots: Int) {
    guard slots > 1, range.count > slots else {
      for section in range.prefix(slots) { append(titles[section], section: section) }
      return
    }
    // Titles and gaps take turns, so the number of both is odd.
    let kept = max(2, (slots + 1) / 2)
    let last = range.count - 1
    var previous: Int?
    for slot in 0..<kept {
      let section = range.lowerBound + (2 * slot * last + kept - 1) / (2 * (kept - 1))
      if let previous, slots >= 3 { append(Self.gapTitle, section: (previous + section) / 2) }
      append(titles[section], section: section)
      previous = section
    }
  }
}
