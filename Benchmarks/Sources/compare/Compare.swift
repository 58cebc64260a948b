import ArgumentParser

@main
struct Compare: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measures the library beside other ways to sort names and to group them.",
    discussion: """
      Every time is taken beside that of the rival, one after the other; what counts is the ratio of \
      the two. README.md says how to read it.
      """,
    subcommands: [
      Table.self, One.self, Filed.self, Search.self, Series.self, Curves.self, Costs.self,
      Peak.self, Open.self, ListNames.self,
    ],
    defaultSubcommand: Table.self)
}
