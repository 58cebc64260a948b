package import Collation
internal import CollationFiling

/// A walk over the rows of some ranges until a page is full. It makes the queries and takes their
/// rows, but runs no query, so synchronous and asynchronous databases share it.
package struct StoredListWalk<Row: StoredRow> {
  /// A search, and how to read the search key and the texts of a row.
  struct Search {
    let query: StoredQuery
    let key: (Row) -> Row.Key
    let texts: (Row) -> [String]
  }

  private struct Found {
    var row: Row
    var key: ListKey
    /// How well it matches; `nil` on a page of the list.
    var rank: NameSearch.Rank?
  }

  /// A row that was examined, or the cursor's row.
  private struct Place {
    var key: [UInt8]
    var id: Row.ID
    /// The number of rows found up to this one.
    var foundCount = 0
  }

  /// The ranges left, in the order of the walk. No two overlap.
  private var ranges: ArraySlice<SearchRange>
  /// The last row examined, or the cursor's row.
  private var place: Place?
  private let list: StoredList
  private let isBackward: Bool
  private let hasCursor: Bool
  private let limit: Int
  private var budget: Int
  private let deadline: ContinuousClock.Instant?
  private let search: Search?

  /// The rows found, in the order of the walk: at most one more than the limit.
  private var found: [Found] = []
  /// The rows examined.
  private var places: [Place] = []
  /// The ids of rows found by keys that no longer match their texts.
  private var outdated: Set<String> = []
  /// If few rows match, each further query of a range asks for twice as many rows for each that the
  /// page lacks, up to 256 rows.
  private var queryFactor = 1

  /// - Throws: A `CollationError` if the text is not a cursor of this list.
  init(
    of list: StoredList, inSection section: Int?, from start: StoredList.Start, limit: Int
  ) throws(CollationError) {
    let exists = section.map(list.collation.sectionTitles.indices.contains) ?? true
    var range = SearchRange(lower: [], upper: ListKeyFormat.end)
    if let section, exists {
      range = SearchRange(
        lower: ListKeyFormat.bytes(ofSection: section),
        upper: ListKeyFormat.bytes(ofSection: section + 1))
    }
    try self.init(
      of: list, exists ? [range] : [], from: start, limit: limit, budget: .max, nil, nil)
    // The cursor's row may lie outside the range.
    guard let key = place?.key, !range.contains(key) else { return }
    let isBehind = !key.lexicographicallyPrecedes(range.upper)
    if isBehind != isBackward { ranges = [] }
  }

  /// - Throws: A `CollationError` if the text is not a cursor of this search.
  init(
    of list: StoredList, _ search: Search, from start: StoredList.Start, limit: Int, budget: Int,
    deadline: ContinuousClock.Instant?
  ) throws(CollationError) {
    try self.init(
      of: list, search.query.ranges, from: start, limit: limit, budget: budget, deadline, search)
    guard let key = place?.key else { return }
    ranges = ranges.drop { !$0.contains(key) }
    if ranges.isEmpty {
      throw CollationError(
        .malformedCursor, "the cursor is not one of this search: start at the first page")
    }
  }

  private init(
    of list: StoredList, _ ranges: [SearchRange], from start: StoredList.Start, limit: Int,
    budget: Int, _ deadline: ContinuousClock.Instant?, _ search: Search?
  ) throws(CollationError) {
    self.list = list
    self.limit = min(max(1, limit), .max - 1)
    self.budget = max(1, budget)
    self.deadline = deadline
    self.search = search
    let text: String?
    switch start {
    case .after(let cursor): (isBackward, text) = (false, cursor)
    case .before(let cursor): (isBackward, text) = (true, cursor)
    }
    self.ranges = isBackward ? ranges.reversed()[...] : ranges[...]
    hasCursor = text != nil
    guard let text else { return }
    let cursor = try list.cursor(text, ofSearch: search != nil)
    guard let id = Row.ID(cursor.id) else {
      throw CollationError(
        .malformedCursor, "the cursor's id is not an id of this list: start at the first page")
    }
    place = Place(key: cursor.key, id: id)
  }

  /// The next query; `nil` when the page is full, its budget or time is up, or no range is left.
  package var nextQuery: StoredRowQuery<Row>? {
    guard found.count <= limit, budget > 0, let range = ranges.first else { return nil }
    // Until a row has been examined, there is no place from which the next page could go on.
    if let deadline, !places.isEmpty, ContinuousClock.now >= deadline { return nil }
    let (first, end) = isBackward ? (range.upper, range.lower) : (range.lower, range.upper)
    let last = place.flatMap { range.contains($0.key) ? $0 : nil }
    return StoredRowQuery(
      key: Row.Key(last?.key ?? first), id: last?.id, end: Row.Key(end),
      limit: queryLimit, isBackward: isBackward)
  }

  private var queryLimit: Int {
    // One extra row tells whether another page follows.
    let missing = limit - found.count + 1
    return min(max(missing, min(missing, 256) * queryFactor), max(missing, 256), budget)
  }

  /// What a database knows of a row that a search found by a key.
  package enum Standing {
    /// The row has been deleted.
    case gone
    /// The row has been written since its keys were.
    case noted
    /// The row's present keys are stored, and others may be.
    case current
  }

  /// Takes the rows of the last query.
  ///
  /// - Parameter standing: The standing of a row, for a search; by default unknown.
  package mutating func take(
    _ fetched: [Row], standing: ((Row) throws -> Standing)? = nil
  ) throws {
    let asked = queryLimit
    let rows = fetched.prefix(asked)
    for row in rows {
      let standing = try standing?(row)
      if standing == .gone {
        budget -= 1
        place = Place(key: Array(search!.key(row)), id: row.id, foundCount: found.count)
        places.append(place!)
        continue
      }
      // Reading the bytes of a database's own type one by one is slow.
      guard let key = ListKey(bytes: Array(row.key)), list.mayHave(key) else {
        throw CollationError(
          .keyMismatch,
          "the row with id \(row.id) has a key that is not one of this list: rebuild the keys")
      }
      budget -= 1
      let keyOfPlace = search.map { Array($0.key(row)) } ?? Array(key.bytes)
      if let search {
        let texts = search.texts(row)
        if let rank = search.query.rank(of: texts) {
          // A row that matches by several words counts where the walk meets it first. If its texts
          // have changed since its keys were stored, it counts once on each page.
          let isFirst = standing == .noted ? nil : search.query.isFirst(keyOfPlace, of: texts)
          let counts =
            isFirst ?? (standing != .current && outdated.insert(row.id.description).inserted)
          if counts { found.append(Found(row: row, key: key, rank: rank)) }
        }
      } else {
        found.append(Found(row: row, key: key))
      }
      place = Place(key: keyOfPlace, id: row.id, foundCount: found.count)
      if found.count > limit { return }
      places.append(place!)
    }
    if fetched.count < asked {
      ranges.removeFirst()
    } else {
      queryFactor = min(2 * queryFactor, 256)
    }
  }

  /// Returns the page, once there is no next query.
  package func page() throws(CollationError) -> StoredPage<Row> {
    if found.count <= limit && ranges.isEmpty {
      return try page(ofRows: found.count, cursorAtEnd: nil)
    }
    // A very long name's cursor doesn't fit into a URL. Then the page ends at an earlier row.
    let end = try firstCursor(of: places.reversed())
    return try page(ofRows: end.foundCount, cursorAtEnd: end.text)
  }

  private func page(
    ofRows count: Int, cursorAtEnd: String?
  ) throws(CollationError) -> StoredPage<Row> {
    let cursorAtStart = try cursorAtStart()
    var found = Array(found.prefix(count))
    if isBackward { found.reverse() }
    if search != nil { found = bestFirst(found.map { ($0.rank!, $0.key) }).map { found[$0] } }
    return StoredPage(
      rows: found.map(\.row), sectionNumbers: found.map(\.key.section),
      next: isBackward ? cursorAtStart : cursorAtEnd,
      previous: isBackward ? cursorAtEnd : cursorAtStart)
  }

  /// The cursor that leads back. If the first row's cursor is too long, it is a later row's, which
  /// shows some rows twice but skips none.
  private func cursorAtStart() throws(CollationError) -> String? {
    if !hasCursor || places.isEmpty { return nil }
    do {
      return try firstCursor(of: places).text
    } catch  where error.code == .cursorTooLong {
      return nil
    }
  }

  /// The first cursor that is short enough for a URL.
  private func firstCursor(
    of places: some Sequence<Place>
  ) throws(CollationError) -> (text: String, foundCount: Int) {
    var failure = CollationError(
      .cursorTooLong, "every row of the page has too long a cursor: limit the length of names")
    for place in places {
      do {
        let text = try list.cursorText(
          of: PageCursor(key: place.key, id: place.id.description), ofSearch: search != nil)
        return (text, place.foundCount)
      } catch  where error.code == .cursorTooLong {
        failure = error
      }
    }
    throw failure
  }
}

/// The order of a search's rows: by rank, then in the order of the list. Rows with equal keys keep
/// the order of the walk. Not generic, because that would take ten times as long.
private func bestFirst(_ found: [(rank: NameSearch.Rank, key: ListKey)]) -> [Int] {
  found.indices.sorted { left, right in
    let (first, second) = (found[left], found[right])
    if first.rank != second.rank { return first.rank < second.rank }
    return first.key == second.key ? left < right : first.key < second.key
  }
}
