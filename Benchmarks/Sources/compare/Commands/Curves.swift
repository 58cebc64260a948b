import ArgumentParser
import Foundation
import Operations

/// Draws the results of other runs.
struct Curves: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Draws the JSON of other runs as SVG.",
    discussion: """
      A series becomes curves of the time per name over the number of names; a table becomes bars \
      of names per second for each language.
      """)

  @Argument(help: "JSON files that table or series wrote.", completion: .file(extensions: ["json"]))
  var files: [String]

  @Option(help: "The folder to write the drawings to.", completion: .directory)
  var output = "."

  func run() throws {
    let folder = URL(fileURLWithPath: output)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for file in files {
      let data = try Data(contentsOf: URL(fileURLWithPath: file))
      let report = try JSONDecoder().decode(Report.self, from: data)
      for (name, drawing) in Self.drawings(of: report) {
        let path = folder.appendingPathComponent(name + ".svg")
        try Data(drawing.text.utf8).write(to: path)
        print(path.relativePath)
      }
    }
  }

  private static func drawings(of report: Report) -> [(name: String, drawing: Drawing)] {
    var drawings: [(String, Drawing)] = []
    for operation in NameOperation.allCases {
      let series = report.series.filter { $0.operation == operation }
      for language in Set(series.map(\.language)).sorted() {
        let chart = TimeChart(
          language: language, operation: operation,
          series: series.filter { $0.language == language }, machine: report.machine)
        drawings.append(("time-\(operation.rawValue)-\(language)", chart.drawing))
      }
      let chart = ThroughputChart(operation: operation, report: report)
      if !chart.bars.isEmpty {
        drawings.append(("throughput-\(operation.rawValue)", chart.drawing))
      }
    }
    return drawings
  }
}
