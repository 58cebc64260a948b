/// The version of a collator's order: it changes with ICU's algorithm, with UCA's data and with the
/// locale's rules. ICU: `ucol_getVersion`
///
/// Sort keys that were made under one version mean nothing under another.
public struct CollatorVersion: Hashable, Sendable, CustomStringConvertible {
  /// The four bytes of the version, the most significant first.
  public let bytes: [UInt8]

  /// The bytes in decimal, such as `153.120.42.0`.
  public var description: String { bytes.map(String.init).joined(separator: ".") }
}
