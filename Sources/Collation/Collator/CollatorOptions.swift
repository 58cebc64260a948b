/// The options of a collator, which override its locale's own.
///
/// An option that is `nil` is left to the locale: to its keywords (`sv-u-kn`), or else to its
/// rules.
///
/// ```swift
/// var options = CollatorOptions()
/// options.numeric = true
/// options.caseFirst = .upper
/// let collator = try Collator(locale: "da", options: options)
/// ```
///
/// ``Collator/resolvedOptions`` tells which options are in force.
public struct CollatorOptions: Hashable, Sendable {
  /// How many levels of difference count. ICU: `UCOL_STRENGTH`, BCP 47: `ks`
  public var strength: CollationStrength?
  /// Whether spaces and punctuation count like letters. ICU: `UCOL_ALTERNATE_HANDLING`, BCP 47:
  /// `ka`
  public var alternateHandling: AlternateHandling?
  /// The last group that ``AlternateHandling/shifted`` ignores. ICU: `ucol_setMaxVariable`, BCP 47:
  /// `kv`
  public var maxVariable: MaxVariable?
  /// Which letter case comes first. ICU: `UCOL_CASE_FIRST`, BCP 47: `kf`
  public var caseFirst: CaseFirst?
  /// Whether case is a level of its own, between accents and other variants. With primary strength,
  /// the collator then ignores accents but not case. ICU: `UCOL_CASE_LEVEL`, BCP 47: `kc`
  public var caseLevel: Bool?
  /// Whether accents are compared from the end of the string, as in Canadian French.
  /// ICU: `UCOL_FRENCH_COLLATION`, BCP 47: `kb`
  public var backwardsSecondary: Bool?
  /// Whether runs of digits collate by their numeric value, so "2" comes before "10".
  /// ICU: `UCOL_NUMERIC_COLLATION`, BCP 47: `kn`
  public var numeric: Bool?
  /// The scripts and groups that come first, in this order; an empty array removes the locale's own
  /// reordering. ICU: `ucol_setReorderCodes`, BCP 47: `kr`
  ///
  /// Scripts are named by their ISO 15924 codes. The groups are `space`, `punct`, `symbol`,
  /// `currency`, `digit` and `others`, which stands for every script not named. Opening refuses any
  /// other name.
  ///
  /// ```swift
  /// options.reorderCodes = ["digit", "Grek", "Latn"]
  /// ```
  public var reorderCodes: [String]?

  /// Whether text is normalized while it is compared. ICU: `UCOL_NORMALIZATION_MODE`, BCP 47: `kk`
  public var normalization = Normalization.automatic

  /// Makes options that leave everything to the locale, with automatic normalization.
  public init() {}
}

/// Options are encoded as an object with the normalization and the options that are set. When
/// decoding, a missing option is unset, and a missing normalization is automatic.
extension CollatorOptions: Codable {}

extension KeyedDecodingContainer {
  /// The compiler's synthesized decoding of ``CollatorOptions`` calls this.
  func decode(_: Normalization.Type, forKey key: Key) throws -> Normalization {
    try decodeIfPresent(Normalization.self, forKey: key) ?? .automatic
  }
}

extension CollatorOptions: CustomStringConvertible {
  /// The options that are set, by their keys in BCP 47: `ks=primary kn=true`.
  public var description: String {
    let values: [(String, String?)] = [
      ("ks", strength?.rawValue), ("ka", alternateHandling?.rawValue),
      ("kv", maxVariable?.rawValue), ("kf", caseFirst?.rawValue),
      ("kc", caseLevel.map(String.init)), ("kb", backwardsSecondary.map(String.init)),
      ("kn", numeric.map(String.init)),
      ("kk", normalization == .automatic ? nil : normalization.rawValue),
      ("kr", reorderCodes?.joined(separator: ",")),
    ]
    return values.compactMap { key, value in value.map { "\(key)=\($0)" } }.joined(separator: " ")
  }
}

/// Whether text is normalized while it is compared. ICU: `UCOL_NORMALIZATION_MODE`
///
/// Without normalization, ICU takes combining marks in the order given, which is wrong for text
/// whose marks are not in canonical order.
public enum Normalization: String, Hashable, Sendable, CaseIterable, Codable {
  /// On, unless the locale's keyword `kk` says otherwise. ICU's own default, off, is wrong for some
  /// text.
  case automatic
  /// On, whatever the locale says.
  case on
  /// Off, whatever the locale says.
  case off
  /// As set by the locale's keyword `kk`, the locale's rules or custom rules; otherwise off, ICU's
  /// own default.
  case locale
}

/// How many levels of difference count. UTS #10, 1.1 Multi-Level Comparison
public enum CollationStrength: String, Hashable, Sendable, CaseIterable, Codable {
  /// Only base letters count: "role" = "Role" = "rôle".
  case primary
  /// Accents count too: "role" = "Role" < "rôle".
  case secondary
  /// Case and other variants count too: "role" < "Role" < "rôle". The default in nearly every
  /// locale.
  case tertiary
  /// Punctuation counts if ``AlternateHandling/shifted`` makes the other levels ignore it.
  case quaternary
  /// The code points of the normalized strings count if all else is equal.
  case identical
}

/// How variable characters collate: spaces, punctuation and what ``MaxVariable`` adds.
/// UTS #10, 4 Variable Weighting
public enum AlternateHandling: String, Hashable, Sendable, CaseIterable, Codable {
  /// They count like letters, and come before all of them: "di Silva" < "Dickens".
  case nonIgnorable = "non-ignorable"
  /// They are ignored, unless the strength is quaternary or more: "Dickens" < "di Silva".
  case shifted
}

/// The last group of characters that ``AlternateHandling/shifted`` ignores.
public enum MaxVariable: String, Hashable, Sendable, CaseIterable, Codable {
  /// Spaces.
  case space
  /// Spaces and punctuation. The default in nearly every locale.
  case punctuation = "punct"
  /// Spaces, punctuation and symbols other than currency.
  case symbol
  /// Spaces, punctuation and all symbols.
  case currency
}

/// Which letter case comes first among strings that differ only in case.
public enum CaseFirst: String, Hashable, Sendable, CaseIterable, Codable {
  /// Case sorts among the other tertiary differences, lowercase first. The default in nearly every
  /// locale.
  case off
  /// Lowercase before uppercase, above other tertiary differences.
  case lower
  /// Uppercase before lowercase, as in Danish and Maltese.
  case upper
}
