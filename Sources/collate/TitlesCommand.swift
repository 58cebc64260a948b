import ArgumentParser
import Collation

struct TitlesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "titles", abstract: "Prints the titles of the sections, one a line.")

  @OptionGroup var collation: CollationArguments
  @Flag(help: "Print section titles, kinds and index titles as JSON.") var json = false

  func run() throws {
    let collation = try collation.open()
    var output = Output()
    if json {
      let options = collation.collator.resolvedOptions
      let titles = collation.sectionIndexTitles
      try output.write(
        JSON.object([
          ("locale", options.requestedLocale.map(JSON.string) ?? .null),
          ("resolvedLocale", .string(options.resolvedLocale)),
          ("isFallback", .bool(options.isFallback)),
          ("sectionTitles", .array(collation.sectionTitles.map(JSON.string))),
          ("sectionKinds", .array(collation.sectionKinds.map { .string($0.rawValue) })),
          ("sectionIndexTitles", .array(titles.map(JSON.string))),
          (
            "sectionForSectionIndexTitle",
            .array(
              titles.indices.map {
                collation.section(forSectionIndexTitle: $0).map(JSON.number) ?? .null
              })
          ),
        ]).bytes)
      try output.write("\n")
    } else {
      for title in collation.sectionTitles { try output.write(title + "\n") }
    }
    try output.flush()
  }
}
