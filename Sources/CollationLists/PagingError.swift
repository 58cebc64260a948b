public import Collation

/// Why a cursor is not taken back, or cannot be made.
///
/// The description is one line that says what is wrong and what to do:
///
/// ```swift
/// do {
///   _ = try PageCursor(text, for: collation)
/// } catch where error.code == .stampMismatch {
///   print(error)  // … ICU version is 72.1, was 70.1 …: begin again at the first page
/// }
/// ```
public struct PagingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of fault. More codes may come.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name of the code.
    public let rawValue: String

    /// Makes a code of its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The cursor was made under another stamp. ``PagingError/stampMismatch`` says what differs.
    public static let stampMismatch = Code(rawValue: "stampMismatch")
    /// The text is no cursor: it was cut short, changed so that it cannot be read, or never was
    /// one.
    public static let malformedCursor = Code(rawValue: "malformedCursor")
    /// The cursor's authentication code is missing or is not that of its content.
    public static let forgedCursor = Code(rawValue: "forgedCursor")
    /// The key that a cursor was asked for is the key of another collation.
    public static let keyMismatch = Code(rawValue: "keyMismatch")
    /// The cursor would take more characters than ``PageCursor/maximumLength``.
    public static let cursorTooLong = Code(rawValue: "cursorTooLong")
    /// The function that authenticates cursors gave fewer than 16 bytes, or more than 64.
    public static let invalidAuthenticationCode = Code(rawValue: "invalidAuthenticationCode")
  }

  /// The kind of fault.
  public let code: Code
  /// What is wrong and what to do, in one line.
  public let description: String
  /// What differs between the stamps, for ``Code/stampMismatch``.
  public let stampMismatch: StampMismatch?

  init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
    stampMismatch = nil
  }

  init(_ mismatch: StampMismatch) {
    code = .stampMismatch
    description = "\(mismatch): begin again at the first page"
    stampMismatch = mismatch
  }
}
