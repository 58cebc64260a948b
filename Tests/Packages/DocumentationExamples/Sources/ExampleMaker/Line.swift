/// A line of Swift: its code, and its comment without the slashes.
struct Line {
  let code: Substring
  let comment: Substring

  init(_ line: Substring) {
    var isInString = false
    var before: Character = " "
    for index in line.indices {
      let character = line[index]
      if character == "\"", before != "\\" { isInString.toggle() }
      if character == "/", before == "/", !isInString {
        code = trimmed(line[..<line.index(before: index)])
        comment = trimmed(line[line.index(after: index)...])
        return
      }
      before = character
    }
    code = trimmed(line)
    comment = ""
  }

  private static let statements = [
    "import ", "var ", "for ", "while ", "if ", "guard ", "return ", "throw ", "do ", "}",
  ]

  /// The code with a check of its value; `nil` for code that has no value.
  func check(of value: Value) -> String? {
    if let constant = code.wholeMatch(of: #/let (\w+) = .*/#) {
      return "\(code); \(value.check(of: constant.1))"
    }
    if let printed = code.wholeMatch(of: #/print\((.*)\)/#) { return value.check(of: printed.1) }
    let isExpression =
      !code.isEmpty && !code.contains(" = ") && !code.hasSuffix("{")
      && !Self.statements.contains(where: code.hasPrefix)
    return isExpression ? value.check(of: code) : nil
  }
}

func trimmed(_ text: Substring) -> Substring {
  var text = text.drop { $0 == " " }
  while text.last == " " { text.removeLast() }
  return text
}
