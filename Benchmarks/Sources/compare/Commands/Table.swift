import ArgumentParser
import Foundation
import Names

/// Measures languages and prints a table.
struct Table: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Prints how many times as fast as each rival the library is. The default.",
    discussion: """
      Languages: \(Names.languages.joined(separator: ", ")). The run fails where the library's \
      results differ from ICU4C's.
      """)

  @OptionGroup var input: Input

  @Option(help: "Which languages, separated by commas. (default: all)")
  var languages: String?

  @Option(help: "How many pairs of times are taken for each ratio; fewer of slow rivals.")
  var repetitions = 7

  @Option(help: "How many names AlphabeticIndex is given, which is quadratic.")
  var alphabeticIndexCount = 20_000

  @Option(help: "How many names Foundation is given, which is slow.")
  var foundationCount = 10_000

  @Flag(inversion: .prefixedNo, help: "Measure memory, in processes of their own.")
  var memory = true

  @Flag(help: "Measure ten times as many names, too.")
  var scaling = false

  @Option(help: "A file for the figures as JSON, from which curves are drawn.", completion: .file())
  var json: String?

  @Flag(help: "A short run, for its comparisons of results: 20,000 names, one pair, no memory.")
  var quick = false

  func validate() throws {
    guard repetitions > 0 else { throw ValidationError("--repetitions has to be at least 1") }
    guard alphabeticIndexCount > 0, foundationCount > 0 else {
      throw ValidationError("counts have to be at least 1")
    }
    for name in requestedLanguages where input.file == nil {
      guard Names.languages.contains(name) else {
        throw ValidationError("there are no names of \(name)")
      }
    }
  }

  func run() async throws {
    var input = self.input
    if quick { input.requested = min(input.count, 20_000) }
    let measuring = Measuring(
      input: input, repetitions: quick ? 1 : repetitions,
      limits: [
        .icuAlphabeticIndex: alphabeticIndexCount, .foundationCompare: foundationCount,
      ], measuresMemory: memory && !quick)
    var report = Report()
    report.settings = .init(
      names: input.count, repetitions: measuring.repetitions, nonLatinShare: input.nonLatinShare,
      command: Array(CommandLine.arguments.dropFirst()))
    let text = TableText()
    text.write(report.machine, measuring)
    for language in requestedLanguages {
      var result = try measuring.language(language)
      result.workers = try await measuring.workers(language)
      if scaling { result.scaling = try measuring.scaling(language) }
      text.write(result)
      report.languages.append(result)
    }
    report.openings = try Openings(pairs: quick ? 1 : 5).reports()
    text.write(report.openings)
    if let json { try report.json.write(to: URL(fileURLWithPath: json)) }
  }

  private var requestedLanguages: [String] {
    if input.file != nil { return ["file"] }
    return languages?.split(separator: ",").map(String.init) ?? Names.languages
  }
}
