import Collation
import CollationFiling
import Foundation
import GRDB
import Hummingbird
import Testing

@testable import ContactsServer

/// Names with parts. Where each stands, README.md says: by the first that is there of sort-as,
/// reading, family and given name, and name. UTF-16 units were counted by hand.
@Suite(.endsInTime) struct NameTests {
  @Test func partsAreKeptAndThoseThatAreEmptyAreNot() async throws {
    try await withServer(of: ["Adam"]) { client, database in
      let whole = #"""
        {"name":"Ludwig van Beethoven","family":"van Beethoven","given":"Ludwig",
         "sortAs":"Beethoven, Ludwig van","reading":"ludvich","language":"de"}
        """#
      let added = try await client.write(whole)
      #expect(
        added
          == Contact(
            id: 2, name: "Ludwig van Beethoven", family: "van Beethoven", given: "Ludwig",
            sortAs: "Beethoven, Ludwig van", reading: "ludvich", language: "de"))
      #expect(try await client.get("/names/2", as: Contact.self) == added)
      let page: NamesAnswer = try await client.get("/names?offset=1")
      var listed = added
      listed.section = 1
      #expect(page.names == [listed])

      // What is put takes the place of all that was there.
      let put = try await client.write(#"{"name":"Bo","family":"","sortAs":""}"#, replacing: 2)
      #expect(put == Contact(id: 2, name: "Bo"))
      let body = String(buffer: try await client.send(.get, "/names/2").body)
      #expect([#"{"id":2,"name":"Bo"}"#, #"{"name":"Bo","id":2}"#].contains(body))
      #expect(try await database.faults() == [])
    }
  }

  /// The ids are those of SQLite's AUTOINCREMENT (autoinc.html): the greatest that there was, plus
  /// one. Sections and ranges are those of answers.
  @Test func noClientChoosesAnId() async throws {
    try await withServer(of: ["Adam", "Bo"]) { client, database in
      let cecil = try await client.write(
        #"{"id":1,"name":"Cecil","section":7,"ranges":[[0,1]]}"#)
      #expect(cecil == Contact(id: 3, name: "Cecil"))
      let bo = try await client.write(
        #"{"id":1,"name":"Bo","section":"B","ranges":""}"#, replacing: 2)
      #expect(bo == Contact(id: 2, name: "Bo"))
      #expect(try await client.write(#"{"id":9223372036854775807,"name":"David"}"#).id == 4)
      #expect(try await client.write(#"{"name":"Eva"}"#).id == 5)
      #expect(try await client.get("/names/1", as: Contact.self).name == "Adam")
      #expect(try await database.faults() == [])
    }
  }

  /// In the order of CLDR's `nameOrderLocales` for the language, else for the script.
  @Test func aNameIsMadeOfItsParts() async throws {
    #expect(Contact.name(family: "김", given: "민준", language: nil) == "김 민준")
    try await withServer(of: []) { client, _ in
      for (language, expected) in [
        ("", "Imre Nagy"), ("hu", "Nagy Imre"), ("hu-HU", "Nagy Imre"), ("?", "Imre Nagy"),
        ("hu9", "Imre Nagy"), ("de-x-hu", "Imre Nagy"),
      ] {
        let contact = try await client.write(
          #"{"family":"Nagy","given":"Imre","name":"","language":"\#(language)"}"#)
        #expect(contact.name == expected, "\(language)")
      }
      #expect(try await client.write(#"{"given":"Imre"}"#).name == "Imre")
      #expect(try await client.write(#"{"family":"Nagy"}"#).name == "Nagy")
    }
  }

  @Test func partsThatCannotBeKeptAreRefused() async throws {
    try await withServer(of: []) { client, _ in
      let long = String(repeating: "a", count: 257)
      for part in ["family", "given", "sortAs", "reading", "language"] {
        for (value, status) in [
          (#""\#(long)""#, 422), (#""a\nb""#, 422), (#"" ""#, 422), ("7", 400), (#"["a"]"#, 400),
        ] {
          let failure = try await client.send(
            .post, "/names", #"{"name":"Adam","\#(part)":\#(value)}"#)
          #expect(failure.status.code == status, "\(part): \(value)")
        }
      }
      for (body, status) in [
        (#"{"reading":"a"}"#, 400), (#"{"family":"","given":""}"#, 422),
        // Each is short enough, and the name that they make is not.
        (#"{"family":"\#(long.dropLast(99))","given":"\#(long.dropLast(99))"}"#, 422),
      ] {
        #expect(try await client.send(.post, "/names", body).status.code == status)
      }
    }
  }

  /// The articles are those of MARC 21. A search finds a word of the name, of its parts, of what it
  /// sorts as or of how it is read, and what follows.
  @Test func namesAreFiledAndFoundByWhatIsKnownOfThem() async throws {
    let names = ["The Beatles", "“Adam”", "Anders Gustav Anderson", "A+B", "Zorn"]
    try await withServer(of: names) { client, database in
      for body in [
        #"{"name":"Ludwig van Beethoven","sortAs":"Beethoven, Ludwig van","language":"de"}"#,
        #"{"family":"Smith","given":"John"}"#, #"{"family":"Smith","given":"Ann"}"#,
        #"{"family":"田中","given":"健太","reading":"たなか けんた","language":"ja"}"#,
        #"{"family":"Åkergren","given":"Ella Iris"}"#, #"{"name":"L’Avventura","language":"it"}"#,
      ] { _ = try await client.write(body) }
      #expect(
        try await client.names("/names") == [
          "A+B", "“Adam”", "Ella Iris Åkergren", "Anders Gustav Anderson", "L’Avventura",
          "The Beatles", "Ludwig van Beethoven", "Ann Smith", "John Smith", "Zorn", "田中 健太",
        ])
      for (prefix, expected) in [
        ("beat", ["The Beatles"]), ("the beat", ["The Beatles"]), ("ad", ["“Adam”"]),
        ("beeth", ["Ludwig van Beethoven"]), ("ludwig", ["Ludwig van Beethoven"]),
        ("van b", ["Ludwig van Beethoven"]), ("smi", ["Ann Smith", "John Smith"]),
        ("smith j", ["John Smith"]), ("john s", ["John Smith"]), ("ella", ["Ella Iris Åkergren"]),
        ("iris", ["Ella Iris Åkergren"]), ("aker", ["Ella Iris Åkergren"]),
        ("akergren e", ["Ella Iris Åkergren"]), ("田", ["田中 健太"]), ("健", ["田中 健太"]),
        ("けん", ["田中 健太"]), ("lla", []), ("iris ella", []),
        // Once, though two of its words begin so.
        ("ande", ["Anders Gustav Anderson"]), ("a+", ["A+B"]), ("q", []),
      ] {
        for locale in ["en", "ja"] {
          #expect(
            try await client.names("/names?locale=\(locale)&prefix=\(escaped(prefix))") == expected,
            "\(prefix)")
        }
      }
      // As forms are encoded.
      #expect(try await client.names("/names?prefix=iris+a") == ["Ella Iris Åkergren"])
      #expect(try await database.faults() == [])
    }
  }

  @Test func aSearchTellsWhereItsPrefixIs() async throws {
    try await withServer(of: ["😀 Åke Ångström", "Straße", "The Ångs"]) { client, _ in
      for body in [
        #"{"family":"Ångman","given":"Ann"}"#,
        #"{"name":"健太","reading":"ånge"}"#, #"{"name":"Ångela Bo","sortAs":"Anger"}"#,
      ] { _ = try await client.write(body) }
      for (prefix, expected) in [
        // The beginnings of all words, and nothing of a reading or a sort-as.
        (
          "a",
          [
            "😀 Åke Ångström": [[3, 4], [7, 8]], "The Ångs": [[4, 5]],
            "Ann Ångman": [[0, 1], [4, 5]],
            "健太": [], "Ångela Bo": [[0, 1]],
          ]
        ),
        ("strass", ["Straße": [[0, 5]]]), ("anger", ["Ångela Bo": []]),
      ] {
        let page: NamesAnswer = try await client.get("/names?prefix=\(escaped(prefix))")
        let found = Dictionary(uniqueKeysWithValues: page.names.map { ($0.name, $0.ranges) })
        #expect(found == expected, "\(prefix)")
      }
      let page: NamesAnswer = try await client.get("/names")
      #expect(page.names.allSatisfy { $0.ranges == nil })
    }
  }

  /// The made-up names are in the order of the library's sections, which its own tests compare with
  /// ICU.
  @Test(arguments: ["en", "ja", "cs"], ["ascending", "descending"])
  func madeUpNamesAreInTheOrderOfTheSections(locale: String, order: String) async throws {
    try await withFile { file in
      let database = try ContactDatabase(path: file.path, seed: 3_000)
      let contacts = try await database.contacts()
      #expect(contacts.count == 3_000)
      let readings = contacts.compactMap(\.reading)
      #expect(readings.count > 50)
      // Hiragana and spaces.
      #expect(readings.allSatisfy { $0.wholeMatch(of: /[ぁ-ゖ]+ [ぁ-ゖ]+/) != nil })
      let catalog = order == "ascending" ? database.catalog : database.descendingCatalog
      let collation = try #require(catalog[locale]).collation
      let expected = collation.sections(of: contacts, filedBy: \.parts)
      try await serve(database) { client in
        let index: IndexAnswer = try await client.get("/index?locale=\(locale)&order=\(order)")
        #expect(index.index.sections.map(\.title) == expected.map(\.title))
        #expect(index.index.sections.map(\.count) == expected.map(\.count))
        let pages = try await client.pages("/names?locale=\(locale)&order=\(order)&limit=500")
        #expect(pages.flatMap(\.names).map(\.id) == expected.rows.map(\.id))
        #expect(try await database.faults() == [])
      }
    }
  }

  /// English dictionaries turned around; what is no letter stays last.
  @Test func theListFromZToAIsAListOfItsOwn() async throws {
    let limits = Limits(retryTime: .milliseconds(20))
    try await withServer(of: ["Öberg", "Zorn", "Adam", "7 Up"], limits: limits) {
      client, database in
      let index: IndexAnswer = try await client.get("/index?order=descending")
      #expect(index.index.entries.map(\.title).joined() == "{search}ZYXWVUTSRQPONMLKJIHGFEDCBA#")
      _ = try await client.write(#"{"name":"Bo"}"#)
      #expect(try await client.send(.delete, "/names/2").status == .noContent)
      let descending: NamesAnswer = try await client.get("/names?order=descending")
      #expect(descending.names.map(\.name) == ["Öberg", "Bo", "Adam", "7 Up"])
      #expect(try await client.names("/names?order=descending&offset=1&limit=2") == ["Bo", "Adam"])
      let ascending: NamesAnswer = try await client.get("/names?order=ascending&limit=3")
      #expect(ascending.names.map(\.name) == ["Adam", "Bo", "Öberg"])
      // The cursor of one order is refused by the other.
      let cursor = try #require(ascending.next)
      let refused = try await client.send(.get, "/names?order=descending&after=\(cursor)")
      #expect(refused.status == .gone)
      let tag = try await client.send(.get, "/index").headers[.eTag]
      let unchanged = try await client.send(
        .get, "/index?order=descending", headers: [.ifNoneMatch: #require(tag)])
      #expect(unchanged.status == .ok)
      try await database.waitForLists(["en", "en descending"])
      #expect(try await database.faults() == [])
    }
  }
}
