/// Chooses the titles at the side of a list, by the positions of its sections.
struct ThinnedIndex {
  enum Entry {
    /// UIKit's `UITableViewIndexSearch`, which a table view shows as a magnifying glass.
    case search
    case section(Int)
    /// The mark that UIKit shows in place of omitted index titles. It leads to a section.
    case gap(Int)
  }

  private(set) var entries: [Entry] = []

  init(kinds: [SectionKind], limit: Int?, includesSearch: Bool) {
    var slots = max(0, limit ?? .max)
    if includesSearch, slots > 0 {
      entries.append(.search)
      slots -= 1
    }
    let head = kinds.prefix { $0 != .normal }.count
    let tail = max(head, kinds.count - kinds.reversed().prefix { $0 != .normal }.count)
    // Catch-all sections at either end get the slots that the first and last letters leave.
    let spare = max(0, slots - min(2, tail - head))
    let after = min(kinds.count - tail, spare)
    let before = min(head, spare - after)
    entries += (0..<before).map(Entry.section)
    appendThinned(head..<tail, slots: slots - before - after)
    entries += (kinds.count - after..<kinds.count).map(Entry.section)
  }

  /// Appends a range of sections or, if there are more of them than slots, some of them evenly
  /// spread, with gaps in between. A gap leads to the middle one of the sections it replaces.
  private mutating func appendThinned(_ range: Range<Int>, slots: Int) {
    guard slots > 1, range.count > slots else {
      entries += range.prefix(slots).map(Entry.section)
      return
    }
    // Titles and gaps alternate, so their total is odd.
    let kept = max(2, (slots + 1) / 2)
    let last = range.count - 1
    var previous: Int?
    for slot in 0..<kept {
      let section = range.lowerBound + (2 * slot * last + kept - 1) / (2 * (kept - 1))
      if let previous, slots >= 3 { entries.append(.gap((previous + section) / 2)) }
      entries.append(.section(section))
      previous = section
    }
  }
}
