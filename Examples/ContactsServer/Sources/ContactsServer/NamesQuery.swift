import Collation
import CollationFiling
import CollationLists
import Foundation
import GRDB
import Hummingbird
import HummingbirdCore

/// Which names `GET /names` asks for.
struct NamesQuery: Sendable {
  private var section: Int?
  private var offset: Int?
  private var start = StoredList.Start.after(nil)
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
    prefix = parameters["prefix"].map(String.init)
    let (after, before) = (parameters["after"], parameters["before"])
    let hasOffset = offset != nil
    if [hasOffset, after != nil, before != nil].count(where: \.self) > 1 {
      throw HTTPError(
        .badRequest, message: "one of 'offset', 'after' and 'before' says where a page lies")
    }
    if let after { start = .after(String(after)) }
    // Before nothing is before the end of the list.
    if let before { start = .before(before.isEmpty ? nil : String(before)) }
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
    of list: ContactList, _ db: Database, searchTime: Duration, outline: () throws -> SectionOutline
  ) throws -> NamesPage {
    let stored = StoredList(list.collation)
    if let prefix, list.oldStamp == nil {
      return try search(prefix, stored, until: .now + searchTime) { try list.rows($0, db) }
    }
    let range = try range(in: list.collation)
    var place: ContactList.Place?
    if let offset, offset > 0 {
      place = try self.place(ofRow: offset - 1, in: range, of: list, db, outline)
      if place == nil { return NamesPage() }
    }
    if list.oldStamp != nil {
      return try page(ofOld: list, after: place, in: range ?? .everything, db)
    }
    let cursor = try place.map { try stored.cursor(afterKey: $0.key, id: $0.id) }
    return NamesPage(
      try stored.page(
        from: cursor.map { .after($0) } ?? start, in: range ?? .everything, limit: limit
      ) { try list.rows($0, db) })
  }

  /// The page of a list in an old order. Such a list is read by number alone: its cursors would
  /// mean another place when the list is made anew, and searches go by the keys of today.
  private func page(
    ofOld list: ContactList, after place: ContactList.Place?, in range: ListKeyRange, _ db: Database
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
    fetch: (StoredRowQuery<ContactList.Row>) throws -> [ContactList.Row]
  ) throws -> NamesPage {
    func search(from start: StoredList.Start, limit: Int) throws -> StoredPage<ContactList.Row> {
      try stored.search(
        prefix, from: start, limit: limit, examining: Self.searchStep, fetch: fetch)
    }
    var page = NamesPage(try search(from: start, limit: limit))
    var examined = Self.searchStep
    while let end = page.end(of: start), page.rows.count < limit, examined < Self.searchLimit,
      .now < deadline
    {
      page.add(try search(from: end, limit: limit - page.rows.count), from: end)
      examined += Self.searchStep
    }
    return page
  }

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
    ofRow number: Int, in section: ListKeyRange?, of list: ContactList, _ db: Database,
    _ outline: () throws -> SectionOutline
  ) throws -> ContactList.Place? {
    if let section { return try list.place(ofRow: number, in: section, db) }
    guard let section = try outline().section(ofRow: number),
      let range = list.collation.listKeyRange(ofSection: section.number)
    else { return nil }
    return try list.place(ofRow: number - section.offset, in: range, db)
  }
}

/// Names of a list, one after another.
struct NamesPage {
  private(set) var rows: [ContactList.Row] = []
  private(set) var sectionNumbers: [Int] = []
  /// The cursor of the next page; `nil` for the last page.
  private(set) var next: String?
  /// The cursor of the page before; `nil` for the first page.
  private(set) var previous: String?

  init() {}

  init(_ page: StoredPage<ContactList.Row>) {
    (rows, sectionNumbers) = (page.rows, page.sectionNumbers)
    (next, previous) = (page.next, page.previous)
  }

  init(_ rows: [ContactList.Row]) {
    self.rows = rows
    sectionNumbers = rows.map { ListKey.section(of: $0.key) ?? 0 }
  }

  /// Where the names have a text, at the beginnings of words. A name may have been found by
  /// another text: its reading, say.
  func ranges(of text: String, by collator: Collator) throws -> [[Range<String.Index>]] {
    let search = NameSearch([], by: collator)
    return try rows.map { try search.ranges(of: text, in: $0.name) }
  }

  /// Where a walk that began at a start goes on; `nil` at the end of the list.
  func end(of start: StoredList.Start) -> StoredList.Start? {
    switch start {
    case .after: next.map { .after($0) }
    case .before: previous.map { .before($0) }
    }
  }

  /// Adds the page at which a walk has gone on.
  mutating func add(_ page: StoredPage<ContactList.Row>, from end: StoredList.Start) {
    switch end {
    case .after:
      rows += page.rows
      sectionNumbers += page.sectionNumbers
      next = page.next
    case .before:
      rows = page.rows + rows
      sectionNumbers = page.sectionNumbers + sectionNumbers
      previous = page.previous
    }
  }
}
