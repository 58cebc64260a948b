import Foundation
import Operations

extension Report {
  /// Writes the charts to a folder, which is made if there is none.
  func draw(in folder: String) throws {
    let folder = URL(fileURLWithPath: folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, drawing) in drawings {
      try Data(drawing.text.utf8).write(to: folder.appending(path: "throughput\(name).svg"))
    }
  }

  /// A chart of each operation over the languages; of one list, a chart of all operations.
  private var drawings: [(name: String, drawing: Drawing)] {
    if languages.count == 1 {
      return [("", ListChart(list: languages[0], machine: machine).drawing)]
    }
    return languages[0].operations.map(\.operation).map {
      ("-\($0.rawValue)", ThroughputChart(operation: $0, report: self).drawing)
    }
  }
}
