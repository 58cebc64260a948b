import Collation
import CollationFiling
import CollationGRDB
import CollationLists
import Foundation
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
  /// A list in an old order is read by number alone: its cursors would mean another place when the
  /// list is made anew, and searches go by the keys of today.
  ///
  /// - Parameters:
  ///   - contents: The list.
  ///   - collation: Its collation.
  ///   - searchTime: The time after which a search goes no further.
  func page(
    of contents: CollatedList<Contact>.Contents, by collation: LocalizedIndexedCollation,
    searchTime: Duration
  ) throws -> NamesPage {
    if contents.isOutdated, offset == nil {
      throw HTTPError(
        .serviceUnavailable, headers: [.retryAfter: "1"],
        message: "the list is being made anew: until then, only 'offset' reads it")
    }
    if let prefix {
      return try search(prefix, in: contents, by: collation, until: .now + searchTime)
    }
    let range = try range(in: collation)
    guard let offset else {
      return NamesPage(
        try contents.page(from: start, in: range ?? .everything, limit: limit))
    }
    guard let section else {
      return NamesPage(try contents.page(offset: offset, limit: limit))
    }
    guard let part = try contents.outline[number: section], offset < part.count else {
      return NamesPage()
    }
    var page = NamesPage(
      try contents.page(offset: part.offset + offset, limit: min(limit, part.count - offset)))
    if offset == 0 { page.previous = nil }
    if offset + limit >= part.count { page.next = nil }
    return page
  }

  /// What a search finds until the deadline, and a few rows at least. The page's cursor goes on.
  ///
  /// To match a name takes some microseconds, but far longer if someone has made up the name and
  /// the prefix for that.
  private func search(
    _ prefix: String, in contents: CollatedList<Contact>.Contents,
    by collation: LocalizedIndexedCollation, until deadline: ContinuousClock.Instant
  ) throws -> NamesPage {
    func search(from start: StoredList.Start, limit: Int) throws -> StoredPage<Contact> {
      try contents.search(prefix, from: start, limit: limit, examining: Self.searchStep)
    }
    var page = NamesPage(try search(from: start, limit: limit))
    var examined = Self.searchStep
    while let end = page.end(of: start), page.contacts.count < limit, examined < Self.searchLimit,
      .now < deadline
    {
      page.add(try search(from: end, limit: limit - page.contacts.count), from: end)
      examined += Self.searchStep
    }
    // A word may lie in another section than its name.
    page.sectionNumbers = collation.listKeys(of: NameList(page.contacts, filedBy: \.parts)).map {
      $0.section
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
}

/// Names of a list, one after another.
struct NamesPage: Sendable {
  private(set) var contacts: [Contact] = []
  fileprivate(set) var sectionNumbers: [Int] = []
  /// The cursor of the next page; `nil` for the last page.
  fileprivate(set) var next: String?
  /// The cursor of the page before; `nil` for the first page.
  fileprivate(set) var previous: String?

  init() {}

  init(_ page: StoredPage<Contact>) {
    (contacts, sectionNumbers) = (page.rows, page.sectionNumbers)
    (next, previous) = (page.next, page.previous)
  }

  /// Where the names have a text, at the beginnings of words. A name may have been found by
  /// another text: its reading, say.
  func ranges(of text: String, by collator: Collator) throws -> [[Range<String.Index>]] {
    let search = NameSearch([], by: collator)
    return try contacts.map { try search.ranges(of: text, in: $0.name) }
  }

  /// Where a walk that began at a start goes on; `nil` at the end of the list.
  func end(of start: StoredList.Start) -> StoredList.Start? {
    switch start {
    case .after: next.map { .after($0) }
    case .before: previous.map { .before($0) }
    }
  }

  /// Adds the page at which a walk has gone on.
  mutating func add(_ page: StoredPage<Contact>, from end: StoredList.Start) {
    switch end {
    case .after:
      contacts += page.rows
      next = page.next
    case .before:
      contacts = page.rows + contacts
      previous = page.previous
    }
  }
}
