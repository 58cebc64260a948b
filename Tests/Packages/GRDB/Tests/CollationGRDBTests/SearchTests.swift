import Collation
import CollationFiling
import CollationGRDB
import CollationLists
import Foundation
import GRDB
import Testing

/// Searches, compared with all rows of which each is asked.
@Suite struct SearchTests {
  private func all(
    _ text: String, _ limit: Int, _ contents: CollatedList<Person>.Contents
  ) throws -> [Person] {
    var rows: [Person] = []
    var cursor: String?
    repeat {
      let page = try contents.search(text, from: .after(cursor), limit: limit, examining: 5)
      rows += page.rows
      cursor = page.next
    } while cursor != nil
    return rows
  }

  @Test func aSearchFindsEachRowWithAWordOnce() async throws {
    let database = try TestDatabase()
    var generator = SeededGenerator(state: 11)
    try database.insert((0..<300).map { _ in generator.name() })
    try database.insert(["Ella Iris Åkergren", "Anna Anna-Lisa", "anna ANNA Änna"])
    let collation = try LocalizedIndexedCollation("en")
    let words = try CollatedList<Person>(
      "words", in: database.pool, for: collation, words: \.parts.wordTexts, by: \.name)
    let names = try CollatedList<Person>("names", in: database.pool, for: collation, by: \.name)
    try await words.make()
    try await names.make()
    for text in ["ella", "å", "ber", "anna", "zorn o", "田", "ch", "4", "", "x"] {
      let search = try collation.prefixSearch(text)
      try await words.read { contents throws in
        let found = try all(text, 3, contents)
        let expected = try Person.fetchAll(contents.database)
          .filter { $0.parts.wordTexts.contains { search.matches($0) } }
        #expect(found.map { $0.id! }.sorted() == expected.map { $0.id! }.sorted(), "\(text)")
        // In the order of the first word that is found.
        let keys = found.map { person in
          person.parts.wordTexts.filter { search.matches($0) }.map { collation.listKey(for: $0) }
            .min()!
        }
        #expect(keys == keys.sorted())
      }
      try await names.read { contents throws in
        let found = try all(text, 3, contents)
        let expected = try Rebuilt(collation, contents.database) { collation.listKey(for: $0.name) }
          .people.filter { search.matches($0.name) }
        #expect(found == expected, "\(text)")
      }
    }
  }

  /// A search goes by what the names are filed by, as `NameParts` says.
  @Test func aSearchWithoutWordsGoesByTheFiledText() async throws {
    let database = try TestDatabase()
    try await database.pool.write { db in
      try Person(name: "田中実", reading: "たなか").insert(db)
      try Person(name: "The Beatles").insert(db)
    }
    let list = try CollatedList<Person>(
      "ja", in: database.pool,
      for: LocalizedIndexedCollation(
        locale: "ja", filing: FilingRules(articles: .standard, articleLanguages: ["en"])),
      names: { NameList($0, filedBy: \.parts) })
    try await list.make()
    try await list.read { contents throws in
      #expect(try contents.search("たな", limit: 9).rows.map(\.name) == ["田中実"])
      #expect(try contents.search("田", limit: 9).rows == [])
      #expect(try contents.search("be", limit: 9).rows.map(\.name) == ["The Beatles"])
    }
  }
}
