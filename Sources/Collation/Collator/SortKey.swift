/// The bytes whose order is a collator's order: comparing two keys byte by byte gives what
/// comparing the strings gives. ICU: `ucol_getSortKey`
///
/// ```swift
/// let keys = names.map { collator.sortKey(for: $0) }
/// ```
///
/// Keys are comparable only when they come from collators with the same ``CollationStamp``. Store
/// the stamp beside keys that you store.
public struct SortKey: Hashable, Sendable {
  /// The key as ICU writes it, with its closing zero byte. A key of ``SortKeys`` shares the memory
  /// of all keys, so that the first index need not be 0.
  public let bytes: ArraySlice<UInt8>

  /// Makes a key of bytes that were stored; `nil` for bytes that do not end with the zero byte of a
  /// key.
  ///
  /// - Complexity: O(*n*) in the bytes.
  public init?(bytes: some Sequence<UInt8>) {
    let bytes = ArraySlice(bytes)
    guard bytes.last == SortKeyFormat.keyEnd else { return nil }
    self.bytes = bytes
  }

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  /// Merges the keys of several fields into one that orders records by all of them, level by level:
  /// a difference in the letters of the last field outweighs one in the accents of the first. ICU:
  /// `ucol_mergeSortkeys`
  ///
  /// ```swift
  /// SortKey(merging: [collator.sortKey(for: person.family), collator.sortKey(for: person.given)])
  /// ```
  ///
  /// ``Collator/sortKeys(of:by:_:)`` and the other calls that take several texts of an element
  /// order in the same way. Their keys have other bytes, so that one list takes keys of one kind.
  /// With ``AlternateHandling/shifted`` and a strength beyond tertiary the orders differ a little:
  /// ICU gives the separator of texts the weight of a letter at the fourth level.
  ///
  /// - Parameter keys: Keys of one collator.
  /// - Complexity: O(*n*) in the bytes of the keys.
  public init(merging keys: [SortKey]) {
    self.init(keys.count == 1 ? keys[0].bytes : SortKeyFormat.merged(keys.map(\.bytes))[...])
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

extension SortKey: CustomStringConvertible {
  /// The bytes as hexadecimal digits.
  ///
  /// - Complexity: O(*n*) in the bytes.
  public var description: String { Hexadecimal.text(of: bytes) }
}

/// A key is coded as a string of hexadecimal digits, whose order is that of the key.
extension SortKey: Codable {
  /// Decodes hexadecimal digits.
  ///
  /// - Throws: What the decoder throws, and `DecodingError` for a text that is no sort key.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let bytes = Hexadecimal.bytes(of: try container.decode(String.self)),
      let key = SortKey(bytes: bytes)
    else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "a sort key is hexadecimal digits that end with 00")
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
