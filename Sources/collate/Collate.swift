import ArgumentParser
import Collation

/// The command and its subcommands.
struct Collate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Sorts names and groups them into alphabetical sections, in the order of a language.",
    discussion: """
      Reads one name per line, from files or standard input, and writes its bytes unchanged. ICU \
      decides the order and the letters of the index.
      """,
    version: versions,
    subcommands: [
      TitlesCommand.self, SectionCommand.self, PartitionCommand.self, SortCommand.self,
      SearchCommand.self, KeysCommand.self, StampCommand.self, CompareCommand.self,
      ExplainCommand.self, LocalesCommand.self,
    ])

  /// A version line for the command, and one for each source of its orders.
  private static var versions: String {
    let uca = (try? Collator(locale: "root")).map { "\nUCA \($0.ucaVersion)" } ?? ""
    return "collate \(Versions.library)\nICU \(Versions.icu)\nCLDR \(Versions.cldr)\(uca)"
  }
}

@main
enum Main {
  static func main() async {
    fillClosedDescriptors()
    ignoreSignalsOfWriting()
    do {
      guard argumentsAreUTF8() else {
        throw Failure(
          .usage,
          "an argument is not valid UTF-8: pass a file with such a name on standard input")
      }
      let words = try SortLetters.expanded(CommandLine.arguments.dropFirst())
      var command = try Collate.command(words)
      if var asyncCommand = command as? any AsyncParsableCommand {
        try await asyncCommand.run()
      } else {
        try command.run()
      }
      Notes.write()
    } catch {
      exit(reporting: error)
    }
  }
}
