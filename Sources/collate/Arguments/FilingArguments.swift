import ArgumentParser
import Collation
import CollationFiling
import CollationOptions

/// The rules by which names are filed, shared by all commands that take names.
struct FilingArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      The fields that are collated, the first one first; an empty one is left out. A field with n \
      collates by its numbers: 1,2n.
      """, valueName: "numbers"))
  var fields: String?

  @Option(
    help: ArgumentHelp(
      """
      Languages whose articles do not count where a name begins with one: en,fr; 'list' for the \
      language of the list.
      """, valueName: "languages"))
  var articles: String?

  @Flag(help: "Leading punctuation, symbols and spaces do not count.")
  var skipPunctuation = false

  @Flag(help: "Foreign scripts are filed as they are written in Latin letters.")
  var romanize = false

  @Flag(help: "All scripts are filed as they are written in Latin letters.")
  var romanizeAll = false

  @Option(
    help: ArgumentHelp(
      "The readings of Chinese characters at the beginning: surname.", valueName: "kind"))
  var hanReadings: HanReadings?

  enum HanReadings: String, ExpressibleByArgument, CaseIterable {
    case surname
  }

  func validate() throws {
    if let fields, Self.columns(fields) == nil {
      throw ValidationError(
        "--fields takes numbers of 1 or more, some with n behind: 2,1n; not '\(fields)'.")
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
