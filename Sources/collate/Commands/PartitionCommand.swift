import ArgumentParser
import Collation

struct PartitionCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "partition",
    abstract: "Sorts the records into sections, and prints each title, then its records.",
    discussion: """
      The line of a record begins with a tab, and that of a title does not.

      Examples:
        collate partition --locale sv names.txt
        collate partition --locale ja --tsv names.txt
        collate partition --articles en --digits-section 0–9 films.txt
      """)

  struct OutputArguments: ParsableArguments {
    @Flag(help: "Leave out empty sections.") var hideEmpty = false
    @Flag(
      help: """
        Print NUMBER, TITLE, RECORD for each record, separated by tabs. A record of CSV with line \
        ends in it takes several lines: use --json for these.
        """)
    var tsv = false
    @Flag(help: "Print a JSON object, with the index titles and the section that each leads to.")
    var json = false
  }

  @OptionGroup(title: "Output") var output: OutputArguments
  @OptionGroup(title: "Input") var input: InputArguments
  @OptionGroup var collation: CollationArguments
  @OptionGroup(title: "Filing") var filing: FilingArguments
  @OptionGroup var memory: MemoryArguments
  @OptionGroup var work: WorkArguments

  func validate() throws {
    try input.validate(with: filing)
    if output.tsv && output.json {
      throw ValidationError("--tsv and --json cannot be used together")
    }
  }

  func run() async throws {
    let collation = try collation.open(filing, input.fields)
    let order = RecordOrder.sections(collation)
    let memory = memory.byteCount
    var pieces = try input.pieces(cost: .ofSorting(input, filing), memory: memory)
    let reader = try input.reader(header: pieces.header)
    let progress = Progress()
    defer { progress.finish() }
    let first = reader.records(in: try pieces.next(), progress: progress)
    if pieces.isAtEnd {
      try reader.check(first.missingFields, of: first.lines.count)
      try await write(first.asAll, in: collation)
    } else {
      let runs = try await SortedRuns(
        consume first, &pieces, by: order, reader, memory: memory, workers: work.count)
      let outline = try SectionOutline(
        counts: runs.counts, for: collation, hidingEmpty: output.hideEmpty)
      var writer = try writer(outline, collation)
      try await runs.forEachBatch { batch in
        for line in batch.lines { try writer.write(line) }
      }
      try writer.finish()
    }
    progress.finish()
    try self.collation.reportDroppedLabels(of: collation)
  }

  private func write(_ records: Records, in collation: LocalizedIndexedCollation) async throws {
    let sections = try await collation.sections(
      of: records.names, hidingEmpty: output.hideEmpty, workers: work.count,
      progress: records.reportSorted)
    var writer = try writer(sections.outline, collation)
    try await records.forEachBatch(in: sections.rows, workers: work.count) { bytes, numbers in
      var start = bytes.startIndex
      for number in numbers {
        let end = start + records.lines.ranges[number].count
        try writer.write(bytes[start..<end])
        start = end + 1  // after the terminator
      }
    }
    try writer.finish()
  }

  private func writer(
    _ outline: SectionOutline, _ collation: LocalizedIndexedCollation
  ) throws -> SectionWriter {
    try SectionWriter(
      outline, as: output.json ? .json : output.tsv ? .tsv : .plain,
      locale: collation.collator.resolvedOptions.requestedLocale,
      terminator: input.format.terminator)
  }
}
