/// The value that a comment states: the literal that it begins with, or `.member`. Words may
/// follow.
///
/// In an array, `…` stands for any number of elements.
struct Value {
  private let literal: String

  init?(_ comment: Substring) {
    let atom = #/"(?:[^"\\]|\\.)*"|-?\d[\d_]*(?:\.\d+)?|\.[a-z]\w*|(?:true|false|nil)\b/#
    if let match = comment.prefixMatch(of: atom) {
      literal = String(match.0)
      return
    }
    guard comment.first == "[" else { return nil }
    var rest = comment.dropFirst()
    while !rest.isEmpty {
      rest = rest.drop { $0 == " " || $0 == "," }
      if rest.first == "]" {
        literal = String(comment[...rest.startIndex])
        return
      }
      if rest.first == "…" {
        rest.removeFirst()
      } else if let match = rest.prefixMatch(of: atom) {
        rest = rest[match.range.upperBound...]
      } else {
        return nil
      }
    }
    return nil
  }

  /// A statement that checks the value of an expression.
  func check(of expression: Substring) -> String {
    let parts = literal.split(separator: "…", omittingEmptySubsequences: false)
    // A `…` outside of an array is part of a string.
    guard literal.first == "[", parts.count == 2 else {
      return "expect(\(expression), \(literal))"
    }
    let (start, end) = (parts[0], parts[1].drop { $0 == "," || $0 == " " })
    return "expect(\(expression), startsWith: \(start)], endsWith: [\(end))"
  }
}
