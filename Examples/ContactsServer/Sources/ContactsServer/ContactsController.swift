import Collation
import CollationFiling
import CollationGRDB
import CollationLists
import Foundation
import GRDB
import Hummingbird
import ServiceLifecycle

/// The contacts, and their list in the language of each reader.
struct ContactsController: Sendable {
  typealias Context = BasicRequestContext

  let store: ContactStore

  var routes: RouteCollection<Context> {
    RouteCollection()
      .get("locales") { _, _ in store.catalog.variants.map(\.locale) }
      .get("index", use: index)
      .get("changes", use: changes)
      .get("contacts", use: page)
      .post("contacts", use: create)
      .get("contacts/:id", use: show)
      .put("contacts/:id", use: replace)
      .delete("contacts/:id", use: delete)
  }

  // MARK: The list

  private struct Query: Decodable {
    let locale, after, before, prefix: String?
    let limit, offset: Int?
    let id: Int64?
  }

  /// Decodes the query of a request, and chooses the list of the language that it asks for. While
  /// that is made, the reader gets the list of the first language.
  private func list(
    for request: Request, context: Context
  ) async throws -> (choice: CollatedLists<Contact>.Choice, locale: String, query: Query) {
    let query = try request.uri.decodeQuery(as: Query.self, context: context)
    let variant = store.catalog.variant(
      forAcceptLanguage: request.headers[.acceptLanguage], preferring: query.locale)
    return (try await store.lists.list(for: variant), variant.locale, query)
  }

  /// The sections with their counts, the titles at the side, and where one contact is.
  @Sendable func index(_ request: Request, context: Context) async throws -> ListIndex {
    let (choice, locale, query) = try await list(for: request, context: context)
    return try await choice.list.read { contents in
      let outline = try contents.outline
      return ListIndex(
        locale: locale, order: choice.variant.locale, progress: choice.progress,
        revision: contents.revision, count: outline.rowCount,
        sections: Array(outline),
        titles: outline.indexTitles(limit: query.limit, includingSearch: true),
        offset: try query.id.flatMap { try contents.offset(of: $0) })
    }
  }

  /// A page of the list, or of what a search finds.
  @Sendable func page(_ request: Request, context: Context) async throws -> ListPage {
    let (choice, locale, query) = try await list(for: request, context: context)
    let list = choice.list
    let limit = min(max(1, query.limit ?? 100), 500)
    // `before=` without a cursor is the end of the list.
    let start =
      query.before.map { StoredList.Start.before($0.isEmpty ? nil : $0) } ?? .after(query.after)
    return try await list.read { contents in
      // After an upgrade of ICU, the old list is read by offset until the new one is made.
      if contents.isOutdated, query.offset == nil { throw HTTPError.listIsBeingMade }
      let page: StoredPage<Contact>
      if let prefix = query.prefix {
        page = try contents.search(prefix, from: start, limit: limit)
      } else if let offset = query.offset {
        page = try contents.page(offset: offset, limit: limit)
      } else {
        page = try contents.page(from: start, limit: limit)
      }
      let search = try NameSearch([], by: list.collation.collator)
      let rows = try zip(page.rows, page.sectionNumbers).map { contact, section in
        let ranges = try query.prefix.map { try search.ranges(of: $0, in: contact.name) }
        return ListPage.Row(
          contact: contact, section: section,
          ranges: ranges?.map { range in
            [range.lowerBound, range.upperBound].map { $0.utf16Offset(in: contact.name) }
          })
      }
      return ListPage(
        locale: locale, order: choice.variant.locale, revision: contents.revision, rows: rows,
        next: page.next, previous: page.previous)
    }
  }

  /// Server-sent events: the list's revision now, and after each write.
  @Sendable func changes(_ request: Request, context: Context) async throws -> Response {
    let list = try await list(for: request, context: context).choice.list
    // The stream comes before the read, or it would miss a write between the two.
    let changes = list.changes
    let revision = try await list.read(\.revision)
    return Response(
      status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-cache"],
      body: ResponseBody { writer in
        try await request.body.consumeWithCancellationOnInboundClose { _ in
          try await writer.write(Self.event(revision))
          for await (revision, _) in changes.cancelOnGracefulShutdown() {
            try await writer.write(Self.event(revision))
          }
        }
        try await writer.finish(nil)
      })
  }

  private static func event(_ revision: Int64) -> ByteBuffer {
    ByteBuffer(string: "event: revision\ndata: \(revision)\n\n")
  }

  // MARK: One contact

  @Sendable func show(_ request: Request, context: Context) async throws -> Contact {
    let id = try context.parameters.require("id", as: Int64.self)
    return try await store.pool.read { try Contact.find($0, key: id) }
  }

  // Triggers note what is written, and the next read or a follower of `changes` updates the lists.

  @Sendable func create(
    _ request: Request, context: Context
  ) async throws -> EditedResponse<Contact> {
    var contact = try await request.decode(as: Contact.self, context: context).validated()
    contact.id = nil
    let created = try await store.pool.write { [contact] in try contact.inserted($0) }
    return EditedResponse(
      status: .created, headers: [.location: "/contacts/\(created.id!)"], response: created)
  }

  @Sendable func replace(_ request: Request, context: Context) async throws -> Contact {
    var contact = try await request.decode(as: Contact.self, context: context).validated()
    contact.id = try context.parameters.require("id", as: Int64.self)
    try await store.pool.write { [contact] in try contact.update($0) }
    return contact
  }

  @Sendable func delete(
    _ request: Request, context: Context
  ) async throws -> HTTPResponse.Status {
    let id = try context.parameters.require("id", as: Int64.self)
    try await store.pool.write { db in _ = try Contact.find(db, key: id).delete(db) }
    return .noContent
  }
}

// MARK: - Answers

struct ListIndex: ResponseCodable {
  /// The reader's language, and the one whose order the list has while the reader's is made.
  let locale, order: String
  /// How much of the reader's list is made, until it is.
  let progress: Double?
  let revision: Int64
  let count: Int
  let sections: [SectionOutline.Section]
  let titles: [SectionOutline.IndexTitle]
  /// The offset of the contact with the id that was asked for.
  let offset: Int?
}

struct ListPage: ResponseCodable {
  struct Row: Codable {
    let contact: Contact
    let section: Int
    /// In a search, where the name has what was typed, as UTF-16 offsets like JavaScript's.
    let ranges: [[Int]]?
  }

  /// As in ``ListIndex``.
  let locale, order: String
  let revision: Int64
  let rows: [Row]
  /// The cursors of the pages around this one.
  let next, previous: String?
}
