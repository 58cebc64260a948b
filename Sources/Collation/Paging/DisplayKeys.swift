/// The display keys of many names, in input order: their sort keys in one piece of memory, from
/// which the section of each follows.
///
/// ```swift
/// for key in collation.displayKeys(of: records) {
///   database.insert(key.bytes)
/// }
/// ```
public struct DisplayKeys: Sendable {
  private let sortKeys: SortKeys
  private let storage: LocalizedIndexedCollation.Storage

  init(_ sortKeys: SortKeys, _ storage: LocalizedIndexedCollation.Storage) {
    self.sortKeys = sortKeys
    self.storage = storage
  }
}

extension DisplayKeys: RandomAccessCollection {
  /// The position of the first key.
  public var startIndex: Int { 0 }
  /// The number of keys.
  public var endIndex: Int { sortKeys.count }
  /// The key of the name with the same number.
  ///
  /// - Complexity: O(*n* + log *m*) in the bytes of the key and the number of sections.
  public subscript(position: Int) -> DisplayKey { storage.displayKey(of: sortKeys[position]) }
}

extension LocalizedIndexedCollation.Storage {
  /// The display key of a sort key.
  func displayKey(of sortKey: ArraySlice<UInt8>) -> DisplayKey {
    DisplayKey(section: section(ofKey: sortKey), sortKey: sortKey)
  }
}
