import ArgumentParser
import Collation

struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compares two strings, and prints <, = or >.",
    discussion: """
      Examples:
        collate compare --locale sv Ö Z
        collate compare --strength primary resume Résumé
      """)

  @OptionGroup(title: "Order") var collator: CollatorArguments
  @Argument(help: "The left string.") var left: String
  @Argument(help: "The right string.") var right: String

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
