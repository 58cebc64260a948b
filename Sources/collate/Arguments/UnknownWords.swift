import ArgumentParser
import CollationOptions

/// Errors about words that name no subcommand or option. They come before all other errors, since
/// an unknown word may be the cause.
extension Collate {
  /// Parses the words of the command line.
  static func command(_ words: [String]) throws -> any ParsableCommand {
    do {
      return try parseAsRoot(words)
    } catch {
      if exitCode(for: error) == .success { throw error }
      throw missingSubcommand(words) ?? unknownOption(in: words) ?? error
    }
  }

  /// The error for a command line without a subcommand at its beginning, like one of `sort`.
  private static func missingSubcommand(_ words: [String]) -> (any Error)? {
    let names = configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
    guard let first = words.first, !names.contains(first) else { return nil }
    if let near = names.first(where: { areNear($0, first) }) {
      return Failure(.usage, "unknown subcommand \(quoted(first)): did you mean '\(near)'?")
    }
    do {
      _ = try parseAsRoot(["sort"] + words)
      let line = (["collate", "sort"] + words).joined(separator: " ")
      return Failure(.usage, "expected a subcommand: to sort, \(quoted(line))")
    } catch {
      return first.hasPrefix("-")
        ? nil : Failure(.usage, "unknown subcommand \(quoted(first)): see 'collate help'")
    }
  }

  /// The error for the first long option that the subcommand lacks.
  private static func unknownOption(in words: [String]) -> (any Error)? {
    for word in words.prefix(while: { $0 != "--" }).dropFirst() where word.hasPrefix("--") {
      do {
        // Alone, with as many arguments as a command may need.
        _ = try parseAsRoot([words[0], String(word.prefix { $0 != "=" }), "", ""])
      } catch  where message(for: error).hasPrefix("Unknown option") {
        return error
      } catch {}
    }
    return nil
  }

  /// Returns the message of the argument parser's error, with what to type instead if known, and
  /// without a suggestion that has little in common with the typed word.
  static func explainedMessage(for error: any Error) -> String {
    let message = message(for: error)
    let unknown = /(Unknown option '([^']+)')(?:\. Did you mean '(.+)'\?)?/
    let withValue = /The option '(.+)' does not take any value, but '(.+)' was specified\./
    if let match = message.wholeMatch(of: unknown) {
      if let explanation = SortLetters.explanation(of: String(match.2)) { return explanation }
      if let near = match.3, !areNear(near, match.2) { return String(match.1) }
    } else if let match = message.wholeMatch(of: withValue) {
      return SortLetters.explanation(of: "\(match.1)=\(match.2)") ?? message
    }
    return message
  }
}

/// Returns whether one word is likely a misspelling of the other: whether at most a third of the
/// letters are missing, added, replaced or swapped.
private func areNear(_ word: some StringProtocol, _ other: some StringProtocol) -> Bool {
  let (word, other) = (Array(word.drop { $0 == "-" }), Array(other.drop { $0 == "-" }))
  let most = max(1, max(word.count, other.count) / 3)
  if abs(word.count - other.count) > most { return false }
  // The number of errors between the first letters of the two words.
  var errors = [Array(0...other.count)]
  for row in 0..<word.count {
    var next = [row + 1]
    for column in 0..<other.count {
      var least = min(next[column], errors[row][column + 1]) + 1
      least = min(least, errors[row][column] + (word[row] == other[column] ? 0 : 1))
      if row > 0 && column > 0 && word[row - 1] == other[column] && word[row] == other[column - 1] {
        least = min(least, errors[row - 1][column - 1] + 1)
      }
      next.append(least)
    }
    errors.append(next)
  }
  return errors[word.count][other.count] <= most
}
