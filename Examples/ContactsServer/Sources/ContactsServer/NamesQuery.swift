import Collation
import Foundation
import GRDB
import Hummingbird

/// Which names `GET /names` asks for.
struct NamesQuery: Sendable {
  private var section: Int?
  private var offset: Int?
  private var after: String?
  private var prefix: String?
  private var limit = 100

  private static let limits = 1...500
  private static let prefixLimit = 256
  /// How many rows one request looks at, of which a search may find none.
  private static let searchLimit = 2_000

  init(_ request: Request) throws {
    let parameters = request.uri.queryParameters
    func number(_ name: Substring, in range: ClosedRange<Int>) throws -> Int? {
      guard let text = parameters[name] else { return nil }
      guard let number = Int(text), range.contains(number) else {
        let bounds =
          range.upperBound == .max ? "0 or more" : "\(range.lowerBound) to \(range.upperBound)"
        throw HTTPError(.badRequest, message: "'\(name)' is a number, \(bounds)")
      }
      return number
    }
    section = try number("section", in: 0...(.max))
    offset = try number("offset", in: 0...(.max))
    limit = try number("limit", in: Self.limits) ?? limit
    after = parameters["after"].map(String.init)
    prefix = parameters["prefix"].map(String.init)
    if offset != nil, after != nil {
      throw HTTPError(.badRequest, message: "either 'offset' or 'after' says where a page begins")
    }
    if let prefix {
      if section != nil || offset != nil {
        throw HTTPError(
          .badRequest, message: "a search goes over the whole list: no 'section', no 'offset'")
      }
      if prefix.utf8.count > Self.prefixLimit {
        throw HTTPError(
          .badRequest, message: "'prefix' has at most \(Self.prefixLimit) bytes")
      }
    }
  }

  struct Page {
    var rows: [NameList.Row] = []
    /// The row after which the next page begins; `nil` where there is none.
    var last: NameList.Row?
  }

  /// The page of a list.
  func page(of list: NameList, _ db: Database, index: () throws -> JumpIndex) throws -> Page {
    var start = NameList.Place(key: Data(), id: 0)
    if let after {
      let cursor = try Cursor(after, for: list.collation)
      guard let id = Int64(cursor.id) else {
        throw HTTPError(.badRequest, message: "'after' is no cursor of this server")
      }
      start = NameList.Place(key: Data(cursor.key.bytes), id: id)
    }
    if let prefix { return try search(prefix, after: start, list, db) }

    var end: [UInt8]?
    if let section {
      guard let range = list.collation.displayKeyRange(ofSection: section) else {
        let last = list.collation.sectionTitles.count - 1
        throw HTTPError(.badRequest, message: "there is no section \(section), but 0 to \(last)")
      }
      start = max(start, NameList.Place(key: Data(range.lowerBound), id: 0))
      end = range.upperBound
    }
    if let offset {
      guard let place = try place(ofRow: offset, list, db, index) else { return Page() }
      start = place.before
    }
    // One more row tells whether there is a next page.
    let rows = try list.rows(after: start, upTo: end, limit: limit + 1, db)
    guard rows.count > limit else { return Page(rows: rows) }
    return Page(rows: Array(rows.prefix(limit)), last: rows[limit - 1])
  }

  /// The place of a row by its number in the section or in the list.
  private func place(
    ofRow number: Int, _ list: NameList, _ db: Database, _ index: () throws -> JumpIndex
  ) throws -> NameList.Place? {
    if let section { return try list.place(ofRow: number, inSection: section, db) }
    let entry = try index().entries.last { $0.count > 0 && $0.offset <= number }
    guard let entry, let section = entry.section else { return nil }
    return try list.place(ofRow: number - entry.offset, inSection: section, db)
  }

  private func search(
    _ prefix: String, after start: NameList.Place, _ list: NameList, _ db: Database
  ) throws -> Page {
    let search = try list.collation.prefixSearch(prefix)
    var page = Page()
    var examined = 0
    for range in search.ranges {
      var place = max(start, NameList.Place(key: Data(range.lowerBound), id: 0))
      while true {
        let rows = try list.rows(after: place, upTo: range.upperBound, limit: limit + 1, db)
        for row in rows {
          if search.matches(row.name) {
            if page.rows.count == limit {
              page.last = page.rows.last
              return page
            }
            page.rows.append(row)
          }
          examined += 1
          if examined == Self.searchLimit {
            page.last = row
            return page
          }
          place = row.place
        }
        if rows.count <= limit { break }
      }
    }
    return page
  }
}
