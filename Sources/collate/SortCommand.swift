import ArgumentParser
import Collation

struct SortCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sort",
    abstract: "Prints the records in order. Equal ones keep the order of input.")

  @OptionGroup(title: "Order") var collator: CollatorArguments
  @OptionGroup(title: "Filing") var filing: FilingArguments
  @OptionGroup(title: "Input") var input: InputArguments
  @OptionGroup var work: WorkArguments
  @Flag(help: "Reverse the order.") var reverse = false
  @Flag(help: "Print nothing; end with status 1 if the records are not in order.") var check = false

  func validate() throws {
    try input.validate(with: filing)
    if check && work.workers != nil {
      throw ValidationError("--workers and --check exclude each other.")
    }
  }

  func run() async throws {
    let collator = try collator.open()
    let records = try input.read(filing)
    defer { records.progress.finish() }
    if check && !records.areFiled { return try checkOrder(of: records, by: collator) }
    let order = try await order(of: records, by: collator)
    if check {
      var places = order
      for (place, record) in order.enumerated() { places[record] = place }
      return try report(places.indices.dropFirst().first { places[$0] < places[$0 - 1] })
    }
    var output = Output()
    for (position, record) in order.enumerated() {
      records.reportWritten(position)
      try output.write(records.lines[record])
      try output.write(CollectionOfOne(input.terminator))
    }
    try output.flush()
  }

  private func order(of records: Records, by collator: Collator) async throws -> [Int] {
    if !records.areFiled {
      return try await collator.sortedIndices(
        of: records.names.names, descending: reverse, workers: work.count,
        progress: records.reportSorted)
    }
    // ICU's own layout leaves the collator as it is.
    let collation = try LocalizedIndexedCollation(
      collator: collator, layout: .icu, filing: filing.rules)
    return try await collation.sortedIndices(
      of: records.names, descending: reverse, workers: work.count, progress: records.reportSorted)
  }

  private func checkOrder(of records: Records, by collator: Collator) throws {
    let wrong: CollationResult = reverse ? .less : .greater
    let names = records.names.names
    let bytes = names.bytes.span
    try report(
      names.ranges.indices.dropFirst().first { record in
        records.reportSorted(record)
        return collator.compare(
          utf8: bytes.extracting(names.ranges[record - 1]),
          bytes.extracting(names.ranges[record])) == wrong
      })
  }

  /// Ends with status 1 if there is a record that is out of order.
  private func report(_ found: Int?) throws {
    guard let found else { return }
    writeToStandardError("collate: record \(found + 1) is out of order\n")
    throw ExitCode(1)
  }
}
