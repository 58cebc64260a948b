public import Collation

/// A position in a list that is read page by page: a row's list key and id.
///
/// ```swift
/// // SELECT key, id, name FROM people WHERE (key, id) > (?, ?) ORDER BY key, id LIMIT 50
/// let next = try PageCursor(after: key, id: "4711", for: collation).encoded()
/// let cursor = try PageCursor(next, for: collation)  // from the request of the next page
/// ```
///
/// A cursor has no direction. A page's last row has the cursor for the next page, and its first row
/// the cursor for the previous one: `(key, id) < (?, ?) ORDER BY key DESC, id DESC`.
///
/// ``StoredList`` makes and reads the cursors of its pages.
///
/// A page begins at a position in the order, not at an offset. So if rows are inserted, renamed or
/// deleted between two pages, every other row is still shown once. The id breaks ties between rows
/// with equal keys. Any unique text will do, in whatever order the database keeps ids.
///
/// As text, a cursor is opaque and URL-safe. For most names it has some seventy characters, since
/// it holds the key and the id, a digest of the `CollationStamp`, and a checksum. Text that was
/// made under another stamp, was truncated or mistyped, or never was a cursor is refused.
///
/// ## Authentication
///
/// Anyone who can read a cursor can forge one. A forged cursor reveals only rows that any request
/// could ask for, unless your server treats cursors as permissions. If the server must know that a
/// cursor is its own, pass both calls a function that makes a message authentication code, under a
/// key used for nothing else. With swift-crypto:
///
/// ```
/// func code(_ message: [UInt8]) -> [UInt8] {
///   Array(HMAC<SHA256>.authenticationCode(for: message, using: secret))
/// }
/// let text = try cursor.encoded(authenticatedBy: code)
/// let cursor = try PageCursor(text, for: collation, authenticatedBy: code)
/// ```
///
/// ## Topics
///
/// ### A row's cursor
/// - ``init(after:id:for:)``
/// - ``encoded(authenticatedBy:)``
/// - ``maximumLength``
///
/// ### A request's cursor
/// - ``init(_:for:authenticatedBy:)``
/// - ``key``
/// - ``id``
/// - ``stamp``
public struct PageCursor: Hashable, Sendable {
  /// The stamp of the list's collation.
  public let stamp: CollationStamp
  /// The list key of the row.
  public let key: ListKey
  /// The id of the row, which distinguishes it from others with an equal key.
  public let id: String

  /// The maximum length of a cursor as text: 4,096 characters, half of what web servers accept as a
  /// request line. That is enough for a key of 3,000 bytes, of a name with a thousand letters or
  /// so; PostgreSQL indexes keys of up to about 2,700 bytes.
  public static let maximumLength = 4096

  /// Makes the cursor of a row.
  ///
  /// - Parameters:
  ///   - key: The row's list key, as it is stored.
  ///   - id: The row's id, as text.
  ///   - collation: The collation of the list.
  /// - Throws: A `CollationError` with the code `keyMismatch` if the key does not belong in the
  ///   section that it names.
  /// - Complexity: O(*n* + *m*) in the length of the key and the number of sections.
  public init(
    after key: ListKey, id: String, for collation: LocalizedIndexedCollation
  ) throws(CollationError) {
    guard Self.isKey(key, of: collation) else {
      throw CollationError(
        .keyMismatch,
        "the key does not belong in section \(key.section) of this collation: make the cursor with "
          + "the collation that made the key")
    }
    stamp = collation.stamp
    self.key = key
    self.id = id
  }

  /// Returns the cursor as text: base64url (RFC 4648, 5) without padding.
  ///
  /// - Parameter authenticate: A function that makes a message authentication code of 16 to 64
  ///   bytes.
  /// - Throws: A `CollationError` with the code `cursorTooLong` for more than ``maximumLength``
  ///   characters, or `invalidAuthenticationCode`. A long key is never truncated, because rows
  ///   would then show twice. End the page a row earlier, and limit the length of untrusted names.
  /// - Complexity: O(*n*) in the bytes.
  public func encoded(
    authenticatedBy authenticate: (([UInt8]) -> [UInt8])? = nil
  ) throws(CollationError) -> String {
    try Self.text(
      key: Array(key.bytes), id: id, under: stamp.description, authenticatedBy: authenticate)
  }

  /// Returns the text of a cursor with a key of any kind, given the stamp's text.
  static func text(
    key: [UInt8], id: String, under stamp: String,
    authenticatedBy authenticate: (([UInt8]) -> [UInt8])?
  ) throws(CollationError) -> String {
    let fields = [key, Array(id.utf8)]
    var bytes = [(authenticate == nil ? Format.plain : .authenticated).rawValue]
    bytes += digest(of: stamp.utf8)
    let limit = Base64URL.byteCount(ofCharacters: maximumLength)
    let length = fields.reduce(bytes.count) { $0 + 2 + $1.count }
    if length > limit { throw tooLong(length, limit) }
    for field in fields {
      bytes += [UInt8(field.count >> 8), UInt8(field.count & 0xFF)]
      bytes += field
    }
    if let authenticate {
      bytes += try code(of: bytes, by: authenticate)
    } else {
      bytes += checksum(of: bytes)
    }
    if bytes.count > limit { throw tooLong(bytes.count, limit) }
    return Base64URL.text(of: bytes)
  }

  /// Reads a cursor.
  ///
  /// - Parameters:
  ///   - text: The text that ``encoded(authenticatedBy:)`` returned. Untrusted text is safe.
  ///   - collation: The collation of the list.
  ///   - authenticate: The function that the cursor was encoded with; `nil` if there was none.
  ///     Codes are compared in constant time.
  /// - Throws: A `CollationError` with the code `malformedCursor` if the text is not a cursor of
  ///   this version of the library, `forgedCursor` if it lacks the code that the function makes, or
  ///   `stampMismatch` if it was made under another stamp than the collation's. The cursor's digest
  ///   doesn't tell which.
  /// - Complexity: O(*n* + *m*) in the length of the text, which is at most ``maximumLength``, and
  ///   the number of sections.
  public init(
    _ text: String, for collation: LocalizedIndexedCollation,
    authenticatedBy authenticate: (([UInt8]) -> [UInt8])? = nil
  ) throws(CollationError) {
    let stamp = collation.stamp
    let place = try Self.place(text, under: stamp.description, authenticatedBy: authenticate)
    guard let key = ListKey(bytes: place.key), Self.isKey(key, of: collation)
    else { throw Self.malformed }
    (self.stamp, self.key, id) = (stamp, key, place.id)
  }

  /// Reads a cursor with a key of any kind, given the stamp's text.
  static func place(
    _ text: String, under stamp: String, authenticatedBy authenticate: (([UInt8]) -> [UInt8])?
  ) throws(CollationError) -> (key: [UInt8], id: String) {
    guard text.utf8.count <= maximumLength, let bytes = Base64URL.bytes(of: text),
      let first = bytes.first, let format = Format(rawValue: first),
      let (fields, end) = fields(of: bytes)
    else { throw malformed }

    switch (format, authenticate) {
    case (.plain, nil):
      if bytes[end...] != checksum(of: bytes[..<end]) { throw malformed }
    case (.plain, _):
      throw CollationError(
        .forgedCursor, "the cursor has no authentication code: start at the first page")
    case (.authenticated, nil):
      throw CollationError(
        .malformedCursor,
        "the cursor has an authentication code: pass the function that it was encoded with")
    case (.authenticated, let authenticate?):
      let code = try code(of: Array(bytes[..<end]), by: authenticate)
      guard areEqual(code, bytes[end...]) else {
        throw CollationError(
          .forgedCursor, "the cursor's authentication code is wrong: start at the first page")
      }
    }

    guard fields.stamp == digest(of: stamp.utf8)[...] else {
      throw CollationError(
        .stampMismatch,
        "the cursor was made by another order, such as another language's or another ICU's: start "
          + "over at the first page")
    }
    guard let id = String(validating: fields.id, as: UTF8.self) else { throw malformed }
    return (Array(fields.key), id)
  }

  private static func isKey(_ key: ListKey, of collation: LocalizedIndexedCollation) -> Bool {
    collation.mayHave(key)
      && collation.storage.sectionLookup.section(ofSortKey: key.sortKey.bytes) == key.section
  }

  /// The first byte. The stamp's digest follows, then the key and the id, each after its length in
  /// two bytes, then a checksum or a code. Earlier versions used the formats 1 and 2.
  private enum Format: UInt8 {
    case plain = 3
    case authenticated = 4
  }

  private typealias Fields = (
    stamp: ArraySlice<UInt8>, key: ArraySlice<UInt8>, id: ArraySlice<UInt8>
  )

  /// The fields, and where they end; `nil` if they are truncated.
  private static func fields(of bytes: [UInt8]) -> (fields: Fields, end: Int)? {
    var rest = bytes.dropFirst()
    func field(ofLength length: Int) -> ArraySlice<UInt8>? {
      guard rest.count >= length else { return nil }
      defer { rest = rest.dropFirst(length) }
      return rest.prefix(length)
    }
    func field() -> ArraySlice<UInt8>? {
      field(ofLength: 2).flatMap { field(ofLength: Int($0.first!) << 8 | Int($0.last!)) }
    }
    guard let stamp = field(ofLength: 8), let key = field(), let id = field() else { return nil }
    return ((stamp, key, id), rest.startIndex)
  }

  private static func digest(of bytes: some Sequence<UInt8>) -> [UInt8] {
    var digest = Digest()
    digest.add(bytes)
    return digest.bytes
  }

  private static func checksum(of bytes: some Sequence<UInt8>) -> ArraySlice<UInt8> {
    digest(of: bytes).prefix(4)
  }

  private static func code(
    of message: [UInt8], by authenticate: ([UInt8]) -> [UInt8]
  ) throws(CollationError) -> [UInt8] {
    let code = authenticate(message)
    guard (16...64).contains(code.count) else {
      throw CollationError(
        .invalidAuthenticationCode,
        "the authentication code of a cursor has \(code.count) bytes: expected 16 to 64, such as "
          + "an HMAC")
    }
    return code
  }

  /// Compares codes in constant time.
  private static func areEqual(_ left: [UInt8], _ right: ArraySlice<UInt8>) -> Bool {
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  private static var malformed: CollationError {
    CollationError(
      .malformedCursor,
      "the text is not a cursor of this version, or was changed: start at the first page")
  }

  private static func tooLong(_ length: Int, _ limit: Int) -> CollationError {
    CollationError(
      .cursorTooLong,
      "the cursor takes \(length) bytes: expected at most \(limit); end the page a row earlier, "
        + "and limit the length of names")
  }
}

extension PageCursor: CustomStringConvertible {
  /// The key and the id.
  public var description: String { "PageCursor(after: \(key), id: \(id))" }
}
