/// The bytes whose order is the order of the list: the section of a name, then its sort key.
///
/// ```swift
/// let key = collation.listKey(for: person.name)
/// database.insert(key.bytes)
/// ```
///
/// Section order is not collation order: `#` stands last although digits come first, and in Chinese
/// 阿明 and Adam share a section. Rows ordered by list key, byte by byte, are in the order in which
/// ``LocalizedIndexedCollation/sections(of:by:_:hidingEmpty:)`` shows them, in every locale and
/// layout. So a database that compares bytes can page a list without knowing of ICU.
///
/// The number of the section comes first, in two bytes, the higher first; ICU's sort key follows as
/// it is. After it stands the sort key of the name that is shown, if another text is collated. In a
/// list from Z to A, ``SectionLayout/isDescending``, each byte after the number is complemented,
/// 255 less the byte: so the database sorts such keys as it sorts the others.
public struct ListKey: CollationKey {
  /// The bytes: two of the section's number, those of the sort key, and those of the sort key of
  /// what is shown where that is another text.
  public let bytes: ArraySlice<UInt8>

  /// Makes a key of bytes that were stored; `nil` for bytes that are not two of a section and those
  /// of a sort key, which end with a zero byte, or with 255 where they are complements.
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

  /// The number of the section in the bytes of a stored key, without making a key; `nil` for bytes
  /// that are fewer than two.
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
    // This byte ends a sort key, and occurs nowhere else in it.
    let end = keys.firstIndex(of: isDescending ? ~SortKeyFormat.keyEnd : SortKeyFormat.keyEnd)
    let stored = keys[...(end ?? keys.endIndex - 1)]
    return SortKey(isDescending ? stored.complement : stored)
  }

  /// Whether the key is one of a list from Z to A.
  package var isDescending: Bool { ListKeyFormat.isDescending(lastByte: bytes.last) }
}

extension ArraySlice<UInt8> {
  /// 255 less each byte: bytes whose order is the opposite one.
  package var complement: ArraySlice<UInt8> { ArraySlice(map(~)) }
}
