/// What lies in a section. ICU: `UAlphabeticIndexLabelType`
public struct SectionKind: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
  /// The name of the kind.
  public let rawValue: String

  /// Makes a kind from its name. Later versions may add kinds.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The name of the kind.
  public var description: String { rawValue }

  /// The names that begin with a letter.
  public static let normal = SectionKind(rawValue: "normal")
  /// The names that begin with a digit, if they have a section of their own.
  public static let digits = SectionKind(rawValue: "digits")
  /// The names that begin with an ideograph, if they have a section of their own.
  public static let ideographs = SectionKind(rawValue: "ideographs")
  /// The names that begin with an emoji, if they have a section of their own.
  public static let emoji = SectionKind(rawValue: "emoji")
  /// Everything that lies in no other section.
  public static let catchAll = SectionKind(rawValue: "catchAll")
  /// What comes before the first letter: punctuation, symbols and digits, unless these are ignored
  /// or have a section of their own.
  public static let underflow = SectionKind(rawValue: "underflow")
  /// What lies between the scripts of two letters.
  public static let inflow = SectionKind(rawValue: "inflow")
  /// What comes after the script of the last letter.
  public static let overflow = SectionKind(rawValue: "overflow")
}
