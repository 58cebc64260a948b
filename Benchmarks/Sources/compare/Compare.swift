import ArgumentParser

@main
struct Compare: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Compares the library with other ways to sort and group names.",
    discussion: """
      Times the library and its rival in turns; the ratio of the two is what counts. README.md \
      explains how to read it. Without a subcommand, compare runs table: 'compare table --help' \
      lists its options, such as --file and --locale.
      """,
    subcommands: [
      Table.self, Throughput.self, One.self, Costs.self, Peak.self, Open.self, ListNames.self,
      ShowMachine.self,
    ],
    defaultSubcommand: Table.self)
}
