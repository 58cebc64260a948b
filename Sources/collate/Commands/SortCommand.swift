import ArgumentParser
import Collation
import CollationFiling
import CollationOptions

struct SortCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sort",
    abstract: "Sorts the records. Equal records keep their input order.",
    discussion: """
      Examples:
        collate sort --locale sv names.txt > sorted.txt
        collate sort --locale de --field 2 --delimiter ';' people.csv
        collate sort --locale sv --check sorted.txt
      """)

  @OptionGroup(title: "Input") var input: InputArguments
  @OptionGroup(title: "Order") var collator: CollatorArguments
  @OptionGroup(title: "Filing") var filing: FilingArguments
  @Flag(help: "Reverse the order.") var reverse = false
  @Flag(help: "Print nothing; exit with status 1 if a record is out of order.") var check = false
  @OptionGroup var memory: MemoryArguments
  @OptionGroup var work: WorkArguments

  func validate() throws {
    try input.validate(with: filing)
    if check && work.workers != nil {
      throw ValidationError("--workers and --check cannot be used together")
    }
  }

  func run() async throws {
    let order = RecordOrder.names(
      try collator.open().filed(by: filing.rules), descending: reverse)
    let memory = memory.byteCount
    var pieces = try input.pieces(cost: .ofSorting(input, filing), memory: memory)
    let progress = Progress()
    defer { progress.finish() }
    if check { return try checkOrder(of: &pieces, order, progress) }
    let first = try input.records(in: pieces.next(), filing, progress: progress)
    if pieces.isAtEnd { return try await write(first.asAll, in: order) }
    let runs = try await SortedRuns(
      consume first, &pieces, by: order, input, filing, memory: memory, workers: work.count)
    var output = Output()
    try await runs.forEachBatch { try output.write($0.bytes[...]) }
    try output.flush()
  }

  private func write(_ records: Records, in order: RecordOrder) async throws {
    let order = try await order.sort(records, workers: work.count).order
    var output = Output()
    try await records.forEachBatch(in: order, workers: work.count) { try output.write($0) }
    try output.flush()
  }

  /// Exits with status 1 if a record is out of order. Records are compared with their neighbors,
  /// the first of a piece with the last of the piece before.
  private func checkOrder(
    of pieces: inout InputPieces, _ order: RecordOrder, _ progress: Progress
  ) throws {
    // The last record of the piece before, which may be long and is copied once, and the next one.
    var neighbors = UTF8Records()
    var count = 0
    while !pieces.isAtEnd {
      let lines = try pieces.next()
      guard let first = lines.first else { continue }
      if !neighbors.isEmpty {
        neighbors.append(utf8: first)
        try checkOrder(of: neighbors, before: count - 1, in: pieces, order, progress)
      }
      try checkOrder(of: lines, before: count, in: pieces, order, progress)
      count += lines.count
      neighbors = UTF8Records()
      if let last = lines.last { neighbors.append(utf8: last) }
    }
  }

  private func checkOrder(
    of lines: UTF8Records, before: Int, in pieces: InputPieces, _ order: RecordOrder,
    _ progress: Progress
  ) throws {
    let records = try input.records(in: lines, filing, progress: progress, before: before)
    guard let found = order.firstOutOfOrder(records) else { return }
    let place = pieces.place(of: before + found)
    writeToStandardError(
      "collate: \(place.file):\(place.number): out of order: \(quoted(onOneLine(lines[found])))\n")
    throw ExitCode(1)
  }

  /// Returns the beginning of a record, which may be long and need not be text, without line feeds
  /// and other control characters.
  private func onOneLine(_ record: ArraySlice<UInt8>) -> String {
    var line = String.UnicodeScalarView()
    for scalar in String(decoding: record.prefix(256), as: UTF8.self).unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: line.append(" ")
      default: line.append(scalar)
      }
    }
    return String(line)
  }
}
