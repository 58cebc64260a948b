public import Collation
internal import CollationFiling

/// A list that a database stores by list key, read page by page.
///
/// ```swift
/// let list = try StoredList(for: collation, storedUnder: stampText)
/// let page = try list.page(from: .after(request.cursor), limit: 50) { query in
///   try people(query)  // the statement of StoredRowQuery
/// }
/// page.rows            // at most 50 people
/// page.sectionNumbers  // the section of each
/// page.next            // the cursor of the next page
/// page.previous        // the cursor of the page before: from: .before(page.previous)
/// ```
///
/// The list makes the queries, and the closure runs them: any database that compares bytes will do.
/// The closure may be asynchronous. A page takes one query; a search may take several. To run them
/// all on one snapshot of the database, make the whole call inside one transaction.
///
/// ## Cursors
///
/// A cursor is opaque, URL-safe text of at most 4,096 characters. For most names it has some
/// seventy, since it holds a row's key and id, a digest of the `CollationStamp`, and a checksum.
/// Text that was made under another stamp, was truncated or mistyped, or never was a cursor is
/// refused.
///
/// Anyone who can read a cursor can forge one. A forged cursor reveals only rows that any request
/// could ask for, unless your server treats cursors as permissions. If the server must know that a
/// cursor is its own, open the list with a function that makes a message authentication code of 16
/// to 64 bytes, under a key used for nothing else. Codes are compared in constant time. With
/// swift-crypto:
///
/// ```
/// let list = try StoredList(for: collation, storedUnder: stampText) { message in
///   Array(HMAC<SHA256>.authenticationCode(for: message, using: secret))
/// }
/// ```
///
/// ## Topics
///
/// ### Opening
/// - ``init(for:storedUnder:authenticatedBy:)``
/// - ``init(uncheckedFor:authenticatedBy:)``
///
/// ### Pages
/// - ``Start``
/// - ``page(from:inSection:limit:fetch:)-3seig``
/// - ``page(from:inSection:limit:fetch:)-22p3s``
/// - ``cursor(forKey:id:)``
/// - ``StoredRow``
/// - ``StoredRowQuery``
/// - ``StoredPage``
///
/// ### Searches
/// - ``search(_:from:limit:examining:until:fetch:)-7nuen``
/// - ``search(_:from:limit:examining:until:fetch:)-4ycp5``
/// - ``SearchedRow``
public struct StoredList: Sendable {
  /// The collation of the list.
  public let collation: LocalizedIndexedCollation

  private let authenticate: (@Sendable ([UInt8]) -> [UInt8])?

  /// Opens a list without checking that its rows are stored under the collation's stamp.
  ///
  /// Use this if you have checked the stamp yourself, or have just made the keys. If the stamps
  /// differ, pages and searches skip and repeat rows without any error.
  ///
  /// - Parameters:
  ///   - collation: The collation of the list.
  ///   - authenticate: A function that authenticates cursors, as ``StoredList`` describes.
  public init(
    uncheckedFor collation: LocalizedIndexedCollation,
    authenticatedBy authenticate: (@Sendable ([UInt8]) -> [UInt8])? = nil
  ) {
    self.collation = collation
    self.authenticate = authenticate
  }

  /// Opens a list after checking that its rows are stored under the collation's stamp.
  ///
  /// - Parameters:
  ///   - collation: The collation of the list.
  ///   - stamp: The text of the stamp stored with the rows; `nil` if there is none.
  ///   - authenticate: A function that authenticates cursors, as ``StoredList`` describes. By
  ///     default they carry no code.
  /// - Throws: A `CollationError` with the code `missingStamp` if `stamp` is `nil`, as in an empty
  ///   database, or is not a stamp; `stampMismatch` if it differs. Either way, make the keys and
  ///   store them with the stamp.
  /// - Complexity: O(*n*) in the length of the stamp.
  public init(
    for collation: LocalizedIndexedCollation, storedUnder stamp: String?,
    authenticatedBy authenticate: (@Sendable ([UInt8]) -> [UInt8])? = nil
  ) throws(CollationError) {
    try collation.stamp.check(stored: stamp.flatMap(CollationStamp.init))
    self.init(uncheckedFor: collation, authenticatedBy: authenticate)
  }

  /// Where a page begins.
  public enum Start: Hashable, Sendable {
    /// After a cursor's row, such as ``StoredPage/next`` of the page before; `nil` for the first
    /// page. Untrusted text is safe.
    case after(String?)
    /// Before a cursor's row, such as ``StoredPage/previous`` of the page after; `nil` for the last
    /// page. Untrusted text is safe. The rows of the page are in the order of the list.
    case before(String?)
  }

  // MARK: Pages

  /// Returns a page of the list.
  ///
  /// Unless rows are inserted or deleted, paging back from a page's ``StoredPage/previous`` visits
  /// the pages that paging forward with that limit did.
  ///
  /// - Parameters:
  ///   - start: Where the page begins; by default at the beginning of the list.
  ///   - section: The number of the section to read; by default the whole list. A section that the
  ///     collation doesn't have has no rows.
  ///   - limit: The maximum number of rows, at least 1.
  ///   - fetch: Fetches the rows of a query, in its order: the last row first if
  ///     ``StoredRowQuery/isBackward`` is set.
  /// - Throws: Whatever `fetch` throws; a `CollationError` if the text is not a cursor of this
  ///   list, if a row's key is not a list key, or if every row's cursor takes more
  ///   than 4,096 characters.
  /// - Complexity: One query.
  public func page<Row: StoredRow>(
    from start: Start = .after(nil), inSection section: Int? = nil, limit: Int,
    fetch: (StoredRowQuery<Row>) throws -> [Row]
  ) throws -> StoredPage<Row> {
    var walk = try StoredListWalk<Row>(
      of: self, inSection: section, from: start, limit: limit)
    while let query = walk.nextQuery { try walk.take(fetch(query)) }
    return try walk.page()
  }

  /// Returns a page of the list, like the synchronous form, from an asynchronous database.
  ///
  /// - Parameters:
  ///   - start: Where the page begins; by default at the beginning of the list.
  ///   - section: The number of the section to read; by default the whole list. A section that the
  ///     collation doesn't have has no rows.
  ///   - limit: The maximum number of rows, at least 1.
  ///   - fetch: Fetches the rows of a query, in its order: the last row first if
  ///     ``StoredRowQuery/isBackward`` is set.
  /// - Throws: Like the synchronous form.
  /// - Complexity: One query.
  nonisolated(nonsending) public func page<Row: StoredRow>(
    from start: Start = .after(nil), inSection section: Int? = nil, limit: Int,
    fetch: nonisolated(nonsending) (StoredRowQuery<Row>) async throws -> [Row]
  ) async throws -> StoredPage<Row> {
    var walk = try StoredListWalk<Row>(
      of: self, inSection: section, from: start, limit: limit)
    while let query = walk.nextQuery { try walk.take(await fetch(query)) }
    return try walk.page()
  }

  // MARK: Search

  /// Returns a page of the rows that match what a user types, the best match first.
  ///
  /// Rows match as names do in `NameSearch`: `rehor` finds Řehoř, in a list in any language. The
  /// database finds rows by the keys of their words, which don't depend on the reader's language:
  ///
  /// ```swift
  /// let keys = try NameSearch.keys(of: [person.name])  // to store in a table of words
  /// let page = try list.search(typed, limit: 50) { query in
  ///   try foundPeople(query)  // the statement of StoredRowQuery for a search
  /// }
  /// ```
  ///
  /// The rows of a page are sorted by `NameSearch.Rank`, and within a rank in the order of the
  /// list. From page to page, whole words come first, then beginnings of names, then beginnings of
  /// other words, each in the order of their letters.
  ///
  /// A page may have fewer rows than the limit, or none, and still have a next page: the search
  /// stops when its budget is used up or its deadline passes. A row that matches by several words
  /// is found once.
  ///
  /// - Parameters:
  ///   - query: What was typed: at most `NameSearch.maximumQueryLength` UTF-8 bytes. An empty query
  ///     finds every row.
  ///   - start: Where the page begins; by default at the best match.
  ///   - limit: The maximum number of rows, at least 1.
  ///   - budget: The maximum number of rows to examine, at least 1; by default a thousand.
  ///   - deadline: When to end the page with the rows found so far, after the running query; by
  ///     default never.
  ///   - fetch: Fetches the rows of a query, in its order.
  /// - Throws: Whatever `fetch` throws; a `CollationError` if ICU fails, or as for a page.
  /// - Complexity: A query for each range of keys until the page is full: about twice as many as
  ///   the longest word has letters, and more if few rows match.
  public func search<Row: SearchedRow>(
    _ query: String, from start: Start = .after(nil), limit: Int, examining budget: Int = 1_000,
    until deadline: ContinuousClock.Instant? = nil, fetch: (StoredRowQuery<Row>) throws -> [Row]
  ) throws -> StoredPage<Row> {
    var walk = try walk(
      query, from: start, limit: limit, examining: budget, until: deadline, of: Row.self)
    while let query = walk.nextQuery { try walk.take(fetch(query)) }
    return try walk.page()
  }

  /// Returns a page of the rows that match what a user types, like the synchronous form, from an
  /// asynchronous database.
  ///
  /// - Parameters:
  ///   - query: What was typed: at most `NameSearch.maximumQueryLength` UTF-8 bytes.
  ///   - start: Where the page begins; by default at the best match.
  ///   - limit: The maximum number of rows, at least 1.
  ///   - budget: The maximum number of rows to examine, at least 1; by default a thousand.
  ///   - deadline: When to end the page with the rows found so far, after the running query; by
  ///     default never.
  ///   - fetch: Fetches the rows of a query, in its order.
  /// - Throws: Like the synchronous form.
  /// - Complexity: Like the synchronous form.
  nonisolated(nonsending) public func search<Row: SearchedRow>(
    _ query: String, from start: Start = .after(nil), limit: Int, examining budget: Int = 1_000,
    until deadline: ContinuousClock.Instant? = nil,
    fetch: nonisolated(nonsending) (StoredRowQuery<Row>) async throws -> [Row]
  ) async throws -> StoredPage<Row> {
    var walk = try walk(
      query, from: start, limit: limit, examining: budget, until: deadline, of: Row.self)
    while let query = walk.nextQuery { try walk.take(await fetch(query)) }
    return try walk.page()
  }

  package func walk<Row: SearchedRow>(
    _ query: String, from start: Start, limit: Int, examining budget: Int,
    until deadline: ContinuousClock.Instant?, of type: Row.Type
  ) throws(CollationError) -> StoredListWalk<Row> {
    let search = StoredListWalk<Row>.Search(
      query: try StoredQuery(query, by: collation.collator), key: \.searchKey, texts: \.texts)
    return try StoredListWalk(
      of: self, search, from: start, limit: limit, budget: budget, deadline: deadline)
  }

  // MARK: Cursors

  /// Returns a cursor for any row, such as the first of a section, to page from there.
  ///
  /// - Parameters:
  ///   - key: The bytes of the row's list key, as stored.
  ///   - id: The row's id.
  /// - Throws: A `CollationError` if the bytes are not a list key of the list, or if the cursor
  ///   takes more than 4,096 characters. A key is never truncated, because rows would then show
  ///   twice: limit the length of untrusted names.
  /// - Complexity: O(*n* + *m*) in the length of the key and the number of sections.
  public func cursor(
    forKey key: some Sequence<UInt8>, id: some LosslessStringConvertible
  ) throws(CollationError) -> String {
    try cursorText(of: PageCursor(key: Array(key), id: id.description), ofSearch: false)
  }

  /// Returns the text of a cursor of the list, or of a search in it.
  func cursorText(
    of cursor: PageCursor, ofSearch isOfSearch: Bool
  ) throws(CollationError) -> String {
    guard isOfSearch || isKey(cursor.key) else {
      throw CollationError(
        .keyMismatch,
        "the key of the row with id \(cursor.id) is not a key of this list: expected the bytes "
          + "that its collation made")
    }
    return try cursor.text(under: stamp(ofSearch: isOfSearch), authenticatedBy: authenticate)
  }

  /// Reads a cursor of the list, or of a search in it.
  func cursor(
    _ text: String, ofSearch isOfSearch: Bool
  ) throws(CollationError) -> PageCursor {
    let cursor = try PageCursor(
      text, under: stamp(ofSearch: isOfSearch), authenticatedBy: authenticate)
    guard isOfSearch || isKey(cursor.key) else { throw PageCursor.malformed }
    return cursor
  }

  /// The stamp of which a cursor holds a digest. A search has another than the list, so neither
  /// takes the other's cursors.
  private func stamp(ofSearch isOfSearch: Bool) throws(CollationError) -> String {
    isOfSearch
      ? "search \(try NameSearch.keyStamp) \(collation.stamp)" : collation.stamp.description
  }

  /// Whether bytes are a list key of the collation. A key states its section twice: as it is, and
  /// by its sort key.
  private func isKey(_ bytes: [UInt8]) -> Bool {
    guard let key = ListKey(bytes: bytes), mayHave(key) else { return false }
    return collation.storage.sectionLookup.section(ofSortKey: key.sortKey.bytes) == key.section
  }

  /// Whether the collation may have made a key: the key's section exists, and its bytes are
  /// complemented if the layout is descending.
  func mayHave(_ key: ListKey) -> Bool {
    key.section < collation.sectionTitles.count
      && key.isDescending == collation.layout.isDescending
  }
}
