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
    let progress = Progress(total: records.lines.count)
    var output = Output()
    for (position, line) in records.lines.enumerated() {
      let key = collator.sortKey(forUTF8: bytes.extracting(records.keys.ranges[position]))
      try output.write(hexadecimal(key.bytes))
      try output.write("\t")
      try output.write(line)
      try output.write(CollectionOfOne(input.terminator))
      if position % 4096 == 0 { progress.report(position) }
    }
    progress.finish()
    try output.flush()
  }
}
