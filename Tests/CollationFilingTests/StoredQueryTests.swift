import CollationTestSupport
import Testing

@testable import Collation
@testable import CollationFiling

/// Searches by the keys that a database stores.
@Suite struct StoredQueryTests {
  /// Names by their keys, as a database has them.
  private struct Table {
    private(set) var texts: [[String]]
    private(set) var rows: [(key: [UInt8], number: Int)] = []

    init(_ texts: [[String]]) throws {
      self.texts = texts
      for (number, texts) in texts.enumerated() {
        for key in try NameSearch.keys(of: texts) { rows.append((key, number)) }
      }
      rows.sort {
        $0.key == $1.key ? $0.number < $1.number : $0.key.lexicographicallyPrecedes($1.key)
      }
    }

    /// The names that match, each where the first of its keys is.
    func find(_ query: StoredQuery) throws -> [Int] {
      var numbers: [Int] = []
      for range in query.ranges {
        let found = rows.filter { range.contains($0.key) }
        #expect(!found.contains { $0.key == range.lower })
        for row in found where query.rank(of: texts[row.number]) != nil {
          let isFirst = query.isFirst(row.key, of: texts[row.number])
          #expect(isFirst != nil)
          if isFirst == true { numbers.append(row.number) }
        }
      }
      return numbers
    }
  }

  /// The expected names are those that the search in memory finds, which reads each of them.
  private func expectSame(
    _ queries: [String], _ names: [String], _ locale: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let collator = try Collator(locale: locale)
    let table = try Table(names.map { [$0] })
    let search = try NameSearch(names, by: collator)
    for query in queries {
      let expected = try search.matches(query).map(\.number).sorted()
      let found = try table.find(StoredQuery(query, by: collator))
      #expect(found.sorted() == expected, "\(locale) \(query)", sourceLocation: sourceLocation)
    }
  }

  @Test(arguments: SearchLettersTests.languages.indices)
  func whatIsTypedFinds(number: Int) throws {
    let row = SearchLettersTests.languages[number]
    let queries = (row.found + " " + row.not).split(separator: " ").map(String.init)
    let beginnings = queries.map { String($0.prefix(number % 4)) }
    try expectSame(
      queries + beginnings + [row.name, "-"], SearchLettersTests.languages.map(\.name) + ["…"],
      row.locale)
  }

  /// A key has the letters of a word and those behind it, as few as sixteen bytes of them.
  @Test func keysAreLettersFromAWordOn() throws {
    func keys(_ texts: String...) throws -> [String] {
      try NameSearch.keys(of: texts).map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(try keys("Åsa Ek") == ["0asa ek", "1ek "])
    #expect(try keys("O’Brien, Zoë 3M") == ["0o brienzoe3m", "1brien zoe3m", "1zoe 3m", "13m "])
    #expect(try keys("Ek", "Ek", "Åsa") == ["0ek ", "1ek ", "1asa "])
    #expect(try keys("Wolfeschlegelsteinhausen") == ["0wolfeschlegelste"])
    #expect(try keys("…", "") == ["0"])
    #expect(try keys("…", "Bo") == ["1bo ", "0"])
  }

  /// More words than are compared one by one.
  @Test func keysOfManyWordsAreEachThereOnce() throws {
    let words = (0..<60).map { "w\($0 % 40)x" }
    let keys = try NameSearch.keys(of: words)
    #expect(keys.count == 41)
    #expect(Set(keys) == Set(words.map { Array("1\($0) ".utf8) } + [Array("0w0x ".utf8)]))
  }

  @Test func theWholeWordComesFirst() throws {
    let names = ["Annabel", "Bo Anna", "Anna Ek", "Bo Annan", "An Na", "Änna"]
    let query = try StoredQuery("anna", by: Collator(locale: "en"))
    let found = try Table(names.map { [$0] }).find(query)
    #expect(
      found.map { names[$0] } == ["Änna", "Anna Ek", "Bo Anna", "An Na", "Annabel", "Bo Annan"])
  }

  /// Hostile names and their beginnings, and names of many alphabets.
  @Test(arguments: ["en", "de", "sv", "da", "tr", "ko", "th", "hu", "ja", "zh"])
  func nothingIsMissed(locale: String) throws {
    var generator = SeededGenerator(seed: 46)
    let pieces =
      SearchLettersTests.languages.map(\.name) + [
        "가나다", "김철수", "까치", "ㄱ철수", "ㅋㅋㅋ", "김ㅄ", "나ㄶ", "㉮나다", "ﾡﾤ", "김ﾺ", "ᄠᆡ", "ㄲ", "각", "빼", "ᄀᄀ",
        "ae", "oe", "AA", "ß", "張三",
        "·", "'", "’", "ʼ", "-", "\u{301}", "\u{FFFD}", "\u{1F600}", "\u{0}", "Ⅸ", "½", "10",
        "ﬃ", "ﷺ", "ー", "ｶﾞ", "が", "ไก่", "แมว", "ক", "ো",
      ]
    var names: [String] = []
    for _ in 0..<8 * Coverage.names {
      let count = Int.random(in: 1...4, using: &generator)
      names.append(
        (0..<count).map { _ in
          let piece = pieces.randomElement(using: &generator)!
          let cut = piece.unicodeScalars.prefix(Int.random(in: 1...8, using: &generator))
          return String(String.UnicodeScalarView(cut))
            + (Bool.random(using: &generator) ? " " : "")
        }.joined())
    }
    var queries: [String] = []
    for _ in 0..<8 * Coverage.names {
      let name = names.randomElement(using: &generator)!.unicodeScalars
      let start = Int.random(in: 0..<name.count, using: &generator)
      let cut = name.dropFirst(start).prefix(Int.random(in: 1...9, using: &generator))
      queries.append(String(String.UnicodeScalarView(cut)))
    }
    queries += [
      "ㄱㅊㅅ", "ㄱㅊ수", "ㄱㅄ", "ㄴㄶ", "ㄱㅂㅅ", "ㄱㄴ", "ㄲㅊ", "ㄱㄱㅊ", "ㄱ수", "김ㅊㅅ", "ㄱㅣㅁ", "ㅋㅋ", "ㄱㅊ ㅅ",
    ]
    try expectSame(queries, names, locale)
  }

  /// A row is found by any of its texts, and by words of several.
  @Test func wordsMayBeOfSeveralTexts() throws {
    let table = try Table([["田中 花子", "たなか はなこ"], ["Иванов", "Ivanov"], ["Ivan"]])
    func find(_ query: String) throws -> [Int] {
      try table.find(StoredQuery(query, by: Collator(locale: "en")))
    }
    #expect(try find("田 はな") == [0])
    #expect(try find("ivan") == [2, 1])
    // A match does not reach from one text into the next.
    #expect(try find("花子たな") == [])
  }

  /// Each letter may be typed in three ways, and in more ways than can be told apart the first
  /// letters suffice.
  @Test(.timeLimit(.minutes(1))) func longQueriesHaveFewRanges() throws {
    for query in [
      String(repeating: "å", count: 300), String(repeating: "aeoeue", count: 100),
      String(repeating: "ㄱ", count: 64), String(repeating: "ㄱㄱㄴㄴ", count: 16),
    ] {
      let ranges = try StoredQuery(query, by: Collator(locale: "de")).ranges
      #expect(ranges.count <= 600, "\(query.prefix(8)): \(ranges.count)")
    }
  }
}
