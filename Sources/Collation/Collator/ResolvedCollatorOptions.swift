/// The options in force in a collator, and where they come from.
///
/// ```swift
/// let options = try Collator(locale: "th").resolvedOptions
/// options.alternateHandling  // .shifted, by Thai's own rules
/// ```
public struct ResolvedCollatorOptions: Hashable, Sendable, Codable {
  /// The locale as requested; `nil` for a collator of custom rules.
  public let requestedLocale: String?
  /// The most specific matching locale that ICU lists, such as `sv` for `sv_SE`, or `root` if it
  /// lists none. ICU: `ULOC_VALID_LOCALE`
  public let resolvedLocale: String
  /// The locale whose rules are used, such as `root` for `en`. ICU: `ULOC_ACTUAL_LOCALE`
  public let actualLocale: String
  /// Whether ICU lacks the requested language or script and fell back.
  ///
  /// `xx` falls back to root's order, and `ja-Latn` to the order of `ja`. Dropping just a region
  /// (`sv_SE` to `sv`) is not a fallback, nor is a language that rightly uses root's rules (`en`).
  public let isFallback: Bool
  /// The collation type, such as `standard`, `phonebook` or `pinyin`.
  public let collationType: String
  /// Whether the collation type is the one that the locale requested, if it requested any.
  ///
  /// It is false for `sv-u-co-pinyin`: ICU has that type only for Chinese, and uses Swedish's
  /// standard type instead. A type that ICU has for no locale is refused.
  public let hasRequestedCollationType: Bool

  /// How many levels of difference count.
  public internal(set) var strength = CollationStrength.tertiary
  /// How variable characters collate.
  public internal(set) var alternateHandling = AlternateHandling.nonIgnorable
  /// The last of the groups that ``AlternateHandling/shifted`` ignores.
  public internal(set) var maxVariable = MaxVariable.punctuation
  /// Which letter case comes first.
  public internal(set) var caseFirst = CaseFirst.off
  /// Whether case is a level of its own.
  public internal(set) var caseLevel = false
  /// Whether accents are compared from the end of the string.
  public internal(set) var backwardsSecondary = false
  /// Whether runs of digits collate by their numeric value.
  public internal(set) var numeric = false
  /// Whether text is normalized while it is compared.
  public internal(set) var normalization = false
  /// The scripts and groups that come first; empty if the order is root's.
  public internal(set) var reorderCodes: [String] = []
}

extension CollatorOptions {
  /// Sets every option to its value in force in a collator. Passed with another locale, these
  /// options leave nothing to that locale.
  public init(_ resolved: ResolvedCollatorOptions) {
    self.init()
    strength = resolved.strength
    alternateHandling = resolved.alternateHandling
    maxVariable = resolved.maxVariable
    caseFirst = resolved.caseFirst
    caseLevel = resolved.caseLevel
    backwardsSecondary = resolved.backwardsSecondary
    numeric = resolved.numeric
    normalization = resolved.normalization ? .on : .off
    reorderCodes = resolved.reorderCodes
  }
}
