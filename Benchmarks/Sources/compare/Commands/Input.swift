import ArgumentParser
import Collation
import Foundation
import Names
import Operations

/// The names that are measured.
struct Input: ParsableArguments {
  @Option(
    name: .customLong("count"),
    help: "The number of names. (default: 1000000, or all names in the file)")
  var requested: Int?

  var count: Int { requested ?? 1_000_000 }

  @Option(help: "A file to read names from, one per line, instead of made-up names.")
  var file: String?

  @Option(help: "The locale of the names in the file.")
  var locale = "en"

  @Option(help: "The share of names in non-Latin scripts in the mixed list, from 0 to 1.")
  var nonLatinShare = 0.3

  mutating func validate() throws {
    guard requested ?? 1 > 0 else { throw ValidationError("--count: expected 1 or more") }
    guard (0...1).contains(nonLatinShare) else {
      throw ValidationError("--non-latin-share: expected a number from 0 to 1")
    }
    guard let file else { return }
    if requested == nil { requested = max(1, try Self.lines(of: file).count) }
    if try Collator(locale: locale).resolvedOptions.isFallback {
      throw ValidationError("ICU has no collation for '\(locale)': see collate locales")
    }
  }

  private static func lines(of file: String) throws -> Names {
    guard let data = FileManager.default.contents(atPath: file) else {
      throw ValidationError("cannot read '\(file)'")
    }
    return Names(lines: [UInt8](data))
  }

  /// The names of a language, or those of the file.
  func dataset(_ language: String, count: Int? = nil) throws -> Dataset {
    let count = count ?? self.count
    if let file {
      let names = try Self.lines(of: file)
      guard !names.bytes.isEmpty else {
        throw ValidationError("\(file) has no names: expected one per line")
      }
      let name = URL(fileURLWithPath: file).lastPathComponent
      return Dataset(name: name, locale: locale, names: names).prefix(count)
    }
    guard let dataset = Dataset(language: language, count: count, nonLatinShare: nonLatinShare)
    else { throw ValidationError(Self.noNames(of: language)) }
    return dataset
  }

  /// The message for a language that no names can be made of.
  static func noNames(of language: String) -> String {
    "no names of '\(language)': expected one of \(Names.languages.joined(separator: ", "))"
  }

  /// The arguments that give a fresh process the same names.
  func arguments(_ language: String, count: Int) -> [String] {
    let names = ["--language", language, "--count", "\(count)"]
    guard let file else { return names + ["--non-latin-share", "\(nonLatinShare)"] }
    return names + ["--file", file, "--locale", locale]
  }
}
