import ArgumentParser
import Collation
import CollationFiling

struct KeysCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keys",
    abstract: "Prints the sort key of each record in hexadecimal, then the record.",
    discussion: """
      Sorting by the bytes of sort keys gives the order of the language; sorting by those of list \
      keys gives the order of the list, section after section. With --reverse, list keys ascend \
      from Z to A.

      With --copy, prints rows in the text format of PostgreSQL's COPY: the list key (bytea), the \
      section number (integer), the record (text) and the stamp of the key (text). To read them \
      into a table 'import' with these columns, use \
      \\copy import (key, section, name, stamp) FROM 'rows'.

      Examples:
        collate keys --locale sv names.txt | LC_ALL=C sort
        collate keys --list --copy --locale sv names.txt > rows
      """)

  struct OutputArguments: ParsableArguments {
    @Flag(help: "Print list keys: the section number in two bytes, then the sort key.")
    var list = false
    @Flag(help: "With --list, print rows for PostgreSQL's COPY: KEY, SECTION, RECORD, STAMP.")
    var copy = false
  }

  @OptionGroup(title: "Output") var output: OutputArguments
  @OptionGroup(title: "Input") var input: InputArguments
  @OptionGroup var collation: CollationArguments
  @OptionGroup(title: "Filing") var filing: FilingArguments
  @OptionGroup var memory: MemoryArguments
  @OptionGroup var work: WorkArguments

  func validate() throws {
    try input.validate(with: filing)
    if output.copy && !output.list { throw ValidationError("--copy needs --list") }
    if !output.list { try collation.layout.validateWithoutSections() }
  }

  func run() async throws {
    if output.list { try await printListKeys() } else { try await printSortKeys() }
  }

  private func printSortKeys() async throws {
    let collator = try collation.collator.open().filed(by: filing.rules(input.fields))
    var output = Output()
    try await forEachPiece { records in
      let keys = try await collator.sortKeys(
        of: records.names, workers: work.count, progress: records.reportSorted)
      for (position, key) in keys.enumerated() {
        try output.writeKey(key.bytes, records.lines[position], terminator: input.format.terminator)
        records.reportWritten(position)
      }
    }
    try output.flush()
  }

  private func printListKeys() async throws {
    let collation = try collation.open(filing, input.fields)
    let stamp = collation.stamp.description
    let (copy, terminator) = (self.output.copy, input.format.terminator)
    var output = Output()
    try await forEachPiece { records in
      let keys = try await collation.listKeys(
        of: records.names, workers: work.count, progress: records.reportSorted)
      for (position, key) in keys.enumerated() {
        let line = records.lines[position]
        if copy {
          try output.writeCopyRow(key, line, stamp: stamp)
        } else {
          try output.writeKey(key.bytes, line, terminator: terminator)
        }
        records.reportWritten(position)
      }
    }
    try output.flush()
    try self.collation.reportDroppedLabels(of: collation)
  }

  /// Calls `body` with the records, as many at a time as fit into memory.
  private func forEachPiece(_ body: (Records) async throws -> Void) async throws {
    let progress = Progress()
    defer { progress.finish() }
    var pieces = try input.pieces(cost: .ofKeys(input, filing), memory: memory.byteCount)
    let reader = try input.reader(header: pieces.header)
    let first = reader.records(in: try pieces.next(), progress: progress)
    if output.copy { try checkText(of: first) }
    if pieces.isAtEnd {
      try reader.check(first.missingFields, of: first.lines.count)
      return try await body(first.asAll)
    }
    if output.copy || !first.missingFields.isEmpty {
      return try await forEachCheckedPiece(first, &pieces, reader, body)
    }
    try await body(first)
    var count = first.lines.count
    while !pieces.isAtEnd {
      let records = reader.records(in: try pieces.next(), progress: progress, before: count)
      try await body(records)
      count += records.lines.count
    }
  }

  /// Calls `body` with the records once all have been checked, so a database never gets the first
  /// rows of an input that it can't take, and nothing is printed if no record has a field.
  private func forEachCheckedPiece(
    _ first: Records, _ pieces: inout InputPieces, _ reader: RecordReader,
    _ body: (Records) async throws -> Void
  ) async throws {
    let file = try SpillFile()
    try file.append(first.lines.bytes[...])
    var ends = [first.lines.bytes.count]
    var counts = [first.lines.count]
    let progress = first.progress
    var missingFields = first.missingFields
    while !pieces.isAtEnd {
      let records = reader.records(
        in: try pieces.next(), progress: progress, before: counts.last!)
      missingFields.formIntersection(records.missingFields)
      if output.copy { try checkText(of: records) }
      try file.append(records.lines.bytes[...])
      ends.append(ends.last! + records.lines.bytes.count)
      counts.append(counts.last! + records.lines.count)
    }
    try reader.check(missingFields, of: counts.last!)
    var (start, before) = (0, 0)
    for (end, count) in zip(ends, counts) {
      var records = reader.records(
        in: try reader.format.records(in: file.read(start..<end)), progress: progress,
        before: before)
      records.total = counts.last
      try await body(records)
      (start, before) = (end, count)
    }
  }

  /// Refuses NUL and ill-formed UTF-8, which PostgreSQL's text can't hold.
  private func checkText(of records: Records) throws {
    for (position, line) in records.lines.enumerated()
    where line.contains(0) || !line.span.isUTF8 {
      throw Failure(
        .data,
        "record \(records.before + position + 1) is not UTF-8 or contains NUL, which PostgreSQL's "
          + "type text cannot hold")
    }
  }
}

extension Output {
  fileprivate mutating func writeKey(
    _ key: ArraySlice<UInt8>, _ line: ArraySlice<UInt8>, terminator: UInt8
  ) throws {
    try writeDigits(of: key)
    try write("\t")
    try writeLine(line, terminator: terminator)
  }

  private mutating func writeDigits(of key: ArraySlice<UInt8>) throws {
    // A key may be larger than everything else, and takes two digits per byte.
    for start in stride(from: key.startIndex, to: key.endIndex, by: 1 << 14) {
      let piece = key[start...].prefix(1 << 14)
      try write(Hexadecimal.digits(of: piece.span))
    }
  }

  /// Writes a row in the text format of PostgreSQL's COPY.
  fileprivate mutating func writeCopyRow(
    _ key: ListKey, _ line: ArraySlice<UInt8>, stamp: String
  ) throws {
    try write(#"\\x"#)
    try writeDigits(of: key.bytes)
    try write("\t\(key.section)\t")
    try write(copyEscaped(line))
    try write("\t\(stamp)\n")
  }
}

/// Returns text for COPY, with escapes for the backslash and for the bytes that would end a column
/// or a row.
private func copyEscaped(_ text: ArraySlice<UInt8>) -> [UInt8] {
  text.flatMap { byte -> [UInt8] in
    switch byte {
    case UInt8(ascii: "\\"): Array(#"\\"#.utf8)
    case UInt8(ascii: "\t"): Array(#"\t"#.utf8)
    case UInt8(ascii: "\n"): Array(#"\n"#.utf8)
    case UInt8(ascii: "\r"): Array(#"\r"#.utf8)
    default: [byte]
    }
  }
}
