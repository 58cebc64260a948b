import ArgumentParser
import Collation
import CollationOptions

/// The options of the order, shared by all commands that compare.
struct CollatorArguments: ParsableArguments {
  @Option(
    help: """
      The locale whose order to use, such as sv-SE or de-u-co-phonebk. (default: that of LC_ALL, \
      LC_COLLATE or LANG; root for C)
      """)
  var locale: String?

  @Option(help: "The levels of difference that count; primary ignores case and accents.")
  var strength: CollationStrength?

  @Flag(
    name: [.customShort("n"), .long], inversion: .prefixedNo,
    help: "Order digits by their numeric value: 2 before 10. Signs and decimals do not count.")
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
    help: "A file of collation rules to apply on top of root's order, instead of a locale.",
    completion: .file())
  var rulesFile: String?

  @Option(
    help: """
      The letters of an alphabet in their order, such as 'A Ā B CH', instead of a locale. They are \
      the titles; names with other letters go to the catch-all.
      """)
  var letters: String?

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
    let orders = [
      ("--locale", locale), ("--rules-file", rulesFile), ("--letters", letters),
    ].filter { $0.1 != nil }.map(\.0)
    if orders.count > 1 {
      throw ValidationError("\(orders[0]) and \(orders[1]) cannot be used together")
    }
    _ = try named
  }

  private var named: NamedOptions {
    get throws {
      var named = NamedOptions()
      try named.apply(
        [("reorder", reorder), ("letters", letters)].compactMap { name, text in
          text.map { (name, $0) }
        })
      named.options.strength = strength
      named.options.numeric = numeric
      named.options.caseFirst = caseFirst
      named.options.caseLevel = caseLevel
      named.options.alternateHandling = alternate
      named.options.maxVariable = maxVariable
      named.options.backwardsSecondary = backwards
      named.options.normalization = normalization
      return named
    }
  }

  func open() throws -> Collator {
    let named = try named
    if let rules = named.rules { return try Collator(rules: rules, options: named.options) }
    guard let rulesFile else {
      if let locale { return try open(locale) }
      return try openForEnvironment()
    }
    guard var rules = String(validating: try readFile(rulesFile), as: UTF8.self) else {
      throw Failure(.data, "the rules in '\(rulesFile)' are not UTF-8")
    }
    // Some editors put a byte order mark before UTF-8, which isn't part of ICU's rules.
    if rules.unicodeScalars.first == "\u{FEFF}" { rules.unicodeScalars.removeFirst() }
    return try Collator(rules: rules, options: named.options)
  }
}

extension CollatorArguments {
  /// Opens the locale that the environment names for collation (POSIX.1, 8.2 Internationalization
  /// Variables). The locale C means root, since its own order is byte order. A malformed name gets
  /// a note and is no error: nobody asked for it here.
  private func openForEnvironment() throws -> Collator {
    for variable in ["LC_ALL", "LC_COLLATE", "LANG"] {
      guard let value = Environment.value(of: variable), !value.isEmpty else { continue }
      // sr_RS.UTF-8@latin: the encoding doesn't matter.
      let modifier = value.firstIndex(of: "@") ?? value.endIndex
      let name = value[..<modifier].prefix { $0 != "." } + value[modifier...]
      if name == "C" || name == "POSIX" { break }
      do {
        return try open(String(name))
      } catch let error as CollationError where Self.isFault(ofLocale: error.code) {
        Notes.add("\(variable): \(error); using root")
        break
      }
    }
    return try Collator(locale: "root", options: named.options)
  }

  private static func isFault(ofLocale code: CollationError.Code) -> Bool {
    [.malformedLocale, .unknownLocaleKeyword, .unknownCollationType].contains(code)
  }

  /// Opens a locale, and notes if ICU falls back to an order other than the requested one.
  private func open(_ locale: String) throws -> Collator {
    if locale == "C" || locale == "POSIX" || locale.hasPrefix("C.") {
      throw Failure(
        .usage,
        "ICU has no locale '\(locale)': expected root, or another command such as LC_ALL=C sort "
          + "for the order of bytes")
    }
    let collator = try Collator(locale: locale, options: named.options)
    let resolved = collator.resolvedOptions
    if resolved.isFallback {
      Notes.add(
        "ICU has no collation for '\(locale)': using that of '\(resolved.resolvedLocale)'")
    }
    if !resolved.hasRequestedCollationType {
      Notes.add(
        "ICU does not have the collation type of '\(locale)': using '\(resolved.collationType)'")
    }
    return collator
  }
}
