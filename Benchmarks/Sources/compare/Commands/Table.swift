import ArgumentParser
import Names

/// Measures languages and prints a table.
struct Table: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Prints how many times as fast as each rival the library is (the default command).",
    discussion: """
      Languages: \(Names.languages.joined(separator: ", ")). Fails if the library's results \
      differ from ICU4C's.
      """)

  @OptionGroup var input: Input

  @Option(help: "The number of timed pairs for each ratio; slow rivals get fewer.")
  var repetitions = 7

  @Flag(inversion: .prefixedNo, help: "Measure peak memory, in separate processes.")
  var memory = true

  @Option(help: "Draw the figures as SVG in this folder.", completion: .directory)
  var charts: String?

  @Flag(help: "Run briefly, to compare results only: 20,000 names, one pair, no memory.")
  var quick = false

  func validate() throws {
    guard repetitions > 0 else {
      throw ValidationError("invalid value '\(repetitions)' for --repetitions: expected 1 or more")
    }
  }

  func run() throws {
    var input = self.input
    if quick { input.requested = min(input.count, 20_000) }
    let text = TableText()
    let measuring = Measuring(
      input: input, repetitions: quick ? 1 : repetitions,
      measuresMemory: memory && !quick, text: text)
    var report = Report()
    text.write(report.machine, measuring)
    for language in input.languageCodes {
      report.languages.append(try measuring.language(language))
    }
    if input.files.count != 1 { text.write(try Openings(pairs: quick ? 1 : 15).reports()) }
    if let charts { try report.draw(in: charts) }
  }
}
