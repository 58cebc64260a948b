import ArgumentParser
import Collation

/// The options of the order, shared by all commands that compare.
struct CollatorArguments: ParsableArguments {
  @Option(help: "The language, such as sv-SE or de-u-co-phonebk; root's order by default.")
  var locale: String?

  @Option(help: "A file of collation rules, taken on top of root's order in place of a locale.")
  var rulesFile: String?

  @Option(help: "How many levels of difference count.")
  var strength: CollationStrength?

  @Flag(inversion: .prefixedNo, help: "Whether digits collate by their numeric value.")
  var numeric: Bool?

  @Option(help: "Which letter case comes first.")
  var caseFirst: CaseFirst?

  @Flag(inversion: .prefixedNo, help: "Whether case is a level of its own.")
  var caseLevel: Bool?

  @Option(help: "Whether spaces and punctuation count.")
  var alternate: AlternateHandling?

  @Option(help: "The last group of characters that 'shifted' ignores.")
  var maxVariable: MaxVariable?

  @Flag(inversion: .prefixedNo, help: "Whether accents are compared from the end.")
  var backwards: Bool?

  @Option(
    help: "Whether text is normalized; 'automatic' is on unless the locale's kk says otherwise.")
  var normalization = Normalization.automatic

  @Option(
    help: ArgumentHelp(
      """
      Scripts and groups that come first: digit,Grek,Latn; an empty value takes the locale's own \
      reordering away.
      """,
      valueName: "codes"))
  var reorder: String?

  func validate() throws {
    if locale != nil && rulesFile != nil {
      throw ValidationError("--locale and --rules-file exclude each other.")
    }
  }

  private var options: CollatorOptions {
    var options = CollatorOptions()
    options.strength = strength
    options.numeric = numeric
    options.caseFirst = caseFirst
    options.caseLevel = caseLevel
    options.alternateHandling = alternate
    options.maxVariable = maxVariable
    options.backwardsSecondary = backwards
    options.normalization = normalization
    options.reorderCodes = reorder.map { codes in
      codes.isEmpty ? [] : words(of: codes)
    }
    return options
  }

  func open() throws -> Collator {
    guard let rulesFile else {
      let collator = try Collator(locale: locale ?? "root", options: options)
      try noteFallback(of: collator)
      return collator
    }
    guard var rules = String(validating: try readFile(rulesFile), as: UTF8.self) else {
      throw Failure(.data, "the rules in '\(rulesFile)' are not UTF-8")
    }
    // Some editors put a byte order mark before UTF-8, which is no part of ICU's rules.
    if rules.unicodeScalars.first == "\u{FEFF}" { rules.unicodeScalars.removeFirst() }
    return try Collator(rules: rules, options: options)
  }
}

extension CollatorArguments {
  /// Notes that ICU fell back to another order than the one asked for.
  private func noteFallback(of collator: Collator) throws {
    guard let locale else { return }
    let resolved = collator.resolvedOptions
    if resolved.isFallback {
      Notes.add(
        "ICU has no collation for '\(locale)': using that of '\(resolved.resolvedLocale)'")
    }
    if !resolved.hasRequestedCollationType {
      Notes.add(
        "ICU does not have the collation type of '\(locale)': using '\(resolved.collationType)'")
    }
  }
}

/// Returns the words of a comma-separated list.
func words(of list: String) -> [String] {
  list.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
}
