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
    for file in files {
      let data = try Data(contentsOf: URL(fileURLWithPath: file))
      try JSONDecoder().decode(Report.self, from: data).draw(in: output)
    }
  }
}

extension Report {
  /// Writes the charts to a folder, which is made if there is none, and prints their paths.
  func draw(in folder: String) throws {
    let folder = URL(fileURLWithPath: folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, drawing) in drawings {
      let path = folder.appendingPathComponent(name + ".svg")
      try Data(drawing.text.utf8).write(to: path)
      print(path.relativePath)
    }
  }

  /// A chart of each operation over the languages; of one list, a chart of all operations.
  private var drawings: [(name: String, drawing: Drawing)] {
    var drawings: [(String, Drawing)] = []
    if languages.count == 1 {
      drawings.append(
        ("throughput", ListChart(list: languages[0], machine: machine).drawing))
    }
    for operation in NameOperation.allCases {
      let series = series.filter { $0.operation == operation }
      for language in Set(series.map(\.language)).sorted() {
        let chart = TimeChart(
          language: language, operation: operation,
          series: series.filter { $0.language == language }, machine: machine)
        drawings.append(("time-\(operation.rawValue)-\(language)", chart.drawing))
      }
      let chart = ThroughputChart(operation: operation, report: self)
      if chart.bars.count > 1 {
        drawings.append(("throughput-\(operation.rawValue)", chart.drawing))
      }
    }
    return drawings
  }
}
