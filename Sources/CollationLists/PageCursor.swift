public import Collation

/// A position in a stored list, or in a search of one: a row's key and id.
///
/// A page begins at a position in the order, not at an offset. So if rows are inserted, renamed or
/// deleted between two pages, every other row is still shown once.
struct PageCursor: Equatable {
  let key: [UInt8]
  let id: String

  /// The maximum length as text: half of what web servers accept as a request line. That is enough
  /// for a key of 3,000 bytes, of a name with a thousand letters or so; PostgreSQL indexes keys of
  /// up to about 2,700 bytes.
  static let maximumLength = 4096

  /// Returns the cursor as text: base64url (RFC 4648, 5) without padding.
  ///
  /// - Parameters:
  ///   - stamp: The stamp of what the cursor is a position in, as text.
  ///   - authenticate: A function that makes a message authentication code of 16 to 64 bytes.
  /// - Throws: A `CollationError` with the code `cursorTooLong` or `invalidAuthenticationCode`. A
  ///   long key is never truncated, because rows would then show twice.
  func text(
    under stamp: String, authenticatedBy authenticate: (([UInt8]) -> [UInt8])?
  ) throws(CollationError) -> String {
    let fields = [key, Array(id.utf8)]
    var bytes = [(authenticate == nil ? Format.plain : .authenticated).rawValue]
    bytes += Self.digest(of: stamp.utf8)
    let limit = Base64URL.byteCount(ofCharacters: Self.maximumLength)
    let length = fields.reduce(bytes.count) { $0 + 2 + $1.count }
    if length > limit { throw Self.tooLong(length, limit) }
    for field in fields {
      bytes += [UInt8(field.count >> 8), UInt8(field.count & 0xFF)]
      bytes += field
    }
    if let authenticate {
      bytes += try Self.code(of: bytes, by: authenticate)
    } else {
      bytes += Self.checksum(of: bytes)
    }
    if bytes.count > limit { throw Self.tooLong(bytes.count, limit) }
    return Base64URL.text(of: bytes)
  }

  /// Reads a cursor from text, which may be anything. Codes are compared in constant time.
  ///
  /// - Throws: A `CollationError` with the code `malformedCursor` if the text is not a cursor of
  ///   this version, `forgedCursor` if it lacks the code that the function makes, or
  ///   `stampMismatch` if it was made under another stamp. The cursor's digest doesn't tell which.
  init(
    _ text: String, under stamp: String, authenticatedBy authenticate: (([UInt8]) -> [UInt8])?
  ) throws(CollationError) {
    guard text.utf8.count <= Self.maximumLength, let bytes = Base64URL.bytes(of: text),
      let first = bytes.first, let format = Format(rawValue: first),
      let (fields, end) = Self.fields(of: bytes)
    else { throw Self.malformed }

    switch (format, authenticate) {
    case (.plain, nil):
      if bytes[end...] != Self.checksum(of: bytes[..<end]) { throw Self.malformed }
    case (.plain, _):
      throw CollationError(
        .forgedCursor, "the cursor has no authentication code: start at the first page")
    case (.authenticated, nil):
      throw CollationError(
        .malformedCursor,
        "the cursor has an authentication code: pass the function that it was encoded with")
    case (.authenticated, let authenticate?):
      let code = try Self.code(of: Array(bytes[..<end]), by: authenticate)
      guard Self.areEqual(code, bytes[end...]) else {
        throw CollationError(
          .forgedCursor, "the cursor's authentication code is wrong: start at the first page")
      }
    }

    guard fields.stamp == Self.digest(of: stamp.utf8)[...] else {
      throw CollationError(
        .stampMismatch,
        "the cursor was made by another order, such as another language's or another ICU's: start "
          + "over at the first page")
    }
    guard let id = String(validating: fields.id, as: UTF8.self) else { throw Self.malformed }
    self.init(key: Array(fields.key), id: id)
  }

  init(key: [UInt8], id: String) { (self.key, self.id) = (key, id) }

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

  static var malformed: CollationError {
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

extension CollationError.Code {
  /// The text is not a cursor: it was truncated or changed, or never was one.
  public static let malformedCursor = Self(rawValue: "malformedCursor")
  /// The cursor's authentication code is missing or does not match its content.
  public static let forgedCursor = Self(rawValue: "forgedCursor")
  /// A row's key was made by another collation, or is not a list key.
  public static let keyMismatch = Self(rawValue: "keyMismatch")
  /// The cursor would take more than 4,096 characters.
  public static let cursorTooLong = Self(rawValue: "cursorTooLong")
  /// The function that authenticates cursors returned fewer than 16 bytes or more than 64.
  public static let invalidAuthenticationCode = Self(rawValue: "invalidAuthenticationCode")
}
