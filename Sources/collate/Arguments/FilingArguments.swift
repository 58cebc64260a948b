import ArgumentParser
import Collation
import CollationFiling
import CollationOptions

/// The rules by which names are filed, shared by all commands that take names.
final class FilingArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Ignore leading articles of these languages, such as en,fr; 'list' stands for the language \
      of the list.
      """, valueName: "languages"))
  var articles: String?

  @Option(
    help: ArgumentHelp(
      """
      Ignore the particles of family names in these languages, such as nl,de; 'list' stands for \
      the language of the list.
      """, valueName: "languages"))
  var particles: String?

  @Option(
    help: ArgumentHelp(
      """
      Ignore leading words of your own, too, such as de=Dr.,Prof. in German; may be repeated. \
      Without --articles and --particles, in the language of the list.
      """, valueName: "language=words"))
  var article: [String] = []

  @Flag(help: "Ignore leading punctuation, symbols and spaces.")
  var skipPunctuation = false

  @Flag(help: "Ignore what MARC 21 records mark as non-sorting, by U+0098 and U+009C.")
  var skipNonsorting = false

  @Flag(help: "Ignore ʻokina, hamza and ʿayn, U+02BB to U+02BF.")
  var skipModifierLetters = false

  @Flag(help: "Order Roman numerals at the end of a name by their value: Louis IX before Louis X.")
  var romanNumerals = false

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

  func validate() throws { _ = try rules() }

  /// - Parameter fields: The fields to collate, if the command has any.
  func rules(_ fields: FieldArguments? = nil) throws -> FilingRules {
    let texts = [
      ("articles", articles), ("particles", particles), ("han-readings", hanReadings?.rawValue),
    ]
    let flags = [
      ("skip-punctuation", skipPunctuation), ("skip-nonsorting", skipNonsorting),
      ("skip-modifier-letters", skipModifierLetters), ("roman-numerals", romanNumerals),
      ("romanize", romanize), ("romanize-all", romanizeAll),
    ]
    var named = NamedOptions()
    try named.apply(
      texts.compactMap { name, text in text.map { (name, $0) } }
        + article.map { ("article", $0) } + flags.map { ($0, String($1)) })
    named.filing.numericFields = try fields?.numericColumns ?? []
    return named.filing
  }
}
