/// Bytes that sort as the list does: the section of a name, then its sort key.
///
/// ```swift
/// let key = collation.listKey(for: person.name)
/// database.insert(key.bytes)
/// ```
///
/// Section order is not collation order: `#` comes last although digits collate first, and in
/// Chinese 阿明 and Adam share a section. Rows ordered by list key, byte by byte, are in the order in
/// which ``LocalizedIndexedCollation/sections(of:by:_:hidingEmpty:)`` shows them, in every locale
/// and layout. So a database that compares bytes can page a list without ICU.
///
/// A key is the number of the section in two bytes, big-endian, followed by ICU's sort key. If the
/// shown text differs from the collated one, the shown text's sort key comes last. In a list from Z
/// to A (``SectionLayout/isDescending``), every byte after the number is complemented, so a
/// database sorts such keys like any other.
public struct ListKey: CollationKey {
  /// The bytes: the section's number in two bytes, the sort key, and the sort key of the shown name
  /// if a different text is collated.
  public let bytes: ArraySlice<UInt8>

  /// Makes a key from stored bytes; `nil` unless they are two bytes of a section and a sort key
  /// that ends with a zero byte, or with 255 if complemented.
  ///
  /// - Complexity: O(1).
  public init?(bytes: ArraySlice<UInt8>) {
    guard bytes.count > ListKeyFormat.sectionLength, ListKeyFormat.mayEnd(bytes.last) else {
      return nil
    }
    self.bytes = bytes
  }

  package init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  /// The number of the section.
  ///
  /// - Complexity: O(1).
  public var section: Int {
    ListKeyFormat.section(bytes[bytes.startIndex], bytes[bytes.startIndex + 1])
  }

  /// Returns the section number in the bytes of a stored key, without making a key; `nil` for fewer
  /// than two bytes.
  ///
  /// - Complexity: O(1).
  public static func section(of bytes: some Sequence<UInt8>) -> Int? {
    var iterator = bytes.makeIterator()
    guard let high = iterator.next(), let low = iterator.next() else { return nil }
    return ListKeyFormat.section(high, low)
  }

  /// The sort key of the text that is collated, as ``Collator`` makes it. Only complemented bytes
  /// are copied.
  ///
  /// - Complexity: O(*n*) in the bytes.
  public var sortKey: SortKey {
    let keys = bytes.dropFirst(ListKeyFormat.sectionLength)
    // This byte ends a sort key, and occurs nowhere else in one.
    let end = keys.firstIndex(of: isDescending ? ~SortKeyFormat.keyEnd : SortKeyFormat.keyEnd)
    let stored = keys[...(end ?? keys.endIndex - 1)]
    return SortKey(isDescending ? ArraySlice(stored.map(~)) : stored)
  }

  /// Whether the key belongs to a list from Z to A.
  package var isDescending: Bool { bytes.last == ~SortKeyFormat.keyEnd }
}
