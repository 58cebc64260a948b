/// Which of a collation's sections are shown, and the places of their rows in the list.
struct ShownSections: Sendable {
  /// The number of each section that is shown.
  let numbers: [Int]
  /// Where in the list the rows of each of the collation's sections lie.
  let places: [Range<Int>]

  /// - Parameter counts: How many rows lie in each of the collation's sections.
  init(counts: [Int], collation: LocalizedIndexedCollation) {
    numbers =
      collation.layout.hidesEmptySections
      ? counts.indices.filter { counts[$0] > 0 } : Array(counts.indices)
    var offset = 0
    places = counts.map { count in
      defer { offset += count }
      return offset..<offset + count
    }
  }

  /// The position of a section among those that are shown; if it is hidden, that of the nearest one
  /// before it, else the first. `nil` where none is shown.
  ///
  /// - Complexity: O(log *n*) in the sections.
  func position(nearest number: Int) -> Int? {
    if numbers.isEmpty { return nil }
    return max(1, partitioningIndex(numbers.indices) { numbers[$0] > number }) - 1
  }
}
