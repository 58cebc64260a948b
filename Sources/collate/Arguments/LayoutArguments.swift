import ArgumentParser
import Collation
import CollationFiling
import CollationOptions

/// The options for sections, shared by all commands that have sections.
struct LayoutArguments: ParsableArguments {
  @Option(help: "The sections to make: those of UIKit, or those of ICU's AlphabeticIndex.")
  var layout = NamedOptions.Preset.uikit

  @Flag(
    name: .shortAndLong,
    help: """
      Reverse the order: from Z to A. A catch-all section at either end of a list stays there.
      """)
  var reverse = false

  @Option(help: "Where to put A–Z if the language's own letters are not Latin.")
  var scriptOrder: SectionLayout.ScriptOrder?

  @Option(help: "Where to put names that do not begin with a letter of the index.")
  var catchAll: SectionLayout.CatchAll?

  @Option(
    help: ArgumentHelp(
      """
      The order of the sections, such as emoji,digits,letters,ideographs,catch-all. Sections that \
      are left out come last.
      """, valueName: "sections"))
  var sectionOrder: String?

  @Option(help: "The title of a catch-all section that is first or last.")
  var catchAllTitle: String?

  @Option(
    help: ArgumentHelp(
      "Add a section for digits, with this title, such as 0–9.", valueName: "title"))
  var digitsSection: String?

  @Option(
    help: ArgumentHelp(
      "Add a section for emoji, with this title, such as 😀.", valueName: "title"))
  var emojiSection: String?

  @Option(
    help: ArgumentHelp(
      "Add a section for ideographs without a letter, with this title, such as 他.",
      valueName: "title"))
  var ideographsSection: String?

  @Option(
    help: ArgumentHelp(
      """
      Add the letters of other languages, such as en,ja. Letters that the index already has are \
      named on standard error.
      """,
      valueName: "locales"))
  var labelsFrom: String?

  @Option(
    help: ArgumentHelp(
      """
      Add a label, such as Sch*; may be repeated. A label that ICU drops is named on standard \
      error.
      """, valueName: "text"))
  var label: [String] = []

  @Option(
    help: ArgumentHelp(
      "Merge letters into one section, such as X–Z=X,Y,Z; may be repeated.",
      valueName: "title=letters"))
  var group: [String] = []

  @Option(
    help: ArgumentHelp(
      "Show another text for a title, such as ا=آ; may be repeated.", valueName: "title=text"))
  var title: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      Show another text for a title in the index at the side, such as 17劃=17; may be repeated.
      """,
      valueName: "title=text"))
  var indexText: [String] = []

  func validate() throws { _ = try sectionLayout() }

  /// Refuses section options in an order without sections.
  func validateWithoutSections() throws {
    if try sectionLayout() != .uikit { throw ValidationError("section options need --list") }
  }

  /// - Parameter letters: The letters of an alphabet, if the order has one.
  func sectionLayout(letters: String? = nil) throws -> SectionLayout {
    let texts = [
      ("layout", layout.rawValue), ("script-order", scriptOrder?.rawValue),
      ("catch-all", catchAll?.rawValue), ("catch-all-title", catchAllTitle),
      ("section-order", sectionOrder), ("letters", letters), ("labels-from", labelsFrom),
      ("digits-section", digitsSection), ("ideographs-section", ideographsSection),
      ("emoji-section", emojiSection),
    ]
    let lists = [("label", label), ("title", title), ("index-text", indexText), ("group", group)]
    var named = NamedOptions()
    try named.apply(
      texts.compactMap { name, text in text.map { (name, $0) } }
        + lists.flatMap { name, texts in texts.map { (name, $0) } })
    named.layout.isDescending = reverse
    return named.layout
  }
}

/// The options for the order and the sections.
///
/// A class, like `InputArguments` and `FilingArguments`: copying such wide structs took a fifth of
/// the command's code.
final class CollationArguments: ParsableArguments {
  @OptionGroup(title: "Order") var collator: CollatorArguments
  @OptionGroup(title: "Sections") var layout: LayoutArguments

  func open(
    _ filing: FilingArguments? = nil, _ fields: FieldArguments? = nil
  ) throws -> LocalizedIndexedCollation {
    let opened = try collator.open()
    let resolved = opened.resolvedOptions
    if resolved.isFallback, layout.labelsFrom == nil, layout.label.isEmpty {
      Notes.add(
        "the sections are those of '\(resolved.resolvedLocale)': add other letters by --label or "
          + "--labels-from")
    }
    return try LocalizedIndexedCollation(
      collator: opened, layout: layout.sectionLayout(letters: collator.letters)
    )
    .filed(by: filing?.rules(fields) ?? .asShown)
  }

  /// Reports on standard error the requested labels that did not become titles. The line comes
  /// last, since a command that fails prints only one line.
  func reportDroppedLabels(of collation: LocalizedIndexedCollation) throws {
    let labels = try droppedLabels(of: collation).map(quoted)
    if labels.isEmpty { return }
    let shown = labels.prefix(8).joined(separator: ", ")
    let more = labels.count > 8 ? " and \(labels.count - 8) more" : ""
    writeToStandardError(
      "collate: no section for the label\(labels.count == 1 ? "" : "s") \(shown)\(more): expected "
        + "a letter that is not a variant of a title, or letters with an asterisk such as Sch*\n")
  }

  /// Returns the dropped labels, except those listed by the locale itself.
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
