import ArgumentParser
import Collation

struct SectionCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "section",
    abstract: "Prints the section of each record, in input order: NUMBER, TITLE, RECORD.",
    discussion: """
      A record of CSV with line ends in it takes several lines: use --json for these.

      Examples:
        collate section --locale sv names.txt
        printf 'Åberg\\n' | collate section --locale sv
      """)

  struct OutputArguments: ParsableArguments {
    @Flag(help: "Print a JSON object for each record.") var json = false
  }

  @OptionGroup(title: "Output") var output: OutputArguments
  @OptionGroup(title: "Input") var input: InputArguments
  @OptionGroup var collation: CollationArguments
  @OptionGroup(title: "Filing") var filing: FilingArguments
  @OptionGroup var work: WorkArguments

  func validate() throws { try input.validate(with: filing) }

  func run() async throws {
    // Users may take the argument for a name, as in 'compare' and 'explain'.
    try InputFile.check(
      input.files, ifMissing: "; to pass a name: printf 'Name\\n' | collate section")
    let collation = try collation.open(filing, input.fields)
    let records = try input.read().records
    defer { records.progress.finish() }
    let numbers = try await collation.sectionNumbers(
      of: records.names, workers: work.count, progress: records.reportSorted)
    let titles = collation.sectionTitles
    var output = Output()
    for (position, (line, number)) in zip(records.lines, numbers).enumerated() {
      records.reportWritten(position)
      if self.output.json {
        try output.writeLine(
          .object([
            ("section", .number(number)), ("title", .string(titles[number])),
            ("name", .record(line)),
          ]))
      } else {
        try output.writeRow(number, titles[number], line, terminator: input.format.terminator)
      }
    }
    try output.flush()
    records.progress.finish()
    try self.collation.reportDroppedLabels(of: collation)
  }
}

extension Output {
  /// Writes a row of number, title and record, separated by tabs.
  mutating func writeRow(
    _ number: Int, _ title: String, _ line: ArraySlice<UInt8>, terminator: UInt8
  ) throws {
    try write("\(number)\t\(title)\t")
    try writeLine(line, terminator: terminator)
  }
}
