import CollationTestSupport
import Foundation
import Testing

/// CSV as RFC 4180 has it, section 2, and as programs write it. Orders are those of the letters.
@Suite struct CSVArgumentTests {
  private func sort(_ input: String, _ options: String...) throws -> CommandResult {
    try collate(["sort", "--csv"] + options, input: Array(input.utf8))
  }

  /// The rules of RFC 4180, 2, by their numbers.
  @Test(
    arguments: [
      // 1: records end in CRLF, which stays as it is.
      ("zzz,yyy\r\naaa,bbb\r\n", "1", "aaa,bbb\r\nzzz,yyy\r\n"),
      // 2: the last record may have no line break; it gets that of the others.
      ("zzz,yyy\r\naaa,bbb", "1", "aaa,bbb\r\nzzz,yyy\r\n"),
      ("zzz,yyy\naaa,bbb", "1", "aaa,bbb\nzzz,yyy\n"),
      // 4: spaces are part of a field.
      ("b, x\na,y\n", "2", "b, x\na,y\n"),
      // 5: a field may be quoted or not.
      ("\"b\",1\na,2\n\"aa\",3\n", "1", "a,2\n\"aa\",3\n\"b\",1\n"),
      // 6: line breaks, quotation marks and commas are in quoted fields.
      ("\"b\r\nbb\",1\r\n\"a,z\",2\r\n", "1", "\"a,z\",2\r\n\"b\r\nbb\",1\r\n"),
      ("\"x\ny\",b\n\"v,w\",a\n", "2", "\"v,w\",a\n\"x\ny\",b\n"),
      // 7: a quotation mark in a field is written twice. One alone comes before two.
      (#""b""""",1"# + "\n" + #""b""",2"# + "\n", "1", #""b""",2"# + "\n" + #""b""""",1"# + "\n"),
    ])
  func rulesOfRFC4180(input: String, field: String, expected: String) throws {
    let sorted = try sort(input, "-k", field)
    #expect(sorted.text == expected && sorted.error == "")
  }

  /// 3: a header has the names of the fields. A byte order mark before it is no part of a name.
  @Test(arguments: ["", "\u{FEFF}"])
  func headers(mark: String) throws {
    let input = mark + "\"given name\",family\r\nAda,\"Lovelace\"\r\n\"Grace\",Hopper\r\n"
    for (letters, field) in [("-k", "family"), ("-k", "2"), ("-rk", "given name")] {
      let sorted = try sort(input, "--header", letters, field)
      #expect(
        sorted.text
          == mark + "\"given name\",family\r\n\"Grace\",Hopper\r\nAda,\"Lovelace\"\r\n")
    }
    let unknown = try sort(input, "--header", "--field", "first")
    #expect(unknown.status == 65 && unknown.output == [])
    #expect(
      unknown.error
        == "collate: no field is named 'first': expected one of 'given name', 'family'\n")
    #expect(try sort("a,a\n1,2\n", "--header", "--field", "a").status == 65)
    #expect(try sort("", "--header", "--field", "a").status == 65)
    #expect(try sort("", "--header", "--field", "1").output == [])
    #expect(try sort("a,b", "--header", "--field", "b").text == "a,b\n")
    // A header without CSV.
    let plain = try collate("sort", "--header", "-k", "b", input: "a\tb\n1\tz\n2\ty\n")
    #expect(plain.text == "a\tb\n2\ty\n1\tz\n")
    let semicolons = try sort("a;b\n1;\"z;\"\n2;y\n", "--header", "-t;", "-kb")
    #expect(semicolons.text == "a;b\n2;y\n1;\"z;\"\n")
    let tabs = try sort("1\t\"z\tz\"\n2\ty\n", "-t", #"\t"#, "-k2")
    #expect(tabs.text == "2\ty\n1\t\"z\tz\"\n")
  }

  /// Years are names of fields. What may be meant in two ways is not guessed.
  @Test func namesThatAreNumbers() throws {
    let years = "id,2019,2020\n1,b,y\n2,a,z\n"
    #expect(try sort(years, "--header", "-k", "2019").text == "id,2019,2020\n2,a,z\n1,b,y\n")
    #expect(try sort(years, "--header", "-rk", "2020").text == "id,2019,2020\n2,a,z\n1,b,y\n")
    #expect(try sort(years, "--header", "-k", "2021").status == 65)
    let numbers = "id,2,1\nb,a,x\na,b,y\n"
    for option in ["-k", "--sort-as-field"] {
      let ambiguous = try sort(numbers, "--header", option, "1")
      #expect(ambiguous.status == 65 && ambiguous.output == [])
      #expect(
        ambiguous.error == "collate: 1 is the number of the field 'id' and the name of field 3: "
          + "expected 1,1 or 3,3\n")
      #expect(try sort(numbers, "--header", option, "1,1").text == "id,2,1\na,b,y\nb,a,x\n")
      #expect(try sort(numbers, "--header", option, "3,3").text == numbers)
      // Number and name agree, or there is no one field of the name.
      #expect(try sort(numbers, "--header", option, "2").text == numbers)
      #expect(try sort("id,x,1,1\nb\na\n", "--header", option, "1").text == "id,x,1,1\na\nb\n")
    }
  }

  /// Programs leave out the commas after the last field with a text.
  @Test func fieldsThatOnlyTheHeaderHas() throws {
    let input = "a,b,c\n1,2\n0,3\n"
    for memory in ["1G", "64K"] {
      let options = ["--csv", "--header", "--memory", memory]
      func run(_ arguments: String...) throws -> CommandResult {
        try collate(arguments + options, input: Array(input.utf8))
      }
      #expect(try run("sort", "-k", "c").text == input)
      #expect(try run("sort", "-k3", "-ka").text == "a,b,c\n0,3\n1,2\n")
      #expect(try run("sort", "-ck", "c").status == 0)
      let missing = try run("sort", "-k4")
      #expect(missing.status == 65)
      #expect(
        missing.error
          == "collate: no record has a field 4, where ',' separates fields: see --delimiter\n")
    }
  }

  /// A number beyond the fields is a name, if there is one.
  @Test func fieldsWhoseNamesAreNumbers() throws {
    func run(_ header: String, _ field: String) throws -> CommandResult {
      try collate(
        ["sort", "--csv", "--header", "-k", field], input: Array("\(header)\nb,10\na,9\n".utf8))
    }
    #expect(try run("name,2020", "2020").text == "name,2020\nb,10\na,9\n")
    #expect(try run("name,2020", "2020n").text == "name,2020\na,9\nb,10\n")
    #expect(
      try run("2020,2020", "2020").error
        == "collate: fields 1 and 2 are both named '2020': expected the number of one\n")
    #expect(
      try run("2,1", "2n").error
        == "collate: 2 is the number of the field '1' and the name of field 1: "
        + "expected 2,2 or 1,1\n")
    #expect(try run("2,1", "2,2n").text == "2,1\na,9\nb,10\n")
  }

  @Test func whoPrintsTheHeader() throws {
    let input = Array("name\nb\na\n".utf8)
    func run(_ arguments: String...) throws -> String {
      try collate(arguments + ["--csv", "--header"], input: input).text
    }
    #expect(try run("sort") == "name\na\nb\n")
    #expect(try run("search", "a") == "name\na\n")
    #expect(try run("search", "a", "--json") == #"{"name":"a","ranges":[[0,1]]}"# + "\n")
    #expect(try run("search", "x") == "")
    #expect(try run("partition", "--hide-empty") == "A\n\ta\nB\n\tb\n")
    #expect(try run("section") == "1\tB\tb\n0\tA\ta\n")
    #expect(try run("keys").split(separator: "\n").count == 2)
  }

  /// Each file has the header, and it is printed once.
  @Test func headersOfSeveralFiles() throws {
    try withTemporaryFolder { folder in
      func file(_ name: String, _ text: String) throws -> String {
        try Data(text.utf8).write(to: folder.appending(path: name))
        return folder.appending(path: name).path
      }
      let files = [
        try file("1", "name,n\nc,1\n"), try file("2", "\"name\",n\r\na,2"), try file("3", ""),
        try file("4", "name,n\nb,3\n"),
      ]
      let sorted = try collate(["sort", "--csv", "--header"] + files)
      #expect(sorted.text == "name,n\na,2\r\nb,3\nc,1\n")
      let other = try collate(["sort", "--csv", "--header"] + files + [try file("5", "n,name\n")])
      #expect(other.status == 65 && other.output == [] && other.error.contains("header of '"))
      let afterEmpty = try collate(
        ["sort", "--csv", "--header", files[2], files[0], folder.appending(path: "5").path])
      #expect(afterEmpty.error.contains("5' is not that of '\(files[0])':"))
      let open = try collate(
        ["sort", "--csv", "--header", try file("6", "name,n\n\"a\n"), files[0]])
      #expect(open.status == 65 && open.error.contains("6:2: a field of the record"))
      let check = try collate(["sort", "--csv", "--header", "-c"] + files.reversed())
      #expect(check.error == "collate: \(files[1]):2: out of order: 'a,2'\n")
    }
  }

  /// Input that is not CSV is refused, with its line: a guess could join or split records.
  @Test(
    arguments: [
      ("a,b\nc\"d,e\n", 2, "unquoted field"), ("\"a\"b,c\n", 1, "closing quotation mark"),
      ("a\n\"b\nc\n", 2, "no closing quotation mark"), ("a\n\"b\n\"x\n", 3, "closing quotation"),
      ("a\rb\n", 1, "carriage return"), ("a\n\"b\"\rc\n", 2, "carriage return"),
      ("a, \"b\"\n", 1, "unquoted field"),
    ])
  func inputThatIsNotCSV(input: String, line: Int, reason: String) throws {
    for options in [[], ["--header"], ["--memory", "64K"], ["--check"]] {
      let result = try collate(["sort", "--csv"] + options, input: Array(input.utf8))
      #expect(result.status == 65 && result.output == [], "\(options)")
      #expect(result.error.hasPrefix("collate: -:\(line): ") && result.error.contains(reason))
      #expect(result.error.count(where: \.isNewline) == 1)
    }
  }

  /// Blank lines, records with fewer fields and bytes that are not UTF-8 are kept.
  @Test func raggedRecordsAreKept() throws {
    let input: [UInt8] = Array("b,2,x\n\n,1\na\n".utf8) + [0xFF, 0x2C, 0xC3, 0x0A]
    let sorted = try collate(["sort", "--csv", "-k2"], input: input)
    #expect(sorted.status == 0 && sorted.output.sorted() == input.sorted())
    #expect(sorted.output.starts(with: Array("\na\n,1\nb,2,x\n".utf8)))
  }

  @Test func linesOfRecords() throws {
    let input = "h\r\na\r\n\"c\r\nc\r\nc\"\r\nb\r\n"
    let wrong = try sort(input, "--header", "--check")
    #expect(wrong.status == 1 && wrong.error == "collate: -:6: out of order: 'b'\n")
    // The line is the same where the input is read in pieces.
    let records = (0..<3_000).map { "\"\(100_000 + $0)\n\n\",x\n" }.joined()
    let long = try sort(records + "a\n" + "0\n", "--check", "--memory", "64K")
    #expect(long.error == "collate: -:9002: out of order: '0'\n")
  }

  @Test func matchesInQuotedFields() throws {
    let found = try collate(
      "search", "o", "--csv", "-k2", "--json", "--anywhere",
      input: #"x,"say ""no"", ok""# + "\n")
    #expect(found.text == #"{"name":"x,\"say \"\"no\"\", ok\"","ranges":[[10,11],[15,16]]}"# + "\n")
  }

  /// In pieces and runs the output is the same, to the byte.
  @Test func moreThanTheMemory() throws {
    var generator = SeededGenerator(seed: 12)
    let names = [
      "Adam", "\"Adam\"", "\"Ad\"\"am\"", "\"O, l\"", "Öl", "\"a\nb\"", "\"a\r\nb\"", "", "\"\"",
      "\u{FEFF}Zorn", "\"\"\"\"",
    ]
    for end in ["\n", "\r\n"] {
      let records = (0..<3_000).map { number in
        "\(number),\(names.randomElement(using: &generator)!)\(end)"
      }
      let input = Array(records.joined().utf8)
      for command in [
        ["sort"], ["sort", "--reverse", "-u"], ["partition"], ["partition", "--json"], ["keys"],
        ["keys", "--list", "--copy"], ["sort", "--header"], ["sort", "--surname"],
      ] {
        let arguments = command + ["--csv", "-k2"]
        let whole = try collate(arguments + ["--memory", "1G"], input: input)
        let runs = try collate(arguments + ["--memory", "64K"], input: input)
        #expect(whole.status == 0 && runs.status == 0 && !whole.output.isEmpty)
        #expect(runs.output == whole.output, "\(command)")
      }
    }
  }
}
