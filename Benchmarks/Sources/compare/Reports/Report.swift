import Foundation
import Operations

/// The results of one run.
struct Report {
  let machine = Machine()
  var languages: [LanguageReport] = []
}

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

/// The names of one language.
struct LanguageReport {
  var language: String
  var locale: String
  var names: Int
  var operations: [OperationReport] = []
}

/// One operation. Times are in nanoseconds a name, memory is in bytes a name.
struct OperationReport {
  var operation: NameOperation
  /// Over all times that were taken with all names.
  var nanoseconds: Spread
  /// The memory of the work, without input and output.
  var peakBytes: Double?
  var comparisons: [Comparison] = []
}

/// One rival.
struct Comparison {
  var rival: Rival
  var names: Int
  var ours: Spread
  var theirs: Spread
  /// The rival's time divided by the library's.
  var ratio: Spread
  var peakBytes: Double?
}

/// Short lists, sorted with one collator.
struct FewNamesReport {
  enum Form: String { case records, strings }

  var form: Form
  var comparison: Comparison
}

/// Opening a collation, the first of its process or the second.
struct OpeningReport {
  var locale: String
  var isFirst: Bool
  /// In nanoseconds.
  var ours: Spread
  var ratio: Spread
}

/// The median and the quartiles of some numbers.
struct Spread: Sendable {
  let median: Double
  let lowerQuartile: Double
  let upperQuartile: Double
  let count: Int

  /// The spread of at least one number.
  init(_ values: [Double]) {
    let sorted = values.sorted()
    // Interpolates between two values.
    func quantile(_ share: Double) -> Double {
      let place = share * Double(sorted.count - 1)
      let before = Int(place)
      let after = min(before + 1, sorted.count - 1)
      return sorted[before] + (sorted[after] - sorted[before]) * (place - Double(before))
    }
    median = quantile(0.5)
    lowerQuartile = quantile(0.25)
    upperQuartile = quantile(0.75)
    count = sorted.count
  }

  /// The median, with as many digits as the quartiles carry.
  var text: String { text(median) }

  /// A value with three digits, or fewer: the last one is no finer than the quartiles' distance.
  func text(_ value: Double) -> String {
    let digits = 2 - log10(median).rounded(.down)
    let carried = -log10(upperQuartile - lowerQuartile).rounded(.down)
    return String(format: "%.\(Int(max(0, min(digits, carried))))f", value)
  }
}
