import ArgumentParser
import Collation
import CollationFiling

struct SortCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sort",
    abstract: "Sorts the records. Equal records keep their input order.")

  @OptionGroup(title: "Input") var input: InputArguments
  @OptionGroup(title: "Order") var collator: CollatorArguments
  @OptionGroup(title: "Filing") var filing: FilingArguments
  @OptionGroup var work: WorkArguments
  @OptionGroup var memory: MemoryArguments
  @Flag(help: "Reverse the order.") var reverse = false
  @Flag(help: "Print nothing; exit with status 1 if a record is out of order.") var check = false

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
    for (position, record) in order.enumerated() {
      records.reportWritten(position)
      try output.write(records.bytes(of: record))
    }
    try output.flush()
  }

  /// Exits with status 1 if a record is out of order. Records are compared with their neighbors,
  /// the first of a piece with the last of the piece before.
  private func checkOrder(
    of pieces: inout InputPieces, _ order: RecordOrder, _ progress: Progress
  ) throws {
    var last: [UInt8] = []
    var count = 0
    while !pieces.isAtEnd {
      let bytes = try pieces.next()
      if bytes.isEmpty { continue }
      let records = try input.records(
        in: last + bytes, filing, progress: progress, before: max(0, count - 1))
      if let found = order.firstOutOfOrder(records) {
        writeToStandardError("collate: record \(records.before + found + 1) is out of order\n")
        throw ExitCode(1)
      }
      count = records.before + records.lines.count
      last = Array((records.lines.last ?? []) + [input.terminator])
    }
  }
}
