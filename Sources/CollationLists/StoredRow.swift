internal import Collation

/// A row that a database stores under a list key.
///
/// ```swift
/// struct Person: StoredRow {
///   let key: Data   // of collation.listKey(for: name).bytes
///   let id: Int64
///   let name: String
/// }
/// ```
public protocol StoredRow {
  /// The database's type for bytes, such as `[UInt8]` or `Data`.
  associatedtype Key: RangeReplaceableCollection<UInt8>
  /// The type of the id, such as `Int64` or `String`.
  associatedtype ID: LosslessStringConvertible & Sendable

  /// The bytes of the row's list key.
  var key: Key { get }
  /// The id, which distinguishes the row from others with an equal key, in whatever order the
  /// database keeps ids. Store a `UUID` as text, and return its `uuidString` here.
  var id: ID { get }
}

/// A row that a search finds by one of its words.
///
/// ```swift
/// struct FoundPerson: SearchedRow {
///   let key: Data
///   let id: Int64
///   let searchKey: Data  // of NameSearch.keys(of: [name])
///   let name: String
///   var texts: [String] { [name] }
/// }
/// ```
public protocol SearchedRow: StoredRow {
  /// The bytes of the key by which the database found the row: one of `NameSearch.keys(of: texts)`.
  var searchKey: Key { get }
  /// The texts that the row is found by, from which its search keys are made.
  var texts: [String] { get }
}

/// The rows that a ``StoredList`` asks a database for:
///
/// ```sql
/// SELECT key, id, name FROM people
/// WHERE (key, id) > (:key, :id) AND key < :end
/// ORDER BY key, id LIMIT :limit
/// ```
///
/// If ``isBackward`` is set, a query asks for the rows before a place, the nearest first:
///
/// ```sql
/// SELECT key, id, name FROM people
/// WHERE (key, id) < (:key, :id) AND key >= :end
/// ORDER BY key DESC, id DESC LIMIT :limit
/// ```
///
/// Only a page from ``StoredList/Start/before(_:)`` makes such queries. The first statement would
/// return no rows for them, so a closure that pages backward needs both.
///
/// Bind an ``id`` of `nil` as `NULL`. The ``key`` is then only a prefix of keys, not a row's key,
/// so the database never compares ids.
///
/// For a search, the key is the ``SearchedRow/searchKey``:
///
/// ```sql
/// SELECT words.key AS searchKey, people.key, people.id, people.name
/// FROM words JOIN people ON people.id = words.id
/// WHERE (words.key, words.id) > (:key, :id) AND words.key < :end
/// ORDER BY words.key, words.id LIMIT :limit
/// ```
///
/// Make `(key, id)` the primary key; in SQLite, make the table `WITHOUT ROWID`. There an index on
/// `(key, id)` helps less if `id` is the table's `INTEGER PRIMARY KEY`: SQLite then seeks by the
/// key alone, and reads all rows with that key.
public struct StoredRowQuery<Row: StoredRow> {
  /// The key of the row just before the rows to return or, backward, just after them. If ``id`` is
  /// `nil`, this is the range's bound instead.
  public let key: Row.Key
  /// The id of that row; `nil` at an end of the range.
  public let id: Row.ID?
  /// The exclusive end of the range: `key < end`. Backward, it is the inclusive start:
  /// `key >= end`.
  public let end: Row.Key
  /// The maximum number of rows to return: one more than the page has room for, to find out whether
  /// another page follows.
  public let limit: Int
  /// Whether to return the rows before ``key``, in descending order, instead of the rows after it.
  public let isBackward: Bool

  /// Makes a query, to test a closure that fetches rows.
  ///
  /// - Parameters:
  ///   - key: The key of the row before the first to return.
  ///   - id: The id of that row; `nil` at an end of the range.
  ///   - end: The end of the range.
  ///   - limit: The maximum number of rows to return.
  ///   - isBackward: Whether to return the rows before the key; by default `false`.
  public init(
    key: Row.Key, id: Row.ID?, end: Row.Key, limit: Int, isBackward: Bool = false
  ) {
    self.key = key
    self.id = id
    self.end = end
    self.limit = limit
    self.isBackward = isBackward
  }
}

extension StoredRowQuery: Sendable where Row.Key: Sendable {}
extension StoredRowQuery: Equatable where Row.Key: Equatable, Row.ID: Equatable {}

/// One page of a ``StoredList``.
public struct StoredPage<Row> {
  /// The rows, in the order of the list; for a search, the best match first.
  public let rows: [Row]
  /// The section number of each row.
  public let sectionNumbers: [Int]
  /// The cursor for the next page, as URL-safe text; `nil` on the last page.
  public let next: String?
  /// The cursor for the previous page, as URL-safe text; `nil` on the first page, and on a page
  /// that you read without a cursor, such as a section's.
  ///
  /// The cursor in the direction of paging is set only if more rows exist. The opposite one is set
  /// if you passed a cursor, a row was read, and a key of the page is short enough for a cursor. If
  /// the rows it leads to have been deleted since, that page has neither rows nor cursors.
  public let previous: String?

  package init(rows: [Row], sectionNumbers: [Int], next: String?, previous: String?) {
    self.rows = rows
    self.sectionNumbers = sectionNumbers
    self.next = next
    self.previous = previous
  }
}

extension StoredPage: Sendable where Row: Sendable {}
extension StoredPage: Equatable where Row: Equatable {}
