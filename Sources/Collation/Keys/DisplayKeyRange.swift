/// A range of display keys: `key >= lowerBound AND key < upperBound`.
///
/// A bound is the beginning of keys, not a whole one. It compares with keys byte by byte, as a
/// database compares them.
public struct DisplayKeyRange: Hashable, Sendable, Codable {
  /// The bytes that no key of the range comes before.
  public let lowerBound: [UInt8]
  /// The bytes that all keys of the range come before.
  public let upperBound: [UInt8]

  /// The range in which all keys lie.
  public static let everything = DisplayKeyRange(lowerBound: [], upperBound: DisplayKey.end)

  /// Whether a key lies in the range.
  ///
  /// - Complexity: O(*n*) in the bytes of the bounds.
  public func contains(_ key: DisplayKey) -> Bool {
    !key.bytes.lexicographicallyPrecedes(lowerBound)
      && key.bytes.lexicographicallyPrecedes(upperBound)
  }

  /// All keys of a section.
  static func ofSection(_ section: Int) -> DisplayKeyRange {
    DisplayKeyRange(
      lowerBound: DisplayKey.bytes(ofSection: section),
      upperBound: DisplayKey.bytes(ofSection: section + 1))
  }

  /// The ranges in ascending order, those that overlap or touch made one.
  static func merged(_ ranges: [DisplayKeyRange]) -> [DisplayKeyRange] {
    func areApart(_ range: DisplayKeyRange, _ next: DisplayKeyRange) -> Bool {
      range.upperBound.lexicographicallyPrecedes(next.lowerBound)
    }
    if zip(ranges, ranges.dropFirst()).allSatisfy(areApart) { return ranges }
    var merged: [DisplayKeyRange] = []
    for range in ranges.sorted(by: { $0.lowerBound.lexicographicallyPrecedes($1.lowerBound) }) {
      guard let last = merged.last, !areApart(last, range) else {
        merged.append(range)
        continue
      }
      let isLater = last.upperBound.lexicographicallyPrecedes(range.upperBound)
      merged[merged.count - 1] = DisplayKeyRange(
        lowerBound: last.lowerBound, upperBound: isLater ? range.upperBound : last.upperBound)
    }
    return merged
  }
}

extension DisplayKeyRange: CustomStringConvertible {
  /// The bounds as hexadecimal digits.
  public var description: String {
    "\(Hexadecimal.text(of: lowerBound))..<\(Hexadecimal.text(of: upperBound))"
  }
}
