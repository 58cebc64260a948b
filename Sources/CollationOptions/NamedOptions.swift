package import Collation
package import CollationFiling

/// The options of a collation as texts, `name=value`: all options of `collation_open`, and the
/// command's options whose values need parsing.
package struct NamedOptions {
  package var rules: String?
  package var options = CollatorOptions()
  package var layout = SectionLayout.uikit
  package var filing = FilingRules()
  package var workers: WorkerCount = 1
  private var romanizes = false
  private var romanizesAll = false
  private var ownArticles = LeadingArticles()
  private var alphabet: Alphabet?

  /// Layouts with a name.
  package enum Preset: String, CaseIterable {
    case uikit, icu

    fileprivate var layout: SectionLayout { self == .uikit ? .uikit : .icu }
  }

  /// An unknown option, or a value that an option doesn't take.
  package struct Invalid: Error, CustomStringConvertible {
    package var description: String
  }

  package init() {}

  package mutating func apply(_ texts: [String]) throws(Invalid) {
    var assignments: [(name: String, value: String)] = []
    for text in texts {
      guard let assignment = Self.assignment(text) else {
        throw Self.invalid(
          "invalid option \(quoted(text)): expected NAME=VALUE, such as numeric=true")
      }
      assignments.append(assignment)
    }
    try apply(assignments)
  }

  package mutating func apply(_ assignments: [(name: String, value: String)]) throws(Invalid) {
    // The preset comes first: it would overwrite what other options have set.
    for (name, value) in assignments where name == "layout" { try set(name, value) }
    for (name, value) in assignments where name != "layout" { try set(name, value) }
    let names = Set(assignments.map(\.name))
    for (one, other) in [
      ("articles", "particles"), ("letters", "rules"), ("letters", "script-order"),
    ] where names.isSuperset(of: [one, other]) {
      throw Self.invalid("\(one) and \(other) cannot be used together: expected one of them")
    }
    if let alphabet {
      rules = alphabet.rules
      layout.scriptOrder = alphabet.layout.scriptOrder
      layout.customLabels += alphabet.letters
    }
    if layout.catchAll == .split, assignments.contains(where: { $0.name == "catch-all-title" }) {
      throw Self.invalid(
        "a split catch-all has no catch-all-title: expected catch-all to be first or last")
    }
    for language in ownArticles.languages {
      filing.articles = filing.articles ?? LeadingArticles()
      filing.articles?[language] += ownArticles[language]
    }
    filing.romanization = romanizesAll ? .allScripts : romanizes ? .foreignScripts : nil
  }

  private mutating func set(_ name: String, _ value: String) throws(Invalid) {
    switch name {
    case "rules": rules = value
    case "letters":
      do { alphabet = try Alphabet(value) } catch { throw Self.invalid(error.description) }
    case "strength": options.strength = try choice(name, value)
    case "numeric": options.numeric = try bool(name, value)
    case "case-first": options.caseFirst = try choice(name, value)
    case "case-level": options.caseLevel = try bool(name, value)
    case "alternate": options.alternateHandling = try choice(name, value)
    case "max-variable": options.maxVariable = try choice(name, value)
    case "backwards": options.backwardsSecondary = try bool(name, value)
    case "normalization": options.normalization = try choice(name, value)
    case "reorder": options.reorderCodes = value.isEmpty ? [] : words(value)
    case "layout": layout = try (choice(name, value) as Preset).layout
    case "script-order": layout.scriptOrder = try choice(name, value)
    case "catch-all": layout.catchAll = try choice(name, value)
    case "section-order": layout.sectionOrder = try kinds(name, value)
    case "catch-all-title": layout.catchAllTitle = try title(name, value)
    case "labels-from": layout.labelLocales = try locales(name, value)
    case "label":
      if value.isEmpty { throw Self.invalid(name, value, "at least one character") }
      layout.customLabels.append(try title(name, value))
    case "title":
      let (title, text) = try pair(name, value)
      layout.titleReplacements[title] = text
    case "index-text":
      let (title, text) = try pair(name, value)
      layout.indexTitleReplacements[title] = text
    case "digits-section": layout.digitsTitle = try title(name, value)
    case "ideographs-section": layout.ideographsTitle = try title(name, value)
    case "emoji-section": layout.emojiTitle = try title(name, value)
    case "group":
      let (title, letters) = try pair(name, value)
      layout.groups.append(
        SectionLayout.Group(
          title: title,
          letters: try list(
            name, letters, "letters of at least one character, such as X–Z=X,Y,Z")))
    case "reverse": layout.isDescending = try bool(name, value)
    case "articles", "particles":
      filing.articles = name == "articles" ? .standard : .surnameParticles
      filing.articleLanguages = value == "list" ? nil : try locales(name, value)
    case "article":
      let (language, words) = try pair(name, value)
      ownArticles[language] += try list(name, words, "words such as de=Dr.,Prof.")
    case "skip-punctuation": filing.skipsPunctuation = try bool(name, value)
    case "skip-nonsorting": filing.skipsNonsortingZones = try bool(name, value)
    case "skip-modifier-letters": filing.skipsModifierLetters = try bool(name, value)
    case "roman-numerals": filing.readsRomanNumerals = try bool(name, value)
    case "romanize": romanizes = try bool(name, value)
    case "romanize-all": romanizesAll = try bool(name, value)
    case "han-readings":
      guard value == "surname" else { throw Self.invalid(name, value, "surname") }
      filing.readsChineseSurnames = true
    case "workers":
      guard let count = Int(value), count > 0 else { throw Self.invalid(name, value, "1 or more") }
      workers = WorkerCount(clamping: count)
    default:
      throw Self.invalid(
        "unknown option \(quoted(name)): expected one of \(Self.names.joined(separator: ", "))")
    }
  }

  package static let names = [
    "rules", "letters", "strength", "numeric", "case-first", "case-level", "alternate",
    "max-variable", "backwards", "normalization", "reorder", "layout", "script-order", "catch-all",
    "catch-all-title", "section-order", "labels-from", "label", "title", "index-text",
    "digits-section", "ideographs-section", "emoji-section", "group", "reverse", "articles",
    "particles", "article", "skip-punctuation", "skip-nonsorting", "skip-modifier-letters",
    "roman-numerals", "romanize", "romanize-all", "han-readings", "workers",
  ]

  // MARK: Values

  private func bool(_ name: String, _ value: String) throws(Invalid) -> Bool {
    guard let bool = Bool(value) else { throw Self.invalid(name, value, ["true", "false"]) }
    return bool
  }

  private func choice<Value>(_ name: String, _ value: String) throws(Invalid) -> Value
  where Value: RawRepresentable<String> & CaseIterable {
    guard let choice = Value.allCases.first(where: { $0.rawValue == value }) else {
      throw Self.invalid(name, value, Value.allCases.map(\.rawValue))
    }
    return choice
  }

  private func kinds(_ name: String, _ value: String) throws(Invalid) -> [SectionKind] {
    try words(value).map { (word) throws(Invalid) in
      switch word {
      case "letters": return .normal
      case "digits": return .digits
      case "ideographs": return .ideographs
      case "emoji": return .emoji
      case "catch-all": return .catchAll
      default:
        throw Self.invalid(name, value, "some of letters,digits,ideographs,emoji,catch-all")
      }
    }
  }

  private func pair(_ name: String, _ value: String) throws(Invalid) -> (String, String) {
    guard let pair = Self.assignment(try title(name, value)) else {
      let expected =
        switch name {
        case "group": "title=letters, such as X–Z=X,Y,Z"
        case "article": "language=words, such as de=Dr.,Prof."
        default: "title=text"
        }
      throw Self.invalid(name, value, expected)
    }
    return pair
  }

  private func list(
    _ name: String, _ value: String, _ expected: String
  ) throws(Invalid) -> [String] {
    let list = words(value).map { String($0.trimmingPrefix(" ")) }
    if list.contains("") { throw Self.invalid(name, value, expected) }
    return list
  }

  private static func invalid(_ name: String, _ value: String, _ values: [String]) -> Invalid {
    invalid(name, value, "one of \(values.joined(separator: ", "))")
  }

  private static func invalid(_ name: String, _ value: String, _ expected: String) -> Invalid {
    invalid("invalid value \(quoted(value)) for \(name): expected \(expected)")
  }

  private static func invalid(_ message: String) -> Invalid { Invalid(description: message) }

  /// Returns the text of a title, which must fit on one line.
  private func title(_ name: String, _ value: String) throws(Invalid) -> String {
    if value.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      throw Self.invalid(
        "invalid value for \(name): expected text without control characters such as line feeds")
    }
    return value
  }

  private func locales(_ name: String, _ value: String) throws(Invalid) -> [String] {
    let locales = words(value)
    if locales.contains("") { throw Self.invalid(name, value, "languages such as en,fr") }
    return locales
  }

  // These look at scalars, since an equals sign and a following mark are one character.

  /// Returns the texts before and after the first equals sign that follows the first scalar.
  private static func assignment(_ text: String) -> (name: String, value: String)? {
    let scalars = text.unicodeScalars
    guard let sign = scalars.dropFirst().firstIndex(of: "=") else { return nil }
    return (String(scalars[..<sign]), String(scalars[scalars.index(after: sign)...]))
  }

  private func words(_ list: String) -> [String] {
    list.unicodeScalars.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }
}

/// Returns a message without line breaks, which a name in it may contain.
package func onOneLine(_ message: String) -> String {
  message.split(whereSeparator: \.isNewline).joined(separator: " ")
}

/// Returns a text as errors quote it, truncated if long.
package func quoted(_ text: String) -> String {
  text.count > 64 ? "'\(text.prefix(64))…'" : "'\(text)'"
}
