/// The list keys of many names, in input order, one after another in one piece of memory.
///
/// ```swift
/// for key in collation.listKeys(of: records) {
///   database.insert(key.bytes)
/// }
/// ```
///
/// An element is the key of the name with the same number. It shares the memory of all keys. The
/// rules of ``ListKey`` for comparing and storing hold for these keys too.
public struct ListKeys: Hashable, Sendable {
  private let keys: KeyList

  /// The bytes of all keys, one key after another.
  public var bytes: [UInt8] { keys.bytes }

  /// The place in ``bytes`` at which each key ends.
  package var ends: [Int] { keys.ends }

  init(_ keys: KeyList) { self.keys = keys }

  /// The numbers of the names in the order of the list. Names with equal keys keep the order of
  /// input.
  ///
  /// - Complexity: O(*n* log *n*) comparisons of keys; most comparisons see eight bytes.
  public func sortedIndices(descending: Bool = false) -> [Int] {
    keys.sortedIndices(descending: descending)
  }
}

extension ListKeys: RandomAccessCollection {
  /// The position of the first key.
  public var startIndex: Int { 0 }
  /// The number of keys.
  public var endIndex: Int { keys.count }
  /// The key of the name with the same number. No bytes are copied.
  ///
  /// - Complexity: O(1).
  public subscript(position: Int) -> ListKey { ListKey(keys[position]) }
}

/// Keys are coded as an array of their elements.
extension ListKeys: Codable {
  /// Decodes an array of keys.
  ///
  /// - Throws: What the decoder throws, and `DecodingError` for an element that is no list key.
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    var keys = KeyList(capacity: container.count ?? 0)
    while !container.isAtEnd { keys.append(try container.decode(ListKey.self).bytes) }
    self.keys = keys
  }

  /// Encodes an array of keys.
  ///
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for key in self { try container.encode(key) }
  }
}
