import ArgumentParser
import Collation
import CollationFiling

/// The options of the sections, which every command that has sections has.
struct LayoutArguments: ParsableArguments {
  @Option(help: "The preset: UIKit's manner, or ICU's AlphabeticIndex as it is.")
  var layout: Preset = .uikit

  @Option(help: "Where Latin stands if the language's letters are not Latin.")
  var scriptOrder: SectionLayout.ScriptOrder?

  @Option(help: "Where names go that begin with no letter of the index.")
  var catchAll: SectionLayout.CatchAll?

  @Option(help: "The title of the catch-all section, where there is one.")
  var catchAllTitle: String?

  @Option(
    help: ArgumentHelp(
      """
      Languages whose letters are added: en,ja. Standard error names letters that the index has \
      already.
      """,
      valueName: "locales"))
  var labelsFrom: String?

  @Option(
    help: ArgumentHelp(
      """
      A label that is added, such as Sch*; may be repeated. A label that ICU drops is named on \
      standard error.
      """, valueName: "text"))
  var label: [String] = []

  @Option(
    help: ArgumentHelp(
      "Show another text for a title: ا=آ; may be repeated.", valueName: "title=text"))
  var title: [String] = []

  @Option(help: ArgumentHelp("A section for digits under this title: 0–9.", valueName: "title"))
  var digitsSection: String?

  @Option(
    help: ArgumentHelp("A section for ideographs without a letter: 他.", valueName: "title"))
  var kanjiSection: String?

  @Option(help: ArgumentHelp("A section for emoji under this title: 😀.", valueName: "title"))
  var emojiSection: String?

  @Option(
    help: ArgumentHelp(
      "One section for several letters: X–Z=X,Y,Z; may be repeated.", valueName: "title=letters"))
  var group: [String] = []

  @Option(
    help: ArgumentHelp(
      "Show another text for a title at the side of the list: 17劃=17; may be repeated.",
      valueName: "title=text"))
  var indexText: [String] = []

  @Flag(help: "Go from Z to A. A catch-all section at an end of the list stays there.")
  var reverse = false

  enum Preset: String, ExpressibleByArgument, CaseIterable {
    case uikit, icu
  }

  func validate() throws {
    for replacement in title where !replacement.dropFirst().contains("=") {
      throw ValidationError("--title takes TITLE=TEXT, not '\(replacement)'.")
    }
    for replacement in indexText where !replacement.dropFirst().contains("=") {
      throw ValidationError("--index-text takes TITLE=TEXT, not '\(replacement)'.")
    }
    for group in group where !group.dropFirst().contains("=") {
      throw ValidationError("--group takes TITLE=LETTER,LETTER, not '\(group)'.")
    }
    for group in sectionLayout.groups where group.letters.contains("") {
      throw ValidationError("each letter of --group takes at least one character: X–Z=X,Y,Z.")
    }
    if catchAllTitle != nil && sectionLayout.catchAll == .split {
      throw ValidationError("--catch-all-title needs --catch-all last or first.")
    }
    if label.contains("") { throw ValidationError("--label takes at least one character.") }
    // A title stands on a line, or between two tabs.
    for text in title + label + group + indexText
      + [catchAllTitle, digitsSection, kanjiSection, emojiSection].compactMap(\.self)
    where text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      throw ValidationError("a title or a label has no control characters, such as a tab.")
    }
  }

  var sectionLayout: SectionLayout {
    var layout = self.layout == .uikit ? SectionLayout.uikit : .icu
    if let scriptOrder { layout.scriptOrder = scriptOrder }
    if let catchAll { layout.catchAll = catchAll }
    if let catchAllTitle { layout.catchAllTitle = catchAllTitle }
    layout.labelLocales = labelsFrom.map(words(of:)) ?? []
    layout.customLabels = label
    for (title, text) in title.map(assignment) { layout.titleReplacements[title] = text }
    layout.digitsTitle = digitsSection
    layout.ideographsTitle = kanjiSection
    layout.emojiTitle = emojiSection
    layout.groups = group.map(assignment).map { title, letters in
      let letters = words(of: letters).map { String($0.trimmingPrefix(" ")) }
      return SectionLayout.Group(title: title, letters: letters)
    }
    for (title, text) in indexText.map(assignment) { layout.indexTitleReplacements[title] = text }
    layout.isDescending = reverse
    return layout
  }

  /// The texts before and after the first equals sign that follows the first character.
  private func assignment(_ argument: String) -> (String, String) {
    let sign = argument.dropFirst().firstIndex(of: "=")!
    return (String(argument[..<sign]), String(argument[argument.index(after: sign)...]))
  }
}

/// The options of the order and of the sections.
struct CollationArguments: ParsableArguments {
  @OptionGroup(title: "Order") var collator: CollatorArguments
  @OptionGroup(title: "Sections") var layout: LayoutArguments

  func open(_ filing: FilingArguments? = nil) throws -> LocalizedIndexedCollation {
    try LocalizedIndexedCollation(collator: collator.open(), layout: layout.sectionLayout)
      .filed(by: filing?.rules ?? .asShown)
  }

  /// Names on standard error the labels that were asked for and are no titles. The line comes last,
  /// since a command that fails prints one line and no more.
  func reportDroppedLabels(of collation: LocalizedIndexedCollation) throws {
    let labels = try droppedLabels(of: collation).map { label in
      label.count > 64 ? "'\(label.prefix(64))…'" : "'\(label)'"
    }
    if labels.isEmpty { return }
    let shown = labels.prefix(8).joined(separator: ", ")
    let more = labels.count > 8 ? " and \(labels.count - 8) more" : ""
    writeToStandardError(
      "collate: no section for the label\(labels.count == 1 ? "" : "s") \(shown)\(more): a letter "
        + "that is no variant of a title, or several letters with an asterisk (Sch*), would work\n")
  }

  /// The dropped labels without those that the locale itself lists.
  private func droppedLabels(of collation: LocalizedIndexedCollation) throws -> [String] {
    let dropped = collation.droppedLabels
    var layout = collation.layout
    if dropped.isEmpty || layout.labelLocales.isEmpty && layout.customLabels.isEmpty { return [] }
    let asked = Set(layout.customLabels)
    (layout.labelLocales, layout.customLabels) = ([], [])
    let without = try LocalizedIndexedCollation(collator: collator.open(), layout: layout)
    var told = Set(without.droppedLabels).subtracting(asked)
    return dropped.filter { told.insert($0).inserted }
  }
}
