/// A script or a group of characters that a collator can move as a whole. ICU: `UColReorderCode`
///
/// ```swift
/// options.reorderCodes = [.digit, "Grek", "Latn"]
/// ```
public struct ReorderCode: RawRepresentable, Hashable, Sendable, Codable,
  ExpressibleByStringLiteral, CustomStringConvertible
{
  /// The name: a script's ISO 15924 code such as `Latn`, or a group's.
  public let rawValue: String

  /// Makes a code of its name. A name that ICU does not know is refused where a collator is opened.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Makes a code of its name.
  public init(stringLiteral name: String) { self.init(rawValue: name) }

  /// The name.
  public var description: String { rawValue }

  /// Spaces.
  public static let space: ReorderCode = "space"
  /// Punctuation.
  public static let punctuation: ReorderCode = "punct"
  /// Symbols other than currency.
  public static let symbol: ReorderCode = "symbol"
  /// Currency symbols.
  public static let currency: ReorderCode = "currency"
  /// Digits.
  public static let digit: ReorderCode = "digit"
  /// Every script that is not named.
  public static let others: ReorderCode = "others"
  /// The Latin script.
  public static let latin: ReorderCode = "Latn"
}

extension ReorderCode {
  /// Whether the code is a script's, not a group's.
  var isScript: Bool {
    ![.space, .punctuation, .symbol, .currency, .digit, .others].contains(self)
  }

  init(icuCode code: Int32) { self.init(rawValue: ICUReorderCode.name(of: code)) }

  func icuCode() throws(CollationError) -> Int32 {
    guard let code = ICUReorderCode.code(named: rawValue) else {
      throw CollationError(
        .unknownReorderCode,
        "unknown reorder code '\(rawValue)': a script such as Latn, or one of space, punct, "
          + "symbol, currency, digit, others")
    }
    return code
  }
}
