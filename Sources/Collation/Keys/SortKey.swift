/// Bytes that sort as a collator does: comparing two keys byte by byte gives the same result as
/// comparing the strings. ICU: `ucol_getSortKey`
///
/// ```swift
/// let keys = names.map { collator.sortKey(for: $0) }
/// ```
public struct SortKey: CollationKey {
  /// The key as ICU writes it, with its closing zero byte.
  public let bytes: ArraySlice<UInt8>

  /// Makes a key from stored bytes; `nil` for bytes that do not end with the zero byte of a key.
  ///
  /// - Complexity: O(1).
  public init?(bytes: ArraySlice<UInt8>) {
    guard bytes.last == SortKeyFormat.keyEnd else { return nil }
    self.bytes = bytes
  }

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  /// Merges the keys of several fields into one that orders records by all of them, level by level:
  /// a difference in the last field's letters outweighs one in the first field's accents. ICU:
  /// `ucol_mergeSortkeys`
  ///
  /// ```swift
  /// SortKey(merging: [collator.sortKey(for: person.family), collator.sortKey(for: person.given)])
  /// ```
  ///
  /// A ``NameList`` of several texts orders elements alike, but by keys with different bytes, so
  /// don't mix the two kinds in one list. With ``AlternateHandling/shifted`` and a strength beyond
  /// tertiary the orders differ a little: ICU gives the separator of texts the weight of a letter
  /// at the fourth level.
  ///
  /// - Parameter keys: Keys made by one collator.
  /// - Complexity: O(*n*) in the bytes of the keys.
  public init(merging keys: [SortKey]) {
    self.init(keys.count == 1 ? keys[0].bytes : SortKeyFormat.merged(keys.map(\.bytes))[...])
  }
}
