import Collation

/// What an app has without a list that changes: the rows of each section in an array of its own, in
/// which a binary search finds the place of a new row.
struct SortedRows {
  struct Row {
    var key: ListKey
    var id: Int
    var name: String
  }

  private var sections: [[Row]]

  init(_ ids: [Int], _ names: [String], _ collation: LocalizedIndexedCollation) {
    sections = [[Row]](repeating: [], count: collation.sectionTitles.count)
    let rows = zip(ids, names).map { Row(key: collation.listKey(for: $1), id: $0, name: $1) }
    for row in rows.sorted(by: Self.precedes) { sections[row.key.section].append(row) }
  }

  private static func precedes(_ left: Row, _ right: Row) -> Bool {
    left.key == right.key ? left.id < right.id : left.key < right.key
  }

  /// Inserts a row and returns its section and place.
  @discardableResult
  mutating func insert(
    _ id: Int, _ name: String, _ collation: LocalizedIndexedCollation
  ) -> (section: Int, row: Int) {
    let row = Row(key: collation.listKey(for: name), id: id, name: name)
    let section = row.key.section
    var (low, high) = (0, sections[section].count)
    while low < high {
      let middle = (low + high) / 2
      if Self.precedes(sections[section][middle], row) { low = middle + 1 } else { high = middle }
    }
    sections[section].insert(row, at: low)
    return (section, low)
  }
}
