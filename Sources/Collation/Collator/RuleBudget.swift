/// What custom rules may cost to build, by a look at their text. ICU itself takes minutes for some
/// rules of twenty bytes.
///
/// Four things in rules are expensive:
/// - ICU adds all canonical equivalents, the *forms*, of a string that is tailored
///   (`CollationBuilder::addWithClosure`): each order of its marks, each way to compose its
///   letters.
/// - A range in a list has a relation for each of its characters, `[optimize …]` work for each of
///   its set's, and `[import …]` all rules of a locale.
/// - ICU goes one by one through the contractions that begin with one character, and through the
///   relations after one reset, for each that it adds.
/// - A long contraction is expensive later, wherever a text has its first letters.
///
/// The syntax is that of UTS #35, Part 5, 3.4. What the budget does not understand is left to ICU.
struct RuleBudget {
  static let maximumBytes = 1 << 16
  static let maximumRelations = 1 << 13
  static let maximumForms = 1 << 14
  /// Of strings that begin with one character.
  static let maximumContractions = 1 << 9
  /// Of one string, in code points.
  static let maximumLength = 32
  /// On one letter. Marks have as many orders as the factorial of their number.
  static let maximumMarks = 4
  static let maximumImports = 4

  private let rules: [Unicode.Scalar]
  private var position = 0
  private var (relations, forms, imports) = (0, 0, 0)
  /// The number of contractions by their first characters.
  private var contractions: [Unicode.Scalar: Int] = [:]

  /// Throws an error that says what in the rules is too costly, and what is accepted.
  ///
  /// - Complexity: O(*n*) in the bytes of the rules.
  static func check(_ rules: String) throws(CollationError) {
    try require(rules.utf8.count, "bytes", atMost: maximumBytes)
    var budget = RuleBudget(rules: Array(rules.unicodeScalars))
    try budget.check()
  }

  private init(rules: [Unicode.Scalar]) { self.rules = rules }

  private static func require(
    _ count: Int, _ things: String, atMost maximum: Int
  ) throws(CollationError) {
    if count <= maximum { return }
    throw CollationError(
      .rulesTooCostly,
      "the collation rules have too many \(things), for which ICU would take long: at most "
        + "\(maximum) would work")
  }

  private mutating func check() throws(CollationError) {
    var isList = false
    // The forms of what stands before a bar, each of which goes with each form of what follows.
    var prefixForms = 1
    while let scalar = current {
      switch scalar {
      case "#":
        while let current, current != "\n" { position += 1 }
      case "[":
        try check(setting: setting())
      case "&", "<", "=", ";", ",":
        relations += 1
        try Self.require(relations, "relations", atMost: Self.maximumRelations)
        while current == scalar { position += 1 }
        isList = current == "*"
        prefixForms = 1
      default:
        let string = string()
        if string.isEmpty {
          position += 1
        } else if isList {
          try addForms(count(ofList: string))
        } else {
          let forms = try self.forms(of: string)
          try addForms(forms * prefixForms)
          prefixForms = current == "|" ? forms : 1
        }
      }
    }
  }

  // MARK: Syntax

  private var current: Unicode.Scalar? { position < rules.count ? rules[position] : nil }

  /// What stands between brackets, which may have brackets in them; `position` moves past it.
  private mutating func setting() -> String {
    let start = position + 1
    var depth = 0
    while let scalar = current {
      position += scalar == "\\" ? 2 : 1
      if scalar == "[" { depth += 1 }
      if scalar == "]" { depth -= 1 }
      if depth == 0 { break }
    }
    let end = max(start, min(position, rules.count) - 1)
    return String(String.UnicodeScalarView(rules[start..<end]))
  }

  /// The characters up to white space or a character of the syntax, which a backslash or
  /// apostrophes may quote; `position` moves past it.
  private mutating func string() -> [Unicode.Scalar] {
    var string: [Unicode.Scalar] = []
    while let scalar = current {
      switch scalar {
      case "\\":
        if position + 1 < rules.count { string.append(rules[position + 1]) }
        position += 2
      case "'":
        position += 1
        if current == "'" { string.append("'") }
        while let quoted = current, quoted != "'" {
          string.append(quoted)
          position += 1
        }
        position += 1
      // A range in a list.
      case "-" where !string.isEmpty:
        string.append(scalar)
        position += 1
      case _ where scalar.isASCII && !scalar.properties.isAlphabetic && !("0"..."9" ~= scalar):
        return string
      case _ where scalar.properties.isPatternWhitespace:
        return string
      default:
        string.append(scalar)
        position += 1
      }
    }
    return string
  }

  // MARK: Costs

  private mutating func check(setting: String) throws(CollationError) {
    if setting.hasPrefix("import") {
      imports += 1
      try Self.require(imports, "imports", atMost: Self.maximumImports)
    } else if setting.hasPrefix("optimize") {
      let set = setting.dropFirst("optimize".count).drop { $0.isWhitespace }
      try addForms(Self.count(ofSet: String(set)))
    }
  }

  /// The number of characters of a set. ICU reports a set that does not parse when it builds the
  /// rules.
  private static func count(ofSet set: String) throws(CollationError) -> Int {
    do {
      return try ICUSet.count(ofPattern: set)
    } catch {
      if error.status.lack == nil { return 0 }
      throw CollationError(
        .icuFailure, "ICU could not read a set of the collation rules", status: error.status)
    }
  }

  private mutating func addForms(_ count: Int) throws(CollationError) {
    forms += count
    try Self.require(forms, "characters and canonical equivalents", atMost: Self.maximumForms)
  }

  /// The number of characters of a list such as `a-zäöü`.
  private func count(ofList list: [Unicode.Scalar]) -> Int {
    var count = 0
    for (place, scalar) in list.enumerated() {
      if scalar == "-", place > 0, place + 1 < list.count {
        count += max(0, Int(list[place + 1].value) - Int(list[place - 1].value))
      } else {
        count += 1
      }
    }
    return count
  }

  /// At most how many canonical equivalents a string has.
  private mutating func forms(of string: [Unicode.Scalar]) throws(CollationError) -> Int {
    try Self.require(string.count, "characters in one string", atMost: Self.maximumLength)
    if string.count > 1 {
      contractions[string[0], default: 0] += 1
      try Self.require(
        contractions[string[0]]!, "contractions that begin with one character",
        atMost: Self.maximumContractions)
    }
    var (forms, marks) = (1, 0)
    for codePoint in string.flatMap({ ICUDecomposition.of($0.value) }) {
      marks = ICUCombiningClass.isCombining(codePoint) ? marks + 1 : 0
      try Self.require(marks, "marks on one letter", atMost: Self.maximumMarks)
      forms *= marks + 1
      try Self.require(forms, "canonical equivalents of one string", atMost: Self.maximumForms)
    }
    return forms
  }
}
