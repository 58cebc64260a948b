import ArgumentParser
import Collation

struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explains the place of each name: its section, weights and key.",
    discussion: """
      The line 'path' says what makes the primary level of the name's key in a long list of such \
      names: the table of weights (table), the table in a code for runs of letters of one script \
      (runs), or, more slowly, ICU (icu), and why. The line 'key' says the same of the whole key, \
      which is made for one name, for bulk keys, and for names of a list whose letters are equal. \
      If tables make the keys of two names, comparing them does not involve ICU.

      Weights are the bytes, in hexadecimal, of the primary level of the key. A character without \
      weights is either ignored at that level or complex: only ICU knows its weights.

      Examples:
        collate explain --locale sv Åberg
        collate explain --locale cs --json Chalupa
      """)

  @OptionGroup var collation: CollationArguments
  @Argument(help: "The names to explain. (default: the lines of standard input)")
  var names: [String] = []
  @Flag(help: "Print a JSON object for each name.") var json = false

  func run() throws {
    let collation = try collation.open()
    let names =
      names.isEmpty ? UTF8Records(try readFile("-")) : UTF8Records(strings: names)
    let explainer = Explainer(names, by: collation.collator)
    var output = Output()
    if !json && !names.isEmpty {
      let count = names.count == 1 ? "1 name" : "\(names.count) names"
      try output.write(
        "\(count): \(explainer.listDescription). The paths below are those of a list of "
          + "\(Explainer.longList) such names or more.\n")
    }
    for name in names {
      let explanation = explainer.explanation(of: name)
      let number = collation.section(forUTF8: name.span)
      let section = (number: number, title: collation.sectionTitles[number])
      if json {
        try output.writeLine(Self.json(explanation, of: name, section, explainer.listPath))
      } else {
        try output.writeExplanation(explanation, of: name, section)
      }
    }
    try output.flush()
    try self.collation.reportDroppedLabels(of: collation)
  }

  private static func json(
    _ explanation: NameExplanation, of name: ArraySlice<UInt8>,
    _ section: (number: Int, title: String), _ listPath: Explainer.ListPath
  ) -> JSON {
    let (path, reason) = explanation.path.words
    let (keyPath, keyReason) = explanation.keyPath.words
    return .object([
      ("name", .record(name)), ("section", .number(section.number)),
      ("title", .string(section.title)), ("listPath", .string(listPath.rawValue)),
      ("path", .string(path)), ("reason", reason.map(JSON.string) ?? .null),
      ("keyPath", .string(keyPath)), ("keyReason", keyReason.map(JSON.string) ?? .null),
      (
        "characters",
        .array(
          explanation.elements.map { element in
            .object([
              ("codePoints", .array(element.codePointTexts.map(JSON.string))),
              ("weights", .string(Hexadecimal.text(of: element.weights))),
              ("flags", .array(element.flags.map(JSON.string))),
            ])
          })
      ),
      (
        "levels",
        .object(explanation.levels.map { ($0.name, .string(Hexadecimal.text(of: $0.bytes))) })
      ),
    ])
  }
}

extension NameExplanation.Path {
  fileprivate var words: (path: String, reason: String?) {
    switch self {
    case .table: ("table", nil)
    case .tableInRuns: ("runs", nil)
    case .icu(let reason): ("icu", reason.description)
    }
  }
}

extension NameExplanation.Element {
  fileprivate var codePointTexts: [String] { codePoints.map(Self.text(ofCodePoint:)) }

  /// The names of the characters in the Unicode Standard.
  fileprivate var characterNames: String {
    if codePoints.isEmpty { return "ill-formed UTF-8" }
    return codePoints.map { codePoint in
      let properties = Unicode.Scalar(codePoint)?.properties
      return properties?.name ?? properties?.nameAlias ?? "no name"
    }.joined(separator: ", ")
  }
}

extension Output {
  fileprivate mutating func writeExplanation(
    _ explanation: NameExplanation, of name: ArraySlice<UInt8>,
    _ section: (number: Int, title: String)
  ) throws {
    try write("\n")
    try writeLine(name)
    try writeFact("section", "\(section.number) \(section.title)")
    for (fact, path) in [("path", explanation.path), ("key", explanation.keyPath)] {
      let (path, reason) = path.words
      try writeFact(fact, path + (reason.map { ": \($0)" } ?? ""))
    }
    for element in explanation.elements {
      let weights = padded(Hexadecimal.text(of: element.weights), to: 12)
      let flags = element.flags.isEmpty ? "" : " (\(element.flags.joined(separator: ", ")))"
      try writeFact(
        element.codePointTexts.joined(separator: " "),
        "\(weights) \(element.characterNames)\(flags)")
    }
    for level in explanation.levels {
      try writeFact(level.name, Hexadecimal.text(of: level.bytes))
    }
  }

  private mutating func writeFact(_ name: String, _ value: String) throws {
    try write("  \(value.isEmpty ? name : "\(padded(name, to: 14)) \(value)")\n")
  }
}

private func padded(_ text: String, to width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - text.count))
}
