import ArgumentParser
import Collation

struct LocalesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "locales",
    abstract: "Lists the locales that ICU has collations for, with the collation types of each.",
    discussion: """
      Examples:
        collate locales
        collate locales --json
      """)

  @Flag(help: "Print a JSON array.") var json = false

  func run() throws {
    let locales = try Collator.availableLocales.map { locale in
      (locale, try Collator.availableCollationTypes(for: locale))
    }
    if locales.isEmpty {
      throw Failure(
        .software, "ICU lists no locales: libicudata is incomplete; install a complete one")
    }
    var output = Output()
    if json {
      try output.writeLine(
        .array(
          locales.map { locale, types in
            .object([
              ("locale", .string(locale)), ("collationTypes", .array(types.map(JSON.string))),
            ])
          }))
    } else {
      for (locale, types) in locales {
        try output.write("\(locale)\t\(types.joined(separator: " "))\n")
      }
    }
    try output.flush()
  }
}
