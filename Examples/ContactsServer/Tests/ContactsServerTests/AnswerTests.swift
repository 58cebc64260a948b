import Collation
import CollationFiling
import Foundation
import GRDB
import Hummingbird
import Testing

@testable import ContactsServer

/// The answers over HTTP. Expected orders and titles are UIKit's published tables and what Swedish
/// and English dictionaries do; else the library's own sections, which its tests compare with ICU.
@Suite(.endsInTime) struct AnswerTests {
  private static let swedes = ["Öberg", "Zorn", "Åberg", "Adam", "Ängström", "Ålund", "7 Up"]

  @Test func indexHasCountsAndOffsetsOfEachSection() async throws {
    try await withServer(of: Self.swedes) { client, _ in
      let answer: IndexAnswer = try await client.get("/index?locale=sv")
      #expect(answer.locale == "sv")
      #expect(answer.index.count == 7)
      #expect(
        answer.index.entries.map(\.title)
          == ["{search}"] + "ABCDEFGHIJKLMNOPQRSTUVWXYZÅÄÖ#".map(String.init))
      let filled = answer.index.entries.filter { $0.count > 0 }
      #expect(filled.map(\.title) == ["A", "Z", "Å", "Ä", "Ö", "#"])
      #expect(filled.map(\.count) == [1, 1, 2, 1, 1, 1])
      #expect(filled.map(\.offset) == [0, 1, 2, 4, 5, 6])
    }
  }

  @Test func localeIsThatOfTheHeaderUnlessTheReaderChose() async throws {
    try await withServer(of: Self.swedes) { client, _ in
      let header: HTTPFields = [.acceptLanguage: "sv-SE,sv;q=0.9,en;q=0.8"]
      let swedish: NamesAnswer = try await client.get("/names", headers: header)
      #expect(swedish.locale == "sv")
      #expect(
        swedish.names.map(\.name)
          == ["Adam", "Zorn", "Åberg", "Ålund", "Ängström", "Öberg", "7 Up"])
      for (query, locale) in [("locale=en", "en"), ("locale=xx", "sv")] {
        let answer: NamesAnswer = try await client.get("/names?\(query)", headers: header)
        #expect(answer.locale == locale)
      }
      #expect(try await client.get("/names", as: NamesAnswer.self).locale == "en")
    }
  }

  /// The pages of a walk to the end, of the list, of a section (C) and of a search, are in the
  /// library's order, and come again on the way back. A reader may also begin with the last page.
  @Test(arguments: [
    ("ascending", ""), ("ascending", "&section=2"), ("ascending", "&prefix=c"),
    ("descending", ""), ("descending", "&section=23"), ("descending", "&prefix=c"),
  ])
  func pagesLeadThereAndBack(order: String, part: String) async throws {
    let names = (0..<700).map { "\(["Åberg", "Cibulka", "Chalupa", "張三"][$0 % 4]) \($0 % 50)" }
    // A search puts such a page together in steps, for which it has the time.
    let limits = Limits(searchTime: .seconds(60))
    try await withServer(of: names, limits: limits) { client, database in
      let catalog = order == "ascending" ? database.catalog : database.descendingCatalog
      let listed = catalog.fallback.collation.sections(of: names).rows
      let uri = "/names?order=\(order)&limit=60\(part)"
      let pages = try await client.pages(uri)
      let all = pages.flatMap(\.names)
      #expect(all.map(\.name) == (part.isEmpty ? listed : listed.filter { $0.hasPrefix("C") }))
      #expect(pages.count > 5 && pages.dropLast().allSatisfy { $0.names.count == 60 })
      #expect(pages[0].previous == nil)
      let last: NamesAnswer = try await client.get("\(uri)&before=")
      #expect(last.names == all.suffix(60) && last.next == nil)
      let before: NamesAnswer = try await client.get(
        "\(uri)&before=\(#require(last.previous))")
      #expect(before.names == all.dropLast(60).suffix(60))
      let again: NamesAnswer = try await client.get("\(uri)&after=\(#require(before.next))")
      #expect(again.names == last.names)
      for (page, before) in zip(pages.dropFirst(), pages) {
        let previous = try #require(page.previous)
        let back: NamesAnswer = try await client.get("\(uri)&before=\(previous)")
        #expect(back.names == before.names)
        #expect(back.previous == before.previous && back.next != nil)
      }
    }
  }

  @Test func offsetsCountInTheSectionOrInTheList() async throws {
    // Enough for several blocks, and names with equal keys.
    let names = (0..<4_000).map { "Name \($0 % 1_300)" } + ["Adam", "Zorn", "١"]
    try await withServer(of: names) { client, _ in
      let collation = try LocalizedIndexedCollation(locale: "en")
      let all = collation.sections(of: names).rows
      for offset in [0, 1, 2, 511, 512, 513, 1024, 2_000, 3_999, 4_000, 4_001, 4_002, 4_003, 9_999]
      {
        #expect(
          try await client.names("/names?offset=\(offset)&limit=3")
            == Array(all.dropFirst(offset).prefix(3)))
        #expect(
          try await client.names("/names?section=13&offset=\(offset)&limit=3")
            == Array(all.dropFirst(1).prefix(4_000).dropFirst(offset).prefix(3)))
      }
    }
  }

  @Test func writesShowInEveryListAtOnce() async throws {
    try await withServer(of: Self.swedes) { client, database in
      let _: IndexAnswer = try await client.get("/index?locale=sv")
      let contact = try await client.add("Åke")
      #expect(try await client.get("/names/\(contact.id)", as: Contact.self) == contact)
      for (locale, position) in [("sv", 3), ("en", 2)] {
        let page: NamesAnswer = try await client.get("/names?locale=\(locale)")
        #expect(page.names[position].name == "Åke")
        #expect(page.names[position].id == contact.id)
      }
      let renamed = try await client.send(.put, "/names/\(contact.id)", #"{"name":"Zoe"}"#)
      #expect(renamed.status == .ok)
      #expect(try await client.names("/names?locale=sv&prefix=zo") == ["Zoe", "Zorn"])
      let deleted = try await client.send(.delete, "/names/\(contact.id)")
      #expect(deleted.status == .noContent)
      #expect(try await client.names("/names?locale=sv&prefix=zo") == ["Zorn"])
      #expect(try await database.faults() == [])
    }
  }

  @Test func unchangedAnswersAreNotSentAgain() async throws {
    try await withServer(of: Self.swedes) { client, _ in
      for uri in ["/index", "/names?limit=2"] {
        let first = try await client.send(.get, uri)
        let tag = try #require(first.headers[.eTag])
        #expect(first.headers[.vary] == "Accept-Language")
        #expect(first.headers[.contentLanguage] == "en")
        for known in [tag, "\"other\" , W/\(tag) ", "*"] {
          let second = try await client.send(.get, uri, headers: [.ifNoneMatch: known])
          #expect(second.status == .notModified)
          #expect(second.body.readableBytes == 0)
        }
        _ = try await client.add("Bo")
        let third = try await client.send(.get, uri, headers: [.ifNoneMatch: tag])
        #expect(third.status == .ok)
      }
      let search = try await client.send(.get, "/names?prefix=a", headers: [.ifNoneMatch: "*"])
      #expect(search.status == .ok && search.headers[.eTag] == nil)
      // Each language has tags of its own.
      let _: IndexAnswer = try await client.get("/index?locale=sv")
      let english = try await client.send(.get, "/index")
      let swedish = try await client.send(.get, "/index?locale=sv")
      #expect(swedish.headers[.contentLanguage] == "sv")
      #expect(swedish.headers[.eTag] != english.headers[.eTag])
    }
  }

  /// A copy of the file may be put back and written to again: its answers differ, and its revisions
  /// do not. Each run has tags of its own.
  @Test func tagsAreThoseOfARun() async throws {
    try await withDatabase(of: Self.swedes) { database in
      var tags: [String] = []
      for _ in 0..<2 {
        tags += try await serve(database) { client in
          let _: IndexAnswer = try await client.get("/index")
          return [try #require(await client.send(.get, "/names").headers[.eTag])]
        }
      }
      #expect(tags[0] != tags[1])
    }
  }

  @Test func whatIsMalformedIsRefusedInOneLine() async throws {
    try await withServer(of: Self.swedes) { client, _ in
      let swedish: NamesAnswer = try await client.get("/names?locale=sv&limit=1")
      let cursor = try #require(swedish.next)
      for (uri, status, words) in [
        ("/names?limit=0", 400, "'limit' is a number, 1 to 500"),
        ("/names?limit=501", 400, "1 to 500"),
        ("/names?limit=x", 400, "1 to 500"),
        ("/names?offset=-1", 400, "0 or more"),
        ("/names?offset=99999999999999999999", 400, "0 or more"),
        ("/names?section=27", 400, "there is no section 27, but 0 to 26"),
        ("/names?section=27&offset=0", 400, "there is no section 27"),
        ("/names?section=9223372036854775807", 400, "there is no section"),
        ("/names?after=x", 400, "not a cursor"),
        ("/names?after=\(cursor.dropLast())&locale=sv", 400, "not a cursor"),
        ("/names?after=\(cursor)", 410, "made by another order"),
        ("/names?after=\(cursor)&offset=1&locale=sv", 400, "one of 'offset', 'after'"),
        ("/names?after=\(cursor)&before=\(cursor)&locale=sv", 400, "one of 'offset', 'after'"),
        ("/names?prefix=a&section=1", 400, "no 'section'"),
        ("/names?prefix=\(String(repeating: "a", count: 81))", 400, "80"),
        ("/names?prefix=\(String(repeating: "a", count: 1_025))", 400, "80"),
        ("/names?order=up", 400, "'descending'"), ("/index?order=", 400, "'descending'"),
        ("/nowhere", 404, "Not Found"), ("/names/99", 404, "there is no name 99"),
      ] {
        let failure = try await client.send(.get, uri)
        #expect(failure.status.code == status, "\(uri)")
        #expect(failure.message.contains(words), "\(uri): \(failure.message)")
        #expect(!failure.message.contains("\n"))
      }
      let long = String(repeating: "a", count: 257)
      // 85 of the character that stands for eighteen letters, U+FDFA: 255 bytes.
      let expanding = String(repeating: "\u{FDFA}", count: 85)
      // 400 words, from "b4" on, each with a key of its own that goes on with the words after it.
      let parts = ["name", "family", "given", "sortAs", "reading"].enumerated().map { place, part in
        let words = (0..<80).map { String(400 + 80 * place + $0, radix: 36) }
        return #""\#(part)":"\#(words.joined(separator: " "))""#
      }
      for (body, status) in [
        ("", 400), ("{", 400), ("{}", 400), (#"{"name":7}"#, 400), (#"{"name":""}"#, 422),
        (#"{"name":" "}"#, 422), (#"{"name":"\u200B\uFEFF"}"#, 422), (#"{"name":"a\u0000b"}"#, 422),
        (#"{"name":"a\nb"}"#, 422),
        (#"{"name":"a\u2028b"}"#, 422),
        (#"{"name":"\#(long)"}"#, 422), (#"{"name":"\#(expanding)"}"#, 422),
        ("{\(parts.joined(separator: ","))}", 422),
        (#"{"name":"\#(String(repeating: "a", count: 9_000))"}"#, 413),
      ] {
        for (uri, method) in [("/names", HTTPRequest.Method.post), ("/names/1", .put)] {
          let failure = try await client.send(method, uri, body)
          #expect(failure.status.code == status, "\(body.prefix(40))")
          #expect(!failure.message.isEmpty, "\(body.prefix(40))")
          #expect(status != 400 || failure.message == #"the body is JSON: {"name": "Åke"}"#)
        }
      }
      // What a form of another page could send.
      for type in ["text/plain", "application/x-www-form-urlencoded", ""] {
        let response = try await client.send(
          .post, "/names", #"{"name":"x"}"#, headers: [.contentType: type])
        #expect(response.status == .unsupportedMediaType)
      }
      let head = try await client.send(.head, "/names")
      #expect(head.status == .ok && head.body.readableBytes == 0)
      for (method, uri, status) in [
        (HTTPRequest.Method.delete, "/names/99", 404), (.put, "/names/99", 404),
        (.delete, "/names/x", 400),
      ] {
        #expect(try await client.send(method, uri, #"{"name":"x"}"#).status.code == status)
      }
    }
  }
}
