import Collation
import Foundation
import GRDB
import Hummingbird
import Testing

@testable import ContactsServer

/// The index, pages and searches.
@Suite(.timeLimit(.minutes(10))) struct ListTests {
  private static let names = ["Zorn", "Åberg", "The Beatles", "“Heroes”", "Adam"]

  /// The titles are those that UIKit has published for English and Swedish. Swedish dictionaries
  /// have Å after Z, English ones have it under A.
  @Test func theIndexIsThatOfTheLanguage() async throws {
    try await withServer(of: Self.names) { client, _ in
      let english: ListIndex = try await client.get("/index?locale=en")
      #expect(english.titles.dropFirst().map(\.title).joined() == "ABCDEFGHIJKLMNOPQRSTUVWXYZ#")
      #expect(english.titles[0].title == "{search}" && english.titles[0].section == nil)
      #expect(english.sections.map(\.title) == ["A", "B", "H", "Z"])
      #expect(english.sections.map(\.count) == [2, 1, 1, 1])
      #expect(english.sections.map(\.offset) == [0, 2, 3, 4])
      #expect(english.count == 5)
      let swedish: ListIndex = try await client.get("/index?locale=sv&id=2&limit=5")
      #expect(swedish.sections.map(\.title).last == "Å")
      #expect(swedish.offset == 4)
      #expect(swedish.titles.count <= 5)
    }
  }

  /// *The* is no article in Swedish.
  @Test func theLanguageIsTheReaders() async throws {
    try await withServer(of: Self.names) { client, _ in
      #expect(try await client.get("/locales", as: [String].self) == ["en", "ja", "sv"])
      for (header, query, locale) in [
        ("sv-SE,sv;q=0.9,en;q=0.8", "", "sv"), ("sv", "?locale=ja", "ja"), ("tlh", "", "en"),
      ] {
        let page: ListPage = try await client.get(
          "/contacts\(query)", headers: ["Accept-Language": header])
        #expect(page.locale == locale)
      }
      #expect(
        try await client.names("/contacts?locale=sv")
          == ["Adam", "“Heroes”", "The Beatles", "Zorn", "Åberg"])
      #expect(
        try await client.names("/contacts?locale=en")
          == ["Åberg", "Adam", "The Beatles", "“Heroes”", "Zorn"])
    }
  }

  /// The names have as many digits, so that the order of their bytes is that of the list.
  @Test func pagesGoOnAndBackAndBeginAnywhere() async throws {
    let names = (0..<250).map { "\($0 < 100 ? "Ada" : "Bea") \(1_000 + $0)" }
    try await withServer(of: names.shuffled()) { client, _ in
      #expect(try await client.names("/contacts") == Array(names[..<100]))
      #expect(try await client.names("/contacts?limit=1000&offset=0") == names)
      #expect(try await client.names("/contacts?offset=120&limit=3") == Array(names[120..<123]))
      var (found, next): ([String], String?) = ([], "")
      while let cursor = next {
        let page: ListPage = try await client.get(
          "/contacts?limit=40\(cursor.isEmpty ? "" : "&after=\(cursor)")")
        found += page.names
        next = page.next
      }
      #expect(found == names)
      (found, next) = ([], "")
      while let cursor = next {
        let page: ListPage = try await client.get("/contacts?limit=40&before=\(cursor)")
        found = page.names + found
        next = page.previous
      }
      #expect(found == names)
    }
  }

  @Test func aSearchFindsAnyWordAndTheReading() async throws {
    let contacts = [
      Contact(name: "Ella Iris Åkergren", family: "Åkergren", given: "Ella Iris"),
      Contact(name: "田中 太郎", family: "田中", given: "太郎", reading: "たなか たろう"),
      Contact(name: "Ludwig van Beethoven", sortAs: "Beethoven, Ludwig van"),
    ]
    try await withServer(of: contacts) { client, _ in
      for (prefix, id) in [
        ("ella", 1), ("iris a", 1), ("akergren e", 1), ("たな", 2), ("beethoven,", 3), ("LUD", 3),
      ] {
        let query = prefix.addingPercentEncoding(withAllowedCharacters: .alphanumerics)!
        let page: ListPage = try await client.get("/contacts?prefix=\(query)")
        #expect(page.rows.map(\.contact.id) == [Int64(id)], "\(prefix)")
      }
      let found: ListPage = try await client.get("/contacts?prefix=a")
      // Åkergren, after the ten UTF-16 units before it.
      #expect(found.rows.map(\.ranges) == [[[10, 11]]])
      #expect(try await client.names("/contacts?prefix=ker") == [])
    }
  }

  @Test func aListThatIsBeingMadeIsUnavailable() async throws {
    try await withServer(of: ["Adam"], makesLists: false) { client, store in
      for uri in ["/index", "/contacts", "/contacts?offset=0", "/contacts?prefix=a", "/changes"] {
        let response = try await client.send(.get, uri)
        #expect(response.status == .serviceUnavailable)
        #expect(response.headers["Retry-After"] == "1")
      }
      #expect(try await client.get("/contacts/1", as: Contact.self).name == "Adam")
      try await store.lists.list(for: store.catalog.fallback).list.make()
      #expect(try await client.names("/contacts") == ["Adam"])
      // Readers of a list that is not made get the first language's, and are told.
      let index = try await client.get("/index?locale=sv", as: ListIndex.self)
      #expect((index.locale, index.order, index.progress) == ("sv", "en", 0))
      #expect(try await client.names("/contacts?locale=sv") == ["Adam"])
    }
  }

  /// The list of an older ICU, as far as the file tells.
  @Test func anOldListIsReadByOffset() async throws {
    try await withServer(of: ["Zorn", "Adam"]) { client, store in
      let cursor = try await client.get("/contacts?limit=1", as: ListPage.self).next
      try await store.pool.write { db in
        let stamp = try String.fetchOne(db, sql: "SELECT stamp FROM collationLists")!
        let old = stamp.split(separator: " ").map { $0.hasPrefix("icu=") ? "icu=1.0" : $0 }
        try db.execute(
          sql: "UPDATE collationLists SET stamp = ?", arguments: [old.joined(separator: " ")])
      }
      #expect(try await client.names("/contacts?offset=0") == ["Adam", "Zorn"])
      #expect(try await client.get("/index", as: ListIndex.self).count == 2)
      for query in ["", "?after=\(try #require(cursor))", "?prefix=a"] {
        #expect(try await client.send(.get, "/contacts\(query)").status == .serviceUnavailable)
      }
    }
  }

  @Test func malformedRequestsAreRefused() async throws {
    try await withServer(of: ["Zorn", "Adam"]) { client, _ in
      let swedish = try await client.get("/contacts?locale=sv&limit=1", as: ListPage.self).next
      for (uri, status) in [
        ("/contacts?limit=x", HTTPResponse.Status.badRequest), ("/contacts?after=x", .badRequest),
        ("/contacts/x", .badRequest),
        ("/contacts?prefix=\(String(repeating: "a", count: 5_000))", .badRequest),
        ("/contacts?locale=en&after=\(try #require(swedish))", .gone), ("/contacts/3", .notFound),
        ("/nothing", .notFound),
      ] {
        #expect(try await client.send(.get, uri).status == status, "\(uri)")
      }
    }
  }
}
