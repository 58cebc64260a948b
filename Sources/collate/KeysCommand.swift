import ArgumentParser
import Collation

struct KeysCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keys",
    abstract: "Prints the sort key of each record in hexadecimal, then the record.")

  @OptionGroup(title: "Order") var collator: CollatorArguments
  @OptionGroup(title: "Input") var input: InputArguments

  func run() throws {
    let collator = try collator.open()
    let records = try input.read()
    let bytes = records.keys.bytes.span
    defer { records.progress.finish() }
    var output = Output()
    for (position, line) in records.lines.enumerated() {
      let key = collator.sortKey(forUTF8: bytes.extracting(records.keys.ranges[position]))
      try output.write(hexadecimal(key.bytes))
      try output.write("\t")
      try output.write(line)
      try output.write(CollectionOfOne(input.terminator))
      records.reportWritten(position)
    }
    try output.flush()
  }
}
