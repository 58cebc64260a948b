/// Names in list order: by section, and within each section in ascending or descending order.
struct Partition: Sendable {
  let order: [Int]
  let counts: [Int]
}

extension Partition {
  /// Makes the partition of names by their sort keys.
  ///
  /// - Complexity: O(*n* log *n*) comparisons of keys.
  init(of keys: KeyList, by lookup: SectionLookup) {
    let sections = (0..<keys.count).map { lookup.section(ofSortKey: keys[$0]) }
    var counts = [Int](repeating: 0, count: lookup.sectionCount)
    for section in sections { counts[section] += 1 }
    var places = counts
    var offset = 0
    for section in places.indices {
      (places[section], offset) = (offset, offset + counts[section])
    }
    // Sorted first, then dealt out to sections, so each section stays sorted.
    var order = [Int](repeating: 0, count: keys.count)
    for index in keys.sortedIndices(in: lookup.keyOrder) {
      order[places[sections[index]]] = index
      places[sections[index]] += 1
    }
    self.init(order: order, counts: counts)
  }
}

extension OrderWork {
  /// The places of the names, one section after another, and the number of names in each section.
  ///
  /// - Complexity: O(*m* · log *n*) in the number *m* of boundaries with names and the number *n*
  ///   of names.
  var placesInOrder: (ranges: [Range<Int>], counts: [Int]) {
    guard let lookup else { return ([0..<names.count], []) }
    // The names after a boundary are part of a section, which may have several boundaries.
    var sections = [[Range<Int>]](repeating: [], count: lookup.sectionCount)
    for (boundary, places) in placesOfBoundaries(lookup) {
      sections[lookup.sections[boundary]].append(places)
    }
    let counts = sections.map { places in places.reduce(0) { $0 + $1.count } }
    return (sections.flatMap(\.self), counts)
  }

  /// Returns the places of the names after each boundary, in order, leaving out boundaries without
  /// names.
  ///
  /// In bounds because the search asks only for places below the number of names, and the order has
  /// a number for each.
  private func placesOfBoundaries(
    _ lookup: SectionLookup
  ) -> [(boundary: Int, places: Range<Int>)] {
    names.read { names in
      placesOfBoundaries { boundary(before: number($0), of: names, lookup) }
    }
  }

  /// Walks the name again, since the bits that were sorted may be in the list's own code. Not
  /// inlined, since the code of a search calls it in many places.
  @inline(never)
  private func boundary(
    before number: Int, of names: Names.Reader, _ lookup: SectionLookup
  ) -> Int {
    unsafe table.base.boundary(before: names[number], lookup) {
      unsafe longKeys.sortKey(of: number, names[number], table.base)
    }
  }

  private func placesOfBoundaries(
    _ boundary: (Int) -> Int
  ) -> [(boundary: Int, places: Range<Int>)] {
    var result: [(boundary: Int, places: Range<Int>)] = []
    var place = 0
    while place < names.count {
      let first = boundary(place)
      // The search for the end doubles its steps: a short list has few names after each boundary.
      var (low, step) = (place + 1, 1)
      while low + step < names.count, boundary(low + step) == first {
        low += step
        step *= 2
      }
      let end = partitioningIndex(low..<min(names.count, low + step)) { boundary($0) != first }
      result.append((first, place..<end))
      place = end
    }
    return result
  }
}
