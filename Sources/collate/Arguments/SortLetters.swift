/// The letters of `sort`, as people's fingers know them.
enum SortLetters {
  private static let flags: Set<Character> = ["c", "n", "r", "u", "z"]
  private static let options: [Character: String] = ["k": "field", "o": "output", "t": "delimiter"]

  /// Splits letters that are written together, as POSIX specifies (12.2 Utility Syntax Guidelines):
  /// `-nk2` is `-n -k 2`. The argument parser would take only `-nk 2`.
  ///
  /// - Throws: A `Failure` for an `h` among letters, which the parser would take for `--help`.
  static func expanded(_ words: some Sequence<String>) throws(Failure) -> [String] {
    var expanded: [String] = []
    var isPastEnd = false
    for word in words {
      isPastEnd = isPastEnd || word == "--"
      if isPastEnd {
        expanded.append(word)
      } else {
        expanded += try letters(of: word) ?? [word]
      }
    }
    return expanded
  }

  private static func letters(of word: String) throws(Failure) -> [String]? {
    guard word.first == "-", !word.hasPrefix("--"), word != "-h", word != "-help" else {
      return nil
    }
    var words: [String] = []
    var rest = word.dropFirst()
    while let letter = rest.popFirst() {
      if let option = options[letter] {
        if rest.isEmpty { return words + ["-\(letter)"] }
        return words + ["--\(option)=\(rest)"]
      }
      if letter == "h", let explanation = explanation(of: "-h") {
        throw Failure(.usage, explanation)
      }
      // Alone, so that the error is about this letter.
      if replacements["-\(letter)"] != nil { return words + ["-\(letter)"] }
      guard flags.contains(letter) else { return rest.contains("h") ? ["-\(letter)"] : nil }
      words.append("-\(letter)")
    }
    return words.isEmpty ? nil : words
  }

  /// What to do instead of using options of `sort` and others that `collate` lacks.
  static let replacements = [
    "-b": "--skip-punctuation ignores leading blanks",
    "-C": "use -c, and 2>/dev/null",
    "-d": "--alternate shifted ignores blanks and punctuation",
    "-f": "case decides only between names that are equal otherwise; for -u, --strength secondary",
    "-g": "use -n for whole numbers, and 'sort' for others",
    "-h": "use 'sort' for sizes such as 2K",
    "-i": "control characters other than tabs and line ends are ignored",
    "-m": "sort the files without it: the result is the same",
    "-M": "use 'sort' for months",
    "-R": "use 'shuf'",
    "-s": "equal records always keep their input order",
    "-S": "use --memory",
    "-T": "set TMPDIR",
    "-V": "use -n",
    "--batch-size": "as many parts are merged at once as fit into --memory",
    "--check=diagnose-first": "use -c",
    "--compress-program": "temporary files are not compressed",
    "--debug": "'collate explain' shows what orders a name",
    "--field-separator": "use --delimiter",
    "--files0-from": "name the files as arguments",
    "--key": "use --field",
    "--parallel": "use --workers",
    "--sort": "use -n, or 'sort' for sizes and months",
    "--tsv": "fields are separated by tabs unless --delimiter says otherwise; for tabs and quotes, "
      + "--csv --delimiter '\\t'",
    "--zero-terminated": "use --null",
  ]

  /// The letters equivalent to GNU's long names, or nearly so.
  private static let lettersOfNames = [
    "--buffer-size": "-S", "--check=quiet": "-C", "--check=silent": "-C",
    "--dictionary-order": "-d", "--general-numeric-sort": "-g", "--human-numeric-sort": "-h",
    "--ignore-case": "-f", "--ignore-leading-blanks": "-b", "--ignore-nonprinting": "-i",
    "--merge": "-m", "--month-sort": "-M", "--numeric-sort": "-V", "--random-sort": "-R",
    "--random-source": "-R", "--stable": "-s", "--temporary-directory": "-T",
    "--version-sort": "-V",
  ]

  /// Returns a message about an option that `collate` lacks, with what to do instead; `nil` for any
  /// other option.
  static func explanation(of option: String) -> String? {
    replacements[lettersOfNames[option] ?? option].map { "unknown option '\(option)': \($0)" }
  }
}
