#if GRDB
public import Collation
internal import CollationFiling
public import CollationLists
internal import Foundation
public import GRDB

extension CollatedList {
  /// A list within one transaction.
  public struct Contents {
    /// The stamp under which the list is stored.
    public var stamp: CollationStamp { stored.stamp }
    /// Whether the list's stamp or `words` setting differs, as after an ICU upgrade, or triggers
    /// were missing. Until ``CollatedList/make(progress:)`` rebuilds it, only ``outline``,
    /// ``page(offset:limit:)`` and ``offset(of:)`` work.
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
    public var isCurrent: Bool { get throws { try !stored.hasNotes(database) } }

    /// The sections and the number of rows in each.
    ///
    /// - Throws: A `DatabaseError` if SQLite fails.
    /// - Complexity: O(*n*) in the sections.
    public var outline: SectionOutline {
      get throws {
        try SectionOutline(
          counts: stored.keys.counts(database), for: list.collation,
          hidesEmptySections: list.hidesEmptySections)
      }
    }

    // MARK: Pages

    /// Returns a page of the list.
    ///
    /// - Parameters:
    ///   - start: Where the page begins: by default at the beginning of the list.
    ///   - range: The part of the list to read, such as a section's
    ///     `listKeyRange(ofSection:)`; by default the whole list.
    ///   - limit: The maximum number of rows, at least 1.
    /// - Throws: As `StoredList.page(from:in:limit:fetch:)`; a `CollationError` with the code
    ///   `stampMismatch` if the list is outdated; and a `DatabaseError` if SQLite fails, or a row
    ///   cannot be decoded.
    /// - Complexity: O(*n* + log *m*) in the limit and the rows of the list.
    public func page(
      from start: StoredList.Start = .after(nil), in range: ListKeyRange = .everything, limit: Int
    ) throws -> StoredPage<Record> {
      try records(
        pages().page(from: start, in: range, limit: limit) { try rows($0, of: "collationKeys") })
    }

    /// Returns the page that starts at an offset. To jump to a section, pass the section's
    /// `offset`.
    ///
    /// A page of an outdated list has no cursors.
    ///
    /// - Throws: A `DatabaseError` if SQLite fails, or a row cannot be decoded.
    /// - Complexity: O(*n* + *m*) in the limit and the blocks of a section, of some hundred rows
    ///   each.
    public func page(offset: Int, limit: Int) throws -> StoredPage<Record> {
      let offset = max(0, offset)
      let outline = try outline
      guard let section = outline.section(ofRow: offset) else {
        return StoredPage(rows: [], sectionNumbers: [], next: nil, previous: nil)
      }
      let place = try stored.keys.place(
        ofRow: offset - section.offset, inSection: section.number, database)
      let limit = min(max(1, limit), outline.rowCount - offset)
      let rows = try rows(
        of: "collationKeys", where: "(keys.key, keys.id) >= (?, ?) ORDER BY keys.key, keys.id",
        [place.key, place.id, limit])
      var (next, previous): (String?, String?)
      if !isOutdated {
        if let last = rows.last, offset + limit < outline.rowCount {
          next = try cursor(last.key, last.id)
        }
        if offset > 0 { previous = try cursor(place.key, place.id) }
      }
      return StoredPage(
        rows: rows.map(\.record), sectionNumbers: try rows.map { try $0.section }, next: next,
        previous: previous)
    }

    /// A row's cursor; `nil` if its key is too long for one. The next page has an offset as well.
    private func cursor(_ key: Data, _ id: Int64) throws -> String? {
      do {
        return try pages().cursor(forKey: key, id: id)
      } catch let error as CollationError where error.code == .cursorTooLong {
        return nil
      }
    }

    /// Returns a page of the rows that have a word beginning with a text, each row once.
    ///
    /// Rows come in the order of the matching words, the first one of each row. Rows with the same
    /// word come in the order of the list, as far as the first 255 bytes of their list keys tell,
    /// and then by id. If the list has no words, this finds the beginnings of what names are filed
    /// by, in the order of the list.
    ///
    /// A page may have fewer rows than the limit and still have a next page.
    ///
    /// - Parameters:
    ///   - text: What was typed: at most `PrefixSearch.maximumPrefixLength` UTF-8 bytes.
    ///   - strength: How many levels of difference count; by default the primary alone.
    ///   - start: Where the page begins: by default at the first row found.
    ///   - limit: The maximum number of rows, at least 1.
    ///   - budget: The maximum number of rows to examine, at least 1; by default a thousand.
    /// - Throws: As `StoredList.search(_:strength:from:limit:examining:fetch:)`; a `CollationError`
    ///   with the code `stampMismatch` if the list is outdated; and a `DatabaseError` if SQLite
    ///   fails, or a row cannot be decoded.
    /// - Complexity: That of a page, if most rows examined match.
    public func search(
      _ text: String, strength: CollationStrength = .primary,
      from start: StoredList.Start = .after(nil), limit: Int, examining budget: Int = 1_000
    ) throws -> StoredPage<Record> {
      let table = list.words == nil ? "collationKeys" : "collationWords"
      return try records(
        pages().search(
          text, strength: strength, from: start, limit: limit, examining: budget
        ) { try rows($0, of: table) })
    }

    /// Returns the offset of the row with an id; `nil` if the list has no such row.
    ///
    /// - Throws: A `DatabaseError` if SQLite fails.
    /// - Complexity: As ``page(offset:limit:)``.
    public func offset(of id: Int64) throws -> Int? {
      guard let place = try stored.keys.place(ofRow: id, database) else { return nil }
      let before = try stored.keys.counts(database)[..<stored.keys.section(of: place)]
      return try before.reduce(stored.keys.row(of: place, database), +)
    }

    // MARK: Rows

    private func pages() throws -> StoredList {
      if isOutdated, stamp == list.collation.stamp {
        throw CollationError(
          .stampMismatch,
          "the list '\(list.name)' was made with another setting of words, or its triggers were "
            + "missing: call make(), and read it by offset until then")
      }
      return try StoredList(for: list.collation, storedUnder: stamp.description)
    }

    private func records(_ page: StoredPage<ListRow<Record>>) -> StoredPage<Record> {
      StoredPage(
        rows: page.rows.map(\.record), sectionNumbers: page.sectionNumbers, next: page.next,
        previous: page.previous)
    }

    private func rows(
      _ query: StoredRowQuery<ListRow<Record>>, of table: String
    ) throws -> [ListRow<Record>] {
      try rows(
        of: table,
        where: query.isBackward
          ? "(keys.key, keys.id) < (?, ?) AND keys.key >= ? ORDER BY keys.key DESC, keys.id DESC"
          : "(keys.key, keys.id) > (?, ?) AND keys.key < ? ORDER BY keys.key, keys.id",
        [query.key, query.id, query.end, query.limit])
    }

    private func rows(
      of table: String, where condition: String, _ arguments: StatementArguments
    ) throws -> [ListRow<Record>] {
      // A cross join is SQLite's way to be told which table comes first.
      let sql = """
        SELECT keys.id, keys.key, source.*
        FROM \(table) AS keys CROSS JOIN \(list.quotedTable) AS source
        ON source.\(list.idColumn) = keys.id
        WHERE keys.list = ? AND \(condition) LIMIT ?
        """
      return try Row.fetchCursor(
        database.cachedStatement(sql: sql), arguments: [stored.keys.list] + arguments,
        adapter: SuffixRowAdapter(fromIndex: 2)
      )
      .map { try ListRow(row: $0, list: list, keys: stored.keys) }
      .reduce(into: []) { $0.append($1) }
    }
  }
}

/// A row of the table under the key of its name, or of a word.
private struct ListRow<Record: FetchableRecord & TableRecord & Sendable>: StoredRow {
  let key: Data
  let id: Int64
  let record: Record
  let list: CollatedList<Record>
  private let keys: StoredKeys

  init(row: Row, list: CollatedList<Record>, keys: StoredKeys) throws {
    (id, key) = (row.unadapted[0], row.unadapted[1])
    record = try list.record(row)
    (self.list, self.keys) = (list, keys)
  }

  var section: Int { get throws { try keys.section(of: Place(key: key, id: id)) } }

  /// What the name is filed by.
  var name: String {
    let texts = list.collation.collator.filedTexts(of: list.names([record]))
    return String(decoding: texts[0], as: UTF8.self)
  }

  /// A row that a search finds by several words is found by the first of them alone.
  func matches(_ search: PrefixSearch) -> Bool {
    guard let words = list.words else { return search.matchesFiledText(name) }
    let found = list.wordKeys(of: words(record).filter(search.matches))
    // The name's key follows the word's, which may itself be the beginning of another word's.
    let own = found.filter(key.starts).max { $0.count < $1.count }
    return own != nil && own == found.min { $0.lexicographicallyPrecedes($1) }
  }
}
#endif
