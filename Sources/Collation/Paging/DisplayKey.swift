/// The bytes whose order is the order of the list: the section of a name, then its sort key.
///
/// ```swift
/// let key = collation.displayKey(for: person.name)
/// database.insert(key.bytes)
/// ```
///
/// Section order is not collation order: `#` stands last although digits come first, and in Chinese
/// 阿明 and Adam share a section. Rows ordered by display key, byte by byte, are in the order in
/// which ``LocalizedIndexedCollation/sections(of:by:)`` shows them, in every locale and layout. So
/// a database that compares bytes can page a list without knowing of ICU.
///
/// The number of the section comes first, in two bytes, the higher first; ICU's sort key follows as
/// it is. Keys are comparable only under one ``CollationStamp``.
public struct DisplayKey: Hashable, Sendable {
  /// The bytes: two of the section's number, then those of the sort key.
  public let bytes: [UInt8]

  /// Makes a key of bytes that were stored; `nil` for fewer than the two of a section.
  public init?(bytes: [UInt8]) {
    guard bytes.count >= Self.sectionLength else { return nil }
    self.bytes = bytes
  }

  init(section: Int, sortKey: ArraySlice<UInt8>) {
    bytes = Self.bytes(ofSection: section) + sortKey
  }

  /// The number of the section.
  public var section: Int { Int(bytes[0]) << 8 | Int(bytes[1]) }

  /// The sort key within the section.
  public var sortKey: SortKey { SortKey(bytes: Array(bytes[Self.sectionLength...])) }

  static let sectionLength = 2

  /// What all keys come before: a collation has at most 65,535 sections.
  static let end: [UInt8] = [0xFF, 0xFF]

  /// What the keys of a section begin with.
  static func bytes(ofSection section: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: section >> 8), UInt8(truncatingIfNeeded: section)]
  }
}

extension DisplayKey: Comparable {
  /// Whether the bytes of one key come before those of another.
  ///
  /// - Complexity: O(*n*) in the bytes.
  public static func < (left: DisplayKey, right: DisplayKey) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}

/// A key is coded as a string of hexadecimal digits, whose order is that of the key.
extension DisplayKey: Codable {
  /// Decodes hexadecimal digits.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let bytes = Hexadecimal.bytes(of: try container.decode(String.self)),
      let key = DisplayKey(bytes: bytes)
    else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "a display key is at least four hexadecimal digits")
    }
    self = key
  }

  /// Encodes hexadecimal digits.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Hexadecimal.text(of: bytes))
  }
}
