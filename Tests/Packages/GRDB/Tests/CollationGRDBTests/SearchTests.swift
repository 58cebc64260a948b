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
        // In the order of the first word that is found, then in that of the list.
        let keys = found.map { person in
          let words = person.parts.wordTexts.filter { search.matches($0) }
          let first = words.map { collation.listKey(for: $0) }.min()!
          return [first, collation.listKey(for: person.name)]
        }
        #expect(!zip(keys, keys.dropFirst()).contains { $1.lexicographicallyPrecedes($0) })
      }
      try await names.read { contents throws in
        let found = try all(text, 3, contents)
        let expected = try Rebuilt(collation, contents.database) { collation.listKey(for: $0.name) }
          .people.filter { search.matches($0.name) }
        #expect(found == expected, "\(text)")
      }
    }
  }

  /// Paged forward and back, in lists from A to Z and from Z to A, also after writes.
  @Test(arguments: [false, true])
  func rowsWithTheSameWordAreInTheOrderOfTheList(isDescending: Bool) async throws {
    let database = try TestDatabase()
    var generator = SeededGenerator(state: 13)
    try database.insert((0..<300).map { _ in generator.name() + " Berg" })
    let collation = try LocalizedIndexedCollation("sv", isDescending: isDescending)
    let list = try CollatedList<Person>(
      "sv", in: database.pool, for: collation, words: { [$0.parts.wordTexts.last!] }, by: \.name)
    try await list.make()
    for round in 0..<2 {
      try await list.read { contents throws in
        let expected = try Rebuilt(collation, contents.database) { collation.listKey(for: $0.name) }
          .people
        #expect(try all("berg", 7, contents) == expected)
        let last = try contents.search("berg", from: .before(nil), limit: 20)
        #expect(last.rows == expected.suffix(20))
        let before = try contents.search("berg", from: .before(last.previous), limit: 20)
        #expect(before.rows == expected.dropLast(20).suffix(20))
      }
      if round == 1 { return }
      let renamed = (1...100).map { Person(id: $0, name: generator.name() + " Berg") }
      try await database.pool.write { db in for person in renamed { try person.update(db) } }
    }
  }

  /// A cursor has only the beginning of a long name's key, which alone would be too long for one.
  @Test func longNamesWithTheSameWordArePaged() async throws {
    let database = try TestDatabase()
    try database.insert((0..<5).map { String(repeating: "å", count: 3_000) + "\($0) Berg" })
    let list = try CollatedList<Person>(
      "sv", in: database.pool, for: LocalizedIndexedCollation("sv"), words: { _ in ["Berg"] },
      by: \.name)
    try await list.make()
    try await list.read { contents throws in
      #expect(try all("berg", 2, contents).map(\.id) == [1, 2, 3, 4, 5])
      #expect { try contents.page(limit: 2) } throws: { error in
        (error as? CollationError)?.code == .cursorTooLong
      }
    }
  }

  /// The Beatles are filed as Beatles, so the key of one word is the beginning of the other's.
  @Test func aWordThatIsFiledAsAnotherIsFoundOnce() async throws {
    let database = try TestDatabase()
    try database.insert(["x", "y"])
    let list = try CollatedList<Person>(
      "en", in: database.pool,
      for: LocalizedIndexedCollation(
        locale: "en", filing: FilingRules(articles: .standard, articleLanguages: ["en"])),
      words: { _ in ["The Beatles", "Beatles"] }, by: \.name)
    try await list.make()
    try await list.read { contents throws in
      #expect(try all("beat", 1, contents).map(\.name) == ["x", "y"])
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
