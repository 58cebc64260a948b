import CollationTestSupport
import Testing

@testable import Collation
@testable import CollationFiling
@testable import CollationLists

/// The texts that a database stores for a search by any word.
@Suite struct WordTextTests {
  @Test func eachWordHasItsText() {
    #expect(NameParts("Brown, James").wordTexts == ["Brown, James", "James"])
    #expect(NameParts("¡Ándale! 3M").wordTexts == ["Ándale! 3M", "3M"])
    #expect(NameParts("O'Neil").wordTexts == ["O'Neil", "Neil"])
    #expect(NameParts("安娜Bo").wordTexts == ["安娜Bo", "娜Bo", "Bo"])
    #expect(NameParts("e\u{301}a b").wordTexts == ["e\u{301}a b", "b"])
    #expect(NameParts("…").wordTexts == [] && NameParts("").wordTexts == [])
    let parts = NameParts(
      shown: "田中 一郎", fields: ["田中", ""], sortAs: "x", reading: "たなか x")
    #expect(
      parts.wordTexts
        == ["田中 一郎", "中 一郎", "一郎", "郎", "田中", "中", "x", "たなか x"])
  }

  @Test func textsAreShort() {
    let long = NameParts(String(repeating: "é", count: 1_000))
    #expect(long.wordTexts == [String(repeating: "é", count: 64)])
    let words = NameParts(String(repeating: "ab ", count: 10_000)).wordTexts
    #expect(words.allSatisfy { $0.utf8.count <= NameParts.maximumWordTextLength })
    // One character is not cut.
    let marks = "a" + String(repeating: "\u{301}", count: 200)
    #expect(NameParts(marks).wordTexts == [marks])
  }

  /// Swift takes an hour to hash these marks.
  @Test(.timeLimit(.minutes(5))) func textsOfMarksAreNotHashed() {
    let text = "a" + String(repeating: "\u{301}\u{316}", count: 1 << 20)
    #expect(NameParts(text, reading: text).wordTexts.map(\.utf8.count) == [text.utf8.count])
  }

  /// A search in names is the judge: it finds the names of which some text begins with the query.
  @Test(
    .enabled(if: !TestData.lists.isEmpty, "\(UnicodeData.absence)"),
    arguments: ["en", "sv", "de", "ru", "el", "ja", "zh", "es"])
  func queriesFindTheNamesThatASearchFinds(list: String) throws {
    let collation = try LocalizedIndexedCollation(locale: list)
    let names = try TestData.names(of: list).prefix(4 * Coverage.names)
      .map { String(decoding: $0, as: UTF8.self) }
    let search = try NameSearch(
      names, by: collation.collator, matching: .list(.primary))
    let texts = names.map { NameParts($0).wordTexts }
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<Coverage.names {
      let word = texts.randomElement(using: &generator)!.randomElement(using: &generator) ?? "a"
      let letters = word.prefix { $0.isLetter }
      let query = String(letters.prefix(Int.random(in: 1...4, using: &generator)))
      if query.isEmpty { continue }
      let prefix = try collation.prefixSearch(query)
      let found = names.indices.filter { texts[$0].contains { prefix.matches($0) } }
      #expect(try search.matches(query).map(\.number).sorted() == found, "\(list): \(query)")
      for text in texts.joined() where prefix.matches(text) {
        #expect(prefix.ranges.contains { $0.contains(collation.listKey(for: text)) })
      }
    }
  }
}
