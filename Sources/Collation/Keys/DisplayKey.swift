/// The bytes whose order is the order of the list: the section of a name, then its sort key.
///
/// ```swift
/// let key = collation.listKey(for: person.name)
/// database.insert(key.bytes)
/// ```
///
/// Section order is not collation order: `#` stands last although digits come first, and in Chinese
/// 阿明 and Adam share a section. Rows ordered by list key, byte by byte, are in the order in
/// which ``LocalizedIndexedCollation/sections(of:by:_:hidingEmpty:)`` shows them, in every locale
/// and layout. So a database that compares bytes can page a list without knowing of ICU.
///
/// The number of the section comes first, in two bytes, the higher first; ICU's sort key follows as
/// it is. Behind it stands the sort key of the name that is shown, if ``FilingRules`` or
/// ``NameParts`` have another text collated. In a list from Z to A, ``SectionLayout/isDescending``,
/// each byte behind the number is complemented, 255 less the byte: so the database sorts such keys
/// as it sorts the others. Keys are comparable only under one ``CollationStamp``.
public struct ListKey: Hashable, Sendable {
  /// The bytes: two of the section's number, those of the sort key, and those of the sort key of
  /// what is shown where that is another text. Those of the sort keys may be complemented. A key of
  /// ``ListKeys`` shares the memory of all keys, so that the first index need not be 0.
  public let bytes: ArraySlice<UInt8>

  /// Makes a key of bytes that were stored; `nil` for bytes that are not two of a section and those
  /// of a sort key, which end with a zero byte, or with 255 where they are complements.
  ///
  /// - Complexity: O(*n*) in the bytes.
  public init?(bytes: some Sequence<UInt8>) {
    let bytes = ArraySlice(bytes)
    guard bytes.count > Self.sectionLength,
      bytes.last == SortKeyFormat.keyEnd || bytes.last == ~SortKeyFormat.keyEnd
    else { return nil }
    self.bytes = bytes
  }

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  /// The number of the section.
  ///
  /// - Complexity: O(1).
  public var section: Int { Int(bytes[bytes.startIndex]) << 8 | Int(bytes[bytes.startIndex + 1]) }

  /// The number of the section in the bytes of a stored key, without making a key; `nil` for bytes
  /// that are fewer than two.
  ///
  /// - Complexity: O(1).
  public static func section(of bytes: some Sequence<UInt8>) -> Int? {
    var iterator = bytes.makeIterator()
    guard let high = iterator.next(), let low = iterator.next() else { return nil }
    return Int(high) << 8 | Int(low)
  }

  /// The sort key of the text that is collated, as ``Collator`` makes it. Only complemented bytes
  /// are copied.
  ///
  /// - Complexity: O(*n*) in the bytes.
  public var sortKey: SortKey {
    let keys = bytes.dropFirst(Self.sectionLength)
    // This byte ends a sort key, and occurs nowhere else in it.
    let end = keys.firstIndex(of: isDescending ? ~SortKeyFormat.keyEnd : SortKeyFormat.keyEnd)
    let stored = keys[...(end ?? keys.endIndex - 1)]
    return SortKey(isDescending ? stored.complement : stored)
  }

  /// Whether the key is one of a list from Z to A, whose last byte is the complement of zero.
  var isDescending: Bool { bytes.last == ~SortKeyFormat.keyEnd }

  static let sectionLength = 2

  /// The bytes that all keys come before: a collation has at most 65,535 sections.
  static let end: [UInt8] = [0xFF, 0xFF]

  /// The bytes that the keys of a section begin with.
  static func bytes(ofSection section: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: section >> 8), UInt8(truncatingIfNeeded: section)]
  }
}

extension ArraySlice<UInt8> {
  /// 255 less each byte: bytes whose order is the opposite one.
  var complement: ArraySlice<UInt8> { ArraySlice(map(~)) }
}

extension LocalizedIndexedCollation {
  /// Whether a key may be one of the collation's: it has a section, and is complemented or not.
  func mayHave(_ key: ListKey) -> Bool {
    key.section < sectionTitles.count && key.isDescending == layout.isDescending
  }
}

extension ListKey: Comparable {
  /// Whether the bytes of one key come before those of another.
  ///
  /// - Complexity: O(*n*) in the bytes.
  public static func < (left: ListKey, right: ListKey) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}

extension ListKey: CustomStringConvertible {
  /// The bytes as hexadecimal digits.
  ///
  /// - Complexity: O(*n*) in the bytes.
  public var description: String { Hexadecimal.text(of: bytes) }
}

/// A key is coded as a string of hexadecimal digits, whose order is that of the key.
extension ListKey: Codable {
  /// Decodes hexadecimal digits.
  ///
  /// - Throws: What the decoder throws, and `DecodingError` for a text that is no list key.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let bytes = Hexadecimal.bytes(of: try container.decode(String.self)),
      let key = ListKey(bytes: bytes)
    else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription:
          "a list key is six hexadecimal digits or more that end with 00 or ff")
    }
    self = key
  }

  /// Encodes hexadecimal digits.
  ///
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
