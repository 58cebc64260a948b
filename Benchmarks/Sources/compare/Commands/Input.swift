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

  @Option(help: "Languages to measure, separated by commas. (default: all)")
  var languages: String?

  @Option(help: "A file to read names from, one per line, instead of made-up names.")
  var file: String?

  @Option(help: "The locale of the names in the file.")
  var locale = "en"

  mutating func validate() throws {
    guard requested ?? 1 > 0 else { throw ValidationError("--count: expected 1 or more") }
    guard let file else {
      for name in languageCodes where !Names.languages.contains(name) {
        throw ValidationError(Self.noNames(of: name))
      }
      return
    }
    if requested == nil { requested = max(1, try Self.lines(of: file).count) }
    if try Collator(locale: locale).resolvedOptions.isFallback {
      throw ValidationError("ICU has no collation for '\(locale)': see collate locales")
    }
  }

  /// The languages to measure. The names of a file count as one.
  var languageCodes: [String] {
    if file != nil { return ["file"] }
    return languages?.split(separator: ",").map(String.init) ?? Names.languages
  }

  private static func lines(of file: String) throws -> Names {
    guard let data = FileManager.default.contents(atPath: file) else {
      throw ValidationError("cannot read '\(file)'")
    }
    return Names(lines: [UInt8](data))
  }

  /// The names of a language, or those of the file.
  func dataset(_ language: String) throws -> Dataset {
    if let file {
      let names = try Self.lines(of: file)
      guard !names.bytes.isEmpty else {
        throw ValidationError("\(file) has no names: expected one per line")
      }
      let name = URL(fileURLWithPath: file).lastPathComponent
      return Dataset(name: name, locale: locale, names: names).prefix(count)
    }
    guard let dataset = Dataset(language: language, count: count) else {
      throw ValidationError(Self.noNames(of: language))
    }
    return dataset
  }

  /// The message for a language that no names can be made of.
  static func noNames(of language: String) -> String {
    "no names of '\(language)': expected one of \(Names.languages.joined(separator: ", "))"
  }

  /// The arguments that give a fresh process the same names.
  func arguments(_ language: String, count: Int) -> [String] {
    let names = ["--languages", language, "--count", "\(count)"]
    return names + (file.map { ["--file", $0, "--locale", locale] } ?? [])
  }
}
