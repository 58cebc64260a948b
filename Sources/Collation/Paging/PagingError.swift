/// Why something that was stored, or sent out, is not taken back.
///
/// The description is one line that says what is wrong and what would work:
///
/// ```swift
/// do {
///   _ = try Cursor(text, for: collation)
/// } catch where error.code == .otherStamp {
///   print(error.differences)  // ["ICU version is 72.1, was 70.1"]: begin again at the first page
/// }
/// ```
public struct PagingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong. More codes may come.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name of the code.
    public let rawValue: String

    /// Makes a code of its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// It was made under another stamp; ``PagingError/differences`` has what differs.
    public static let otherStamp = Code(rawValue: "otherStamp")
    /// The text is no cursor: cut short, changed so that it cannot be read, or never one.
    public static let malformedCursor = Code(rawValue: "malformedCursor")
    /// The cursor's authentication code is missing or is not that of its content.
    public static let forgedCursor = Code(rawValue: "forgedCursor")
    /// The key that a cursor shall be made of is that of another collation.
    public static let otherKey = Code(rawValue: "otherKey")
    /// The cursor would take more characters than ``Cursor/maximumLength``.
    public static let longCursor = Code(rawValue: "longCursor")
    /// The function that authenticates cursors gave fewer than 16 bytes, or more than 64.
    public static let invalidAuthenticationCode = Code(rawValue: "invalidAuthenticationCode")
    /// A count of rows is negative, or of a section that there is not, or the sum of all is too great.
    public static let invalidCounts = Code(rawValue: "invalidCounts")
  }

  /// What is wrong.
  public let code: Code
  /// What is wrong and what would work, in one line.
  public let description: String
  /// What differs between the stamps, in words; empty unless the code is ``Code/otherStamp``.
  public let differences: [String]

  init(_ code: Code, _ description: String, differences: [String] = []) {
    self.code = code
    self.description = description
    self.differences = differences
  }
}
