import ArgumentParser
import Collation
import CollationFiling
import CollationOptions

/// The rules by which names are filed, shared by all commands that take names.
struct FilingArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Collate by these fields, one after the other, such as 2,1. Empty fields are left out. Digits \
      in a field with an n are ordered by their numeric value: 1,2n.
      """, valueName: "numbers"))
  var fields: String?

  @Option(
    help: ArgumentHelp(
      """
      Ignore leading articles of these languages, such as en,fr; 'list' stands for the language \
      of the list.
      """, valueName: "languages"))
  var articles: String?

  @Flag(help: "Ignore leading punctuation, symbols and spaces.")
  var skipPunctuation = false

  @Flag(help: "File names in foreign scripts as they are romanized.")
  var romanize = false

  @Flag(help: "File names in all scripts as they are romanized.")
  var romanizeAll = false

  @Option(
    help: ArgumentHelp(
      "How to read Chinese characters at the beginning of a name: as a surname.",
      valueName: "kind"))
  var hanReadings: HanReadings?

  enum HanReadings: String, ExpressibleByArgument, CaseIterable {
    case surname
  }

  func validate() throws {
    if let fields, Self.columns(fields) == nil {
      throw ValidationError(
        "invalid value '\(fields)' for --fields: expected field numbers from 1 up, such as 2,1n")
    }
    _ = try rules
  }

  /// The fields to collate, and whether each one is numeric.
  var columns: [(field: Int, isNumeric: Bool)] { fields.flatMap(Self.columns) ?? [] }

  private static func columns(_ fields: String) -> [(field: Int, isNumeric: Bool)]? {
    var columns: [(field: Int, isNumeric: Bool)] = []
    for word in words(of: fields) {
      let isNumeric = word.last == "n"
      guard let field = Int(isNumeric ? word.dropLast() : word[...]), field >= 1 else { return nil }
      columns.append((field, isNumeric))
    }
    return columns
  }

  var rules: FilingRules {
    get throws {
      let texts = [("articles", articles), ("han-readings", hanReadings?.rawValue)]
      let flags = [
        ("skip-punctuation", skipPunctuation), ("romanize", romanize),
        ("romanize-all", romanizeAll),
      ]
      var named = NamedOptions()
      try named.apply(
        texts.compactMap { name, text in text.map { (name, $0) } }
          + flags.map { ($0, String($1)) })
      named.filing.numericFields = Set(columns.indices.filter { columns[$0].isNumeric })
      return named.filing
    }
  }
}
