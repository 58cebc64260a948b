#if GRDB
public import Collation
internal import CollationFiling
public import CollationLists
internal import Foundation
public import GRDB

extension CollatedList {
  /// A list within one transaction.
  public struct Contents {
    /// The stamp under which the list is stored: of a descending list, the ascending one's.
    public var stamp: CollationStamp { stored.stamp }
    /// Whether the list's stamp differs, as after an ICU upgrade, or triggers were missing. Until
    /// ``CollatedList/make(progress:)`` rebuilds it, only ``outline``,
    /// ``page(offset:inSection:limit:)`` and ``offset(of:)`` work.
    public var isOutdated: Bool { stored.isOutdated }
    /// A number that identifies this state of the list, for use in an `ETag`, say. A file's first
    /// list counts from 4,294,967,297: the upper half is the id of the list, so that one made anew
    /// repeats no number.
    public var revision: Int64 { stored.revision }
    /// The transaction.
    public let database: Database

    private let list: CollatedList
    private let stored: Stored

    init(list: CollatedList, stored: Stored, database: Database) {
      self.list = list
      self.stored = stored
      self.database = database
    }

    /// Whether no row was written since the list was last updated.
    ///
    /// Until the next update, ``outline`` still counts a row that was deleted, while pages leave it
    /// out, and pages have a row that was renamed with its new text at its old place.
    ///
    /// - Throws: A `DatabaseError` if SQLite fails.
    public var isCurrent: Bool { get throws { try !list.hasNotes(database) } }

    /// The sections and the number of rows in each.
    ///
    /// - Throws: A `DatabaseError` if SQLite fails.
    /// - Complexity: O(*n*) in the sections.
    public var outline: SectionOutline {
      get throws {
        try SectionOutline(
          counts: counts, for: list.collation, hidesEmptySections: list.hidesEmptySections)
      }
    }

    /// The number of rows in each section of the list that is read.
    private var counts: [Int] {
      get throws { list.readingOrder.shownCounts(try stored.keys.counts(database)) }
    }

    // MARK: Pages

    /// Returns a page of the list.
    ///
    /// - Parameters:
    ///   - start: Where the page begins: by default at the beginning of the list.
    ///   - limit: The maximum number of rows, at least 1.
    /// - Throws: Like `StoredList.page(from:inSection:limit:fetch:)`; a `CollationError` with the
    ///   code `stampMismatch` if the list is outdated; and a `DatabaseError` if SQLite fails, or a
    ///   row cannot be decoded.
    /// - Complexity: O(*n* + log *m*) in the limit and the rows of the list.
    public func page(
      from start: StoredList.Start = .after(nil), limit: Int
    ) throws -> StoredPage<Record> {
      try records(pages().page(from: start, limit: limit, fetch: listRows))
    }

    /// Returns the page that starts at an offset, and goes on in the sections after it.
    ///
    /// A page of an outdated list has no cursors.
    ///
    /// - Parameters:
    ///   - offset: The number of rows before the page.
    ///   - section: The number of the section in which the offset counts, such as one of which a
    ///     client shows a part: rows that others insert before the section don't move the page. By
    ///     default the offset counts in the list. A number that no section has gets no rows.
    ///   - limit: The maximum number of rows, at least 1.
    /// - Throws: A `DatabaseError` if SQLite fails, or a row cannot be decoded.
    /// - Complexity: O(*n* + *m*) in the limit and the blocks of a section, of some hundred rows
    ///   each.
    public func page(
      offset: Int, inSection section: Int? = nil, limit: Int
    ) throws -> StoredPage<Record> {
      let outline = try outline
      let empty = StoredPage<Record>(rows: [], sectionNumbers: [], next: nil, previous: nil)
      var offset = max(0, offset)
      if let section {
        let counts = try counts
        guard counts.indices.contains(section) else { return empty }
        offset = counts[..<section].reduce(min(offset, counts[section]), +)
      }
      let limit = min(max(1, limit), outline.rowCount - offset)
      if limit <= 0 { return empty }
      let before = try offset == 0 ? nil : place(ofRow: offset - 1, outline)
      let rows = try listRows(
        StoredRowQuery(
          key: before?.key ?? Data(), id: before?.id, end: Data(ListKeyFormat.end), limit: limit))
      var (next, previous): (String?, String?)
      if !isOutdated {
        if let last = rows.last, offset + limit < outline.rowCount { next = try cursor(last) }
        if let first = rows.first, offset > 0 { previous = try cursor(first) }
      }
      return StoredPage(
        rows: rows.map(\.record),
        sectionNumbers: try rows.map { try stored.keys.section(of: Place(key: $0.key, id: $0.id)) },
        next: next,
        previous: previous)
    }

    /// The place of a row by its number, under the key of the list that is read.
    private func place(ofRow row: Int, _ outline: SectionOutline) throws -> Place {
      let (section, order) = (outline.section(ofRow: row)!, list.readingOrder)
      let place = try stored.keys.place(
        ofRow: order.row(row - section.offset, of: section.count),
        inSection: order.storedSection(section.number), database)
      return Place(key: order.shownKey(place.key), id: place.id)
    }

    /// A row's cursor; `nil` if its key is too long for one. The next page has an offset as well.
    private func cursor(_ row: ListRow<Record>) throws -> String? {
      do {
        return try pages().cursor(forKey: row.key, id: row.id)
      } catch let error as CollationError where error.code == .cursorTooLong {
        return nil
      }
    }

    /// Returns a page of the rows that match what somebody types, the best match first.
    ///
    /// A row matches if `NameSearch` finds it in its search texts: `rehor` finds Řehoř. The rows of
    /// a page come in the order of their rank, and within a rank in the order of the list. Rows
    /// that collate as equal come in the order of their ids, even in a descending list.
    /// `StoredList.search(_:from:limit:examining:until:fetch:)` says more.
    ///
    /// A page may have fewer rows than the limit and still have a next page.
    ///
    /// - Parameters:
    ///   - query: What was typed: at most `NameSearch.maximumQueryLength` UTF-8 bytes.
    ///   - start: Where the page begins: by default at the best match.
    ///   - limit: The maximum number of rows, at least 1.
    ///   - budget: The maximum number of rows to examine, at least 1; by default a thousand.
    ///   - deadline: When to end the page with what is found, within some milliseconds; by default
    ///     never.
    /// - Throws: As `StoredList.search(_:from:limit:examining:until:fetch:)`; a `CollationError`
    ///   with the code `stampMismatch` if the list is outdated, or `missingStamp` if the search
    ///   keys are not made, or the list was opened without search texts; and a `DatabaseError` if
    ///   SQLite fails or a row cannot be decoded.
    /// - Complexity: That of a page, if most rows examined match.
    public func search(
      _ query: String, from start: StoredList.Start = .after(nil), limit: Int,
      examining budget: Int = 1_000, until deadline: ContinuousClock.Instant? = nil
    ) throws -> StoredPage<Record> {
      let pages = try pages()
      guard let words = try list.readableWords(database) else {
        throw CollationError(
          .missingStamp,
          "the list '\(list.name)' has no search keys: open it with searchTexts, and call make()")
      }
      var walk = try pages.walk(
        query, from: start, limit: limit, examining: budget, until: deadline,
        of: FoundRow<Record>.self)
      let hasNotes = try list.hasNotes(words, database)
      while let query = walk.nextQuery {
        let rows = try foundRows(query, words)
        try walk.take(rows) { row in
          if row.foundRecord == nil { return .gone }
          return try hasNotes && words.isNoted(row.id, database) ? .noted : .current
        }
      }
      return try records(walk.page())
    }

    /// Returns the offset of the row with an id; `nil` if the list has no such row.
    ///
    /// - Throws: A `DatabaseError` if SQLite fails.
    /// - Complexity: As ``page(offset:inSection:limit:)``.
    public func offset(of id: Int64) throws -> Int? {
      guard let place = try stored.keys.place(ofRow: id, database) else { return nil }
      let counts = try counts
      let shown = list.readingOrder.shownPlace(
        try (stored.keys.section(of: place), stored.keys.row(of: place, database)), counts)
      return counts[..<shown.section].reduce(shown.row, +)
    }

    // MARK: Rows

    private func pages() throws -> StoredList {
      if isOutdated, stamp == list.readingOrder.stamp {
        throw CollationError(
          .stampMismatch,
          "triggers of the list '\(list.name)' were missing: call make(), and read it by offset "
            + "until then")
      }
      try list.readingOrder.stamp.check(stored: stamp)
      return StoredList(uncheckedFor: list.collation)
    }

    private func records(_ page: StoredPage<some RecordRow<Record>>) -> StoredPage<Record> {
      StoredPage(
        rows: page.rows.map(\.record), sectionNumbers: page.sectionNumbers, next: page.next,
        previous: page.previous)
    }

    private func listRows(_ query: StoredRowQuery<ListRow<Record>>) throws -> [ListRow<Record>] {
      try list.readingOrder.rows(query) { query in
        // A cross join is SQLite's way to be told which table comes first.
        let sql = """
          SELECT keys.id, keys.key, source.* FROM collationKeys AS keys
          CROSS JOIN \(list.quotedTable) AS source ON source.\(list.idColumn) = keys.id
          WHERE keys.list = ? AND \(query.condition) LIMIT ?
          """
        return try rows(query, sql, listID: stored.keys.list, columnCount: 2) { row in
          ListRow(
            key: list.readingOrder.shownKey(row.unadapted[1]), id: row.unadapted[0],
            record: try list.record(row))
        }
      }
    }

    /// The rows that have the keys of a query, and those that are gone, so that the limit limits
    /// how many keys are read.
    private func foundRows(
      _ query: StoredRowQuery<FoundRow<Record>>, _ words: StoredWords
    ) throws -> [FoundRow<Record>] {
      let sql = """
        SELECT keys.id, keys.key, source.\(list.idColumn) IS NULL, source.* FROM (
          SELECT * FROM collationWords AS keys
          WHERE list = ? AND \(query.condition) LIMIT ?) AS keys
        LEFT JOIN \(list.quotedTable) AS source ON source.\(list.idColumn) = keys.id
        ORDER BY \(query.order)
        """
      var rows = try rows(query, sql, listID: words.list, columnCount: 3) { row in
        let record = row.unadapted[2] ? nil : try list.record(row)
        return FoundRow(
          id: row.unadapted[0], searchKey: row.unadapted[1],
          texts: record.map { list.searchTexts!($0) } ?? [], foundRecord: record)
      }
      let found = rows.indices.filter { rows[$0].foundRecord != nil }
      let keys = list.nameKeys(of: found.map { rows[$0].record }, by: list.collation)
      for (number, row) in found.enumerated() { rows[row].key = Data(keys[number]) }
      return rows
    }

    private func rows<Found: RecordRow<Record>>(
      _ query: StoredRowQuery<Found>, _ sql: String, listID: Int64, columnCount: Int,
      _ found: (Row) throws -> Found
    ) throws -> [Found] {
      let cursor = try Row.fetchCursor(
        database.cachedStatement(sql: sql),
        arguments: [listID, query.key, query.id, query.end, query.limit],
        adapter: SuffixRowAdapter(fromIndex: columnCount))
      var rows: [Found] = []
      while let row = try cursor.next() { rows.append(try found(row)) }
      return rows
    }
  }
}

extension StoredRowQuery {
  /// The condition of a query by its key, id and end, in that order.
  fileprivate var condition: String {
    isBackward
      ? "(keys.key, keys.id) < (?, ?) AND keys.key >= ? ORDER BY \(order)"
      : "(keys.key, keys.id) > (?, ?) AND keys.key < ? ORDER BY \(order)"
  }

  fileprivate var order: String {
    isBackward ? "keys.key DESC, keys.id DESC" : "keys.key, keys.id"
  }
}

/// A row of the table under its key in a list.
private protocol RecordRow<Record>: StoredRow where Key == Data, ID == Int64 {
  associatedtype Record
  var record: Record { get }
}

private struct ListRow<Record>: RecordRow {
  let key: Data
  let id: Int64
  let record: Record
}

/// A row of the table under its key in a list, and the search key by which it was found.
private struct FoundRow<Record>: RecordRow, SearchedRow {
  var key = Data()
  let id: Int64
  let searchKey: Data
  let texts: [String]
  /// `nil` for a row that is gone, which no page has.
  let foundRecord: Record?
  var record: Record { foundRecord! }
}
#endif
