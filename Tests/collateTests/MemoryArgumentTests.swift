import CollationTestSupport
import Foundation
import Testing

/// Input that is larger than the memory given. What the command prints when all is in memory is
/// compared with ICU elsewhere; here the same input has to give the same bytes in runs. Of 64K each
/// run has some hundred records, and no more than four runs are merged at once.
@Suite struct MemoryArgumentTests {
  private static let lineFeed = UInt8(ascii: "\n")

  /// Records with three fields, many of which are equal, collate as equal or are filed otherwise
  /// than they are shown. Some are long, empty or not UTF-8.
  private static func records(_ count: Int, seed: UInt64) -> [[UInt8]] {
    var generator = SeededGenerator(seed: seed)
    let names = [
      "Adam", "adam", "Ådam", "The Adam", "“The” Adam", "Beatles", "The Beatles", "the beatles",
      "Zorn", "ZORN", "Öl", "Ol", "O\u{308}l", "42", "٤٢", "№ 7", "a-b", "ab", "a b", "Иванов",
      "Ivanov", "阿明", "田中", "たなか", "ᄀ", "ch", "c", "cz", "", " ", "😀", "\u{FFFF}",
    ]
    return (0..<count).map { _ in
      func field() -> [UInt8] {
        Array(names.randomElement(using: &generator)!.utf8)
          + Array(String(Int.random(in: 0..<20, using: &generator)).utf8)
      }
      switch Int.random(in: 0..<40, using: &generator) {
      case 0: return []
      case 1: return [0xFF, 0xC3]
      case 2: return (0..<200).flatMap { _ in field() }
      default: return field() + [9] + field() + [9] + Array("en".utf8)
      }
    }
  }

  private static func input(_ records: [[UInt8]], terminator: UInt8 = lineFeed) -> [UInt8] {
    Array(records.joined(separator: [terminator]))
  }

  private static let commands: [[String]] = [
    ["sort"], ["sort", "--reverse"], ["sort", "--numeric", "--locale", "sv"],
    ["sort", "--strength", "primary"], ["sort", "--unique"],
    ["sort", "--unique", "--strength", "primary", "--reverse"],
    ["sort", "--strength", "identical"],
    ["sort", "--alternate", "shifted", "--strength", "quaternary"], ["sort", "--backwards"],
    ["sort", "--case-first", "upper", "--workers", "1"], ["sort", "--workers", "3"],
    ["sort", "--field", "2"], ["sort", "-k2", "-k1n"],
    ["sort", "-k2", "-k1n", "--reverse"], ["sort", "--surname"], ["sort", "--sort-as-field", "2"],
    ["sort", "--sort-as-field", "2", "--field", "1", "--reverse"],
    ["sort", "--articles", "en", "--skip-punctuation"],
    ["sort", "--articles", "en", "--skip-punctuation", "--reverse", "--strength", "primary"],
    ["sort", "--articles", "list", "--language-field", "3", "--locale", "sv"],
    ["sort", "--romanize", "--reverse"], ["sort", "--reading-field", "2", "--locale", "ja"],
    ["partition"], ["partition", "--hide-empty", "--locale", "sv"],
    ["partition", "--reverse", "--locale", "sv"], ["partition", "--tsv", "--locale", "ja"],
    ["partition", "--json"], ["partition", "--json", "--hide-empty", "--locale", "zh"],
    ["partition", "--json", "--reverse", "--articles", "en"],
    ["partition", "--layout", "icu", "--locale", "cs", "--workers", "1"],
    ["partition", "-k2", "-k1", "--catch-all", "split"],
    ["partition", "--romanize-all", "--digits-section", "0–9", "--emoji-section", "😀"],
    ["keys"], ["keys", "--list", "--locale", "sv", "--reverse"],
    ["keys", "--articles", "en", "--skip-punctuation"], ["keys", "--list", "--field", "2"],
  ]

  @Test(arguments: Coverage.part(5, of: commands))
  func runsGiveTheSameBytes(command: [String]) throws {
    let input = Self.input(Self.records(1_200, seed: 1))
    let whole = try collate(command + ["--memory", "1G"], input: input)
    let least = command.contains("--unique") ? 1 : input.count
    #expect(whole.status == 0 && whole.output.count >= least)
    for memory in ["64K", "200000"] {
      let runs = try collate(command + ["--memory", memory], input: input)
      #expect(runs.status == 0 && runs.error == whole.error)
      #expect(runs.output == whole.output, "\(memory)")
    }
  }

  /// Sizes around those of pieces, runs and blocks.
  @Test func anyNumberOfRecords() throws {
    let records = Self.records(3_000, seed: 2)
    for count in [0, 1, 2, 250, 300, 350, 400, 450, 1_000, 2_999] {
      for end in [[], [Self.lineFeed], [Self.lineFeed, Self.lineFeed]] {
        let input = Self.input(Array(records[..<count])) + end
        let whole = try collate(["sort"], input: input)
        #expect(try collate(["sort", "--memory", "64K"], input: input).output == whole.output)
      }
    }
  }

  /// Reads are of a power of two, and so may be records: then a piece ends where a read does, and
  /// the last read has whole records only.
  @Test(arguments: [512, 513, 1_000, 1_024, 1_536, 4_096])
  func recordsThatEndWhereAReadDoes(count: Int) throws {
    let records = (0..<count).map { Array("\(1_000_000 + $0 * 7_919 % count)".utf8) }
    let input = Self.input(records) + [Self.lineFeed]
    for command in [["sort"], ["keys"], ["partition"]] {
      let whole = try collate(command, input: input)
      let pieces = try collate(command + ["--memory", "64K"], input: input)
      #expect(pieces.status == 0 && pieces.output == whole.output)
    }
  }

  @Test func recordsThatEndInNUL() throws {
    let records = Self.records(2_000, seed: 3).map { $0 + [Self.lineFeed] }
    let input = Self.input(records, terminator: 0)
    for command in [["sort"], ["partition"], ["partition", "--tsv"], ["keys"]] {
      let whole = try collate(command + ["--null"], input: input)
      let runs = try collate(command + ["--null", "--memory", "64K"], input: input)
      #expect(whole.status == 0 && runs.output == whole.output)
    }
  }

  /// Each record alone is larger than the memory, or the block of a run.
  @Test func recordsThatAreLongerThanPieces() throws {
    let records = (0..<9).map { number in
      [UInt8](repeating: UInt8(ascii: "i") - UInt8(number), count: 20_000 << (number % 4))
    }
    let short = Self.records(500, seed: 4)
    for input in [Self.input(records), Self.input(short + records + short + records)] {
      let whole = try collate(["sort", "--memory", "1G"], input: input)
      #expect(try collate(["sort", "--memory", "64K"], input: input).output == whole.output)
    }
  }

  @Test func recordsOfSeveralFiles() throws {
    let records = Self.records(3_000, seed: 5)
    try withTemporaryFolder { folder in
      var files: [String] = []
      for (number, size) in [900, 0, 1, 1_500, 599].enumerated() {
        let file = folder.appending(path: "\(number)")
        try Data(Self.input(Array(records.dropFirst(files.count * 100).prefix(size)))).write(
          to: file)
        files.append(file.path)
      }
      for command in ["sort", "keys"] {
        let whole = try collate([command] + files)
        let runs = try collate([command, "--memory", "64K"] + files)
        #expect(whole.status == 0 && runs.output == whole.output)
        // A file that is missing is found before the others are worked on.
        let missing = try collate([command, "--memory", "64K"] + files + ["/nonexistent/file"])
        #expect(missing.status == 66 && missing.output == [])
      }
    }
  }

  /// The record that is found is the same wherever a piece ends.
  @Test(arguments: [["sort"], ["sort", "--reverse"], ["sort", "--articles", "en", "--reverse"]])
  func orderIsChecked(command: [String]) throws {
    let sorted = try collate(command, input: Self.input(Self.records(1_500, seed: 6))).output
    #expect(try collate(command + ["--check", "--memory", "64K"], input: sorted).status == 0)
    var records = sorted.split(separator: Self.lineFeed, omittingEmptySubsequences: false)
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<(Coverage.isPart ? 2 : 12) {
      let place = Int.random(in: 1..<records.count - 1, using: &generator)
      records.swapAt(place, place - 1)
      let input = Array(records.joined(separator: [Self.lineFeed]))
      let whole = try collate(command + ["--check", "--memory", "1G"], input: input)
      let pieces = try collate(command + ["--check", "--memory", "64K"], input: input)
      #expect(pieces.status == whole.status && pieces.error == whole.error)
      records.swapAt(place, place - 1)
    }
  }

  /// PostgreSQL is given all rows or none.
  @Test func rowsForPostgreSQL() throws {
    let records = Self.records(2_000, seed: 8).filter {
      String(validating: $0, as: UTF8.self) != nil
    }
    let command = ["keys", "--list", "--copy", "--memory"]
    let whole = try collate(command + ["1G"], input: Self.input(records))
    let pieces = try collate(command + ["64K"], input: Self.input(records))
    #expect(whole.status == 0 && pieces.output == whole.output)
    let wrong = Self.input(records + [[0xFF]] + records)
    let (first, second) = (
      try collate(command + ["1G"], input: wrong), try collate(command + ["64K"], input: wrong)
    )
    #expect(first.status == 65 && second.status == 65)
    #expect(second.output == [] && second.error == first.error)
  }

  @Test func sizes() throws {
    let input = Array("b\na\n".utf8)
    for size in ["64K", "65536", "1M", "2G", "3T"] {
      #expect(try collate(["sort", "--memory", size], input: input).text == "a\nb\n")
    }
    for size in [
      "", "K", "63K", "65535", "0", "-1M", "+1M", "1.5G", "1g", "1KB", "1 M", "9999999999T", "x",
    ] {
      for option in [["--memory=\(size)"], ["--memory", size]] where option != ["--memory="] {
        let result = try collate(["sort"] + option, input: input)
        #expect(result.status == 64 && result.output == [], "\(size)")
        #expect(
          result.error == "collate: invalid value '\(size)' for --memory: expected a size of at "
            + "least 64K, such as 512M\n")
      }
    }
  }

  // MARK: The temporary file

  /// 73 is what cannot be created, 74 the input/output error of sysexits.h.
  @Test func aTemporaryFileThatCannotBe() throws {
    let input = Self.input(Self.records(2_000, seed: 9))
    for command in ["sort", "partition"] {
      let result = try collate(
        [command, "--memory", "64K"], input: input, environment: ["TMPDIR": "/nonexistent"])
      #expect(result.status == 73 && result.output == [])
      #expect(result.error.contains("/nonexistent"))
      #expect(result.error.hasPrefix("collate: ") && result.error.count(where: \.isNewline) == 1)
    }
    // What fits into memory needs none.
    let small = try collate(
      ["sort"], input: Array("b\na\n".utf8), environment: ["TMPDIR": "/nonexistent"])
    #expect(small.text == "a\nb\n")
  }

  /// The shell's limit on files is that of `setrlimit`, and fails a write as a full disk does.
  @Test func aTemporaryFileThatIsTooLarge() throws {
    let input = Self.input(Self.records(4_000, seed: 10))
    try withTemporaryFile(input) { file in
      let result = try runShell("ulimit -f 8; exec collate sort --memory 64K '\(file)'")
      #expect(result.status == 74 && result.output == [])
      #expect(result.error.hasPrefix("collate: ") && result.error.count(where: \.isNewline) == 1)
    }
  }

  /// Whatever ends the command, the folder is empty then, and before.
  @Test(arguments: [SIGINT, SIGTERM, SIGKILL])
  func nothingIsLeftBehind(signal: Int32) throws {
    try withTemporaryFolder { folder in
      func files() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path)
      }
      let process = Process()
      process.executableURL = URL(filePath: collatePath)
      process.arguments = ["sort", "--memory", "64K"]
      process.environment = ["TMPDIR": folder.path]
      let (input, output) = (Pipe(), Pipe())
      (process.standardInput, process.standardOutput) = (input, output)
      try process.run()
      // The pipe holds less than this, so that runs have been written when it is all taken.
      try input.fileHandleForWriting.write(
        contentsOf: Data(Self.input(Self.records(20_000, seed: 11))))
      #expect(try files() == [])
      kill(process.processIdentifier, signal)
      process.waitUntilExit()
      #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == signal)
      #expect(try files() == [] && output.fileHandleForReading.readToEnd()?.isEmpty ?? true)
    }
  }

  @Test func aClosedPipeEndsRunsQuietly() throws {
    try withTemporaryFile(Self.input(Self.records(10_000, seed: 12))) { file in
      let result = try runShell(
        "{ collate sort --memory 64K '\(file)'; echo $? >&2; } | head -n 1")
      #expect(result.error == "0\n")
    }
  }
}
