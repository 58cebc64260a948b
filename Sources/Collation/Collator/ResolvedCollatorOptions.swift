/// What is in force in a collator, and where it came from.
///
/// ```swift
/// let options = try Collator(locale: "th").resolvedOptions
/// options.alternateHandling  // .shifted, by Thai's own rules
/// ```
public struct ResolvedCollatorOptions: Hashable, Sendable {
  /// The locale as it was asked for; `nil` for a collator of custom rules.
  public let requestedLocale: String?
  /// The most specific locale that ICU lists on the way to its data, such as `sv` for `sv_SE`, and
  /// `root` where it lists none. ICU: `ULOC_VALID_LOCALE`
  public let resolvedLocale: String
  /// The locale whose rules are used, such as `root` for `en`. ICU: `ULOC_ACTUAL_LOCALE`
  public let actualLocale: String
  /// Whether the language or the script that was asked for was not had.
  ///
  /// `xx` falls back to root's order, `ja-Latn` to that of `ja`. A region alone (`sv_SE` to `sv`) or
  /// a language that rightly uses root's rules (`en`) is no fallback.
  public let isFallback: Bool
  /// The collation type, such as `standard`, `phonebook` or `pinyin`.
  public let collationType: String

  /// How many levels of difference count.
  public let strength: CollationStrength
  /// How variable characters collate.
  public let alternateHandling: AlternateHandling
  /// The last of the groups that ``AlternateHandling/shifted`` ignores.
  public let maxVariable: MaxVariable
  /// Which letter case comes first.
  public let caseFirst: CaseFirst
  /// Whether case is a level of its own.
  public let caseLevel: Bool
  /// Whether accents are compared from the end of the string.
  public let backwardsSecondary: Bool
  /// Whether runs of digits collate by their numeric value.
  public let numeric: Bool
  /// Whether text is normalized while it is compared.
  public let normalization: Bool
  /// The scripts and groups that come first; empty where the order is root's.
  public let reorderCodes: [ReorderCode]
}
