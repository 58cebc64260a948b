import ArgumentParser
import Collation

struct SearchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "search",
    abstract: "Prints the records that have a text in them, in order.",
    discussion: """
      The text is found at the beginnings of words: 'jam' finds 'Brown, James'. At primary \
      strength, the default, neither accents nor case count; --strength is that of the search, not \
      of the order. An empty text is in every record. Where no record has the text, nothing is \
      printed and the status is 1.
      """)

  @OptionGroup(title: "Order") var collator: CollatorArguments
  @Argument(help: "The text that is looked for.") var query: String
  @OptionGroup(title: "Input") var input: InputArguments
  @OptionGroup var work: WorkArguments
  @Flag(help: "Find the text within words, too.") var anywhere = false
  @Flag(
    help: """
      Print a JSON object for each record: the record, and of each match the first byte and that \
      past the last.
      """)
  var json = false

  /// The matches of a record, in bytes of its name.
  fileprivate struct Found {
    var record: Int
    var ranges: [Range<Int>]
  }

  func run() async throws {
    let searching = try collator.open()
    var ordering = collator
    ordering.strength = nil
    let order = try ordering.open()
    let records = try input.read()
    defer { records.progress.finish() }
    let found = try find(in: records, by: searching)
    if found.isEmpty { throw ExitCode(1) }
    let names = try UTF8Records(
      records.names.bytes, ranges: found.map { records.names.ranges[$0.record] })
    let sorted = try await order.sortedIndices(
      of: names, workers: work.count, progress: records.reportSorted)
    var output = Output()
    for (position, number) in sorted.enumerated() {
      records.reportWritten(position)
      try output.write(found[number], in: records, json: json, terminator: input.terminator)
    }
    try output.flush()
  }

  /// The records that match, some thousand at a time, so that the search takes little memory and
  /// tells its progress.
  private func find(in records: Records, by collator: Collator) throws -> [Found] {
    let place: NameSearch.Place = anywhere ? .anywhere : .wordBeginnings
    var found: [Found] = []
    for start in stride(from: 0, to: records.names.count, by: Self.recordsAtOnce) {
      records.reportSearched(start)
      let end = min(start + Self.recordsAtOnce, records.names.count)
      let search = NameSearch(
        try UTF8Records(
          records.names.bytes, ranges: Array(records.names.ranges[start..<end])),
        by: collator, strength: self.collator.strength ?? .primary)
      for number in try search.matches(query, at: place) {
        let ranges = json ? try search.ranges(of: query, inName: number, at: place) : []
        found.append(Found(record: start + number, ranges: ranges))
      }
    }
    return found
  }

  private static let recordsAtOnce = 4_096
}

extension Output {
  fileprivate mutating func write(
    _ found: SearchCommand.Found, in records: Records, json: Bool, terminator: UInt8
  ) throws {
    let line = records.lines[found.record]
    guard json else {
      try write(line)
      return try write(CollectionOfOne(terminator))
    }
    // Of the record, of which the name may be a field.
    let offset =
      records.names.ranges[found.record].lowerBound
      - records.lines.ranges[found.record].lowerBound
    let ranges = found.ranges.map { range in
      JSON.array([.number(range.lowerBound + offset), .number(range.upperBound + offset)])
    }
    try write(JSON.object([("name", .record(line)), ("ranges", .array(ranges))]).bytes)
    try write("\n")
  }
}
