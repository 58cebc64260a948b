import ArgumentParser
import Foundation
import Names
import Operations

/// The names that are measured.
struct Input: ParsableArguments {
  @Option(
    name: .customLong("count"),
    help: "How many names. (default: 1000000, or all names of the file)")
  var requested: Int?

  var count: Int { requested ?? 1_000_000 }

  @Option(help: "A file of names, one a line, instead of names of a language.")
  var file: String?

  @Option(help: "The locale of the file.")
  var locale = "en"

  @Option(help: "The share of names in other than Latin letters in the mixed list.")
  var nonLatinShare = 0.3

  mutating func validate() throws {
    guard requested ?? 1 > 0 else { throw ValidationError("--count has to be at least 1") }
    guard (0...1).contains(nonLatinShare) else {
      throw ValidationError("--non-latin-share has to be between 0 and 1")
    }
    if let file, requested == nil { requested = max(1, try Self.lines(of: file).count) }
  }

  private static func lines(of file: String) throws -> Names {
    Names(lines: [UInt8](try Data(contentsOf: URL(fileURLWithPath: file))))
  }

  /// The names of a language, or those of the file.
  func dataset(_ language: String, count: Int? = nil) throws -> Dataset {
    let count = count ?? self.count
    if let file {
      let names = try Self.lines(of: file)
      guard !names.bytes.isEmpty else { throw ValidationError("\(file) has no names") }
      let name = URL(fileURLWithPath: file).lastPathComponent
      return Dataset(name: name, locale: locale, names: names).prefix(count)
    }
    guard let dataset = Dataset(language: language, count: count, nonLatinShare: nonLatinShare)
    else { throw ValidationError("there are no names of \(language)") }
    return dataset
  }

  /// The arguments that give a fresh process the same names.
  func arguments(_ language: String, count: Int) -> [String] {
    let names = ["--language", language, "--count", "\(count)"]
    guard let file else { return names + ["--non-latin-share", "\(nonLatinShare)"] }
    return names + ["--file", file, "--locale", locale]
  }
}
