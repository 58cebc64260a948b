import ArgumentParser
import Foundation
import Names

/// Measures languages and prints a table.
struct Table: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Prints how many times as fast as each rival the library is (the default command).",
    discussion: """
      Languages: \(Names.languages.joined(separator: ", ")). Fails if the library's results \
      differ from ICU4C's.
      """)

  @OptionGroup var input: Input

  @Option(help: "Languages to measure, separated by commas. (default: all)")
  var languages: String?

  @Option(help: "The number of timed pairs for each ratio; slow rivals get fewer.")
  var repetitions = 7

  @Option(help: "The number of names for AlphabeticIndex, which takes quadratic time.")
  var alphabeticIndexCount = 20_000

  @Option(help: "The number of names for Foundation, which is slow.")
  var foundationCount = 10_000

  @Flag(inversion: .prefixedNo, help: "Measure peak memory, in separate processes.")
  var memory = true

  @Flag(help: "Measure ten times as many names as well.")
  var scaling = false

  @Option(help: "Write the figures to this JSON file, for the command curves.", completion: .file())
  var json: String?

  @Option(help: "Draw the figures as SVG in this folder.", completion: .directory)
  var charts: String?

  @Flag(help: "Run briefly, to compare results only: 20,000 names, one pair, no memory.")
  var quick = false

  func validate() throws {
    guard repetitions > 0 else {
      throw ValidationError("invalid value '\(repetitions)' for --repetitions: expected 1 or more")
    }
    guard alphabeticIndexCount > 0, foundationCount > 0 else {
      throw ValidationError("--alphabetic-index-count and --foundation-count: expected 1 or more")
    }
    for name in requestedLanguages where input.file == nil {
      guard Names.languages.contains(name) else {
        throw ValidationError(Input.noNames(of: name))
      }
    }
  }

  func run() async throws {
    var input = self.input
    if quick { input.requested = min(input.count, 20_000) }
    let text = TableText()
    let measuring = Measuring(
      input: input, repetitions: quick ? 1 : repetitions,
      limits: [
        .icuAlphabeticIndex: alphabeticIndexCount, .foundationCompare: foundationCount,
      ], measuresMemory: memory && !quick, text: text)
    var report = Report()
    report.settings = .init(
      names: input.count, repetitions: measuring.repetitions, nonLatinShare: input.nonLatinShare,
      command: Array(CommandLine.arguments.dropFirst()))
    text.write(report.machine, measuring)
    for language in requestedLanguages {
      var result = try measuring.language(language)
      result.workers = try await measuring.workers(language)
      text.write(result.workers)
      if scaling {
        result.scaling = try measuring.scaling(language)
        text.write(result.scaling)
      }
      report.languages.append(result)
    }
    if input.file == nil {
      report.openings = try Openings(pairs: quick ? 1 : 5).reports()
      text.write(report.openings)
    }
    if let charts { try report.draw(in: charts) }
    if let json { try report.json.write(to: URL(fileURLWithPath: json)) }
  }

  private var requestedLanguages: [String] {
    if input.file != nil { return ["file"] }
    return languages?.split(separator: ",").map(String.init) ?? Names.languages
  }
}
