/// Bytes that sort as names do: a ``SortKey`` or a ``ListKey``.
///
/// Keys compare byte by byte, as a database compares them. They are comparable only under one
/// ``CollationStamp``: if you store keys, store the stamp with them.
///
/// Use this protocol to write functions that take either kind of key. Don't conform types of your
/// own: ``KeyArray`` makes keys only from the library's bytes.
public protocol CollationKey: Comparable, Hashable, Sendable, Codable, CustomStringConvertible {
  /// The bytes. A key in a ``KeyArray`` is a slice of the bytes of all keys, so its first index is
  /// not always 0.
  var bytes: ArraySlice<UInt8> { get }

  /// Makes a key from stored bytes; `nil` for bytes that are not a key.
  ///
  /// - Complexity: O(1).
  init?(bytes: ArraySlice<UInt8>)
}

extension CollationKey {
  /// Makes a key from stored bytes; `nil` for bytes that are not a key.
  ///
  /// - Complexity: O(*n*) in the bytes, which are copied.
  public init?(bytes: some Sequence<UInt8>) { self.init(bytes: ArraySlice(bytes)) }

  /// Whether the bytes of one key sort before the bytes of another.
  ///
  /// - Complexity: O(*n*) in the bytes.
  public static func < (left: Self, right: Self) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }

  /// The bytes as hexadecimal digits.
  ///
  /// - Complexity: O(*n*) in the bytes.
  public var description: String { Hexadecimal.text(of: bytes) }

  /// Decodes hexadecimal digits, which sort as the key does.
  ///
  /// - Throws: Whatever the decoder throws, and `DecodingError` if the text is not a key.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let bytes = Hexadecimal.bytes(of: try container.decode(String.self)),
      let key = Self(bytes: bytes[...])
    else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "expected the hexadecimal digits of a \(Self.self)")
    }
    self = key
  }

  /// Encodes hexadecimal digits.
  ///
  /// - Throws: Whatever the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
