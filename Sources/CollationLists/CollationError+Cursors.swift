public import Collation

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
