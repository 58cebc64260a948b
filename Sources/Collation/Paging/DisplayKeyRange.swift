/// A range of display keys: `key >= lowerBound AND key < upperBound`.
///
/// A bound is the beginning of keys, not a whole one. It compares with keys byte by byte, as a
/// database compares them.
public struct DisplayKeyRange: Hashable, Sendable {
  /// The bytes that no key of the range comes before.
  public let lowerBound: [UInt8]
  /// The bytes that all keys of the range come before.
  public let upperBound: [UInt8]

  /// Whether a key lies in the range.
  ///
  /// - Complexity: O(*n*) in the bytes of the bounds.
  public func contains(_ key: DisplayKey) -> Bool {
    !key.bytes.lexicographicallyPrecedes(lowerBound)
      && key.bytes.lexicographicallyPrecedes(upperBound)
  }

  /// Where in the range a page begins: behind a cursor's row if that lies in the range, else at the
  /// range's own beginning, where there is no id yet; `nil` if the whole range comes before the cursor.
  ///
  /// ```swift
  /// if let (key, id) = range.start(after: cursor) {
  ///   // SELECT … WHERE (key, id) > (?, ?) AND key < ? ORDER BY key, id LIMIT 50
  /// }
  /// ```
  ///
  /// For an `id` of `nil`, bind one that comes before all others, such as 0.
  ///
  /// - Complexity: O(*n*) in the bytes of the bounds.
  public func start(after cursor: Cursor?) -> (key: [UInt8], id: String?)? {
    guard let cursor, !cursor.key.bytes.lexicographicallyPrecedes(lowerBound) else {
      return (lowerBound, nil)
    }
    return contains(cursor.key) ? (cursor.key.bytes, cursor.id) : nil
  }

  /// All keys of a section.
  static func ofSection(_ section: Int) -> DisplayKeyRange {
    DisplayKeyRange(
      lowerBound: DisplayKey.bytes(ofSection: section),
      upperBound: DisplayKey.bytes(ofSection: section + 1))
  }

  /// The ranges in ascending order, those that overlap or touch made one.
  static func merged(_ ranges: [DisplayKeyRange]) -> [DisplayKeyRange] {
    var merged: [DisplayKeyRange] = []
    for range in ranges.sorted(by: { $0.lowerBound.lexicographicallyPrecedes($1.lowerBound) }) {
      guard let last = merged.last,
        !last.upperBound.lexicographicallyPrecedes(range.lowerBound)
      else {
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
