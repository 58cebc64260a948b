import ArgumentParser
import Collation

struct SortCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sort",
    abstract: "Prints the records in order. Equal ones keep the order of input.")

  @OptionGroup(title: "Order") var collator: CollatorArguments
  @OptionGroup(title: "Input") var input: InputArguments
  @OptionGroup var work: WorkArguments
  @Flag(help: "Reverse the order.") var reverse = false
  @Flag(help: "Print nothing; end with status 1 if the records are not in order.") var check = false

  func validate() throws {
    if check && work.workers != nil {
      throw ValidationError("--workers and --check exclude each other.")
    }
  }

  func run() async throws {
    let collator = try collator.open()
    let records = try input.read()
    defer { records.progress.finish() }
    if check { return try checkOrder(of: records, by: collator) }
    let order = try await collator.sortedIndices(
      of: records.names, descending: reverse, workers: work.count, progress: records.reportSorted)
    var output = Output()
    for (position, record) in order.enumerated() {
      records.reportWritten(position)
      try output.write(records.lines[record])
      try output.write(CollectionOfOne(input.terminator))
    }
    try output.flush()
  }

  private func checkOrder(of records: Records, by collator: Collator) throws {
    let wrong: CollationResult = reverse ? .less : .greater
    let bytes = records.names.bytes.span
    let found = records.names.ranges.indices.dropFirst().first { record in
      records.reportSorted(record)
      return collator.compare(
        utf8: bytes.extracting(records.names.ranges[record - 1]),
        bytes.extracting(records.names.ranges[record])) == wrong
    }
    guard let found else { return }
    writeToStandardError("collate: record \(found + 1) is out of order\n")
    throw ExitCode(1)
  }
}
