/// A walk over the rows of some ranges, until a page is full: which query comes next, and what its
/// rows mean. It runs no query, so that synchronous and asynchronous databases share it.
struct StoredListWalk<Row: StoredRow> {
  /// The ranges that are left, the first of which is being walked.
  private var ranges: ArraySlice<DisplayKeyRange>
  /// The place behind the last row that was looked at, or of the cursor.
  private var place: (key: DisplayKey, id: Row.ID)?
  private let limit: Int
  /// The number of sections that the collation has.
  private let sectionCount: Int
  /// The rows that may still be looked at.
  private var budget: Int
  private let matches: (Row) -> Bool

  /// The rows that match, one more than the limit at most.
  private var rows: [Row] = []
  private var sectionNumbers: [Int] = []
  /// A place behind each row that was looked at, and the number of rows that matched up to it.
  private var places: [(key: DisplayKey, id: Row.ID, rowCount: Int)] = []
  private var queryLimit: Int

  /// If few rows match, each further query asks for twice as many rows, up to this number.
  private static var maximumQueryLimit: Int { 256 }

  /// - Throws: A ``PagingError`` if the cursor's id is no id of a row.
  init(
    _ ranges: [DisplayKeyRange], after cursor: PageCursor?, limit: Int, budget: Int,
    sectionCount: Int, matches: @escaping (Row) -> Bool
  ) throws(PagingError) {
    self.ranges = ranges[...]
    self.limit = max(1, limit)
    self.budget = max(1, budget)
    self.sectionCount = sectionCount
    self.matches = matches
    // One row more than the page has tells whether there is a next page.
    queryLimit = self.limit.addingReportingOverflow(1).overflow ? .max : self.limit + 1
    if let cursor {
      guard let id = Row.ID(cursor.id) else {
        throw PagingError(
          .malformedCursor, "the cursor's id is no id of this list: begin at the first page")
      }
      place = (cursor.key, id)
    }
  }

  /// The next query; `nil` when the page is full or all ranges are walked.
  var nextQuery: StoredRowQuery<Row>? {
    mutating get {
      guard rows.count <= limit, budget > 0 else { return nil }
      while let range = ranges.first {
        guard let place, !place.key.bytes.lexicographicallyPrecedes(range.lowerBound) else {
          return query(after: range.lowerBound, id: nil, in: range)
        }
        if range.contains(place.key) {
          return query(after: place.key.bytes, id: place.id, in: range)
        }
        ranges.removeFirst()
      }
      return nil
    }
  }

  private func query(
    after key: ArraySlice<UInt8>, id: Row.ID?, in range: DisplayKeyRange
  ) -> StoredRowQuery<Row> {
    StoredRowQuery(
      key: Row.Key(key), id: id, end: Row.Key(range.upperBound), limit: min(queryLimit, budget))
  }

  /// Takes the rows of the query that was asked for last.
  mutating func take(_ fetched: [Row]) throws(PagingError) {
    let asked = min(queryLimit, budget)
    for row in fetched.prefix(asked) {
      guard let key = DisplayKey(bytes: row.key), key.section < sectionCount else {
        throw PagingError(
          .keyMismatch,
          "the row with the id \(row.id) is stored under bytes that are no display key of the list")
      }
      budget -= 1
      place = (key, row.id)
      if matches(row) {
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

  /// The page, when there is no next query.
  ///
  /// - Parameter cursor: Makes the text of the cursor behind a row.
  func page(
    cursor: (DisplayKey, String) throws(PagingError) -> String
  ) throws(PagingError) -> StoredPage<Row> {
    if rows.count <= limit && ranges.isEmpty { return page(ofRows: rows.count, next: nil) }
    // The key of a very long name makes a cursor that is too long for a URL. Then the page ends
    // behind an earlier row.
    var failure = PagingError(
      .cursorTooLong, "no row of the page has a cursor that is short enough")
    for place in places.reversed() {
      do {
        let next = try cursor(place.key, place.id.description)
        return page(ofRows: place.rowCount, next: next)
      } catch  where error.code == .cursorTooLong {
        failure = error
      }
    }
    throw failure
  }

  private func page(ofRows count: Int, next: String?) -> StoredPage<Row> {
    StoredPage(
      rows: Array(rows.prefix(count)), sectionNumbers: Array(sectionNumbers.prefix(count)),
      next: next)
  }
}
