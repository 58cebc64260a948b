import Collation
import CollationTestSupport
import Foundation
import Testing

/// The command as its users run it. Expected orders are those of the languages, statuses those of
/// sysexits.h.
@Suite struct CommandTests {
  // MARK: Commands

  /// ICU falls back in silence, which a misspelt locale would too.
  @Test(arguments: [
    ("tlh", "ICU has no collation for 'tlh': using that of 'root'"),
    ("sv-u-co-pinyin", "ICU does not have the collation type of 'sv-u-co-pinyin': using"),
    ("en-u-co-phonebk", "ICU does not have the collation type of 'en-u-co-phonebk': using"),
  ])
  func anotherOrderThanWasAskedForIsSaid(locale: String, note: String) throws {
    let titles = try collate("titles", "--locale", locale)
    #expect(titles.status == 0 && titles.error.hasPrefix("collate: " + note))
    #expect(titles.error.contains("add other letters by --label") == (locale == "tlh"))
    #expect(try collate("titles", "--locale", "sv_AX").error.isEmpty)
    #expect(try collate("titles", "--locale", "de-u-co-phonebk").error.isEmpty)
  }

  @Test func titlesAsJSON() throws {
    struct Titles: Decodable {
      var locale: String
      var resolvedLocale: String
      var isFallback: Bool
      var sectionTitles: [String]
      var sectionKinds: [String]
      var droppedLabels: [String]
      var sectionIndexTitles: [String]
      var sectionForSectionIndexTitle: [Int?]
    }
    let result = try collate("titles", "--locale", "sv_SE", "--json", "--search-entry")
    #expect(result.status == 0 && result.error == "")
    let titles = try JSONDecoder().decode(Titles.self, from: Data(result.output))
    let expected = "ABCDEFGHIJKLMNOPQRSTUVWXYZÅÄÖ#".map(String.init)
    #expect(titles.locale == "sv_SE" && titles.resolvedLocale == "sv" && !titles.isFallback)
    #expect(titles.sectionTitles == expected)
    #expect(titles.sectionKinds == [String](repeating: "normal", count: 29) + ["catchAll"])
    #expect(titles.droppedLabels == [])
    #expect(titles.sectionIndexTitles == ["{search}"] + expected)
    #expect(titles.sectionForSectionIndexTitle == [nil] + Array(0..<30))
    #expect(try collate("titles", "--locale", "sv_SE").lines == expected)
  }

  @Test func indexTitles() throws {
    func titles(_ options: String...) throws -> String {
      try collate(["titles", "--locale", "sv"] + options).lines.joined(separator: " ")
    }
    #expect(try titles("--index-titles", "5") == "A • Ö #")
    #expect(try titles("--index-titles", "1") == "A")
    #expect(try titles("--index-titles", "5", "--search-entry") == "{search} A • Ö #")
    #expect(try titles("--search-entry").hasPrefix("{search} A B C"))
    // They belong to the drawing of an index, which no other command does.
    for command in ["section", "partition", "keys", "sort"] {
      expectFailure(try collate(command, "--index-titles", "5"), 64)
      expectFailure(try collate(command, "--search-entry"), 64)
    }
    for command in ["titles", "section", "keys"] {
      expectFailure(try collate(command, "--hide-empty"), 64)
    }
  }

  /// From Z to A; the library's tests say what the keys are.
  @Test func listsFromTheirEnd() throws {
    let names = "Adam\n42\nZorn\nadam\nÖl\n"
    func run(_ arguments: String...) throws -> CommandResult {
      try collate(arguments + ["--locale", "sv", "--reverse"], input: Array(names.utf8))
    }
    #expect(try run("titles").lines.suffix(3) == ["B", "A", "#"])
    #expect(
      try run("partition", "--hide-empty").lines
        == ["Ö", "\tÖl", "Z", "\tZorn", "A", "\tAdam", "\tadam", "#", "\t42"])
    let sections = try run("section").lines.map { $0.prefix { $0 != "\t" } }
    #expect(sections == ["28", "29", "3", "28", "0"])
    let rows = try run("keys", "--list").lines.sorted()
    #expect(rows.map { $0.split(separator: "\t")[1] } == ["Öl", "Zorn", "Adam", "adam", "42"])
    #expect(try run("stamp").text != collate("stamp", "--locale", "sv").text)
    // Sort keys have no other direction.
    expectFailure(try run("keys"), 64)
    expectFailure(try run("stamp", "--order-only"), 64)
  }

  /// The words that were agreed for sections of one's own; the library's tests say what they mean.
  @Test func sectionsOfOnesOwn() throws {
    let options = [
      "--locale", "en", "--digits-section", "0–9", "--group", "A–M=A,B,C,D,E,F,G,H,I,J,K,L,M",
      "--group", "X–Z=X,Y,Z", "--index-text", "X–Z=X",
    ]
    let titles = try collate(["titles"] + options)
    #expect(titles.lines.joined(separator: " ") == "A–M N O P Q R S T U V W X–Z 0–9 #")
    let index = try collate(["titles", "--index-titles", "99"] + options)
    #expect(index.lines.joined(separator: " ") == "A–M N O P Q R S T U V W X 0–9 #")
    let names = Array("Zoe\nAdam\n3M\n٣\n#\n".utf8)
    let sections = try collate(["section"] + options, input: names).lines.map {
      $0.split(separator: "\t")[1]
    }
    #expect(sections == ["X–Z", "A–M", "0–9", "0–9", "#"])
  }

  /// ICU has no section for a label that is no letter, nor for one that is a variant of a letter.
  @Test func labelsWithoutASectionAreTold() throws {
    for command in ["titles", "section", "partition"] {
      let result = try collate([command, "--locale", "en", "--label", "0", "--labels-from", "es"])
      #expect(result.status == 0)
      #expect(result.error.hasPrefix("collate: no section for the labels 'Ñ', '0': "))
      #expect(result.error.count { $0.isNewline } == 1)
    }
    let keys = try collate("keys", "--list", "--label", "é")
    #expect(keys.error.hasPrefix("collate: no section for the label 'é': "))
    let json = try collate("titles", "--label", "0", "--json")
    #expect(json.text.contains(#""droppedLabels":["0"]"#) && json.error == "")
    // What the locale itself lists, and what becomes a title, is not told.
    for options in [["--locale", "da"], ["--locale", "en", "--label", "Sch*"]] {
      let result = try collate(["titles"] + options)
      #expect(result.status == 0 && result.error == "")
    }
    let long = try collate("titles", "--label", String(repeating: "0", count: 20_000))
    #expect(long.error.count < 300 && long.error.count { $0.isNewline } == 1)
    // A failure is one line.
    expectFailure(try collate("partition", "--label", "0", "/nonexistent/file"), 66)
    // What stands on a line of its own, or between tabs, has neither in it.
    for option in [
      ["--label", "a\nb"], ["--title", "A=a\tb"], ["--catch-all-title", "a\nb"],
      ["--digits-section", "a\tb"], ["--group", "a\tb=A"], ["--index-text", "A=\n"],
    ] {
      expectFailure(try collate(["titles"] + option), 64)
    }
  }

  @Test func sectionsInTheOrderOfInput() throws {
    let plain = try collate("section", "--locale", "sv", input: "Öl\n42\nadam")
    #expect(plain.text == "28\tÖ\tÖl\n29\t#\t42\n0\tA\tadam\n")
    let json = try collate("section", "--locale", "sv", "--json", input: "Öl\n")
    #expect(json.text == #"{"section":28,"title":"Ö","name":"Öl"}"# + "\n")
  }

  /// The words that were agreed for it; the library's tests say what is found.
  @Test func searchPrintsTheBestMatchFirst() throws {
    let names = "James Brown\nÅngström\nBenjamin\nBrown, James\nBjam\u{301}\nJAMES\n"
    func search(_ arguments: String...) throws -> CommandResult {
      try collate(["search"] + arguments, input: Array(names.utf8))
    }
    #expect(try search("jam").text == "JAMES\nJames Brown\nBrown, James\n")
    #expect(try search("brown j").text == "James Brown\nBrown, James\n")
    #expect(
      try search("jam", "--anywhere").lines
        == ["JAMES", "James Brown", "Brown, James", "Benjamin", "Bjam\u{301}"])
    // The strength is that of the search, and the order has all its levels.
    #expect(try search("James", "--strength", "primary").lines == search("james").lines)
    #expect(
      try search("jam", "--anywhere", "--strength", "secondary").lines
        == ["JAMES", "James Brown", "Brown, James", "Benjamin"])
    #expect(
      try search("James", "--strength", "tertiary").lines == ["Brown, James", "James Brown"])
    #expect(
      try search("jam", "--json", "--anywhere", "--strength", "tertiary").text
        == #"{"name":"Benjamin","ranges":[[3,6]]}"# + "\n")
    #expect(try search("ang", "--json").text == #"{"name":"Ångström","ranges":[[0,4]]}"# + "\n")
    #expect(try search("ang", "--locale", "sv").text == "Ångström\n")
    for query in ["zs", "zhangs"] {
      let found = try collate("search", query, "--romanize", input: "Zoe\n张三\nZs 三\n")
      #expect(found.lines.contains("张三") && !found.lines.contains("Zoe"))
    }
    // As `grep` does.
    let nothing = try search("ang", "--locale", "sv", "--strength", "primary")
    #expect(nothing.status == 1 && nothing.output == [] && nothing.error == "")
    #expect(try search("").lines.count == 6)
    #expect(try collate("search", "").status == 1)
    expectFailure(try search(String(repeating: "a", count: 1_025)), 64)
    expectFailure(try search(), 64)
    expectFailure(try search("a", "/nonexistent/file"), 66)
  }

  /// Ranges are those of the bytes that are printed as the name.
  @Test func searchInAField() throws {
    let input = Array("1\tYtterby\tåäö\n2\tOrby\tby\n".utf8)
    let options = ["search", "by", "--anywhere", "--json", "--field"]
    #expect(
      try collate(options + ["2"], input: input).text == """
        {"name":"2\\u0009Orby\\u0009by","ranges":[[4,6]]}
        {"name":"1\\u0009Ytterby\\u0009åäö","ranges":[[7,9]]}

        """)
    #expect(
      try collate(options + ["3"], input: input).text
        == #"{"name":"2\u0009Orby\u0009by","ranges":[[7,9]]}"# + "\n")
    let records: [UInt8] = [0x62, 0xFF, 0x0A, 0x62, 0x00, 0x61, 0x62, 0x00]
    #expect(
      try collate(["search", "b", "--null"], input: records).output == [0x62, 0xFF, 0x0A, 0x62, 0])
    #expect(
      try collate(["search", "b", "--json", "--null"], input: records).text
        == #"{"name":{"hex":"62ff0a62"},"ranges":[[0,1],[3,4]]}"# + "\n")
  }

  @Test func partitionInItsForms() throws {
    let names = "Bob\nAdam\n42\nbea\n"
    let plain = try collate("partition", "--locale", "en", "--hide-empty", input: names)
    #expect(plain.text == "A\n\tAdam\nB\n\tbea\n\tBob\n#\n\t42\n")
    let tsv = try collate("partition", "--locale", "en", "--tsv", input: names)
    #expect(tsv.text == "0\tA\tAdam\n1\tB\tbea\n1\tB\tBob\n26\t#\t42\n")
    let json = try collate("partition", "--locale", "en", "--json", "--hide-empty", input: names)
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".map { "\"\($0)\"" }.joined(separator: ",")
    #expect(
      json.text == """
        {"locale":"en","count":4,"sections":[\
        {"number":0,"position":0,"title":"A","kind":"normal","offset":0,"count":1,\
        "rows":["Adam"]},\
        {"number":1,"position":1,"title":"B","kind":"normal","offset":1,"count":2,\
        "rows":["bea","Bob"]},\
        {"number":26,"position":2,"title":"#","kind":"catchAll","offset":3,"count":1,\
        "rows":["42"]}],\
        "sectionIndexTitles":[\(letters),"#"],\
        "sectionForSectionIndexTitle":[0,\(String(repeating: "1,", count: 25))2]}

        """)
    let empty = try collate("partition", "--locale", "en", "--json", "--hide-empty")
    #expect(empty.text.contains(#""sectionForSectionIndexTitle":[null,null,"#))
    #expect(try collate("partition", "--locale", "en").lines.count == 27)
  }

  /// A record may have the text of a title, and may begin with a tab itself, which DUCET sorts
  /// before letters.
  @Test func titlesAreToldFromRecords() throws {
    let result = try collate("partition", "--locale", "en", "--hide-empty", input: "A\n\tA\n#\n")
    #expect(result.text == "A\n\tA\n#\n\t\tA\n\t#\n")
  }

  /// A client reads the command's sections and those that a Swift server encodes in one way.
  @Test func sectionsAreCodedAsTheLibraryCodesThem() throws {
    let names = ["Bob", "Adam", "42", "bea", "Zoë"]
    let json = try collate(
      "partition", "--locale", "en", "--json", input: names.map { $0 + "\n" }.joined())
    let printed = try #require(
      try JSONSerialization.jsonObject(with: Data(json.output)) as? [String: Any])
    let sections = try LocalizedIndexedCollation(locale: "en").sections(of: names)
    let coded = try JSONSerialization.jsonObject(with: JSONEncoder().encode(sections))
    #expect(printed["sections"] as? NSArray == coded as? NSArray)
  }

  @Test func sortAndCheck() throws {
    let sorted = try collate("sort", "--locale", "sv", input: "Öl\nZorn\nÅs\nås\nÅs\n")
    #expect(sorted.text == "Zorn\nås\nÅs\nÅs\nÖl\n")
    let reversed = try collate("sort", "--locale", "sv", "--reverse", input: "Zorn\nÖl\n")
    #expect(reversed.text == "Öl\nZorn\n")
    #expect(try collate("sort", "--locale", "sv", "--check", input: sorted.text).status == 0)
    let wrong = try collate("sort", "--locale", "sv", "--check", input: "a\nc\nb\n")
    #expect(wrong.status == 1 && wrong.output == [])
    #expect(wrong.error == "collate: -:3: out of order: 'b'\n")
    #expect(try collate("sort", "--check", "--reverse", input: "b\na\n").status == 0)
  }

  /// The order is that of what `partition` prints under its titles, whatever the memory.
  @Test func sortInTheOrderOfTheList() throws {
    let names = ["Zorn", "Åberg", "3M", "adam", "Öberg", "Ärla", "7-Eleven", "Adam", "3M"]
    let input = Array(names.joined(separator: "\n").utf8)
    let options = ["--locale", "sv"]
    #expect(
      try collate(["sort"] + options, input: input).lines
        == ["3M", "3M", "7-Eleven", "adam", "Adam", "Zorn", "Åberg", "Ärla", "Öberg"])
    #expect(
      try collate(["sort", "--list"] + options, input: input).lines
        == ["adam", "Adam", "Zorn", "Åberg", "Ärla", "Öberg", "3M", "3M", "7-Eleven"])
    let many = Array((0..<300).flatMap { _ in names }.joined(separator: "\n").utf8)
    for choice in [[], ["-r"], ["--catch-all", "first"], ["--layout", "icu", "--label", "Sch*"]] {
      let options = options + choice
      let rows = try collate(["partition", "--tsv"] + options, input: many)
      let expected = rows.lines.map { $0.split(separator: "\t").last.map(String.init) }
      for memory in ["1G", "64K"] {
        let sorted = try collate(["sort", "--list", "--memory", memory] + options, input: many)
        #expect(sorted.status == 0 && sorted.lines == expected, "\(options) \(memory)")
        #expect(
          try collate(["sort", "--list", "-c", "--memory", memory] + options, input: sorted.output)
            .status == 0)
        let unique = try collate(
          ["sort", "--list", "-u", "--memory", memory] + options, input: many)
        #expect(unique.lines.count == 8 && Set(unique.lines) == Set(names))
      }
    }
    expectFailure(try collate("sort", "--layout", "icu"), 64)
  }

  /// As GNU sort names it: the file, the line in it, and the text, on one line.
  @Test func theRecordOutOfOrderIsNamed() throws {
    try withTemporaryFolder { folder in
      func file(_ name: String, _ text: String) throws -> String {
        let file = folder.appending(path: name)
        try Data(text.utf8).write(to: file)
        return file.path
      }
      // A failure is one line, whatever the file's name.
      let named = try collate(["sort", "--check", try file("a\nb", "b\na\n")])
      #expect(named.error == "collate: \(folder.path)/a b:2: out of order: 'a'\n")
      // The last line of the first file has no line feed.
      let files = [try file("1", "a\nb"), try file("2", ""), try file("3", "c\nd\n")]
      #expect(try collate(["sort", "--check"] + files).error == "")
      let turned = try collate(["sort", "--check", files[2], files[1], files[0]])
      #expect(turned.status == 1 && turned.output == [])
      #expect(turned.error == "collate: \(files[0]):1: out of order: 'a'\n")
      let many = try file("4", (1...9_999).map { "\($0 + 10_000)\n" }.joined() + "1\n")
      for memory in ["64K", "1G"] {
        let result = try collate(
          ["sort", "--check", "--memory", memory] + files.prefix(2) + [many])
        #expect(result.error == "collate: \(many):1: out of order: '10001'\n")
        let last = try collate(["sort", "--check", "--memory", memory, files[1], many, files[2]])
        #expect(last.error == "collate: \(many):10000: out of order: '1'\n")
      }
      let null = try collate("sort", "--check", "--null", input: "b\0a\nc\u{1B}\0")
      #expect(null.error == "collate: -:2: out of order: 'a c '\n")
      let long = String(repeating: "ab", count: 5_000)
      #expect(
        try collate("sort", "--check", input: "b\n\(long)\n").error
          == "collate: -:2: out of order: '\(long.prefix(64))…'\n")
    }
  }

  /// Help names no option that the command lacks.
  @Test(arguments: [
    "titles", "section", "partition", "sort", "search", "keys", "stamp", "compare", "explain",
  ])
  func helpNamesItsOwnOptions(command: String) throws {
    let help = try collate(command, "--help").text
    let options = help.suffix(from: try #require(help.range(of: "USAGE:")).upperBound)
    let listed = options.split(separator: "\n").filter { $0.hasPrefix("  -") }.joined(
      separator: " ")
    for match in options.matches(of: /--[a-z-]+[a-z]/) {
      #expect(listed.contains(match.output), "\(match.output)")
    }
  }

  /// Help ends its overview with commands to try.
  @Test func helpHasExamples() throws {
    let commands = [
      "titles", "section", "partition", "sort", "search", "keys", "stamp", "compare", "explain",
      "locales",
    ]
    for command in commands {
      let help = try collate(command, "--help").text
      let overview = help.prefix(upTo: try #require(help.range(of: "USAGE:")).lowerBound)
      let examples = overview.split(separator: "\n").filter {
        $0.contains("  collate \(command)") || $0.contains("| collate \(command)")
      }
      #expect((2...5).contains(examples.count), "\(command)")
    }
  }

  @Test func keysAreThoseOfICU() throws {
    let reference = try #require(ReferenceCollator(locale: "sv"))
    let names = ["Åberg", "zorn", ""]
    let expected = names.map { name in
      Hexadecimal.text(of: reference.sortKey(Array(name.utf8))) + "\t" + name + "\n"
    }
    let result = try collate("keys", "--locale", "sv", input: names.map { $0 + "\n" }.joined())
    #expect(result.text == expected.joined())
  }

  /// A list key is the number of the section in two bytes, then ICU's sort key.
  @Test func listKeysAreSectionsAndKeysOfICU() throws {
    let reference = try #require(ReferenceCollator(locale: "sv"))
    func expected(_ name: String, _ section: String) -> String {
      section + Hexadecimal.text(of: reference.sortKey(Array(name.utf8)))
    }
    let result = try collate("keys", "--list", "--locale", "sv", input: "Åberg\n42\n")
    #expect(
      result.text == expected("Åberg", "001a") + "\tÅberg\n" + expected("42", "001d") + "\t42\n")
    let first = try collate(
      "keys", "--list", "--locale", "sv", "--catch-all", "first", input: "42\n")
    #expect(first.text == expected("42", "0000") + "\t42\n")
  }

  /// PostgreSQL's manual, COPY, Text Format: columns between tabs; a backslash, and what would end
  /// a column or a row, are escaped by one; bytea is `\x` and hexadecimal digits, its backslash
  /// escaped too.
  @Test func copyRowsForPostgreSQL() throws {
    let arguments = ["keys", "--list", "--locale", "sv"]
    let names = ["Åberg", #"a\b"#, "a\tb", "a\rb", "", #"\N"#, #"\."#]
    let input = Array(names.map { $0 + "\n" }.joined().utf8)
    let keys = try collate(arguments, input: input).lines.map { String($0.prefix { $0 != "\t" }) }
    let result = try collate(arguments + ["--copy"], input: input)
    let stamp = try LocalizedIndexedCollation(locale: "sv").stamp.description
    let escaped = ["Åberg", #"a\\b"#, #"a\tb"#, #"a\rb"#, "", #"\\N"#, #"\\."#]
    let sections = [26, 0, 0, 0, 29, 29, 29]
    #expect(
      result.lines
        == zip(keys, zip(sections, escaped)).map { key, row in
          #"\\x"# + "\(key)\t\(row.0)\t\(row.1)\t\(stamp)"
        })
    let null = try collate(
      arguments + ["--copy", "--null"], input: Array("a\nb\u{0}".utf8))
    #expect(null.text.contains("\t0\ta\\nb\t") && null.text.hasSuffix("\n"))
    expectFailure(try collate(arguments + ["--copy"], input: [0x61, 0xFF, 0x0A]), 65)
    expectFailure(try collate(arguments + ["--copy"], input: [0x61, 0x00, 0x0A]), 65)
  }

  /// Another process, of another locale, that opens the locale first: of those that share their
  /// data, ICU names the one that was opened first as valid.
  @Test func stampsAreTheSameInAnotherProcess() throws {
    let locales = [
      "no", "nb", "zh_Hant", "zh_Hant_TW", "zh_TW", "sr_Latn", "sh", "de", "fr", "root", "ja", "ko",
      "zh",
    ]
    for locale in locales {
      let stamp = try LocalizedIndexedCollation(locale: locale).stamp.description
      for environment in [["LC_ALL": "sv_SE.UTF-8"], ["LC_ALL": "C"]] {
        let result = try collate(
          ["keys", "--list", "--copy", "--locale", locale], input: Array("a".utf8),
          environment: environment)
        #expect(result.lines[0].hasSuffix("\t" + stamp), "\(locale)")
      }
    }
  }

  @Test func stampsAndTheirCheck() throws {
    let stamp = try LocalizedIndexedCollation(locale: "sv").stamp
    let printed = try collate("stamp", "--locale", "sv")
    #expect(printed.text == "\(stamp)\n" && printed.status == 0)
    let order = try collate("stamp", "--locale", "sv", "--order-only", "--numeric")
    var options = CollatorOptions()
    options.numeric = true
    #expect(order.text == "\(try Collator(locale: "sv", options: options).stamp)\n")

    struct Printed: Decodable {
      var stamp: String
      var components: [String: String]
    }
    let json = try JSONDecoder().decode(
      Printed.self, from: Data(try collate("stamp", "--locale", "sv", "--json").output))
    #expect(json.stamp == stamp.description)
    #expect(
      json.components
        == Dictionary(uniqueKeysWithValues: stamp.components.map { ($0.name, $0.value) }))

    let same = try collate("stamp", "--locale", "sv", "--check", stamp.description)
    #expect(same.status == 0 && same.output == [] && same.error == "")
    let other = try collate(
      "stamp", "--locale", "sv", "--numeric", "--check", stamp.description)
    #expect(other.status == 1 && other.output == [])
    #expect(other.error.contains("numeric ordering is true, was false"))
    #expect(other.error.hasPrefix("collate: ") && other.error.count { $0.isNewline } == 1)
    #expect(try collate("stamp", "--check", "no stamp").status == 1)
    expectFailure(try collate("stamp", "--check", "no stamp", "--json"), 64)
    expectFailure(try collate("stamp", "--order-only", "--catch-all", "first"), 64)
  }

  /// The versions of ICU and its data are those of the stamp.
  @Test func versions() throws {
    let components = try Collator(locale: "root").stamp.components
    func version(_ name: String) -> String { components.first { $0.name == name }?.value ?? "" }
    for arguments in [["--version"], ["sort", "--version"]] {
      let result = try collate(arguments)
      #expect(result.status == 0 && result.error == "")
      #expect(result.lines[0].wholeMatch(of: /collate \d+\.\d+\.\d+(-dev)?/) != nil)
      #expect(
        result.lines.dropFirst() == [
          "ICU \(version("icu"))", "CLDR \(version("cldr"))", "UCA \(version("uca"))",
        ])
    }
  }

  /// The result is the same for any number of tasks.
  @Test func workers() throws {
    let input = Array((0..<30_000).map { "\($0 * 7919 % 30_011)\n" }.joined().utf8)
    for command in ["sort", "partition", "section", "keys"] {
      let one = try collate([command, "--workers", "1"], input: input)
      let three = try collate([command, "--workers", "3"], input: input)
      #expect(one.status == 0 && one.output.count >= input.count)
      #expect(one.output == three.output)
      expectFailure(try collate(command, "--workers", "0"), 64)
    }
    expectFailure(try collate("sort", "--check", "--workers", "2"), 64)
  }

  @Test func explanations() throws {
    struct Explained: Decodable, Equatable {
      struct Character: Decodable, Equatable {
        var codePoints: [String]
        var weights: String
      }
      var name: String
      var section: Int
      var title: String
      var path: String
      var reason: String?
      var keyPath: String
      var keyReason: String?
      var characters: [Character]
      var levels: [String: String]
    }
    func explained(_ arguments: [String], input: String = "") throws -> [Explained] {
      try collate(["explain", "--json"] + arguments, input: Array(input.utf8)).lines.map {
        try JSONDecoder().decode(Explained.self, from: Data($0.utf8))
      }
    }
    // The bytes are those of ICU's own key.
    let reference = try #require(ReferenceCollator(locale: "cs"))
    func level(_ number: Int, of name: String) -> String {
      let levels = reference.sortKey(Array(name.utf8)).dropLast()
        .split(separator: 1, omittingEmptySubsequences: false)
      return Hexadecimal.text(of: levels[number])
    }
    let names = try explained(["--locale", "cs", "Chá", "ᄀ"])
    #expect(
      names[0]
        == Explained(
          name: "Chá", section: 9, title: "CH", path: "table", reason: nil,
          keyPath: "table", keyReason: nil,
          characters: [
            .init(codePoints: ["U+0043", "U+0068"], weights: level(0, of: "ch")),
            .init(codePoints: ["U+00E1"], weights: level(0, of: "a")),
          ],
          levels: [
            "primary": level(0, of: "Chá"), "secondary": level(1, of: "Chá"),
            "tertiary": level(2, of: "Chá"),
          ]))
    #expect(names[1].path == "icu" && names[1].reason?.contains("jamo") == true)
    #expect(try explained(["--locale", "cs"], input: "Chá\nᄀ\n") == names)

    let plain = try collate("explain", "--locale", "cs", "Chá")
    #expect(plain.lines[0].hasPrefix("1 name: ") && plain.error == "")
    #expect(plain.text.contains("\n  section        9 CH\n"))
    #expect(plain.text.contains("\n  path           table\n"))
    #expect(plain.text.contains("LATIN SMALL LETTER A WITH ACUTE"))
    #expect(try collate("explain").output == [])
  }

  /// By ICU alone the command prints the same, and tells why no table makes the keys.
  @Test func byICUAlone() throws {
    let alone = ["COLLATION_ICU_ONLY": "1"]
    let names = (0..<1_500).map { ["Öl", "Ёлка", "山田", "a"][$0 % 4] + "\($0)\n" }.joined()
    for command in ["sort", "keys", "partition", "section"] {
      let arguments = [command, "--locale", "sv"]
      let expected = try collate(arguments, input: Array(names.utf8), environment: [:])
      let result = try collate(arguments, input: Array(names.utf8), environment: alone)
      #expect(result.status == 0 && result.output == expected.output && !result.output.isEmpty)
    }
    let explained = try collate(["explain", "a"], environment: alone)
    #expect(explained.text.contains("\n  path           icu: COLLATION_ICU_ONLY is set\n"))
  }

  @Test func comparisons() throws {
    #expect(try collate("compare", "--locale", "sv", "Zorn", "Ås").text == "<\n")
    #expect(try collate("compare", "--locale", "en", "Zorn", "Ås").text == ">\n")
    #expect(try collate("compare", "--strength", "primary", "resume", "Résumé").text == "=\n")
    #expect(try collate("compare", "--", "-a", "-b").text == "<\n")
  }

  @Test func localesWithTheirTypes() throws {
    let plain = try collate("locales")
    #expect(plain.lines.contains { $0.hasPrefix("zh\tpinyin ") })
    struct Row: Decodable {
      var locale: String
      var collationTypes: [String]
    }
    let rows = try JSONDecoder().decode(
      [Row].self, from: Data(try collate("locales", "--json").output))
    #expect(rows.count == plain.lines.count)
    #expect(try #require(rows.first { $0.locale == "de" }).collationTypes.contains("phonebook"))
  }

  // MARK: Options

  /// `OptionArgumentTests` has every option by one of its values, `CollatorTests` what they mean.
  @Test func optionsOfTheOrder() throws {
    func order(_ options: [String], _ input: String) throws -> [String] {
      try collate(["sort"] + options, input: Array(input.utf8)).lines
    }
    #expect(try order(["--numeric"], "a10\na2") == ["a2", "a10"])
    #expect(try order(["--locale", "sv-u-kn", "--no-numeric"], "a10\na2") == ["a10", "a2"])
    // ậ with its marks in canonical order and in the other: equal only where text is normalized.
    let (ordered, unordered) = ("a\u{323}\u{302}", "a\u{302}\u{323}")
    for (mode, locale, areEqual) in [
      ("on", "root", true), ("off", "root", false), ("locale", "vi", true),
    ] {
      let comparison = try collate(
        "compare", "--locale", locale, "--normalization", mode, unordered, ordered)
      #expect((comparison.lines == ["="]) == areEqual, "\(mode)")
    }
  }

  /// POSIX.1, 7.3: `C` is the locale of bytes, which no language has.
  @Test(arguments: ["C", "C.UTF-8", "POSIX"])
  func theLocaleOfBytesIsRefused(locale: String) throws {
    let result = try collate("sort", "--locale", locale)
    #expect(result.status == 64 && result.output == [])
    #expect(
      result.error == "collate: ICU has no locale '\(locale)': expected root, or another command "
        + "such as LC_ALL=C sort for the order of bytes\n")
  }

  @Test func rulesFromAFile() throws {
    try withTemporaryFile(Array("&a < z".utf8)) { path in
      let sorted = try collate("sort", "--rules-file", path, input: "b\nz\na\n")
      #expect(sorted.lines == ["a", "z", "b"])
      let both = try collate("sort", "--rules-file", path, "--locale", "sv")
      #expect(both.status == 64)
    }
    // A byte order mark is no rule.
    try withTemporaryFile(Array("\u{FEFF}&a < z".utf8)) { path in
      let sorted = try collate("sort", "--rules-file", path, input: "b\nz\na\n")
      #expect(sorted.lines == ["a", "z", "b"])
    }
    try withTemporaryFile(Array("&a < b & <<<< <".utf8)) { path in
      expectFailure(try collate("sort", "--rules-file", path), 65)
    }
    try withTemporaryFile([0xFF]) { path in
      expectFailure(try collate("sort", "--rules-file", path), 65)
    }
  }

  @Test func optionsOfTheSections() throws {
    func titles(_ options: String...) throws -> String { try titles(options) }
    func titles(_ options: [String]) throws -> String {
      try collate(["titles"] + options).lines.joined(separator: " ")
    }
    let latin = "A B C D E F G H I J K L M N O P Q R S T U V W X Y Z"
    let greek = "Α Β Γ Δ Ε Ζ Η Θ Ι Κ Λ Μ Ν Ξ Ο Π Ρ Σ Τ Υ Φ Χ Ψ Ω"
    #expect(try titles("--locale", "el") == "\(latin) \(greek) #")
    #expect(try titles("--locale", "el", "--script-order", "locale") == "\(greek) \(latin) #")
    #expect(try titles("--locale", "el", "--script-order", "latin-last") == "\(greek) \(latin) #")
    #expect(try titles("--locale", "el", "--script-order", "locale-only") == "\(greek) #")
    #expect(try titles("--locale", "el", "--layout", "icu") == "… \(greek) \(latin) …")
    #expect(try titles("--catch-all", "first", "--catch-all-title", "?") == "? \(latin)")
    let order = ["--digits-section", "0", "--section-order", "digits,letters"]
    #expect(try titles(order + ["--catch-all", "first"]) == "0 \(latin) #")
    #expect(try titles("--catch-all", "split") == "… \(latin) …")
    #expect(try titles("--labels-from", "el") == "\(latin) \(greek) #")
    #expect(try titles("--label", "Sch*", "--title", "A=Å").hasPrefix("Å B"))
    #expect(try titles("--label", "Sch*").contains("S Sch T"))
    let thinned = try collate("titles", "--locale", "en", "--index-titles", "5", "--json").text
    #expect(thinned.contains(##""sectionIndexTitles":["A","•","Z","#"]"##))
  }

  // MARK: Records

  @Test func bytesPassThroughUnchanged() throws {
    let input: [UInt8] = [0x62, 0x0D, 0x0A, 0xFF, 0xC3, 0x0A, 0x61, 0x00, 0x0A]
    let sorted = try collate(["sort"], input: input)
    #expect(sorted.output == [0x61, 0x00, 0x0A, 0x62, 0x0D, 0x0A, 0xFF, 0xC3, 0x0A])
    let hostile: [UInt8] = [0xFF, 0xC3, 0x0A, 0x22, 0x5C, 0x07, 0x0A]
    let json = try collate(["section", "--json"], input: hostile)
    #expect(json.lines[0].hasSuffix(#""name":{"hex":"ffc3"}}"#))
    #expect(json.lines[1].hasSuffix(#""name":"\"\\\u0007"}"#))
  }

  @Test func recordsThatEndInNul() throws {
    let sorted = try collate(["sort", "--null"], input: Array("b\nx\u{0}a\u{0}c".utf8))
    #expect(sorted.text == "a\u{0}b\nx\u{0}c\u{0}")
    let sections = try collate(
      ["partition", "--null", "--hide-empty"], input: Array("b\u{0}".utf8))
    #expect(sections.text == "B\u{0}\tb\u{0}")
    let json = try collate(["section", "--null", "--json"], input: Array("b\u{0}a\u{0}".utf8))
    #expect(json.text.hasSuffix("}\n") && json.lines.count == 2)
    let keys = try collate(["keys", "--null"], input: Array("b\u{0}".utf8))
    #expect(keys.text.hasSuffix("\tb\u{0}"))
  }

  @Test func fieldsAreKeys() throws {
    let people = "1\tたなか\t田中\n2\tあおき\t青木\n3\n"
    let sorted = try collate("sort", "--locale", "ja", "--field", "2", input: people)
    #expect(sorted.text == "3\n2\tあおき\t青木\n1\tたなか\t田中\n")
    let sections = try collate(
      "section", "--locale", "ja", "--field", "2", "--delimiter", ";", input: "x;か;y\n")
    #expect(sections.text == "27\tか\tx;か;y\n")
  }

  @Test func filesAreReadOneAfterAnother() throws {
    try withTemporaryFile(Array("b\nc".utf8)) { first in
      try withTemporaryFile(Array("a\n".utf8)) { second in
        let files = try collate("sort", first, second)
        #expect(files.text == "a\nb\nc\n")
        let both = try collate("sort", first, "-", input: "0\n")
        #expect(both.text == "0\nb\nc\n")
      }
    }
    #expect(try collate("sort").output == [])
  }

  // MARK: Failures

  @Test func failuresAreOneLineAndAStatus() throws {
    let usage: [[String]] = [
      ["sort", "--locale", "sv@foo=bar"], ["sort", "--locale", ""], ["sort", "--locale", "a b"],
      ["sort", "--bogus"], ["bogus"], ["sort", "--strength", "none"], ["compare", "a"],
      ["sort", "--reorder", "Klingon"], ["sort", "--field", "0"], ["sort", "--field", "x"],
      ["sort", "--csv", "-z"],
      ["sort", "--csv", "-t", "ab"], ["sort", "-co", "x"],
      ["sort", "--delimiter", ";"], ["partition", "--tsv", "--json"],
      ["titles", "--index-titles", "0"], ["titles", "--title", "A"],
      ["titles", "--group", "A"], ["titles", "--index-text", "A"],
      ["titles", "--group", "A=A,B", "--group", "B=B"], ["titles", "--group", "X="],
      ["titles", "--labels-from", "xx"], ["titles", "--labels-from", ""],
      ["titles", "--label", ""],
      ["titles", "--title", "=x"], ["sort", "--reorder", ","], ["sort", "--reorder", "Zyyy"],
      ["titles", "--locale", "sv-u-co-bogus"], ["keys", "--copy"], ["keys", "--layout", "icu"],
      ["titles", "--script-order", "none"], ["sort", "--normalization", "yes"],
      ["titles", "--layout", "icu", "--catch-all-title", "?"],
    ]
    for arguments in usage { expectFailure(try collate(arguments), 64) }
    expectFailure(try collate("sort", "/nonexistent/file"), 66)
    expectFailure(try collate("sort", "/"), 66)
    expectFailure(try collate("sort", "--rules-file", "/nonexistent/file"), 66)
  }

  @Test(arguments: [
    (["names.txt"], "expected a subcommand: to sort, 'collate sort names.txt'"),
    (["-u", "a"], "expected a subcommand: to sort, 'collate sort -u a'"),
    (["srot", "messy.csv"], "unknown subcommand 'srot': did you mean 'sort'?"),
    (["key", "names.txt"], "unknown subcommand 'key': did you mean 'keys'?"),
    (["names.txt", "--bogus"], "unknown subcommand 'names.txt': see 'collate help'"),
    (["--bogus"], "Unknown option '--bogus'"),
  ])
  func aSubcommandIsExpected(arguments: [String], error: String) throws {
    let result = try collate(arguments)
    expectFailure(result, 64)
    #expect(result.error == "collate: \(error)\n")
  }

  /// An unknown option may be the reason of what else is wrong.
  @Test func unknownOptionsComeFirst() throws {
    for arguments in [
      ["sort", "--key", "2", "--delimiter", ";"], ["sort", "--locale", "--key=2"],
      ["sort", "--csv", "--null", "--key", "2"], ["search", "--key", "2"],
      ["compare", "--locale", "sv", "--rules-file", "x", "--key", "2", "a"],
    ] {
      #expect(try collate(arguments).error == "collate: unknown option '--key': use --field\n")
    }
    // After -- there are no options.
    expectFailure(try collate("sort", "--csv", "--null", "--", "--key"), 64)
    #expect(try !collate("sort", "--csv", "--null", "--", "--key").error.contains("--key"))
  }

  @Test func onlyNearOptionsAreSuggested() throws {
    #expect(try collate("sort", "--json").error == "collate: Unknown option '--json'\n")
    #expect(try collate("sort", "--by", "family").error == "collate: Unknown option '--by'\n")
    for (typed, meant) in [("--cvs", "--csv"), ("--delimeter", "--delimiter")] {
      #expect(
        try collate("sort", typed, "x").error
          == "collate: Unknown option '\(typed)'. Did you mean '\(meant)'?\n")
    }
  }

  @Test func aNameInPlaceOfAFile() throws {
    let result = try collate("section", "--locale", "sv", "Öl")
    expectFailure(result, 66)
    #expect(
      result.error == "collate: cannot read 'Öl': No such file or directory; to pass a name: "
        + "printf 'Name\\n' | collate section\n")
  }

  /// POSIX.1, `read` and `write`: EBADF for what is not open. A file that is opened later does not
  /// take the place of standard output.
  @Test(arguments: [
    ("sort <&-", 66, "cannot read standard input: Bad file descriptor"),
    ("sort names >&-", 74, "cannot write to standard output: Bad file descriptor"),
    ("sort --memory 64K names >&-", 74, "cannot write to standard output: Bad file descriptor"),
    ("section names >&-", 74, "cannot write to standard output: Bad file descriptor"),
  ])
  func closedDescriptors(line: String, status: Int32, error: String) throws {
    try withTemporaryFolder { folder in
      let names = (0..<9_000).map { "\($0)\n" }.joined()
      try Data(names.utf8).write(to: folder.appending(path: "names"))
      let result = try runShell("collate \(line)", in: folder)
      #expect(result.status == status && result.error == "collate: \(error)\n")
    }
  }

  /// A file of UTF-16 begins with U+FEFF in either byte order (RFC 2781, 3.2).
  @Test(arguments: [[0xFF, 0xFE, 0x62, 0, 0x0A, 0], [0xFE, 0xFF, 0, 0x62, 0, 0x0A]] as [[UInt8]])
  func filesOfUTF16AreRefused(bytes: [UInt8]) throws {
    try withTemporaryFile(bytes) { file in
      let error = "'\(file)' is UTF-16: convert it, such as with iconv -f UTF-16 -t UTF-8\n"
      for arguments in [
        ["sort", file], ["sort", "-", file], ["sort", "--memory", "64K", file],
        ["sort", "--csv", "--header", file], ["sort", "-c", file], ["partition", file],
        ["section", file], ["search", "b", file], ["keys", file], ["sort", "--rules-file", file],
      ] {
        let result = try collate(arguments, input: Array("a\n".utf8))
        expectFailure(result, 65)
        #expect(result.error == "collate: \(error)", "\(arguments)")
      }
    }
    let piped = try collate(["sort"], input: bytes)
    #expect(piped.status == 65 && piped.error.hasPrefix("collate: standard input is UTF-16: "))
  }

  private func expectFailure(_ result: @autoclosure () throws -> CommandResult, _ status: Int32) {
    do {
      let result = try result()
      #expect(result.status == status)
      #expect(result.output == [])
      #expect(result.error.hasPrefix("collate: ") && result.error.hasSuffix("\n"))
      #expect(result.error.count { $0.isNewline } == 1, "\(result.error)")
    } catch {
      Issue.record(error)
    }
  }

  /// A Swift program is given U+FFFD for what is no UTF-8, so that another file would be read.
  @Test func argumentsThatAreNotUTF8AreRefused() throws {
    #expect(try runShell("collate sort \"$(printf 'n\\351')\"").status == 64)
  }

  @Test func helpIsNoFailure() throws {
    for arguments in [["--help"], ["sort", "--help"], ["help", "titles"], []] {
      let result = try collate(arguments)
      #expect(result.status == 0 && result.text.contains("USAGE") && result.error == "")
    }
  }

  /// Whatever the words are, the command ends by itself with a status that it has chosen.
  @Test func randomCommandLinesNeverTrap() throws {
    let words = [
      "titles", "section", "partition", "sort", "keys", "compare", "locales", "stamp", "explain",
      "help",
      "--locale",
      "sv", "ja-Latn", "zh@collation=stroke", "", "\u{0301}", "--json", "--tsv", "--null",
      "--field", "1", "-1", "99999999999999999999", "--delimiter", "--index-titles",
      "9223372036854775807",
      "--title", "=", "A=", "--group", "--digits-section", "--index-text", "--label", "*", "{}",
      "[a", "--labels-from", ",", "xx,", "--reorder",
      "Latn,Latn", "others", "--strength", "identical", "--catch-all", "split", "--layout", "icu",
      "--script-order", "latin-last", "--", "-", "--rules-file", "/dev/null", "--max-variable",
      "currency", "--normalization", "off", "--hide-empty", "--search-entry", "--check", "--help",
      "--version", "--order-only", "--workers", "/", "--list", "--copy", "a\nb",
      String(repeating: "x", count: 5000),
      "--numeric", "--no-numeric", "--articles", "list", "en,fr", "--skip-punctuation", "-k",
      "2n", "-zk2", "-ru", "-n", "-t", "\\t", "--csv", "--header", "--surname", "--sort-as-field",
      "--reading-field", "--language-field", "2",
    ]
    var generator = SeededGenerator(seed: 17)
    let input: [UInt8] = Array("b\na\tc\n".utf8) + [0xFF, 0x0A, 0x00]
    for _ in 0..<(Coverage.isPart ? 30 : 150) {
      let count = Int.random(in: 0...6, using: &generator)
      let arguments = (0..<count).map { _ in words.randomElement(using: &generator)! }
      let result = try collate(arguments, input: input)
      #expect(
        result.status == 0 || result.status == 1 || (64...78).contains(result.status),
        "\(arguments): \(result.status)")
      if result.status >= 64 {
        #expect(result.output == [], "\(arguments)")
        #expect(result.error.count { $0.isNewline } == 1, "\(arguments)")
      }
    }
  }

  @Test func closedPipeEndsItQuietly() throws {
    let names = (0..<20_000).map { "name \($0)\n" }.joined()
    try withTemporaryFile(Array(names.utf8)) { path in
      let result = try runShell("{ collate sort '\(path)'; echo $? >&2; } | head -n 1")
      #expect(result.error == "0\n")
    }
  }

  /// `/dev/full` takes no byte, as a full disk does not; 74 is the input/output error of
  /// sysexits.h.
  @Test func aFullDiskIsAFailure() throws {
    let process = Process()
    process.executableURL = URL(filePath: collatePath)
    process.arguments = ["sort", "--locale", "sv", "-"]
    let (input, errors) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = FileHandle(forWritingAtPath: "/dev/full")
    process.standardError = errors
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data("b\na\n".utf8))
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    let text = String(
      decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    #expect(process.terminationStatus == 74)
    #expect(text.hasPrefix("collate: ") && text.count(where: \.isNewline) == 1)
  }

  /// POSIX: a signal that is not caught ends the process, and its parent is told so.
  @Test(arguments: [SIGINT, SIGTERM])
  func signalsEndIt(signal: Int32) throws {
    let process = Process()
    process.executableURL = URL(filePath: collatePath)
    process.arguments = ["sort", "--locale", "sv", "-"]
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    // It waits for the end of its input.
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == signal)
    #expect(try output.fileHandleForReading.readToEnd()?.isEmpty ?? true)
  }
}
