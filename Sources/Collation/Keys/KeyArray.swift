/// The keys of many names, one after another in one buffer.
///
/// ```swift
/// let keys = collator.sortKeys(of: NameList(["Zorn", "Åberg"]))
/// database.insert(keys[0].bytes)  // the bytes of Zorn's key
/// ```
///
/// Element *i* is the key of name *i*, and shares the memory of all keys. Compare and store it like
/// any other ``SortKey`` or ``ListKey``.
public struct KeyArray<Key: CollationKey>: Hashable, Sendable {
  package let keys: KeyList

  /// The bytes of all keys, one key after another.
  public var bytes: [UInt8] { keys.bytes }

  package init(_ keys: KeyList) { self.keys = keys }

  /// Returns the indices of the names in key order. Names with equal keys keep their order.
  ///
  /// - Parameter descending: Whether to sort in descending order. The sort is stable either way.
  /// - Complexity: O(*n* log *n*) comparisons of keys; most comparisons read eight bytes.
  public func sortedIndices(descending: Bool = false) -> [Int] {
    keys.sortedIndices(in: descending ? .descending : .ascending)
  }
}

extension KeyArray: RandomAccessCollection {
  /// The position of the first key.
  public var startIndex: Int { 0 }
  /// The number of keys.
  public var endIndex: Int { keys.count }
  /// The key of the name at this position. No bytes are copied.
  ///
  /// - Complexity: O(1).
  public subscript(position: Int) -> Key { Key(bytes: keys[position])! }
}

extension KeyArray: Codable {
  /// Decodes an array of keys.
  ///
  /// - Throws: Whatever the decoder throws, and `DecodingError` if an element is not a key.
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    // The data may claim any count.
    let (count, most) = (container.count ?? 0, 4_096)
    var keys = KeyList(capacity: (0...most).contains(count) ? count : most)
    while !container.isAtEnd { keys.append(try container.decode(Key.self).bytes) }
    self.keys = keys
  }

  /// Encodes an array of keys.
  ///
  /// - Throws: Whatever the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for key in self { try container.encode(key) }
  }
}
