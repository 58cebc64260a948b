internal import Collation

/// A walk over the rows of some ranges, until a page is full: which query comes next, and what its
/// rows mean. It runs no query, so synchronous and asynchronous databases share it.
struct StoredListWalk<Row: StoredRow> {
  private var ranges: ArraySlice<ListKeyRange>
  /// The place of the last row examined, or of the cursor.
  private var place: (key: ListKey, id: Row.ID)?
  private let list: StoredList
  private let isBackward: Bool
  private let cursor: PageCursor?
  private let limit: Int
  private var budget: Int
  private let search: PrefixSearch?

  /// The rows that match, in the order of the walk, at most one more than the limit.
  private var rows: [Row] = []
  private var sectionNumbers: [Int] = []
  /// The place of each row examined, and the number of rows that matched up to it.
  private var places: [(key: ListKey, id: Row.ID, rowCount: Int)] = []
  private var queryLimit: Int

  /// If few rows match, each further query asks for twice as many rows, up to this number.
  private static var maximumQueryLimit: Int { 256 }

  /// - Parameter ranges: The ranges in the order of the list.
  /// - Throws: A `CollationError` if the text of the cursor is not one of a row of the list.
  init(
    of list: StoredList, _ ranges: [ListKeyRange], from start: StoredList.Start, limit: Int,
    budget: Int = .max, _ search: PrefixSearch? = nil
  ) throws(CollationError) {
    switch start {
    case .after(let text): (isBackward, cursor) = (false, try list.cursor(text))
    case .before(let text): (isBackward, cursor) = (true, try list.cursor(text))
    }
    self.list = list
    self.ranges = isBackward ? ranges.reversed()[...] : ranges[...]
    self.limit = max(1, limit)
    self.budget = max(1, budget)
    self.search = search
    // One extra row tells whether there is a further page.
    queryLimit = self.limit.addingReportingOverflow(1).overflow ? .max : self.limit + 1
    if let cursor {
      guard let id = Row.ID(cursor.id) else {
        throw CollationError(
          .malformedCursor, "the cursor's id is not an id of this list: start at the first page")
      }
      place = (cursor.key, id)
    }
  }

  /// The next query; `nil` when the page is full or all ranges are walked.
  var nextQuery: StoredRowQuery<Row>? {
    mutating get {
      guard rows.count <= limit, budget > 0 else { return nil }
      while let range = ranges.first {
        let (first, end) =
          isBackward
          ? (range.upperBound, range.lowerBound) : (range.lowerBound, range.upperBound)
        guard let place, isBehindStart(of: range, place.key) else {
          return query(from: first, id: nil, to: end)
        }
        if range.contains(place.key) {
          return query(from: place.key.bytes, id: place.id, to: end)
        }
        ranges.removeFirst()
      }
      return nil
    }
  }

  private func isBehindStart(of range: ListKeyRange, _ key: ListKey) -> Bool {
    isBackward
      ? key.bytes.lexicographicallyPrecedes(range.upperBound)
      : !key.bytes.lexicographicallyPrecedes(range.lowerBound)
  }

  private func query(
    from key: ArraySlice<UInt8>, id: Row.ID?, to end: ArraySlice<UInt8>
  ) -> StoredRowQuery<Row> {
    StoredRowQuery(
      key: Row.Key(key), id: id, end: Row.Key(end), limit: min(queryLimit, budget),
      isBackward: isBackward)
  }

  mutating func take(_ fetched: [Row]) throws(CollationError) {
    let asked = min(queryLimit, budget)
    for row in fetched.prefix(asked) {
      guard let key = ListKey(bytes: row.key), list.collation.mayHave(key) else {
        throw CollationError(
          .keyMismatch,
          "the row with id \(row.id) has a key that is not one of this list: rebuild the keys")
      }
      budget -= 1
      place = (key, row.id)
      if search.map(row.matches) ?? true {
        rows.append(row)
        sectionNumbers.append(key.section)
      }
      if rows.count > limit { return }
      places.append((key, row.id, rows.count))
    }
    if fetched.count < asked { ranges.removeFirst() }
    if queryLimit < Self.maximumQueryLimit {
      queryLimit = min(2 * queryLimit, Self.maximumQueryLimit)
    }
  }

  /// Returns the page, once there is no next query.
  func page() throws(CollationError) -> StoredPage<Row> {
    if rows.count <= limit && ranges.isEmpty {
      return try page(ofRows: rows.count, cursorAtEnd: nil)
    }
    // The key of a very long name makes a cursor that is too long for a URL. Then the page ends
    // at an earlier row.
    let end = try firstCursor(of: places.reversed())
    return try page(ofRows: end.rowCount, cursorAtEnd: end.text)
  }

  private func page(
    ofRows count: Int, cursorAtEnd: String?
  ) throws(CollationError) -> StoredPage<Row> {
    let cursorAtStart = try cursorAtStart()
    let (rows, sectionNumbers) = (rows.prefix(count), sectionNumbers.prefix(count))
    if isBackward {
      return StoredPage(
        rows: rows.reversed(), sectionNumbers: sectionNumbers.reversed(), next: cursorAtStart,
        previous: cursorAtEnd)
    }
    return StoredPage(
      rows: Array(rows), sectionNumbers: Array(sectionNumbers), next: cursorAtEnd,
      previous: cursorAtStart)
  }

  /// The cursor that leads back. If the first row's cursor is too long, a later row's shows some
  /// rows twice, but skips none.
  private func cursorAtStart() throws(CollationError) -> String? {
    if cursor == nil || places.isEmpty { return nil }
    do {
      return try firstCursor(of: places).text
    } catch  where error.code == .cursorTooLong {
      return nil
    }
  }

  /// The first cursor that is short enough for a URL.
  private func firstCursor(
    of places: some Sequence<(key: ListKey, id: Row.ID, rowCount: Int)>
  ) throws(CollationError) -> (text: String, rowCount: Int) {
    var failure = CollationError(
      .cursorTooLong, "every row of the page has too long a cursor: limit the length of names")
    for place in places {
      do {
        let text = try list.cursorText(after: place.key, id: place.id.description)
        return (text, place.rowCount)
      } catch  where error.code == .cursorTooLong {
        failure = error
      }
    }
    throw failure
  }
}
