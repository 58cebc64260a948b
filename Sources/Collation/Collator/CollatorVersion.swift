/// The version of a collator's order: it changes with ICU's algorithm, with UCA's data and with the
/// locale's rules. ICU: `ucol_getVersion`
///
/// Sort keys that were made under one version mean nothing under another.
public struct CollatorVersion: Hashable, Sendable, Codable, LosslessStringConvertible {
  /// The four bytes of the version, the most significant first.
  public let bytes: [UInt8]

  /// The bytes in decimal, such as `153.120.42.0`.
  public var description: String { bytes.map(String.init).joined(separator: ".") }

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// Reads a description that was stored; `nil` for a text that is not four numbers below 256.
  public init?(_ description: String) {
    let numbers = description.split(separator: ".", omittingEmptySubsequences: false)
    bytes = numbers.compactMap { UInt8($0) }
    guard numbers.count == 4, bytes.count == 4, self.description == description else { return nil }
  }
}
