/// The bytes whose order is a collator's order: comparing two keys byte by byte gives what comparing
/// the strings gives. ICU: `ucol_getSortKey`
///
/// ```swift
/// let keys = names.map { collator.sortKey(for: $0) }
/// ```
///
/// Keys are comparable only when they come from collators with the same locale, options and
/// ``Collator/version``. A key that is stored has to be stored with these.
public struct SortKey: Hashable, Sendable {
  /// The key as ICU writes it, its closing zero byte included.
  public let bytes: [UInt8]

  /// Makes a key of bytes that were stored.
  public init(bytes: [UInt8]) { self.bytes = bytes }

  /// Merges the keys of several fields into one that orders records by all of them, level by level: a
  /// difference in the letters of the last field outweighs one in the accents of the first.
  /// ICU: `ucol_mergeSortkeys`
  ///
  /// ```swift
  /// SortKey(merging: [collator.sortKey(for: person.family), collator.sortKey(for: person.given)])
  /// ```
  ///
  /// - Parameter keys: Keys of one collator. An empty one, as of nothing, is passed over.
  /// - Complexity: O(*n* · *m*) in the bytes of the keys and their number.
  public init(merging keys: [SortKey]) {
    // ICU merges nothing if a key lacks its closing zero byte.
    let closed = keys.map(\.bytes).filter { !$0.isEmpty }.map { $0.last == 0 ? $0 : $0 + [0] }
    self.init(bytes: closed.dropFirst().reduce(closed.first ?? [], ICUSortKey.merge))
  }
}

extension SortKey: Comparable {
  /// Whether the bytes of one key come before those of another.
  ///
  /// - Complexity: O(*n*) in the bytes.
  public static func < (left: SortKey, right: SortKey) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}
