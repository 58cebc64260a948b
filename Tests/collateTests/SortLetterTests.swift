import CollationTestSupport
import Foundation
import Testing

@testable import collate

/// The letters of `sort` (POSIX.1, sort; GNU Coreutils, 7.1). What they do is told by orders that
/// letters and numbers have in every language.
@Suite struct SortLetterTests {
  private func sort(_ input: String, _ options: String...) throws -> CommandResult {
    try collate(["sort"] + options, input: Array(input.utf8))
  }

  /// POSIX.1, 12.2: letters may be written together, and the last one's value with it.
  @Test(
    arguments: [
      ("-r", "-r"), ("-ru", "-r -u"), ("-nk2", "-n --field=2"), ("-k2,2n", "--field=2,2n"),
      ("-t,", "--delimiter=,"), ("-t-", "--delimiter=-"), ("-t=", "--delimiter=="),
      ("-zt", "-z -t"), ("-ofile", "--output=file"), ("-c", "-c"), ("-rx", "-rx"), ("-", "-"),
      ("--", "--"), ("--reverse", "--reverse"), ("-1", "-1"), ("", ""), ("-kname", "--field=name"),
      ("-h", "-h"), ("-help", "-help"), ("-kh", "--field=h"), ("--hide-empty", "--hide-empty"),
    ])
  func lettersTogether(word: String, parts: String) throws {
    let expected = parts.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    #expect(try SortLetters.expanded([word]) == expected)
    #expect(try SortLetters.expanded(["--", word]) == ["--", word])
  }

  @Test func reverseUniqueAndNumbers() throws {
    #expect(try sort("b\na\nb\nc\na\n", "-u").text == "a\nb\nc\n")
    #expect(try sort("b\na\nb\nc\na\n", "-ru").text == "c\nb\na\n")
    #expect(try sort("a10\na9\n", "-n").text == "a9\na10\n")
    #expect(try sort("b\u{0}a\u{0}", "-z").text == "a\u{0}b\u{0}")
    // The first of equal records stays, whatever else it has.
    #expect(try sort("2\tb\n1\ta\n3\tb\n4\ta\n", "-uk2").text == "1\ta\n2\tb\n")
    #expect(try sort("Ab\naB\nac\n", "-u", "--strength", "secondary").text == "Ab\nac\n")
    // é in one character and in two: canonically equivalent (UAX #15).
    #expect(try sort("\u{E9}\ne\u{301}\n", "-u").text == "\u{E9}\n")
    #expect(try sort("", "-u").output == [])
    let many = (0..<20_000).map { "\($0 * 7_919 % 10_000)\n" }.joined()
    let unique = try sort(many, "-nu")
    #expect(unique.text == (0..<10_000).map { "\($0)\n" }.joined())
  }

  /// In Latin-1 and other encodings, ICU reads different letters as U+FFFD. What is not UTF-8 is
  /// compared by its bytes, so `-u` removes only copies.
  @Test func uniqueRecordsThatAreNotUTF8() throws {
    let names: [[UInt8]] = [
      Array("M\u{FFFD}ller".utf8), [0x4D, 0xFC, 0x6C, 0x6C, 0x65, 0x72],
      [0x4D, 0xF6, 0x6C, 0x6C, 0x65, 0x72], [0xE9], [0xE8], Array("Ad\u{E4}m".utf8),
      Array("Ada\u{308}m".utf8),
    ]
    // The last name is canonically equivalent to the one before.
    let expected = Set(names.dropLast())
    for options in [[], ["-k2"], ["-k2", "-k1"], ["-r", "--csv", "-k2"]] {
      let isCSV = options.contains("--csv")
      let prefix: [UInt8] = options == [] ? [] : [0x78, isCSV ? 0x2C : 0x09]
      let records = (names + (0..<4_000).map { names[$0 * 7_919 % 6] }).map { prefix + $0 }
      for memory in ["1G", "64K"] {
        let command = ["sort", "-u", "--memory", memory] + options
        let sorted = try collate(command, input: Array(records.joined(separator: [0x0A])))
        let found = sorted.output.split(separator: 0x0A).map { Array($0.dropFirst(prefix.count)) }
        #expect(sorted.status == 0 && found.count == expected.count && Set(found) == expected)
        #expect(try collate(command + ["-c"], input: sorted.output).status == 0)
        let twice = sorted.output + sorted.output.split(separator: 0x0A).last! + [0x0A]
        #expect(try collate(command + ["-c"], input: twice).status == 1)
      }
    }
  }

  @Test func fieldsAndDelimiters() throws {
    let input = "2 b 10\n1 b 9\n3 a 8\n"
    #expect(try sort(input, "-t ", "-k2,2", "-k1,1n").text == "3 a 8\n1 b 9\n2 b 10\n")
    #expect(try sort(input, "-t", " ", "-k3n").text == "3 a 8\n1 b 9\n2 b 10\n")
    #expect(try sort("b\t1\na\t2\n", "-t", #"\t"#, "-k2").text == "b\t1\na\t2\n")
  }

  /// A line end is no part of a field, whether it is CRLF or LF, and is written as it was. Records
  /// that end in NUL have no such line ends.
  @Test func carriageReturnsEndTheLastField() throws {
    let input = "1\ta\r\n2\ta\n3\tA\r\n"
    #expect(try sort(input, "-k2").text == input)
    #expect(try sort(input, "-uk2").text == "1\ta\r\n3\tA\r\n")
    #expect(try sort(input, "-k2", "-k1").text == input)
    #expect(try sort("b a\r\na a\n", "-t ", "-k2", "-k1").text == "a a\nb a\r\n")
    let articles = try collate(
      "section", "-k1", "--language-field", "2", "--articles", "list", input: "Le B\tfr\r\n")
    #expect(articles.text == "1\tB\tLe B\tfr\r\n")
    #expect(try sort("1\ta\r\u{0}2\ta\u{0}", "-zk2").text == "2\ta\u{0}1\ta\r\u{0}")
  }

  @Test func theCheckOfUniqueRecords() throws {
    #expect(try sort("a\nb\n", "-cu").status == 0)
    #expect(try sort("a\nb\nb\n", "-c").status == 0)
    let equal = try sort("a\nb\nb\n", "-cu")
    #expect(equal.status == 1 && equal.error == "collate: -:3: out of order: 'b'\n")
  }

  /// The file may be one of the input; what it had beyond the output is gone.
  @Test func outputToAFile() throws {
    try withTemporaryFolder { folder in
      let file = folder.appending(path: "names")
      func text() throws -> String { String(decoding: try Data(contentsOf: file), as: UTF8.self) }
      let names = (0..<5_000).map { "\($0 * 7_919 % 5_000)\n" }
      for memory in ["1G", "64K"] {
        try Data((names + names).joined().utf8).write(to: file)
        let result = try collate(
          "sort", "-nu", "-o", file.path, "--memory", memory, file.path)
        #expect(result.status == 0 && result.output == [])
        #expect(try text() == (0..<5_000).map { "\($0)\n" }.joined())
      }
      // A write that fails, here by the shell's limit, leaves the beginning of the output alone.
      try Data((0..<9_000).map { "\(99_999 - $0)\n" }.joined().utf8).write(to: file)
      let limited = try runShell(
        "ulimit -f 8; exec collate sort -o '\(file.path)' '\(file.path)'")
      #expect(limited.status == 74)
      let sorted = (91_000..<100_000).map { "\($0)\n" }.joined()
      let left = try text()
      #expect(!left.isEmpty && left.utf8.count < sorted.utf8.count && sorted.hasPrefix(left))
      // A command that fails leaves the file as it was.
      try Data("b\na\n".utf8).write(to: file)
      #expect(try collate("sort", "-k9", "-o", file.path, file.path).status == 65)
      #expect(try text() == "b\na\n")
      let device = try collate("sort", "-o", "/dev/full", file.path)
      #expect(device.status == 74 && device.error.contains("'/dev/full'"))
      #expect(try collate("sort", "-o", "/dev/null", file.path).status == 0)
      let missing = try collate("sort", "-o", folder.path + "/no/file", file.path)
      #expect(missing.status == 73 && missing.error.contains("/no/file'"))
      #expect(try collate("sort", "-co", file.path, file.path).status == 64)
    }
  }

  /// What `sort` has and `collate` lacks is told with what to do in its place.
  @Test(arguments: ["-b", "-C", "-d", "-f", "-g", "-i", "-m", "-M", "-R", "-s", "-S", "-T", "-V"])
  func lettersThatAreMissing(letter: String) throws {
    let result = try sort("", letter)
    #expect(result.status == 64 && result.output == [])
    #expect(result.error.hasPrefix("collate: unknown option '\(letter)': "))
    #expect(result.error.count(where: \.isNewline) == 1)
    #expect(try sort("", "--tsv").error.hasPrefix("collate: unknown option '--tsv': fields are"))
  }

  /// What the error about `-i` says of control characters is so: DUCET gives weights to U+0009 to
  /// U+000D and U+0085 as to spaces (UTS #10, allkeys.txt), and none to others.
  @Test func controlCharactersOtherThanTabsAndLineEndsAreIgnored() throws {
    let error = try sort("", "-i").error
    #expect(error.hasSuffix(": control characters other than tabs and line ends are ignored\n"))
    for control in (0x01...0x1F).map({ $0 }) + (0x7F...0x9F) {
      let text = "a\(Unicode.Scalar(UInt32(control))!)b"
      let isIgnored = try collate("compare", text, "ab").text == "=\n"
      #expect(isIgnored != ((0x09...0x0D).contains(control) || control == 0x85), "\(control)")
    }
  }

  @Test(arguments: [
    ("-fu", "-f"), ("-rV", "-V"), ("-S1G", "-S"), ("-T/tmp", "-T"), ("-rh", "-h"), ("-hr", "-h"),
    ("-nhk2", "-h"), ("--key=2", "--key"), ("--field-separator=,", "--field-separator"),
    ("--zero-terminated", "--zero-terminated"), ("--stable", "--stable"), ("--merge", "--merge"),
    ("--ignore-case", "--ignore-case"), ("--numeric-sort", "--numeric-sort"),
    ("--version-sort", "--version-sort"), ("--parallel=2", "--parallel"),
    ("--buffer-size=1G", "--buffer-size"), ("--temporary-directory=/tmp", "--temporary-directory"),
    ("--check=quiet", "--check=quiet"), ("--check=silent", "--check=silent"),
    ("--check=diagnose-first", "--check=diagnose-first"), ("--debug", "--debug"),
    ("--dictionary-order", "--dictionary-order"), ("--files0-from=x", "--files0-from"),
    ("--general-numeric-sort", "--general-numeric-sort"), ("--sort=month", "--sort"),
    ("--human-numeric-sort", "--human-numeric-sort"), ("--month-sort", "--month-sort"),
    ("--ignore-leading-blanks", "--ignore-leading-blanks"), ("--batch-size=9", "--batch-size"),
    ("--ignore-nonprinting", "--ignore-nonprinting"), ("--random-sort", "--random-sort"),
    ("--random-source=x", "--random-source"), ("--compress-program=x", "--compress-program"),
  ])
  func lettersThatAreMissingAmongOthers(word: String, letter: String) throws {
    let result = try sort("", word)
    #expect(result.status == 64 && result.output == [])
    #expect(result.error.hasPrefix("collate: unknown option '\(letter)': "))
    #expect(try sort("", "-xh").error == "collate: Unknown option '-x'\n")
  }

  /// POSIX.1, sort: a key may have positions and letters. `collate` has fields, and `n`.
  @Test(arguments: [
    ("2r", "-r reverses all fields; not one alone"),
    ("2,2r", "-r reverses all fields; not one alone"),
    ("2nr,2", "-r reverses all fields; not one alone"),
    ("2b", "--skip-punctuation ignores leading blanks"), ("2V", "use -n"),
    ("2.3", "expected a whole field, not positions in it"),
    ("2,2.4", "expected a whole field, not positions in it"),
    ("2x", "expected a number such as 2, or --header for a name"),
  ])
  func keysThatAreMoreThanAField(key: String, reason: String) throws {
    let result = try sort("", "-k\(key)")
    #expect(result.status == 64)
    #expect(result.error == "collate: invalid field '\(key)': \(reason)\n")
    // It may be a name.
    #expect(try sort("a\t\(key)\n2\t1\n", "--header", "-k\(key)").status == 0)
    guard !reason.hasPrefix("expected a number") else { return }
    #expect(
      try sort("a\tb\n", "--header", "-k\(key)").error
        == "collate: no field is named '\(key)': \(reason)\n")
  }

  /// Typing errors in the number of a field are silent in the output.
  @Test func aFieldThatNoRecordHas() throws {
    let input = "a\tb\nc\n"
    for command in [
      ["sort", "-k3"], ["sort", "-k1", "-k3"], ["sort", "-ck3"], ["sort", "--sort-as-field", "3"],
      ["partition", "-k3"], ["section", "-k3"], ["keys", "-k3"], ["search", "a", "-k3"],
      ["keys", "--list", "--copy", "--reading-field", "3"],
      ["sort", "--language-field", "3", "--articles", "list"],
    ] {
      let result = try collate(command, input: Array(input.utf8))
      #expect(result.status == 65 && result.output == [], "\(command)")
      #expect(result.error.hasPrefix("collate: no record has a field 3"))
    }
    #expect(try sort(input, "-k2").text == "c\na\tb\n")
    #expect(try sort("", "-k3").status == 0)
    // More than a buffer of output.
    let long = String(repeating: "a\tb\n", count: 20_000)
    for command in ["sort", "partition", "keys"] {
      let result = try collate([command, "-k3", "--memory", "64K"], input: Array(long.utf8))
      #expect(result.status == 65 && result.output == [])
      let last = try collate(
        [command, "-k3", "--memory", "64K"], input: Array((long + "a\tb\tc\n").utf8))
      #expect(last.status == 0)
    }
  }

  @Test func lastWords() throws {
    let names = "Ludwig van Beethoven\nMadonna\nAnna Lee\nBruce Lee \nAda  Zorn\r\n\n"
    #expect(
      try sort(names, "--surname").text
        == "\nLudwig van Beethoven\nAnna Lee\nBruce Lee \nMadonna\nAda  Zorn\r\n")
    #expect(
      try collate("section", "--surname", "-k2", input: "x\tAnna Lee\n").text
        == "11\tL\tx\tAnna Lee\n")
    let found = try collate("search", "anna lee", "--surname", "--json", input: "Anna Lee\n")
    #expect(found.text == #"{"name":"Anna Lee","ranges":[[0,4],[5,8]]}"# + "\n")
  }

  /// What a line of the shell prints on a terminal.
  private func onTerminal(_ line: String) throws -> String {
    try runProgram("/usr/bin/script", ["-qec", line, "/dev/null"]).text
  }

  /// ECMA-48, 8.3.41: `CSI K` erases the line. Progress is shown after a second.
  @Test(arguments: [
    ("sort -c", "-:2: out of order: "),
    ("partition --label 0", "no section for the label '0'"),
  ])
  func messagesStandOnALineOfTheirOwn(command: String, message: String) throws {
    let printed = try onTerminal(
      "{ sleep 3; printf 'b\\na\\n'; } | '\(collatePath)' \(command) >/dev/null")
    #expect(printed.contains("ing, "), "\(printed)")
    #expect(printed.contains("\r\u{1B}[Kcollate: \(message)"), "\(printed)")
  }

  /// `grep` marks matches so, and not in a file. no-color.org: a variable switches colors off.
  @Test func matchesAreMarkedOnATerminal() throws {
    func search(_ environment: String) throws -> String {
      try onTerminal(
        "printf 'Anna Lee\\n' | env \(environment) '\(collatePath)' search an --anywhere")
    }
    let marked = try search("NO_COLOR= TERM=xterm")
    #expect(marked.contains("\u{1B}[1;31mAn\u{1B}[mna Lee"))
    for environment in ["NO_COLOR=1 TERM=xterm", "TERM=dumb"] {
      #expect(try search(environment).contains("Anna Lee"))
    }
    #expect(try collate("search", "an", input: "Anna\n").text == "Anna\n")
  }
}
