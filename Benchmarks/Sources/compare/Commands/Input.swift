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

  @Option(
    name: .customLong("file"),
    help: "A file to read names from, one per line, instead of made-up names; may be repeated.")
  var files: [String] = []

  @Option(
    name: .customLong("locale"),
    help: "The locale of the names in a file; one for each. (default: en)")
  var locales: [String] = []

  mutating func validate() throws {
    guard requested ?? 1 > 0 else { throw ValidationError("--count: expected 1 or more") }
    if locales.isEmpty { locales = files.map { _ in "en" } }
    guard locales.count == files.count, Set(files).count == files.count else {
      throw ValidationError("expected different files, and a --locale for each --file")
    }
    if files.isEmpty {
      for name in languageCodes where !Names.languages.contains(name) {
        throw ValidationError(Self.noNames(of: name))
      }
      return
    }
    if requested == nil { requested = try files.map { try Self.lines(of: $0).count }.max() }
    for locale in locales where try Collator(locale: locale).resolvedOptions.isFallback {
      throw ValidationError("ICU has no collation for '\(locale)': see collate locales")
    }
  }

  /// The languages to measure. The names of a file count as one, which is called as the file.
  var languageCodes: [String] {
    if !files.isEmpty { return files }
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
    if let number = files.firstIndex(of: language) {
      let file = files[number]
      let names = try Self.lines(of: file)
      guard !names.bytes.isEmpty else {
        throw ValidationError("\(file) has no names: expected one per line")
      }
      let name = URL(fileURLWithPath: file).lastPathComponent
      return Dataset(name: name, locale: locales[number], names: names).prefix(count)
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
    let file = files.firstIndex(of: language).map {
      ["--file", files[$0], "--locale", locales[$0]]
    }
    return ["--count", "\(count)"] + (file ?? ["--languages", language])
  }
}
