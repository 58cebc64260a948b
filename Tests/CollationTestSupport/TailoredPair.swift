/// Two texts that a rule puts one after the other.
package struct TailoredPair {
  package var left: String
  package var right: String
  /// The level at which they differ; 0 if the rule says that they are equal.
  package var level: Int

  /// The pairs of adjacent texts of rules, without those of which a later rule moves one, and
  /// without those whose left text has a context or an extension: alone it sorts elsewhere.
  /// UTS #35, Part 5, Collation Rule Syntax
  package static func pairs(ofRules rules: String) -> [TailoredPair] {
    var reader = RuleReader(rest: RuleReader.unescaped(rules)[...])
    reader.read()
    return reader.pairs.enumerated().filter { number, pair in
      pair.movers.allSatisfy { reader.lastMoves[$0, default: 0] <= number }
    }.map(\.element.pair)
  }
}

/// Reads rules, and goes over settings and commands.
private struct RuleReader {
  var rest: Substring.UnicodeScalarView
  /// Each pair, with the texts that must not be moved later.
  var pairs: [(pair: TailoredPair, movers: [String])] = []
  /// The number of pairs before the last rule that moves a text.
  var lastMoves: [String: Int] = [:]

  /// The text before the next relation.
  private var left: String?
  /// The level of `[before 1]`, say, until the next relation.
  private var before: Int?

  init(rest: Substring.UnicodeScalarView) { self.rest = rest }

  /// The rules with their escapes resolved, which ICU's tools do before ICU reads them.
  static func unescaped(_ rules: String) -> String.UnicodeScalarView {
    rules.replacing(/\\u([0-9A-Fa-f]{4})|\\U([0-9A-Fa-f]{8})|\\(.)/) { match in
      let scalar = (match.1 ?? match.2).flatMap { UInt32($0, radix: 16) }.flatMap(
        Unicode.Scalar.init)
      return scalar.map { String($0) } ?? String(match.3 ?? "")
    }.unicodeScalars
  }

  mutating func read() {
    while let scalar = next() {
      switch scalar {
      case "#": rest = rest.drop { $0 != "\n" }
      case "[": _ = bracket()
      case "&":
        left = nil
        before = nil
        skipSpace()
        if rest.first == "[" {
          rest.removeFirst()
          let words = bracket().split(separator: " ")
          if words[0] != "before" { continue }
          before = Int(words[1])
        }
        left = string()
      case "<":
        let level = 1 + count(of: "<", upTo: 3)
        relation(level)
      case "=": relation(0)
      default: break
      }
    }
  }

  private mutating func relation(_ level: Int) {
    if rest.first == "*" {
      rest.removeFirst()
      for character in characters() { relate(character, level) }
      return
    }
    var text = string()
    var (prefix, suffix) = ("", "")
    if next("|") { (prefix, text) = (text, string()) }
    if next("/") { suffix = string() }
    relate(text, level, prefix, suffix)
  }

  private mutating func relate(
    _ right: String, _ level: Int, _ prefix: String = "", _ suffix: String = ""
  ) {
    lastMoves[right] = pairs.count
    if let left {
      let texts = (prefix + left + suffix, prefix + right)
      let (first, second) = before == nil ? texts : (texts.1, texts.0)
      pairs.append((TailoredPair(left: first, right: second, level: level), [left, right]))
    }
    left = prefix.isEmpty && suffix.isEmpty ? right : nil
    before = nil
  }

  /// The single characters and ranges of a starred relation.
  private mutating func characters() -> [String] {
    var characters = string().unicodeScalars.map { $0 }
    while next("-") {
      let more = string().unicodeScalars.map { $0 }
      let range = (characters.last!.value + 1)..<more[0].value
      characters += range.compactMap(Unicode.Scalar.init) + more
    }
    return characters.map { String($0) }
  }

  /// A string of a rule, up to what is syntax or white space, and the white space behind it.
  private mutating func string() -> String {
    skipSpace()
    var text = String.UnicodeScalarView()
    var isQuoted = false
    while let scalar = rest.first, isQuoted || !Self.endsString(scalar) {
      rest.removeFirst()
      if scalar != "'" {
        text.append(scalar)
      } else if rest.first == "'" {
        rest.removeFirst()
        text.append("'")
      } else {
        isQuoted.toggle()
      }
    }
    skipSpace()
    return String(text)
  }

  private static func endsString(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar != "'" else { return false }
    if scalar.properties.isPatternWhitespace { return true }
    // The ASCII characters that are neither letters nor digits are syntax.
    return scalar.isASCII && !Character(scalar).isLetter && !Character(scalar).isNumber
  }

  /// What stands up to the bracket that closes the one that was read.
  private mutating func bracket() -> String {
    var depth = 1
    var text = String.UnicodeScalarView()
    while let scalar = next() {
      if scalar == "[" { depth += 1 }
      if scalar == "]" { depth -= 1 }
      if depth == 0 { break }
      text.append(scalar)
    }
    return String(text)
  }

  private mutating func next() -> Unicode.Scalar? { rest.popFirst() }

  private mutating func next(_ scalar: Unicode.Scalar) -> Bool { count(of: scalar, upTo: 1) == 1 }

  private mutating func count(of scalar: Unicode.Scalar, upTo limit: Int) -> Int {
    let count = rest.prefix(limit).prefix { $0 == scalar }.count
    rest.removeFirst(count)
    return count
  }

  private mutating func skipSpace() { rest = rest.drop { $0.properties.isPatternWhitespace } }
}
