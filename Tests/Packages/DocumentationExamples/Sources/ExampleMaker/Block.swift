/// A block of Swift in an article or in a comment.
struct Block {
  let path: String
  /// The number of the first line after the fence.
  let firstLine: Int
  private(set) var lines: [Substring] = []

  /// All blocks of a file.
  static func blocks(in text: String, of path: String) -> [Block] {
    var blocks: [Block] = []
    var isInside = false
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated() {
      let content = withoutCommentMark(line)
      if isInside {
        isInside = !content.hasPrefix("```")
        if isInside { blocks[blocks.count - 1].lines.append(content) }
      } else if content.hasPrefix("```swift") {
        isInside = true
        blocks.append(Block(path: path, firstLine: number + 2))
      }
    }
    return blocks
  }

  private static func withoutCommentMark(_ line: Substring) -> Substring {
    let content = line.drop { $0 == " " }
    guard content.hasPrefix("///") else { return line }
    let text = content.dropFirst(3)
    return text.first == " " ? text.dropFirst() : text
  }

  /// The lines, with checks of the values that comments state.
  ///
  /// A comment states a value where it begins with a literal. It stands behind an expression,
  /// behind `print` of one or behind a constant, or alone in the next line.
  var checkedLines: [(text: String, hasValue: Bool)] {
    lines.enumerated().map { number, line in
      let line = Line(line)
      var comment = line.comment
      if comment.isEmpty, number + 1 < lines.count {
        let next = Line(lines[number + 1])
        if next.code.isEmpty { comment = next.comment }
      }
      guard let value = Value(comment), let check = line.check(of: value) else {
        return (String(line.code), false)
      }
      return (check, true)
    }
  }
}
