import Foundation
import Operations

/// One operation with some names of a list, by the library and by ICU4C's fastest ways.
struct ThroughputReport {
  let operation: NameOperation
  let names: Int
  /// In nanoseconds, by round.
  let times: [ThroughputMeasuring.Side: [Double]]
  let (icu, icuWithoutNormalizing): (Rival, Rival)
  /// Whether the results without normalization are others.
  let differs: Bool

  /// The speed of a side, in millions of names a second.
  func speed(_ side: ThroughputMeasuring.Side) -> Spread {
    Spread(times[side]!.map { 1e3 * Double(names) / $0 })
  }

  /// The library beside ICU4C with normalization, both on one core.
  var report: OperationReport {
    var pairs = Pairs()
    for (ours, theirs) in zip(times[.oneCore]!, times[.icu]!) {
      pairs.append(ours: ours, theirs: theirs)
    }
    let comparison = pairs.comparison(with: icu, names: names)
    return OperationReport(
      operation: operation, nanoseconds: comparison.ours, comparisons: [comparison])
  }
}

extension TableText {
  /// Explains the tables.
  func beginThroughput(_ machine: Machine) {
    line(machine.description)
    line("Millions of names a second, in the median round: all sides take turns in each round.")
    line("ICU4C works on one core, in the way that is fastest here: with sort keys (keys), by")
    line("comparing (compare), or with ImmutableIndex. Ratios are of one core, to ICU4C with")
    line("normalization, as the library has it; its default has none for most locales, and ≠ marks")
    line("where results then differ.")
  }

  /// Begins the table of a list.
  func beginThroughput(of dataset: Dataset, _ machine: Machine) {
    line()
    line(
      "\(dataset.name): \(dataset.count) names of "
        + String(format: "%.1f bytes, locale \(dataset.locale); ", dataset.bytesPerName)
        + "the order, sections and keys are ICU4C's")
    row(
      "", "", "1 core", "\(machine.cores) cores", "ICU4C, normalizing", "ICU4C, default",
      "ratio (quartiles, rounds)")
  }

  /// Tells that a list has too few names for a size.
  func skip(_ size: Int) { line("\(size)".padded(to: 9, atStart: true) + "  too few names") }

  func write(_ report: ThroughputReport) {
    let ratio = report.report.comparisons[0].ratio
    func speed(_ side: ThroughputMeasuring.Side) -> String { report.speed(side).text }
    row(
      "\(report.names)", report.operation.rawValue, speed(.oneCore), speed(.allCores),
      "\(speed(.icu)) \(report.icu.word)",
      "\(speed(.icuWithoutNormalizing)) \(report.icuWithoutNormalizing.word)"
        + (report.differs ? " ≠" : ""),
      "\(ratio.text) × (\(ratio.text(ratio.lowerQuartile))–\(ratio.text(ratio.upperQuartile)), "
        + "\(ratio.count))")
  }

  private func row(
    _ names: String, _ operation: String, _ oneCore: String, _ allCores: String, _ icu: String,
    _ off: String, _ ratio: String
  ) {
    line(
      names.padded(to: 9, atStart: true) + "  " + operation.padded(to: 10)
        + oneCore.padded(to: 9, atStart: true) + allCores.padded(to: 10, atStart: true) + "   "
        + icu.padded(to: 24) + off.padded(to: 22) + ratio)
  }
}
