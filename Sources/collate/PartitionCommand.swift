import ArgumentParser
import Collation

struct PartitionCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "partition",
    abstract: "Prints the records in sections, sorted: each title, then its records.")

  @OptionGroup var collation: CollationArguments
  @OptionGroup(title: "Filing") var filing: FilingArguments
  @OptionGroup(title: "Input") var input: InputArguments
  @OptionGroup var work: WorkArguments
  @Flag(help: "Leave out sections without records.") var hideEmpty = false
  @Flag(help: "Print NUMBER, TITLE, RECORD for each record.") var tsv = false
  @Flag(help: "Print one JSON object, with the index titles and the section that each leads to.")
  var json = false

  func validate() throws {
    try input.validate(with: filing)
    if tsv && json { throw ValidationError("--tsv and --json exclude each other.") }
  }

  func run() async throws {
    let collation = try collation.open(filing)
    let records = try input.read(filing)
    defer { records.progress.finish() }
    let sections = try await collation.sections(
      of: records.names, hidingEmpty: hideEmpty, workers: work.count,
      progress: records.reportSorted)
    var output = Output()
    if json {
      try writeJSON(sections, of: records, collation: collation, to: &output)
    } else {
      for section in sections {
        if !tsv {
          try output.write(section.title)
          try output.write(CollectionOfOne(input.terminator))
        }
        for (position, record) in zip(section.rows.indices, section.rows) {
          records.reportWritten(position)
          let line = records.lines[record]
          if tsv {
            try output.writeRow(
              section.number, section.title, line, terminator: input.terminator)
          } else {
            try output.write(line)
            try output.write(CollectionOfOne(input.terminator))
          }
        }
      }
    }
    try output.flush()
    try self.collation.reportDroppedLabels(of: collation)
  }

  /// Writes the object piece by piece, so that it need not be in memory as a whole.
  private func writeJSON(
    _ sections: SectionedCollection<Int>, of records: Records,
    collation: LocalizedIndexedCollation, to output: inout Output
  ) throws {
    let locale = collation.collator.resolvedOptions.requestedLocale
    try output.write(#"{"locale":"#)
    try output.write((locale.map(JSON.string) ?? .null).bytes)
    try output.write(#","count":\#(records.lines.count),"sections":["#)
    for section in sections {
      if section.position > 0 { try output.write(",") }
      try output.write(#"{"title":"#)
      try output.write(JSON.string(section.title).bytes)
      try output.write(#","kind":"#)
      try output.write(JSON.string(section.kind.rawValue).bytes)
      try output.write(#","offset":\#(section.offset),"count":\#(section.rows.count),"items":["#)
      for (position, record) in zip(section.rows.indices, section.rows) {
        records.reportWritten(position)
        if position > section.offset { try output.write(",") }
        try output.write(JSON.record(records.lines[record]).bytes)
      }
      try output.write("]}")
    }
    // A number is a place in "sections", also where those without records are left out.
    let index = sections.outline.sectionIndex()
    try output.write(#"],"sectionIndexTitles":"#)
    try output.write(JSON.array(index.map { .string($0.title) }).bytes)
    try output.write(#","sectionForSectionIndexTitle":"#)
    try output.write(
      JSON.array(index.map { $0.section.map { .number($0.position) } ?? .null }).bytes)
    try output.write("}\n")
  }
}
