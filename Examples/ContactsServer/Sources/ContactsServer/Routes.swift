import Collation
import CollationGRDB
import CollationLists
import Foundation
import GRDB
import Hummingbird
import NIOCore

/// What the server answers.
struct Routes: Sendable {
  let database: ContactDatabase
  let lists: ListMaker
  let limits: Limits
  let searches: SearchGate
  /// Tells the entity tags of this process from those of others, which may answer otherwise.
  private let process = UInt32.random(in: 0...(.max))

  var router: Router<BasicRequestContext> {
    let router = Router(
      context: BasicRequestContext.self, options: .autoGenerateHeadEndpoints)
    // The page has its scripts, styles and answers from here alone, and no other page shows it.
    router.add(
      middleware: ContentSecurityMiddleware(contentSecurityPolicy: [
        .defaultSrc(.`self`), .imgSrc(.uri("data:")), .baseURI(.none), .formAction(.none),
        .frameAncestors(.none),
      ]))
    router.add(middleware: PlainErrors())
    router.add(middleware: AllowedHosts(hosts: limits.hosts))
    router.add(
      middleware: FileMiddleware(
        Bundle.module.bundlePath + "/Page",
        cacheControl: .init([(MediaType(type: .text), [.noCache])]),
        searchForIndexHtml: true))
    router.get("locales") { _, _ in database.catalog.variants.map(\.locale) }
    router.get("index") { request, _ in
      try await answer(request) { contents, _ in
        (try contents.outline, contents.stamp)
      } body: { fetched, variant, revision in
        IndexAnswer(
          locale: variant.locale, revision: revision, index: .init(fetched.0, stamp: fetched.1))
      }
    }
    router.get("names") { request, _ in
      let query = try NamesQuery(request)
      @Sendable func names() async throws -> Response {
        try await answer(request) { contents, variant in
          try query.page(of: contents, by: variant.collation, searchTime: limits.searchTime)
        } body: { page, variant, revision in
          var page = page
          (page.locale, page.revision) = (variant.locale, revision)
          if let prefix = query.prefix { try page.mark(prefix, by: variant.collation) }
          return page
        }
      }
      guard query.prefix != nil else { return try await names() }
      return try await searches.run(names) { search in
        var response = try await request.body.consumeWithCancellationOnInboundClose { _ in
          try await search()
        }
        // To see the client leave, it has read on: nothing more is read of this connection.
        response.headers[.connection] = "close"
        return response
      }
    }
    router.post("names") { request, _ in
      var contact = try await contact(in: request)
      // No client chooses an id: after the greatest there would be none for the next name.
      contact.id = 0
      contact = try await database.write { [contact] in try contact.inserted($0) }
      return EditedResponse(
        status: .created, headers: [.location: "/names/\(contact.id)"], response: contact)
    }
    router.get("names/:id") { _, context in
      let id = try context.parameters.require("id", as: Int64.self)
      guard let contact = try await database.contact(id) else {
        throw Self.noContact(id)
      }
      return contact
    }
    router.put("names/:id") { request, context in
      let id = try context.parameters.require("id", as: Int64.self)
      var contact = try await contact(in: request)
      contact.id = id
      let isThere = try await database.write { [contact] db in
        guard try contact.exists(db) else { return false }
        try contact.update(db)
        return true
      }
      guard isThere else { throw Self.noContact(id) }
      return contact
    }
    router.delete("names/:id") { _, context in
      let id = try context.parameters.require("id", as: Int64.self)
      let wasThere = try await database.write { try Contact.deleteOne($0, key: id) }
      guard wasThere else { throw Self.noContact(id) }
      return HTTPResponse.Status.noContent
    }
    return router
  }

  // MARK: Reading

  /// Answers in the locale and the order of a request, out of one snapshot of the database.
  ///
  /// The entity tag has the list's revision, which no other list shares, and the locale, which
  /// other locales of the same list answer otherwise. A search has none: what it finds in its time
  /// varies. Nor has a list that lags behind the names, whose pages have some of what was written.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - fetch: Reads what the answer takes from a list, and does nothing else: few can read at a
  ///     time.
  ///   - body: Makes the answer, after the reading.
  private func answer<Fetched: Sendable, Body: Encodable>(
    _ request: Request,
    fetch:
      @escaping @Sendable (
        CollatedList<Contact>.Contents, CollationCatalog.Variant
      ) throws -> Fetched,
    body: (Fetched, CollationCatalog.Variant, _ revision: Int64) throws -> Body
  ) async throws -> Response {
    let parameters = request.uri.queryParameters
    let order = parameters["order"] ?? "ascending"
    guard order == "ascending" || order == "descending" else {
      throw HTTPError(.badRequest, message: "'order' is 'ascending' or 'descending'")
    }
    let catalog = order == "descending" ? database.descendingCatalog : database.catalog
    let variant = catalog.variant(
      forAcceptLanguage: request.headers[.acceptLanguage],
      preferring: parameters["locale"].map(String.init))
    let isSearch = parameters["prefix"] != nil
    let known = Set(
      (request.headers[.ifNoneMatch] ?? "").split(separator: ",").map {
        $0.drop { $0 == " " || $0 == "W" || $0 == "/" }.prefix { $0 != " " }
      })
    let snapshot = try await database.read(listOf: variant) { contents in
      if contents.isOutdated { lists.request(variant) }
      var tag: String?
      if try !isSearch && contents.isCurrent {
        tag = "\"\(contents.revision).\(process).\(variant.locale)\""
      }
      let isKnown = tag.map { known.contains($0[...]) || known == ["*"] } ?? false
      return (tag, contents.revision, isKnown ? nil : try fetch(contents, variant))
    }
    guard let (tag, revision, fetched) = snapshot else { throw notReady(variant) }
    lists.use(variant)
    var headers: HTTPFields = [
      .cacheControl: "no-cache", .contentLanguage: variant.locale, .vary: "Accept-Language",
      .contentType: "application/json",
    ]
    headers[.eTag] = tag
    guard let fetched else { return Response(status: .notModified, headers: headers) }
    // The same answer has the same bytes, as its entity tag says.
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return Response(
      status: .ok, headers: headers,
      body: ResponseBody(
        byteBuffer: ByteBuffer(data: try encoder.encode(body(fetched, variant, revision)))))
  }

  private func notReady(_ variant: CollationCatalog.Variant) -> HTTPError {
    switch lists.request(variant) {
    case .making(let done):
      HTTPError(
        .serviceUnavailable, headers: [.retryAfter: "1"],
        message: "the list of \(variant.locale) is being made: \(Int(done * 100)) % done")
    case .failed:
      HTTPError(
        .serviceUnavailable, headers: [.retryAfter: "10"],
        message: "the list of \(variant.locale) could not be made; the server's log says why")
    }
  }

  // MARK: Writing

  /// The contact that a request brings, if it is one that can be kept and shown.
  private func contact(in request: Request) async throws -> Contact {
    // Pages of other origins may send forms to any server, but JSON only to one that allows it.
    guard MediaType(from: request.headers[.contentType] ?? "")?.isType(.applicationJson) == true
    else {
      throw HTTPError(.unsupportedMediaType, message: "a name is sent as application/json")
    }
    let body: ByteBuffer
    do {
      body = try await request.body.collect(upTo: Self.bodyLimit)
    } catch let error as NIOTooManyBytesError {
      throw error
    } catch {
      // What does not come is no fault of the server.
      throw HTTPError(.badRequest, message: "the body broke off")
    }
    guard var contact = try? JSONDecoder().decode(Contact.self, from: Data(buffer: body)) else {
      throw HTTPError(.badRequest, message: #"the body is JSON: {"name": "Åke"}"#)
    }
    // A client may send back what an answer had.
    (contact.section, contact.ranges) = (nil, nil)
    let texts =
      [contact.name, contact.family, contact.given]
      + [contact.sortAs, contact.reading, contact.language]
    for text in texts.compactMap(\.self) { try Self.check(text) }
    // A few characters have a key many times as long, and a cursor holds a whole key. Many words
    // have many keys, which each list keeps. The keys of lists from Z to A are as long.
    let (parts, words) = (contact.parts, NameList(contact.words))
    for variant in database.catalog.lists {
      let keys = [variant.collation.listKey(for: parts)] + variant.collation.listKeys(of: words)
      let lengths = keys.map(\.bytes.count)
      if lengths.max()! > Self.keyLimit || lengths.reduce(0, +) > Self.keysLimit {
        throw HTTPError(
          .unprocessableContent,
          message: "the name is too long to be sorted in \(variant.locale): shorten it")
      }
    }
    return contact
  }

  /// Refuses what is no name, and no part of one.
  private static func check(_ name: String) throws {
    let length = name.utf8.count
    guard length <= nameLimit else {
      throw HTTPError(
        .unprocessableContent, message: "a name has at most \(nameLimit) bytes, not \(length)")
    }
    let properties = name.unicodeScalars.map(\.properties)
    guard properties.contains(where: { !$0.isWhitespace && !$0.isDefaultIgnorableCodePoint }) else {
      throw HTTPError(.unprocessableContent, message: "a name has something to be seen")
    }
    let control: Set<Unicode.GeneralCategory> = [.control, .lineSeparator, .paragraphSeparator]
    guard !properties.contains(where: { control.contains($0.generalCategory) }) else {
      throw HTTPError(
        .unprocessableContent, message: "a name has no control characters and is one line")
    }
  }

  private static let nameLimit = 256
  private static let keyLimit = 2_500
  private static let keysLimit = 8_192
  /// In bytes. A name needs no more.
  private static let bodyLimit = 4_096

  private static func noContact(_ id: Int64) -> HTTPError {
    HTTPError(.notFound, message: "there is no name \(id)")
  }
}

/// The answer to `GET /index`.
struct IndexAnswer: Codable {
  struct Index: Codable {
    let sections: [SectionOutline.Section]
    let entries: [Entry]
    let count: Int
    let stamp: CollationStamp

    init(_ outline: SectionOutline, stamp: CollationStamp) {
      self.stamp = stamp
      sections = Array(outline)
      entries = outline.index(hasSearchEntry: true).map {
        Entry(
          title: $0.title, section: $0.section?.number, count: $0.section?.count ?? 0,
          offset: $0.section?.offset ?? 0)
      }
      count = outline.rowCount
    }
  }

  /// An index title, with the section that it leads to; without one for the search entry.
  struct Entry: Codable {
    let title: String
    let section: Int?
    let count: Int
    let offset: Int
  }

  let locale: String
  let revision: Int64
  let index: Index
}
