public import Collation

/// A range of list keys: `key >= lowerBound AND key < upperBound`.
///
/// A bound is the beginning of keys, not a whole key. Compare it with keys byte by byte, as a
/// database does. A bound is a slice, whose first index may not be 0.
public struct ListKeyRange: Hashable, Sendable {
  /// The inclusive lower bound.
  public let lowerBound: ArraySlice<UInt8>
  /// The exclusive upper bound.
  public let upperBound: ArraySlice<UInt8>

  /// The range in which all keys lie.
  public static let everything = ListKeyRange(lowerBound: [], upperBound: ListKeyFormat.end[...])

  /// Whether a key lies in the range.
  ///
  /// - Complexity: O(*n*) in the bytes of the bounds.
  public func contains(_ key: ListKey) -> Bool {
    !key.bytes.lexicographicallyPrecedes(lowerBound)
      && key.bytes.lexicographicallyPrecedes(upperBound)
  }

  static func ofSection(_ section: Int) -> ListKeyRange {
    ListKeyRange(
      lowerBound: ListKeyFormat.bytes(ofSection: section)[...],
      upperBound: ListKeyFormat.bytes(ofSection: section + 1)[...])
  }

  /// The keys of a section whose sort keys lie between two bounds, the upper of which may be
  /// missing. No bound has a zero byte, so no sort key is the beginning of one. For complemented
  /// keys, complement the bounds, take the successor of each, and swap them.
  static func ofSection(
    _ section: Int, from lower: ArraySlice<UInt8>, to upper: ArraySlice<UInt8>?,
    isDescending: Bool
  ) -> ListKeyRange {
    let whole = ofSection(section)
    let (first, last) =
      isDescending
      ? (upper.flatMap(\.complement.successor), lower.complement.successor) : (lower, upper)
    return ListKeyRange(
      lowerBound: whole.lowerBound + (first ?? []),
      upperBound: last.map { whole.lowerBound + $0 } ?? whole.upperBound)
  }

  /// Returns the ranges in ascending order, merged where they overlap or touch.
  ///
  /// - Parameter bounds: Lower and upper bounds in alternation.
  static func merged(_ bounds: KeyList) -> [ListKeyRange] {
    func areApart(_ range: ListKeyRange, _ next: ListKeyRange) -> Bool {
      range.upperBound.lexicographicallyPrecedes(next.lowerBound)
    }
    let ranges = stride(from: 0, to: bounds.count, by: 2).map {
      ListKeyRange(lowerBound: bounds[$0], upperBound: bounds[$0 + 1])
    }
    if ranges.indices.dropFirst().allSatisfy({ areApart(ranges[$0 - 1], ranges[$0]) }) {
      return ranges
    }
    var merged: [ListKeyRange] = []
    for range in ranges.sorted(by: { $0.lowerBound.lexicographicallyPrecedes($1.lowerBound) }) {
      guard let last = merged.last, !areApart(last, range) else {
        merged.append(range)
        continue
      }
      let isLater = last.upperBound.lexicographicallyPrecedes(range.upperBound)
      merged[merged.count - 1] = ListKeyRange(
        lowerBound: last.lowerBound, upperBound: isLater ? range.upperBound : last.upperBound)
    }
    return merged
  }
}

extension ListKeyRange: CustomStringConvertible {
  /// The bounds as hexadecimal digits.
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
  /// - Throws: What the decoder throws.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    lowerBound = try container.decode([UInt8].self, forKey: .lowerBound)[...]
    upperBound = try container.decode([UInt8].self, forKey: .upperBound)[...]
  }

  /// Encodes the bytes of the bounds.
  ///
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(Array(lowerBound), forKey: .lowerBound)
    try container.encode(Array(upperBound), forKey: .upperBound)
  }
}
