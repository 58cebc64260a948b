import ArgumentParser
import Collation

struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare", abstract: "Prints <, = or > for two strings.")

  @OptionGroup(title: "Order") var collator: CollatorArguments
  @Argument(help: "The string on the left.") var left: String
  @Argument(help: "The string on the right.") var right: String

  func run() throws {
    let collator = try collator.open()
    var output = Output()
    switch collator.compare(left, right) {
    case .less: try output.write("<\n")
    case .equal: try output.write("=\n")
    case .greater: try output.write(">\n")
    }
    try output.flush()
  }
}
