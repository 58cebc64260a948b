/// The index titles at the side of a list, and the section that each leads to.
struct SectionIndex: Hashable, Sendable {
  /// What UIKit's `UITableViewIndexSearch` is, which a table view shows as a magnifying glass.
  static let searchTitle = "{search}"
  /// What UIKit shows between index titles where some are left out.
  static let gapTitle = "•"

  private(set) var titles: [String] = []
  /// The section of each title; `nil` for the search entry.
  private(set) var sections: [Int?] = []

  /// Makes the index of sections.
  ///
  /// - Complexity: O(*n*) in the sections.
  init(titles: [String], kinds: [SectionKind], layout: SectionLayout) {
    if layout.hasSearchEntry { append(Self.searchTitle, section: nil) }
    // Catch-all sections at either end are kept whatever the limit.
    let head = kinds.prefix { $0 != .normal }.count
    let tail = max(head, kinds.count - kinds.reversed().prefix { $0 != .normal }.count)
    let slots =
      max(0, layout.indexTitleLimit ?? .max) - self.titles.count - head - (kinds.count - tail)
    for section in 0..<head { append(titles[section], section: section) }
    appendThinned(titles, in: head..<tail, slots: slots)
    for section in tail..<titles.count { append(titles[section], section: section) }
  }

  private mutating func append(_ title: String, section: Int?) {
    titles.append(title)
    sections.append(section)
  }

  /// Appends the titles of a range of sections or, if they are more than the slots, some of them
  /// evenly spread, with gaps between. A gap leads to the middle of the sections it stands for.
  private mutating func appendThinned(_ titles: [String], in range: Range<Int>, slots: Int) {
    if range.count <= max(slots, 2) {
      for section in range { append(titles[section], section: section) }
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
