import ArgumentParser
import Collation
import CollationFiling
import CollationOptions

struct SortCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sort",
    abstract: "Sorts the records. Equal records keep their input order.",
    discussion: """
      Takes the letters of 'sort' that have a meaning here: -c -k -n -o -r -t -u -z.

      The order is the plain one of the language: digits and symbols first. A list with sections, \
      as 'partition' prints it, has them last: use --list to sort in its order. Section options \
      need --list.

      Examples:
        collate sort names.txt > sorted.txt
        collate sort --locale sv -u -o names.txt names.txt
        collate sort --locale de -t ';' -k2 -k1 people.txt
        collate sort --csv --header -k family -k given people.csv
        collate sort --locale sv --list names.txt
      """)

  /// What to do with the records.
  struct SortingArguments: ParsableArguments {
    @Flag(help: "Sort in the order of the list with sections that 'partition' prints.")
    var list = false
    @Flag(
      name: .shortAndLong,
      help: """
        Print only the first of equal records; fields that are not collated do not count. \
        --strength says what is equal: at 'secondary', letter case does not count.
        """)
    var unique = false
    @Flag(
      name: .shortAndLong,
      help: """
        Print no records; exit with status 1, and name the first record out of order, if there is \
        one.
        """)
    var check = false
    @Option(
      name: .shortAndLong,
      help: ArgumentHelp(
        "Write to this file, which may be one of the input.", valueName: "file"),
      completion: .file())
    var output: String?
  }

  @OptionGroup(title: "Sorting") var sorting: SortingArguments
  @OptionGroup(title: "Input") var input: InputArguments
  @OptionGroup var collation: CollationArguments
  @OptionGroup(title: "Filing") var filing: FilingArguments
  @OptionGroup var memory: MemoryArguments
  @OptionGroup var work: WorkArguments

  func validate() throws {
    try input.validate(with: filing)
    if !sorting.list {
      var layout = collation.layout
      layout.reverse = false
      try layout.validateWithoutSections()
    }
    if sorting.check && work.workers != nil {
      throw ValidationError("--workers and --check cannot be used together")
    }
    if sorting.check && sorting.output != nil {
      throw ValidationError("--output and --check cannot be used together")
    }
  }

  func run() async throws {
    if sorting.list {
      let collation = try collation.open(filing, input.fields)
      try await run(.sections(collation))
      try self.collation.reportDroppedLabels(of: collation)
    } else {
      let collator = try collation.collator.open().filed(by: filing.rules(input.fields))
      try await run(.names(collator, descending: collation.layout.reverse))
    }
  }

  private func run(_ order: RecordOrder) async throws {
    let memory = memory.byteCount
    // A check ends at the first record out of order, even if later ones aren't UTF-8.
    var pieces = try input.pieces(
      cost: .ofSorting(input, filing), memory: memory, notesIllFormed: !sorting.check)
    let reader = try input.reader(header: pieces.header)
    let progress = Progress()
    defer { progress.finish() }
    if sorting.check { return try checkOrder(of: &pieces, order, reader, progress) }
    let file = try sorting.output.map { try OutputFile($0) }
    var output = Output(file: file)
    let first = reader.records(in: try pieces.next(), progress: progress)
    if pieces.isAtEnd {
      try reader.check(first.missingFields, of: first.lines.count)
      let records = first.asAll
      var numbers = try await order.sort(records, workers: work.count).order
      if sorting.unique { numbers = try order.unique(numbers, of: records) }
      try output.write(pieces.header)
      try await records.forEachBatch(in: numbers, workers: work.count) { bytes, _ in
        try output.write(bytes)
      }
    } else {
      let runs = try await SortedRuns(
        consume first, &pieces, by: order, reader, memory: memory, workers: work.count)
      try output.write(pieces.header)
      try await runs.forEachBatch(isUnique: sorting.unique) { try output.write($0.bytes[...]) }
    }
    try output.flush()
    try file?.finish()
  }

  /// Exits with status 1 if a record is out of order. Records are compared with their neighbors,
  /// the first of a piece with the last of the previous piece.
  private func checkOrder(
    of pieces: inout InputPieces, _ order: RecordOrder, _ reader: RecordReader,
    _ progress: Progress
  ) throws {
    // The previous piece's last record, which may be long and is copied once, and the next one.
    var neighbors = UTF8Records()
    var equal = EqualRecords()
    var count = 0
    var missingFields: Set<Int>?
    while !pieces.isAtEnd {
      let lines = try pieces.next()
      guard let first = lines.first else { continue }
      let records = reader.records(in: lines, progress: progress, before: count)
      missingFields = missingFields?.intersection(records.missingFields) ?? records.missingFields
      if !neighbors.isEmpty {
        neighbors.append(utf8: first)
        let neighbors = reader.records(in: neighbors, progress: progress, before: count - 1)
        if order.firstOutOfOrder(neighbors, isUnique: sorting.unique, &equal) != nil {
          progress.finish()
          try report(0, in: lines, before: count, pieces)
        }
      }
      if let found = order.firstOutOfOrder(records, isUnique: sorting.unique, &equal) {
        progress.finish()
        try report(found, in: lines, before: count, pieces)
      }
      count += lines.count
      neighbors = UTF8Records()
      if let last = lines.last { neighbors.append(utf8: last) }
    }
    try reader.check(missingFields ?? [], of: count)
  }

  /// Reports a record that is out of order, and exits with status 1.
  private func report(
    _ record: Int, in lines: UTF8Records, before: Int, _ pieces: InputPieces
  ) throws {
    let (file, line) = pieces.place(of: record, in: lines, before: before)
    let text = quoted(textWithoutControls(of: lines[record]))
    writeToStandardError("collate: \(onOneLine(file)):\(line): out of order: \(text)\n")
    throw ExitCode(1)
  }

  /// Returns the beginning of a record, which may be long and needn't be text, without line feeds
  /// and other control characters.
  private func textWithoutControls(of record: ArraySlice<UInt8>) -> String {
    var line = String.UnicodeScalarView()
    let record = record.last == UInt8(ascii: "\r") ? record.dropLast() : record
    for scalar in String(decoding: record.prefix(256), as: UTF8.self).unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: line.append(" ")
      default: line.append(scalar)
      }
    }
    return String(line)
  }
}
