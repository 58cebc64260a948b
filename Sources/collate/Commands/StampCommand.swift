import ArgumentParser
import Collation
import CollationFiling

struct StampCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stamp",
    abstract: "Prints the stamp of keys, to store with them.",
    discussion: """
      The stamp records everything that decides the order and the sections: versions, rules, \
      options, labels and filing. Keys made under a different stamp must be rebuilt.

      With --check, exits with status 0 if the stored stamp is still current. Otherwise, exits \
      with status 1 and prints the differences on standard error.

      Examples:
        collate stamp --locale sv > names.stamp
        collate stamp --locale sv --check "$(cat names.stamp)"
      """)

  @OptionGroup var collation: CollationArguments
  @OptionGroup(title: "Filing") var fields: FieldArguments
  @OptionGroup(title: "Filing") var filing: FilingArguments
  @Flag(help: "Leave out the sections: print the stamp of sort keys, not of list keys.")
  var orderOnly = false
  @Flag(help: "Print a JSON object with the components of the stamp.") var json = false
  @Option(help: ArgumentHelp("Print nothing; check this stored stamp.", valueName: "text"))
  var check: String?

  func validate() throws {
    if json && check != nil { throw ValidationError("--json and --check cannot be used together") }
    if orderOnly,
      try collation.layout.sectionLayout() != .uikit || filing.rules(fields) != .asShown
    {
      throw ValidationError("--order-only cannot be used with section or filing options")
    }
  }

  func run() throws {
    if orderOnly {
      try show(collation.collator.open().stamp)
    } else {
      let collation = try collation.open(filing, fields)
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
    if json { try output.writeLine(Self.json(stamp)) } else { try output.write("\(stamp)\n") }
    try output.flush()
  }

  private static func json(_ stamp: CollationStamp) -> JSON {
    .object([
      ("stamp", .string(stamp.description)),
      ("components", .object(stamp.components.map { ($0.name, .string($0.value)) })),
    ])
  }
}
