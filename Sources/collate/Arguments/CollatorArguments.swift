import ArgumentParser
import Collation

/// The options of the order, shared by all commands that compare.
struct CollatorArguments: ParsableArguments {
  @Option(
    help: "The locale whose order to use, such as sv-SE or de-u-co-phonebk. (default: root)")
  var locale: String?

  @Option(help: "The levels of difference that count; primary ignores case and accents.")
  var strength: CollationStrength?

  @Flag(inversion: .prefixedNo, help: "Order digits by their numeric value: 2 before 10.")
  var numeric: Bool?

  @Option(help: "The letter case to sort first.")
  var caseFirst: CaseFirst?

  @Option(help: "How to treat spaces and punctuation; shifted ignores them.")
  var alternate: AlternateHandling?

  @Option(
    help: ArgumentHelp(
      """
      Scripts and groups to sort first, such as digit,Grek,Latn; an empty value removes the \
      locale's own reordering.
      """,
      valueName: "codes"))
  var reorder: String?

  @Option(
    help: "A file of collation rules to apply on top of root's order, instead of a locale.")
  var rulesFile: String?

  @Flag(inversion: .prefixedNo, help: "Compare accents from the end, as in Canadian French.")
  var backwards: Bool?

  @Flag(inversion: .prefixedNo, help: "Compare case at a level of its own.")
  var caseLevel: Bool?

  @Option(help: "The last group of characters that --alternate shifted ignores.")
  var maxVariable: MaxVariable?

  @Option(
    help: "Whether to normalize text; automatic does so unless the locale's kk says otherwise.")
  var normalization = Normalization.automatic

  func validate() throws {
    if locale != nil && rulesFile != nil {
      throw ValidationError("--locale and --rules-file cannot be used together")
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
