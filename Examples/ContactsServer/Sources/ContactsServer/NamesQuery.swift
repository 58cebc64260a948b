import Collation
import Foundation
import GRDB
import Hummingbird
import HummingbirdCore

/// Which names `GET /names` asks for.
struct NamesQuery: Sendable {
  private var section: Int?
  private var offset: Int?
  private var after: String?
  private var prefix: String?
  private var limit = 100

  private static let limits = 1...500
  /// In characters. To match takes time by the square of it.
  private static let prefixLimit = 80
  /// How many rows one request looks at, of which a search may find none.
  private static let searchLimit = 1_000

  init(_ request: Request) throws {
    // As forms are encoded, where + is a space.
    let parameters = URI(request.uri.string.replacing("+", with: "%20")).queryParameters
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
      if prefix.unicodeScalars.count > Self.prefixLimit {
        throw HTTPError(
          .badRequest, message: "'prefix' has at most \(Self.prefixLimit) characters")
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
    let cursor = try after.map { text throws in try Cursor(text, for: list.collation) }
    if let prefix { return try search(prefix, after: cursor, list, db) }

    var start: Start? = cursor.map { ($0.key.bytes, $0.id) } ?? ([], nil)
    var end: [UInt8]?
    if let section {
      guard let range = list.collation.displayKeyRange(ofSection: section) else {
        let last = list.collation.sectionTitles.count - 1
        throw HTTPError(.badRequest, message: "there is no section \(section), but 0 to \(last)")
      }
      start = range.start(after: cursor)
      end = range.upperBound
    }
    guard let start else { return Page() }
    var place = try place(start)
    if let offset {
      guard let row = try self.place(ofRow: offset, list, db, index) else { return Page() }
      place = row.before
    }
    // One more row tells whether there is a next page.
    let rows = try list.rows(after: place, upTo: end, limit: limit + 1, db)
    guard rows.count > limit else { return Page(rows: rows) }
    return Page(rows: Array(rows.prefix(limit)), last: rows[limit - 1])
  }

  /// Behind which key and id a page begins; no id is that of no row.
  private typealias Start = (key: [UInt8], id: String?)

  private func place(_ start: Start) throws -> NameList.Place {
    guard let id = Int64(start.id ?? "0") else {
      throw HTTPError(.badRequest, message: "'after' is no cursor of this server")
    }
    return NameList.Place(key: Data(start.key), id: id)
  }

  /// The place of a row by its number in the section or in the list.
  private func place(
    ofRow number: Int, _ list: NameList, _ db: Database, _ index: () throws -> JumpIndex
  ) throws -> NameList.Place? {
    if let section { return try list.place(ofRow: number, inSection: section, db) }
    guard let section = try index().section(ofRow: number) else { return nil }
    return try list.place(ofRow: number - section.offset, inSection: section.number, db)
  }

  private func search(
    _ prefix: String, after cursor: Collation.Cursor?, _ list: NameList, _ db: Database
  ) throws -> Page {
    let search = try list.collation.prefixSearch(prefix)
    var page = Page()
    var examined = 0
    for range in search.ranges {
      guard let start = range.start(after: cursor) else { continue }
      var place = try place(start)
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
