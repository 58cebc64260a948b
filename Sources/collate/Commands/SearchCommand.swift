import ArgumentParser
import Collation
import CollationFiling

struct SearchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "search",
    abstract: "Prints the records that contain a text, in order.",
    discussion: """
      Matches the beginnings of words: 'jam' finds 'Brown, James'. Searches the name, each of \
      --fields, the sort-as and reading fields and, with --romanize, the text that the name is \
      filed as. At primary strength, the default, case and accents do not count; --strength \
      applies to the search, not to the order. An empty text matches every record. If no record \
      matches, prints nothing and exits with status 1.

      Examples:
        collate search jam names.txt
        collate search --locale sv --json --anywhere berg names.txt
      """)

  @Argument(help: "The text to find.") var query: String
  @OptionGroup(title: "Input") var input: InputArguments
  @OptionGroup(title: "Order") var collator: CollatorArguments
  @OptionGroup(title: "Filing") var filing: FilingArguments
  @Flag(help: "Match within words, too.") var anywhere = false
  @Flag(
    help: """
      Print a JSON object for each record: the record, and for each match the offsets of its \
      first byte and of the byte after its last.
      """)
  var json = false
  @OptionGroup var work: WorkArguments

  func validate() throws { try input.validate(with: filing) }

  /// The matches of a record, in bytes of the record.
  fileprivate struct Found {
    var record: Int
    var ranges: [Range<Int>]
  }

  func run() async throws {
    let searching = try collator.open()
    var ordering = collator
    ordering.strength = nil
    let order = try ordering.open().filed(by: filing.rules)
    let records = try input.read(filing)
    defer { records.progress.finish() }
    // Where the letters of the filed texts differ from the records', these are searched, too.
    let filed =
      try filing.rules.romanization == nil ? UTF8Records() : order.filedTexts(of: records.names)
    let found = try find(in: records, by: searching, filed: filed)
    if found.isEmpty { throw ExitCode(1) }
    let sorted = try await order.sortedIndices(
      of: records.parts.selecting(found.map(\.record)).names, workers: work.count,
      progress: records.reportSorted)
    var output = Output()
    for (position, number) in sorted.enumerated() {
      records.reportWritten(position)
      try output.write(found[number], in: records, json: json, terminator: input.terminator)
    }
    try output.flush()
  }

  /// Finds the records that match in one of their parts, some thousand at a time, so the search
  /// takes little memory and can report its progress.
  ///
  /// - Parameter filed: Further texts of the records, whose matches have no ranges.
  private func find(
    in records: Records, by collator: Collator, filed: UTF8Records
  ) throws -> [Found] {
    let scope: NameSearch.Scope = anywhere ? .anywhere : .wordBeginnings
    let parts = records.parts.searched
    let columns = parts + (filed.isEmpty ? [] : [filed])
    var found: [Found] = []
    for start in stride(from: 0, to: records.lines.count, by: Self.recordsAtOnce) {
      records.reportSearched(start)
      let numbers = start..<min(start + Self.recordsAtOnce, records.lines.count)
      var rangesByRecord: [Int: [Range<Int>]] = [:]
      for (columnNumber, column) in columns.enumerated() {
        let search = NameSearch(
          try column.selecting(numbers), by: collator, strength: self.collator.strength ?? .primary)
        for number in try search.matches(query, at: scope) {
          let record = start + number
          var ranges: [Range<Int>] = []
          var offset = 0
          if json && columnNumber < parts.count && record < column.count {
            ranges = try search.byteRanges(of: query, inName: number, at: scope)
            offset = column.ranges[record].lowerBound - records.lines.ranges[record].lowerBound
          }
          rangesByRecord[record, default: []] += ranges.map { range in
            range.lowerBound + offset..<range.upperBound + offset
          }
        }
      }
      for (record, ranges) in rangesByRecord.sorted(by: { $0.key < $1.key }) {
        // Parts may overlap: the sort-as field lies within the name if that is the whole record.
        let distinct = Set(ranges).sorted {
          ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound)
        }
        found.append(Found(record: record, ranges: distinct))
      }
    }
    return found
  }

  private static let recordsAtOnce = 4_096
}

extension RecordParts {
  fileprivate var searched: [UTF8Records] {
    (fields.isEmpty ? [shown] : fields) + [sortAs, readings].filter { !$0.isEmpty }
  }

  /// Returns the names with these numbers, in this order.
  fileprivate func selecting(_ numbers: [Int]) throws -> RecordParts {
    RecordParts(
      shown: try shown.selecting(numbers), fields: try fields.map { try $0.selecting(numbers) },
      sortAs: try sortAs.selecting(numbers), readings: try readings.selecting(numbers),
      languages: try languages.selecting(numbers))
  }
}

extension UTF8Records {
  /// Returns the records with these numbers, in this order; empty ones for those that the column
  /// lacks. A column without records stays empty.
  fileprivate func selecting(_ numbers: some Sequence<Int>) throws -> UTF8Records {
    isEmpty
      ? self
      : try UTF8Records(bytes, ranges: numbers.map { $0 < ranges.count ? ranges[$0] : 0..<0 })
  }
}

extension Output {
  fileprivate mutating func write(
    _ found: SearchCommand.Found, in records: Records, json: Bool, terminator: UInt8
  ) throws {
    let line = records.lines[found.record]
    guard json else {
      return try writeLine(line, terminator: terminator)
    }
    let ranges = found.ranges.map { range in
      JSON.array([.number(range.lowerBound), .number(range.upperBound)])
    }
    try writeLine(.object([("name", .record(line)), ("ranges", .array(ranges))]))
  }
}
