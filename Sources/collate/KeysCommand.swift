import ArgumentParser
import Collation

struct KeysCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keys",
    abstract: "Prints the sort key of each record in hexadecimal, then the record.")

  @OptionGroup(title: "Order") var collator: CollatorArguments
  @OptionGroup(title: "Input") var input: InputArguments

  func run() async throws {
    let collator = try collator.open()
    let records = try input.read()
    defer { records.progress.finish() }
    let keys = try await collator.sortKeys(
      of: records.keys, workers: .allCores, progress: records.reportSorted)
    var output = Output()
    for (position, (key, line)) in zip(keys, records.lines).enumerated() {
      try output.write(hexadecimal(key))
      try output.write("\t")
      try output.write(line)
      try output.write(CollectionOfOne(input.terminator))
      records.reportWritten(position)
    }
    try output.flush()
  }
}
