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
  /// An empty one stands for the end of the list.
  private var before: String?
  private(set) var prefix: String?
  private var limit = 100

  private static let limits = 1...500
  /// In characters. The time to match grows with the square of their number.
  private static let prefixLimit = 80
  /// The most rows that a search looks at for one answer, and at a time.
  private static let (searchLimit, searchStep) = (1_000, 25)

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
    before = parameters["before"].map(String.init)
    prefix = parameters["prefix"].map(String.init)
    let hasOffset = offset != nil
    if [hasOffset, after != nil, before != nil].count(where: \.self) > 1 {
      throw HTTPError(
        .badRequest, message: "one of 'offset', 'after' and 'before' says where a page lies")
    }
    if let prefix {
      if section != nil || hasOffset {
        throw HTTPError(
          .badRequest, message: "a search goes over the whole list: no 'section', no 'offset'")
      }
      if prefix.unicodeScalars.count > Self.prefixLimit {
        throw HTTPError(
          .badRequest, message: "'prefix' has at most \(Self.prefixLimit) characters")
      }
    }
  }

  var isSearch: Bool { prefix != nil }

  /// The page of a list.
  ///
  /// - Parameters:
  ///   - searchTime: The time after which a search goes no further.
  ///   - outline: The sections of the list. A page at a number of rows needs them.
  func page(
    of list: NameList, _ db: Database, searchTime: Duration, outline: () throws -> SectionOutline
  ) throws -> NamesPage {
    let stored = StoredList(list.collation)
    if let prefix, list.oldStamp == nil {
      return try search(prefix, stored, until: .now + searchTime) { try list.rows($0, db) }
    }
    let range = try range(in: list.collation)
    var place: NameList.Place?
    if let offset, offset > 0 {
      place = try self.place(ofRow: offset - 1, in: range, of: list, db, outline)
      if place == nil { return NamesPage() }
    }
    if list.oldStamp != nil {
      return try page(ofOld: list, after: place, in: range ?? .everything, db)
    }
    if before != nil {
      return NamesPage(
        try stored.page(before: cursorBefore, in: range ?? .everything, limit: limit) {
          try list.rows($0, db)
        })
    }
    let cursor = try place.map { try stored.cursor(afterKey: $0.key, id: $0.id) } ?? after
    return NamesPage(
      try stored.page(after: cursor, in: range ?? .everything, limit: limit) {
        try list.rows($0, db)
      })
  }

  /// The page of a list in an old order. Such a list is read by number alone: its cursors would
  /// mean another place when the list is made anew, and searches go by the keys of today.
  private func page(
    ofOld list: NameList, after place: NameList.Place?, in range: ListKeyRange, _ db: Database
  ) throws -> NamesPage {
    guard offset != nil else {
      throw HTTPError(
        .serviceUnavailable, headers: [.retryAfter: "1"],
        message: "the list is being made anew: until then, only 'offset' reads it")
    }
    return NamesPage(
      try list.rows(
        StoredRowQuery(
          key: place?.key ?? Data(range.lowerBound), id: place?.id, end: Data(range.upperBound),
          limit: limit), db))
  }

  /// What a search finds until the deadline, and a few rows at least. The page's cursor goes on.
  ///
  /// To match a name takes some microseconds, but far longer if someone has made up the name and
  /// the prefix for that.
  private func search(
    _ prefix: String, _ stored: StoredList, until deadline: ContinuousClock.Instant,
    fetch: (StoredRowQuery<NameList.Row>) throws -> [NameList.Row]
  ) throws -> NamesPage {
    var (page, examined) = (NamesPage(), 0)
    var cursor = before == nil ? after : cursorBefore
    repeat {
      let rest = limit - page.rows.count
      if before == nil {
        let found = try stored.search(
          prefix, after: cursor, limit: rest, examining: Self.searchStep, fetch: fetch)
        page = examined == 0 ? NamesPage(found) : page.followed(by: found)
        cursor = page.next
      } else {
        let found = try stored.search(
          prefix, before: cursor, limit: rest, examining: Self.searchStep, fetch: fetch)
        page = examined == 0 ? NamesPage(found) : page.preceded(by: found)
        cursor = page.previous
      }
      examined += Self.searchStep
    } while cursor != nil && page.rows.count < limit && examined < Self.searchLimit
      && .now < deadline
    return page
  }

  /// The cursor to go back from; `nil` for the end of the list.
  private var cursorBefore: String? { before == "" ? nil : before }

  /// The range of the section; `nil` for the whole list.
  private func range(in collation: LocalizedIndexedCollation) throws -> ListKeyRange? {
    guard let section else { return nil }
    guard let range = collation.listKeyRange(ofSection: section) else {
      let last = collation.sectionTitles.count - 1
      throw HTTPError(.badRequest, message: "there is no section \(section), but 0 to \(last)")
    }
    return range
  }

  /// The place of a row by its number in a section or in the list; `nil` behind the last row.
  private func place(
    ofRow number: Int, in section: ListKeyRange?, of list: NameList, _ db: Database,
    _ outline: () throws -> SectionOutline
  ) throws -> NameList.Place? {
    if let section { return try list.place(ofRow: number, in: section, db) }
    guard let section = try outline().section(ofRow: number),
      let range = list.collation.listKeyRange(ofSection: section.number)
    else { return nil }
    return try list.place(ofRow: number - section.offset, in: range, db)
  }
}

/// Names of a list, one after another.
struct NamesPage {
  private(set) var rows: [NameList.Row] = []
  private(set) var sectionNumbers: [Int] = []
  /// The cursor of the next page; `nil` for the last page.
  private(set) var next: String?
  /// The cursor of the page before; `nil` for the first page.
  private(set) var previous: String?

  init() {}

  init(_ page: StoredPage<NameList.Row>) {
    (rows, sectionNumbers) = (page.rows, page.sectionNumbers)
    (next, previous) = (page.next, page.previous)
  }

  init(_ rows: [NameList.Row]) {
    self.rows = rows
    sectionNumbers = rows.map { ListKey.section(of: $0.key) ?? 0 }
  }

  /// Where the names have a text, at the beginnings of words. A name may have been found by
  /// another text: its reading, say.
  func ranges(of text: String, by collator: Collator) throws -> [[Range<Int>]] {
    let search = NameSearch(rows.map(\.name), by: collator)
    return try rows.indices.map { try search.ranges(of: text, inName: $0) }
  }

  func followed(by page: StoredPage<NameList.Row>) -> NamesPage {
    var whole = self
    whole.rows += page.rows
    whole.sectionNumbers += page.sectionNumbers
    whole.next = page.next
    return whole
  }

  func preceded(by page: StoredPage<NameList.Row>) -> NamesPage {
    var whole = NamesPage(page)
    whole.rows += rows
    whole.sectionNumbers += sectionNumbers
    whole.next = next
    return whole
  }
}
