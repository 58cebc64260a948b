import ArgumentParser
import Collation

/// The options of the sections, which every command that has sections has.
struct LayoutArguments: ParsableArguments {
  @Option(help: "The preset: UIKit's manner, or ICU's AlphabeticIndex as it is.")
  var layout: Preset = .uikit

  @Option(help: "Where Latin stands if the language's letters are not Latin.")
  var scriptOrder: SectionLayout.ScriptOrder?

  @Option(help: "Where names go that begin with no letter of the index.")
  var catchAll: SectionLayout.CatchAll?

  @Option(help: "The title of the one catch-all section.")
  var catchAllTitle: String?

  @Option(help: ArgumentHelp("Languages whose letters are added: en,ja.", valueName: "locales"))
  var labelsFrom: String?

  @Option(
    help: ArgumentHelp("A label that is added, such as Sch*; may be repeated.", valueName: "text"))
  var label: [String] = []

  @Option(help: ArgumentHelp("The most index titles there may be.", valueName: "count"))
  var indexTitles: Int?

  @Flag(help: "Put {search} before the index titles.")
  var searchEntry = false

  @Flag(help: "Leave out sections without names.")
  var hideEmpty = false

  @Option(
    help: ArgumentHelp(
      "Show another text for a title: ا=آ; may be repeated.", valueName: "title=text"))
  var title: [String] = []

  enum Preset: String, ExpressibleByArgument, CaseIterable {
    case uikit, icu
  }

  func validate() throws {
    if let indexTitles, indexTitles < 1 {
      throw ValidationError("--index-titles takes a count of 1 or more, not \(indexTitles).")
    }
    for replacement in title where !replacement.dropFirst().contains("=") {
      throw ValidationError("--title takes TITLE=TEXT, not '\(replacement)'.")
    }
    if label.contains("") { throw ValidationError("--label takes at least one character.") }
  }

  var sectionLayout: SectionLayout {
    var layout = self.layout == .uikit ? SectionLayout.uikit : .icu
    if let scriptOrder { layout.scriptOrder = scriptOrder }
    if let catchAll { layout.catchAll = catchAll }
    if let catchAllTitle { layout.catchAllTitle = catchAllTitle }
    layout.labelLocales = labelsFrom.map(words(of:)) ?? []
    layout.customLabels = label
    layout.indexTitleLimit = indexTitles
    layout.hasSearchEntry = searchEntry
    layout.hidesEmptySections = hideEmpty
    for replacement in title {
      let parts = replacement.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      layout.titleReplacements[String(parts[0])] = String(parts[1])
    }
    return layout
  }
}

/// The options of the order and of the sections.
struct CollationArguments: ParsableArguments {
  @OptionGroup(title: "Order") var collator: CollatorArguments
  @OptionGroup(title: "Sections") var layout: LayoutArguments

  func open() throws -> LocalizedIndexedCollation {
    try LocalizedIndexedCollation(collator: collator.open(), layout: layout.sectionLayout)
  }
}
