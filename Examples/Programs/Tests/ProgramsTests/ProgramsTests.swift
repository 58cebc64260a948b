import Foundation
import Testing

/// What the programs print. The letters of the languages, which of them are accented variants, and
/// the order of symbols, scripts and letters are those of CLDR.
@Suite struct ProgramsTests {
  /// The lines that a program prints. It lies beside the tests.
  private func lines(of program: String) throws -> [String] {
    let tests = URL(fileURLWithPath: CommandLine.arguments[0])
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = tests.deletingLastPathComponent().appendingPathComponent(program)
    process.standardOutput = pipe
    try process.run()
    let output = try #require(try pipe.fileHandleForReading.readToEnd())
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// An English list leaves out *The*, a German one *Die*: so says MARC 21, Appendix F. Artists
  /// with a sort-as stand under it.
  @Test func albums() throws {
    let beatles = [
      "  The Beatles, 1965: Help!", "  The Beatles, 1965: Rubber Soul",
      "  The Beatles, 1969: Abbey Road",
    ]
    let ärzte = ["  Die Ärzte, 1993: Die Bestie in Menschengestalt", "  Die Ärzte, 1998: 13"]
    let hosen = "  Die Toten Hosen, 1988: Ein kleines bisschen Horrorschau"
    let b = [
      "  Björk, 1997: Homogenic", "  David Bowie, 1977: “Heroes”", "  David Bowie, 1977: Low",
    ]
    let kAndP = [
      "K", "  Kraftwerk, 1978: Die Mensch-Maschine", "P", "  Édith Piaf, 1959: La Vie en rose",
    ]
    let (the, tupac) = ("  The The, 1983: Soul Mining", "  2Pac, 1996: All Eyez on Me")
    let end = ["#", "  50 Cent, 2003: Get Rich or Die Tryin’"]
    let abba = ["A", "  ABBA, 1976: Arrival"]

    let english = abba + ["B"] + beatles + b + ["D"] + ärzte + [hosen] + kAndP + ["T", the, tupac]
    let german = abba + ärzte + ["B"] + b + kAndP + ["T"] + beatles + [the, hosen, tupac]
    let lines = try lines(of: "Albums")
    #expect(lines.dropLast() == (english + end + german + end)[...])

    struct Section: Decodable {
      let title: String
      let rows: [[String: String]]
    }
    let json = try JSONDecoder().decode([Section].self, from: Data(try #require(lines.last).utf8))
    let listed = json.flatMap { section in
      [section.title]
        + section.rows.map { "  \($0["artist"]!), \($0["year"]!): \($0["title"]!)" }
    }
    #expect(listed == english + end)
  }

  /// In English and Japanese Å and Ö are variants of A and O, in Swedish letters behind Z. What is
  /// typed without marks finds Ångström in each. Of 64 contacts the first page has 50. A highlight
  /// counts as JavaScript does: 😀 is two.
  @Test func contactsAPI() throws {
    let given = ["Ada", "Åsa", "Bo", "Eva", "Ida", "Kim", "Max", "Örjan", "Ulf", "Zoe"]
    let swedish = ["Ada", "Bo", "Eva", "Ida", "Kim", "Max", "Ulf", "Zoe", "Åsa", "Örjan"]
    let zorn = given.map { "Zorn \($0)" }
    let found = [#"björ ["Björk [Range(0..<4)]"]"#, #"たな ["田中 花子 []"]"#]
    let angus = #"angus ["😀 Angus Åsa [Range(3..<8)]"]"#
    let ångström = #"angstrom i ["Ångström Ida [Range(0..<8), Range(9..<10)]"]"#
    let tanaka = #"田 ["田中 花子 [Range(0..<1)]"]"#
    let expected: [[String]] = [
      [
        "en-GB 50 14 end",
        (["Öberg Ulf", "Öberg Zoe", "田中 花子"] + zorn + ["😀 Angus Åsa"]).description,
        ["A 20", "B 1", "C 10", "I 1", "O 20", "T 1", "Z 10", "# 1"].description,
        ångström, angus, found[0], found[1], tanaka, #"iva ["Иванов Пётр []"]"#,
      ],
      [
        "sv-SE,sv;q=0.9 50 14 end",
        (["Ångström Örjan"] + swedish.map { "Öberg \($0)" }
          + ["😀 Angus Åsa", "Иванов Пётр", "田中 花子"]).description,
        ["A 10", "B 1", "C 10", "O 10", "Z 10", "Å 10", "Ö 10", "# 3"].description,
        ångström, angus, found[0], found[1], tanaka, "iva []",
      ],
      [
        "ja 50 14 end",
        (["Öberg Zoe"] + zorn + ["田中 花子", "😀 Angus Åsa", "Иванов Пётр"]).description,
        ["A 20", "B 1", "C 10", "O 20", "Z 10", "た 1", "# 2"].description,
        ångström, angus, found[0], found[1], tanaka, "iva []",
      ],
    ]
    #expect(try lines(of: "ContactsAPI") == expected.flatMap { $0 })
  }

  /// The name of each of the 2,000 numbers begins with one of 13 syllables in turn, so that the
  /// first 11 syllables have 154 names and the others 153. *ALBERG, BO* is there already. A page is
  /// a seek in the primary key, and nothing is sorted.
  @Test func storedNames() throws {
    let swedish = ["A", "C", "E", "F", "G", "H", "L", "N", "S", "Z", "Å", "Ä", "Ö"]
    let english = ["A", "C", "E", "F", "G", "H", "L", "N", "O", "S", "Z"]
    func outline(_ locale: String, _ titles: [String]) -> [String] {
      // English has Åk, Al and Äng under A. Both languages find Äng.
      let isEnglish = locale == "en"
      let counts = ["G": 153, "H": 153, "A": isEnglish ? 3 * 154 : 154]
      var offset = 0
      return ["\(locale) 40 true", "ang [50, 50, 50, 4]"]
        + titles.map { title in
          let count = counts[title] ?? 154
          defer { offset += count }
          return "\(title) \(count) \(offset)"
        }
    }
    let lines = try lines(of: "StoredNames")
    #expect(
      lines.filter { !$0.hasPrefix("Made anew: ") }
        == outline("sv", swedish) + outline("sv", swedish) + outline("en", english) + [
          #"["SEARCH person USING PRIMARY KEY ((key,id)>(?,?) AND key<?)"]"#,
          #"["SEARCH person USING PRIMARY KEY (key>? AND (key,id)<(?,?))"]"#,
        ])
    #expect(lines.indices { $0.hasPrefix("Made anew: ") }.ranges.map(\.lowerBound) == [0, 31])
  }

  /// The index leads to the nearest section before it that has rows.
  @Test func tableView() throws {
    let sections = [
      ("A", ["adam", "Adam"]), ("B", ["Berg"]), ("C", ["Čapek"]), ("Z", ["Zorn"]),
      ("Å", ["Åberg"]), ("Ö", ["Örn"]), ("#", ["¿Quién?"]),
    ]
    var position = -1
    let index = "ABCDEFGHIJKLMNOPQRSTUVWXYZÅÄÖ#".map { letter in
      if sections.contains(where: { $0.0 == String(letter) }) { position += 1 }
      return "\(letter) \(position)"
    }
    let rows = sections.flatMap { title, names in [title] + names.map { "  \($0)" } }
    #expect(try lines(of: "TableView") == rows + ["{search} search field"] + index)
  }

  /// The titles in use are those of Swedish: A, Z, Å and Ä, one after another. A table view counts
  /// what goes before the update, and what comes after it.
  @Test func liveList() throws {
    #expect(
      try lines(of: "LiveList") == [
        "+ Zorn 0:0", "+ Åberg 1:0", "+ Adam 0:0", "+ Anders 0:1",
        "- Adam 0:0 Zorn to Ängström 2:0", #"["A", "Å", "Ä"] [1] [2]"#,
      ])
  }
}
