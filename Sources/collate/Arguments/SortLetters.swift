/// The letters of `sort`, as people's fingers know them.
enum SortLetters {
  private static let flags: Set<Character> = ["c", "n", "r", "u", "z"]
  private static let options: [Character: String] = ["k": "field", "o": "output", "t": "delimiter"]

  /// Parts letters that are written together, as POSIX has it (12.2 Utility Syntax Guidelines):
  /// `-nk2` is `-n -k 2`. The argument parser would take only `-nk 2`.
  static func expanded(_ words: some Sequence<String>) -> [String] {
    var expanded: [String] = []
    var isPastEnd = false
    for word in words {
      isPastEnd = isPastEnd || word == "--"
      expanded += isPastEnd ? [word] : letters(of: word) ?? [word]
    }
    return expanded
  }

  private static func letters(of word: String) -> [String]? {
    guard word.first == "-" else { return nil }
    var words: [String] = []
    var rest = word.dropFirst()
    while let letter = rest.popFirst() {
      if let option = options[letter] {
        if rest.isEmpty { return words + ["-\(letter)"] }
        return words + ["--\(option)=\(rest)"]
      }
      // Alone, so that the error is about this letter.
      if replacements["-\(letter)"] != nil { return words + ["-\(letter)"] }
      guard flags.contains(letter) else { return nil }
      words.append("-\(letter)")
    }
    return words.isEmpty ? nil : words
  }

  /// What to do in place of options of `sort` and of others that `collate` lacks.
  static let replacements = [
    "-b": "--skip-punctuation ignores leading blanks",
    "-C": "use -c, and 2>/dev/null",
    "-d": "--alternate shifted ignores blanks and punctuation",
    "-f": "case decides only between names that are equal otherwise; for -u, --strength secondary",
    "-g": "use -n for whole numbers, and 'sort' for others",
    "-i": "control characters other than tabs and line ends are ignored",
    "-m": "sort the files without it: the result is the same",
    "-M": "use 'sort' for months",
    "-R": "use 'shuf'",
    "-s": "equal records always keep their input order",
    "-S": "use --memory",
    "-T": "set TMPDIR",
    "-V": "use -n",
    "--tsv": "fields are separated by tabs unless --delimiter says otherwise; for tabs and quotes, "
      + "--csv --delimiter '\\t'",
  ]

  /// Returns a message about an option that `collate` lacks, with what to do in its place; `nil`
  /// for any other message.
  static func explained(_ message: String) -> String? {
    guard let match = message.prefixMatch(of: /Unknown option '([^']+)'/) else { return nil }
    return replacements[String(match.1)].map { "unknown option '\(match.1)': \($0)" }
  }
}
