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
  /// In characters: more than anybody types.
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
    if [offset != nil, after != nil, before != nil].count(where: \.self) > 1 {
      throw HTTPError(
        .badRequest, message: "one of 'offset', 'after' and 'before' says where a page lies")
    }
    if let after { start = .after(String(after)) }
    // Before nothing is before the end of the list.
    if let before { start = .before(before.isEmpty ? nil : String(before)) }
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
  ) throws -> NamesAnswer {
    if contents.isOutdated, offset == nil {
      throw HTTPError(
        .serviceUnavailable, headers: [.retryAfter: "1"],
        message: "the list is being made anew: until then, only 'offset' reads it")
    }
    if let prefix { return try search(prefix, in: contents, until: .now + searchTime) }
    guard let section else {
      guard let offset else { return NamesAnswer(try contents.page(from: start, limit: limit)) }
      return NamesAnswer(try contents.page(offset: offset, limit: limit))
    }
    guard let range = collation.listKeyRange(ofSection: section) else {
      let last = collation.sectionTitles.count - 1
      throw HTTPError(.badRequest, message: "there is no section \(section), but 0 to \(last)")
    }
    guard let offset else {
      return NamesAnswer(try contents.page(from: start, in: range, limit: limit))
    }
    guard let part = try contents.outline[number: section], offset < part.count else {
      return NamesAnswer()
    }
    var page = NamesAnswer(
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
    until deadline: ContinuousClock.Instant
  ) throws -> NamesAnswer {
    func search(from start: StoredList.Start, limit: Int) throws -> NamesAnswer {
      NamesAnswer(
        try contents.search(prefix, from: start, limit: limit, examining: Self.searchStep))
    }
    var page = try search(from: start, limit: limit)
    var examined = Self.searchStep
    while page.names.count < limit, examined < Self.searchLimit, .now < deadline {
      let rest = limit - page.names.count
      switch start {
      case .after:
        guard let next = page.next else { return page }
        let more = try search(from: .after(next), limit: rest)
        (page.names, page.next) = (page.names + more.names, more.next)
      case .before:
        guard let previous = page.previous else { return page }
        let more = try search(from: .before(previous), limit: rest)
        (page.names, page.previous) = (more.names + page.names, more.previous)
      }
      examined += Self.searchStep
    }
    return page
  }
}

/// The answer to `GET /names`.
struct NamesAnswer: Codable, Sendable {
  var locale = ""
  var revision: Int64 = 0
  var names: [Contact] = []
  /// The cursor of the next page; `nil` for the last page.
  var next: String?
  /// The cursor of the page before; `nil` for the first page.
  var previous: String?

  /// Tells where each name has what a search has found, at the beginnings of words, and in which
  /// section it is. A name may have been found by another text: its reading, say, or a word that
  /// lies in another section.
  mutating func mark(_ prefix: String, by collation: LocalizedIndexedCollation) throws {
    let search = NameSearch([], by: collation.collator)
    let keys = collation.listKeys(of: NameList(names, filedBy: \.parts))
    for (number, contact) in names.enumerated() {
      names[number].section = keys[number].section
      names[number].ranges = try search.ranges(of: prefix, in: contact.name).map {
        [$0.lowerBound, $0.upperBound].map { $0.utf16Offset(in: contact.name) }
      }
    }
  }
}

extension NamesAnswer {
  init(_ page: StoredPage<Contact>) {
    (next, previous) = (page.next, page.previous)
    names = zip(page.rows, page.sectionNumbers).map { contact, section in
      var contact = contact
      contact.section = section
      return contact
    }
  }
}
