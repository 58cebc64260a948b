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
  /// The type in which the database gives and takes bytes, such as `[UInt8]` or `Data`.
  associatedtype Key: RangeReplaceableCollection<UInt8>
  /// The type of the id, such as `Int64` or `String`.
  associatedtype ID: LosslessStringConvertible & Sendable

  /// The bytes of the row's list key.
  var key: Key { get }
  /// What tells the row from other rows with the same key.
  var id: ID { get }
  /// The name that the key was made of.
  var name: String { get }
  /// Whether a search finds the row: unless a row says otherwise, whether its ``name`` has the
  /// prefix. A row whose key was made of more than its name asks
  /// ``PrefixSearch/matchesFiledText(_:)``.
  func matches(_ search: PrefixSearch) -> Bool
}

extension StoredRow {
  /// Whether the name has the prefix.
  public func matches(_ search: PrefixSearch) -> Bool { search.matches(name) }
}

/// The rows that a ``StoredList`` asks a database for:
///
/// ```sql
/// SELECT key, id, name FROM people
/// WHERE (key, id) > (:key, :id) AND key < :end
/// ORDER BY key, id LIMIT :limit
/// ```
///
/// A query that ``isBackward`` asks for the rows before a place, the nearest first:
///
/// ```sql
/// SELECT key, id, name FROM people
/// WHERE (key, id) < (:key, :id) AND key >= :end
/// ORDER BY key DESC, id DESC LIMIT :limit
/// ```
///
/// Only a page that is read from ``StoredList/Start/before(_:)`` makes such queries, for which the
/// first statement would find no row.
///
/// Bind an ``id`` of `nil` as `NULL`. The ``key`` is then no row's key, only the beginning of keys,
/// so that the database never compares ids with it.
///
/// Make `(key, id)` the primary key, in SQLite that of a table `WITHOUT ROWID`. An index on
/// `(key, id)` does less in SQLite if `id` is the table's `INTEGER PRIMARY KEY`: SQLite then seeks
/// by the key alone, and reads all rows with that key.
public struct StoredRowQuery<Row: StoredRow> {
  /// The key of the row before the first, or backward of the row after the last. At an end of the
  /// range ``id`` is `nil`, and these bytes are no row's key: they come before all keys of the
  /// range, or backward after them.
  public let key: Row.Key
  /// The id of that row; `nil` where there is no such row.
  public let id: Row.ID?
  /// The exclusive end of the range: `key < end`. Backward it is the inclusive beginning,
  /// `key >= end`.
  public let end: Row.Key
  /// The most rows: one more than a page takes, since that row tells whether there is a further
  /// page.
  public let limit: Int
  /// Whether the rows before a place are asked for, from there toward the beginning of the list.
  public let isBackward: Bool

  /// Makes a query, to try a closure that fetches rows.
  ///
  /// - Parameters:
  ///   - key: The key of the row before the first.
  ///   - id: The id of that row; `nil` at an end of the range.
  ///   - end: The bytes that the keys of all rows come before; backward, those that no key comes
  ///     before.
  ///   - limit: The most rows.
  ///   - isBackward: Whether rows toward the beginning of the list are asked for.
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
  /// The rows, in the order of the list.
  public let rows: [Row]
  /// The number of the section of each row, as `ListKey.section` has it.
  public let sectionNumbers: [Int]
  /// The cursor after which the next page is asked for, as text that may stand in a URL; `nil` for
  /// the last page.
  public let next: String?
  /// The cursor before which the previous page is asked for, as text that may stand in a URL; `nil`
  /// for the first page.
  ///
  /// In the direction of the call a cursor is there only if the database has a further row. In the
  /// other direction it is there if the call had a cursor and looked at a row. The rows to which it
  /// leads may be gone by now: then the page has no rows and no cursors. It is `nil`, too, if all
  /// rows of the page have keys that are too long for a cursor.
  public let previous: String?

  init(rows: [Row], sectionNumbers: [Int], next: String?, previous: String?) {
    self.rows = rows
    self.sectionNumbers = sectionNumbers
    self.next = next
    self.previous = previous
  }
}

extension StoredPage: Sendable where Row: Sendable {}
extension StoredPage: Equatable where Row: Equatable {}
