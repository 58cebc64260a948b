import ArgumentParser
import Collation

struct TitlesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "titles",
    abstract: "Prints the section titles, one per line.",
    discussion: """
      With --index-titles or --search-entry, prints the titles of the index at the side of the \
      list instead. A • stands for titles that are left out.

      Examples:
        collate titles --locale el
        collate titles --locale zh --index-titles 20
      """)

  @OptionGroup var collation: CollationArguments
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Print index titles, at most this many.", valueName: "number"))
  var indexTitles: Int?
  @Flag(help: "Print index titles, starting with {search}.") var searchEntry = false
  @Flag(
    help: """
      Print a JSON object: section titles and kinds, dropped labels, index titles and the \
      section that each leads to.
      """)
  var json = false

  func validate() throws {
    if let indexTitles, indexTitles < 1 {
      throw ValidationError(
        "invalid value '\(indexTitles)' for --index-titles: expected 1 or more")
    }
  }

  func run() throws {
    let collation = try collation.open()
    let outline = try SectionOutline(counts: [:], for: collation)
    let index = outline.indexTitles(limit: indexTitles, includingSearch: searchEntry)
    var output = Output()
    if json {
      try output.writeLine(Self.json(collation, index))
    } else {
      let printsIndex = indexTitles != nil || searchEntry
      for title in printsIndex ? index.map(\.title) : collation.sectionTitles {
        try output.write(title + "\n")
      }
    }
    try output.flush()
    if !json { try self.collation.reportDroppedLabels(of: collation) }
  }

  private static func json(
    _ collation: LocalizedIndexedCollation, _ index: [SectionOutline.IndexTitle]
  ) -> JSON {
    let options = collation.collator.resolvedOptions
    return .object([
      ("locale", options.requestedLocale.map(JSON.string) ?? .null),
      ("resolvedLocale", .string(options.resolvedLocale)),
      ("isFallback", .bool(options.isFallback)),
      ("sectionTitles", .array(collation.sectionTitles.map(JSON.string))),
      ("sectionKinds", .array(collation.sectionKinds.map { .string($0.rawValue) })),
      ("droppedLabels", .array(collation.droppedLabels.map(JSON.string))),
      ("sectionIndexTitles", .array(index.map { .string($0.title) })),
      (
        "sectionForSectionIndexTitle",
        .array(index.map { $0.section.map { .number($0.number) } ?? .null })
      ),
    ])
  }
}
