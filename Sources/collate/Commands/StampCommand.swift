import ArgumentParser
import Collation
import CollationFiling

struct StampCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stamp",
    abstract: "Prints the stamp under which keys hold, to store beside them.",
    discussion: """
      The stamp names all that decides on the order and the sections: versions, rules, options, \
      labels and filing. Keys that were made under another stamp have to be made anew.

      With --check, the status is 0 if a stamp that was stored is that of now. Otherwise it is 1, \
      and standard error says what differs.
      """)

  @OptionGroup var collation: CollationArguments
  @OptionGroup(title: "Filing") var filing: FilingArguments
  @Flag(help: "Leave the sections out: the stamp of sort keys, not of list keys.")
  var orderOnly = false
  @Flag(help: "Print a JSON object, with each component of the stamp.") var json = false
  @Option(help: ArgumentHelp("Print nothing; compare with this stamp.", valueName: "text"))
  var check: String?

  func validate() throws {
    if json && check != nil { throw ValidationError("--json and --check exclude each other.") }
    if orderOnly, try collation.layout.sectionLayout != .uikit || filing.rules != .asShown {
      throw ValidationError("--order-only excludes options of the sections and of filing.")
    }
  }

  func run() throws {
    if orderOnly {
      try show(collation.collator.open().stamp)
    } else {
      let collation = try collation.open(filing)
      try show(collation.stamp)
      try self.collation.reportDroppedLabels(of: collation)
    }
  }

  private func show(_ stamp: CollationStamp) throws {
    if let check {
      do {
        try stamp.check(stored: CollationStamp(check))
      } catch {
        writeToStandardError("collate: \(error)\n")
        throw ExitCode(1)
      }
      return
    }
    var output = Output()
    try output.write(json ? String(decoding: Self.json(stamp).bytes, as: UTF8.self) : "\(stamp)")
    try output.write("\n")
    try output.flush()
  }

  private static func json(_ stamp: CollationStamp) -> JSON {
    .object([
      ("stamp", .string(stamp.description)),
      ("components", .object(stamp.components.map { ($0, .string($1)) })),
    ])
  }
}
