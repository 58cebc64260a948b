/// The letters of an alphabet in their order, for a language of which ICU has no data.
///
/// ```swift
/// let alphabet = try Alphabet("A B CH D E G Ā …")
/// let collation = try LocalizedIndexedCollation(
///   collator: Collator(rules: alphabet.rules), layout: alphabet.layout)
/// ```
///
/// Each letter sorts apart from all others, in the order of the list, and has a section. A letter
/// can consist of several characters, such as a digraph, a letter with a mark or an apostrophe:
/// *CH*, *G̃*, *NG'*. The longest letter counts: with *N*, *NG* and *G* in the list, *ngata* begins
/// with *NG*. A letter may be small or capital, or have a final form such as *ς*, and apostrophes
/// may be written `'`, `’` or `ʼ`. Marks don't count unless the list has the letter with its mark:
/// *É* is an *E* if the list has no *É*.
///
/// Letters of the script that are not in the list sort before its first letter, so their names are
/// in the catch-all section, `#`. This includes compatibility characters and ligatures, such as *ａ*
/// and *Æ*, and letters with a stroke, such as *Ł*. All other characters sort as in root's order.
public struct Alphabet: Hashable, Sendable {
  /// The letters, as the list has them.
  public let letters: [String]

  /// Collation rules for the order of the letters, for ``Collator/init(rules:options:)``.
  public let rules: String

  /// A layout whose titles are the letters, as the list has them, and no others. Change what you
  /// need, such as ``SectionLayout/catchAll``.
  public var layout: SectionLayout {
    var layout = SectionLayout.uikit
    layout.scriptOrder = .labelsOnly
    layout.customLabels = letters
    return layout
  }

  /// How many letters an alphabet has at most, and how many characters a letter.
  private static let (mostLetters, mostScalars) = (512, 16)

  /// Makes an alphabet from a list of its letters, such as `A Ā B CH`, separated by spaces.
  ///
  /// A list with *İ* or *ı* has the pairs *I* and *ı*, *İ* and *i*, as in Turkish.
  ///
  /// - Throws: A ``CollationError`` with the code ``CollationError/Code/invalidAlphabet`` if the
  ///   list is empty, has a letter twice or more than 512 letters, if a letter has more than 16
  ///   characters or begins with a combining mark, or if no letter belongs to a script.
  /// - Complexity: O(*n*) in the bytes of the list. The first alphabet of a script takes some
  ///   twenty milliseconds.
  public init(_ list: String) throws(CollationError) {
    let letters = list.scalars.split { $0.properties.generalCategory == .spaceSeparator }
      .map { String(String.UnicodeScalarView($0)) }
    guard (1...Self.mostLetters).contains(letters.count) else {
      throw Self.invalid(
        "an alphabet of \(letters.count) letters: expected 1 to \(Self.mostLetters), separated by "
          + "spaces")
    }
    for letter in letters { try Self.check(letter) }
    let cases = LetterCases(of: letters)
    var seen: Set<String> = []
    var chain = ""
    for letter in letters {
      let forms = cases.forms(of: letter)
      guard seen.isDisjoint(with: forms) else {
        throw Self.invalid("letter '\(letter)' is twice in the alphabet: expected each letter once")
      }
      seen.formUnion(forms)
      chain += " < " + forms.map(Self.quoted).joined(separator: " <<< ")
    }
    self.letters = letters
    let script = try Self.ends(ofScriptOf: letters)
    // The last weight of the script keeps ICU from giving letters weights of the next script, which
    // reordering would move. The characters that have it go to the beginning, behind the mark.
    let moved = script.last.filter { !seen.contains($0) }.map(Self.quoted)
    rules =
      "&[before 1]\(Self.quoted(script.last[0]))\(chain)"
      + (moved.isEmpty ? "" : " &\(script.mark) < \(moved.joined(separator: " <<< "))")
  }

  private static func check(_ letter: String) throws(CollationError) {
    let scalars = letter.scalars
    guard scalars.count <= mostScalars else {
      throw invalid(
        "letter '\(String(letter.unicodeScalars.prefix(mostScalars)))…' of the alphabet is too "
          + "long: expected at most \(mostScalars) characters")
    }
    let first = scalars.first?.properties.generalCategory
    guard ![.nonspacingMark, .spacingMark, .enclosingMark].contains(first) else {
      throw invalid("letter '\(letter)' of the alphabet begins with a combining mark")
    }
    for scalar in scalars {
      let properties = scalar.properties
      // ICU orders Hangul by syllables, and takes none in rules.
      let isHangul =
        (0xAC00...0xD7A3).contains(scalar.value) || (0x3131...0x318E).contains(scalar.value)
      if properties.generalCategory == .control || properties.isNoncharacterCodePoint || isHangul {
        throw invalid(
          "U+\(String(scalar.value, radix: 16, uppercase: true)) in the alphabet: expected letters "
            + "other than Hangul, separated by spaces")
      }
    }
  }

  private static func invalid(_ message: String) -> CollationError {
    CollationError(.invalidAlphabet, message)
  }

  private static func quoted(_ text: String) -> String {
    text.scalars.map { $0.properties.isAlphabetic ? String($0) : "\\\($0)" }.joined()
  }

  /// ICU takes some twenty milliseconds to compare a script's characters.
  private static let scripts = BoundedCache<String, (mark: String, last: [String])?>(capacity: 64)

  /// Returns where the script of the letters begins in root's order, and its last characters.
  private static func ends(
    ofScriptOf letters: [String]
  ) throws(CollationError) -> (mark: String, last: [String]) {
    for letter in letters {
      let ends = try scripts.value(for: letter) { () throws(CollationError) in
        try requireICU(
          to: "find the script of '\(letter)'", ICUCollation.ends(ofScriptOf: letter))
      }
      if let ends { return ends }
    }
    throw invalid(
      "no letter of the alphabet belongs to an alphabetic script: expected letters such as A")
  }
}

extension Alphabet: CustomStringConvertible {
  /// The letters, separated by spaces.
  public var description: String { letters.joined(separator: " ") }
}

/// The small and capital forms of letters.
private struct LetterCases {
  private let hasDotlessI: Bool

  init(of letters: [String]) {
    hasDotlessI = letters.joined().scalars.contains { $0 == "İ" || $0 == "ı" }
  }

  /// The small form, its final form, the one with a capital, the one in capitals, and the letter as
  /// it stands, each with any apostrophe.
  func forms(of letter: String) -> [String] {
    let small = small(letter)
    var forms = [small, final(small)]
    for form in [capitalized(small), capital(small), letter] {
      // SS is no letter ß.
      if form == letter || self.small(form) == small { forms.append(form) }
    }
    var seen: Set<String> = []
    return forms.flatMap(written).filter { seen.insert($0).inserted }
  }

  /// The letter at the end of a word. Root's order has the same weights for both, but these rules
  /// replace the first one's.
  private func final(_ small: String) -> String {
    guard let last = small.scalars.last, let final = Self.finals[last] else { return small }
    return String(small.unicodeScalars.dropLast()) + String(final)
  }

  private static let finals: [Unicode.Scalar: Unicode.Scalar] = [
    "σ": "ς", "כ": "ך", "מ": "ם", "נ": "ן", "פ": "ף", "צ": "ץ",
  ]

  private func written(_ form: String) -> [String] {
    let apostrophes: [Unicode.Scalar] = ["'", "’", "ʼ"]
    guard form.scalars.contains(where: apostrophes.contains) else { return [form] }
    return [form]
      + apostrophes.map { apostrophe in
        form.scalars.map { String(apostrophes.contains($0) ? apostrophe : $0) }.joined()
      }
  }

  private func small(_ text: String) -> String {
    text.scalars.map { scalar in
      switch scalar {
      case "I" where hasDotlessI: "ı"
      case "İ" where hasDotlessI: "i"
      default: scalar.properties.lowercaseMapping
      }
    }.joined()
  }

  private func capital(_ text: String) -> String {
    text.scalars.map { capital($0, $0.properties.uppercaseMapping) }.joined()
  }

  private func capitalized(_ small: String) -> String {
    let scalars = small.scalars
    guard let place = scalars.firstIndex(where: { $0.properties.changesWhenTitlecased }) else {
      return small
    }
    let capital = capital(scalars[place], scalars[place].properties.titlecaseMapping)
    return scalars.enumerated().map { $0 == place ? capital : String($1) }.joined()
  }

  private func capital(_ scalar: Unicode.Scalar, _ mapping: String) -> String {
    scalar == "i" && hasDotlessI ? "İ" : mapping
  }
}
