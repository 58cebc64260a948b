import ArgumentParser
import Operations

/// Prints the names a second of lists, in sizes that grow.
struct Throughput: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Prints millions of names a second, beside ICU4C in its fastest way.",
    discussion: """
      Measures the first 10,000, 100,000 and 1,000,000 names of each list. Fails if the order, the \
      sections or the keys differ from ICU4C's.
      """)

  @OptionGroup var input: Input

  @Option(help: "Draw the figures as SVG in this folder.", completion: .directory)
  var charts: String?

  private static let sizes = [10_000, 100_000, 1_000_000]
  private static let operations: [NameOperation] = [.partition, .sort, .section, .keys]

  func run() async throws {
    let text = TableText()
    var report = Report()
    text.beginThroughput(report.machine)
    for language in input.languageCodes {
      Progress.show(language)
      let dataset = try input.dataset(language)
      text.beginThroughput(of: dataset, report.machine)
      var largest: LanguageReport?
      for size in Self.sizes {
        guard size <= dataset.count else {
          text.skip(size)
          continue
        }
        let names = dataset.prefix(size)
        let measuring = try ThroughputMeasuring(names)
        var report = LanguageReport(
          language: dataset.name, locale: dataset.locale, names: size)
        for operation in Self.operations {
          let result = try await measuring.measure(operation)
          text.write(result)
          report.operations.append(result.report)
        }
        largest = report
      }
      if let largest { report.languages.append(largest) }
    }
    if let charts, !report.languages.isEmpty { try report.draw(in: charts) }
  }
}
