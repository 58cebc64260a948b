import Testing

/// The words that were agreed for filing, on every command that takes names. The library's tests
/// say what they mean; the names are those of the threads in `FilingCaseTests`.
@Suite struct FilingArgumentTests {
  private static let bands = "The Beatles\nZorn\n(Adam)\n“The Who”\nA-ha\nBeatles\n"

  @Test func articlesAndPunctuationOnEachCommand() throws {
    let options = ["--locale", "en", "--articles", "list", "--skip-punctuation"]
    func run(_ command: String, _ further: String...) throws -> CommandResult {
      try collate([command] + options + further, input: Array(Self.bands.utf8))
    }
    let order = ["A-ha", "(Adam)", "Beatles", "The Beatles", "“The Who”", "Zorn"]
    let rows = order.map { "\t" + $0 }
    #expect(try run("sort").lines == order)
    #expect(try run("sort", "--reverse").lines == order.reversed())
    #expect(
      try run("partition", "--hide-empty").lines
        == ["A"] + rows[..<2] + ["B"] + rows[2..<4] + ["W", rows[4], "Z", rows[5]])
    let sections = try run("section").lines.map { $0.split(separator: "\t")[1] }
    #expect(sections == ["B", "Z", "A", "W", "A", "B"])
    for further in [[], ["--list"]] {
      let keys = try collate(["keys"] + options + further, input: Array(Self.bands.utf8)).lines
      let sorted = keys.sorted().map { String($0.split(separator: "\t")[1]) }
      #expect(sorted == order, "\(further)")
    }
    let stamp = try collate(["stamp"] + options).lines[0]
    #expect(stamp.contains(" filing="))
    let copied = try run("keys", "--list", "--copy").lines
    #expect(copied.allSatisfy { $0.hasSuffix("\t" + stamp) })
    #expect(try run("sort", "--check").status == 1)
    let inOrder = order.joined(separator: "\n")
    #expect(try collate(["sort", "--check"] + options, input: Array(inOrder.utf8)).status == 0)
  }

  /// As the Dutch file them (AACR2, 22.5D1); in each field, and by the language of the name.
  @Test func particles() throws {
    let names = "van Riet\nRademaker\nde Wit\n"
    let options = ["partition", "--locale", "nl", "--hide-empty", "--particles", "list"]
    let lines = try collate(options, input: Array(names.utf8)).lines
    #expect(lines == ["R", "\tRademaker", "\tvan Riet", "W", "\tde Wit"])
    let both = try collate(options + ["--articles", "list"], input: Array(names.utf8))
    #expect(both.status == 64 && both.error.contains("cannot be used together"))
    let tagged = "von Ek\tde\nvon Al\ten\n"
    for words in [["--particles", "list"], ["--article", "de=von"]] {
      let byLanguage = ["section", "-k1", "--language-field", "2", "--locale", "en"] + words
      let lines = try collate(byLanguage, input: Array(tagged.utf8)).lines
      #expect(lines.map { $0.split(separator: "\t")[1] } == ["E", "V"])
    }
  }

  /// As phone books file people (DIN 5007): titles do not count. Words of one's own are a table by
  /// themselves, or more words of the table in use.
  @Test func wordsOfOnesOwn() throws {
    let names = "Prof. Dr. Elsa\nDr. Adam\nDie Zorn\nDr.Bo\n"
    func sections(_ options: String...) throws -> [String] {
      try collate(["section", "--locale", "de"] + options, input: Array(names.utf8)).lines
        .map { String($0.split(separator: "\t")[1]) }
    }
    let titles = ["--article", "de=Dr., Prof.,Prof. Dr."]
    #expect(try sections(titles[0], titles[1]) == ["E", "A", "D", "D"])
    #expect(try sections(titles[0], titles[1], "--articles", "list") == ["E", "A", "Z", "D"])
    #expect(
      try sections("--article", "de=Dr.", "--article", "de=Prof.") == ["D", "A", "D", "D"])
    #expect(try sections("--article", "en=Dr.") == ["P", "D", "D", "D"])
    #expect(try sections("--article", "en=Dr.", "--articles", "en") == ["P", "A", "D", "D"])
  }

  @Test func partsOfRecords() throws {
    let people = "van Beethoven\tBeethoven\nMozart\t\nAdam\n"
    #expect(
      try collate("sort", "--field", "1", "--sort-as-field", "2", input: people).lines
        == ["Adam", "van Beethoven\tBeethoven", "Mozart\t"])
    let actors = "田中;たなか\n他中;たなか\n小倉唯;おぐらゆい\nサイダーガール;\n"
    #expect(
      try collate(
        "partition", "--locale", "ja", "--hide-empty", "--field", "1", "--reading-field", "2",
        "--delimiter", ";", input: actors
      ).lines.filter { !$0.contains(";") } == ["あ", "さ", "た"])
    let titles = "I Malavoglia\tit\nI am Legend\ten\nThe Wall\tno tag\n"
    #expect(
      try collate(
        "section", "--locale", "en", "--field", "1", "--language-field", "2", "--articles", "list",
        input: titles
      ).lines.map { $0.split(separator: "\t")[1] } == ["M", "I", "W"])
    let tracks = "Blue\t1\t10\nBlue\t1\t9\nAbba\t2\t1\n\t1\t1\n"
    #expect(
      try collate("sort", "--field", "1", "--field", "2n", "--field", "3n", input: tracks).lines
        == ["\t1\t1", "Abba\t2\t1", "Blue\t1\t9", "Blue\t1\t10"])
    #expect(
      try collate("sort", "-k3n", "-k1", input: tracks).lines
        == ["\t1\t1", "Abba\t2\t1", "Blue\t1\t9", "Blue\t1\t10"])
    // A rule that is not used makes no other stamp.
    #expect(try !collate("stamp", "--field", "2", "--field", "1").text.contains("filing="))
    #expect(try collate("stamp", "--field", "2n", "--field", "1").text.contains("filing="))
  }

  /// A search looks into each part, and matches of one rank are in the order of the filed names.
  @Test func searchesLookIntoEachPart() throws {
    let people = "田中\tたなか\nBrown, James\tたま\nアダム\t\n"
    func search(_ query: String, _ options: String...) throws -> [String] {
      try collate(["search", query, "--locale", "ja"] + options, input: Array(people.utf8)).lines
    }
    #expect(try search("た", "--field", "1") == [])
    #expect(
      try search("た", "--field", "1", "--reading-field", "2") == ["田中\tたなか", "Brown, James\tたま"])
    #expect(
      try search("jam", "--field", "2", "--field", "1", "--json")
        == [#"{"name":"Brown, James\u0009たま","ranges":[[7,10]]}"#])
    #expect(
      try search("な", "--sort-as-field", "2", "--field", "1", "--anywhere", "--json")
        == [#"{"name":"田中\u0009たなか","ranges":[[10,13]]}"#])
    // The sort-as field lies within the name, which is the whole record.
    #expect(
      try search("jam", "--sort-as-field", "1", "--json")
        == [#"{"name":"Brown, James\u0009たま","ranges":[[7,10]]}"#])
    let bands = try collate(
      "search", "b", "--articles", "list", "--locale", "en", input: "The Bb\nBa\nBc\nX b\n")
    #expect(bands.lines == ["X b", "Ba", "Bc", "The Bb"])
  }

  /// Records that are not UTF-8 or have fewer fields are kept.
  @Test func recordsArePassedThrough() throws {
    let input: [UInt8] = [0xFF, 0x09, 0xC3, 0x0A, 0x0A] + Array("The \u{1}\n".utf8)
    for options in [
      ["--field", "2", "--field", "1"], ["--articles", "en", "--skip-punctuation"],
      [
        "--sort-as-field", "2", "--reading-field", "1", "--language-field", "2", "--articles", "fr",
      ],
    ] {
      let result = try collate(["sort"] + options, input: input)
      #expect(result.status == 0 && result.output.sorted() == input.sorted(), "\(options)")
    }
  }

  @Test func whatCannotBeIsOneLine() throws {
    for arguments in [
      ["sort", "--field", "0"], ["sort", "--field", ""], ["sort", "--field", "n"],
      ["sort", "--field", "1,"], ["sort", "--field", "99999999999999999999"],
      ["sort", "--field", "1,2"], ["sort", "--sort-as-field", "0"], ["sort", "-k2r"],
      ["sort", "-k1.2"], ["sort", "--sort-as-field", "2n"], ["sort", "--field", "name"],
      ["sort", "--surname", "-k1", "-k2"], ["sort", "--surname", "-k1n"],
      ["sort", "--reading-field", "-1"], ["keys", "--language-field", "1"],
      ["partition", "--articles", "tlh"], ["section", "--articles", ""],
      ["sort", "--articles", "en,"], ["stamp", "--order-only", "--skip-punctuation"],
      ["titles", "--articles", "en"], ["sort", "--article", "de"], ["sort", "--article", "=Dr."],
      ["sort", "--article", "de=Dr.,"], ["sort", "--article", "de=.", "--locale", "de"],
      ["search", "a", "--articles", "x y"],
    ] {
      let result = try collate(arguments)
      #expect(result.status == 64 && result.output == [], "\(arguments)")
      #expect(result.error.count { $0.isNewline } == 1, "\(arguments): \(result.error)")
    }
  }
}
