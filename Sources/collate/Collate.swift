import ArgumentParser

/// The command and its subcommands.
struct Collate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Sorts names and groups them into alphabetic sections, in the order of a language.",
    discussion: """
      Names come one a line, from files or standard input, and their bytes go out unchanged. The order \
      and the letters are ICU's.
      """,
    subcommands: [
      TitlesCommand.self, SectionCommand.self, PartitionCommand.self, SortCommand.self,
      KeysCommand.self, CompareCommand.self, LocalesCommand.self,
    ])
}

@main
enum Main {
  static func main() async {
    ignoreBrokenPipes()
    do {
      guard argumentsAreUTF8() else {
        throw Failure(.usage, "an argument is not UTF-8; give a file by standard input")
      }
      var command = try Collate.parseAsRoot()
      if var asyncCommand = command as? any AsyncParsableCommand {
        try await asyncCommand.run()
      } else {
        try command.run()
      }
    } catch {
      exit(reporting: error)
    }
  }
}
