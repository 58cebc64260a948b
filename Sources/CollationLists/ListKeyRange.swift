public import Collation

/// A range of list keys: `key >= lowerBound AND key < upperBound`.
///
/// A bound is a prefix of keys, not a whole key. Compare it with keys byte by byte, as a database
/// does. A bound is a slice, so its first index may not be 0.
public struct ListKeyRange: Hashable, Sendable {
  /// The inclusive lower bound.
  public let lowerBound: ArraySlice<UInt8>
  /// The exclusive upper bound.
  public let upperBound: ArraySlice<UInt8>

  /// The range of all keys.
  public static let everything = ListKeyRange(lowerBound: [], upperBound: ListKeyFormat.end[...])

  /// Whether the range contains a key.
  ///
  /// - Complexity: O(*n*) in the length of the bounds.
  public func contains(_ key: ListKey) -> Bool {
    !key.bytes.lexicographicallyPrecedes(lowerBound)
      && key.bytes.lexicographicallyPrecedes(upperBound)
  }

  static func ofSection(_ section: Int) -> ListKeyRange {
    ListKeyRange(
      lowerBound: ListKeyFormat.bytes(ofSection: section)[...],
      upperBound: ListKeyFormat.bytes(ofSection: section + 1)[...])
  }
}

extension ListKeyRange: CustomStringConvertible {
  /// The bounds in hexadecimal.
  public var description: String {
    "\(Hexadecimal.text(of: lowerBound))..<\(Hexadecimal.text(of: upperBound))"
  }
}

extension ListKeyRange: Codable {
  private enum CodingKeys: CodingKey {
    case lowerBound, upperBound
  }

  /// Decodes the bytes of the bounds.
  ///
  /// - Throws: Whatever the decoder throws.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    lowerBound = try container.decode([UInt8].self, forKey: .lowerBound)[...]
    upperBound = try container.decode([UInt8].self, forKey: .upperBound)[...]
  }

  /// Encodes the bytes of the bounds.
  ///
  /// - Throws: Whatever the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(Array(lowerBound), forKey: .lowerBound)
    try container.encode(Array(upperBound), forKey: .upperBound)
  }
}
