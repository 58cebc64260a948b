/// What a section contains. ICU: `UAlphabeticIndexLabelType`
public struct SectionKind: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
  /// The name of the kind.
  public let rawValue: String

  /// Makes a kind from its name. Later versions may add kinds.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The name of the kind.
  public var description: String { rawValue }

  /// Names that begin with a letter.
  public static let normal = SectionKind(rawValue: "normal")
  /// Names that begin with a digit, if they have a section of their own.
  public static let digits = SectionKind(rawValue: "digits")
  /// Names that begin with an ideograph, if they have a section of their own.
  public static let ideographs = SectionKind(rawValue: "ideographs")
  /// Names that begin with an emoji, if they have a section of their own.
  public static let emoji = SectionKind(rawValue: "emoji")
  /// Everything that belongs to no other section.
  public static let catchAll = SectionKind(rawValue: "catchAll")
  /// Whatever comes before the first letter: punctuation, symbols and digits, unless these are
  /// ignored or have a section of their own.
  public static let underflow = SectionKind(rawValue: "underflow")
  /// Whatever comes between the scripts of two letters.
  public static let inflow = SectionKind(rawValue: "inflow")
  /// Whatever comes after the script of the last letter.
  public static let overflow = SectionKind(rawValue: "overflow")
}
