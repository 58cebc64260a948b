import Foundation
import Operations

/// Writes results as text.
struct TableText {
  func line(_ text: String = "") {
    FileHandle.standardOutput.write(Data((text + "\n").utf8))
  }

  func write(_ machine: Machine, _ measuring: Measuring) {
    line(machine.description)
    line("Times are medians, ratios medians of pairs with their quartiles.")
    line(
      "Memory is the peak, without input and output."
        + (measuring.measuresMemory ? "" : " Not measured here."))
    for rival in Rival.allCases {
      guard let limit = rival.limit, limit < measuring.input.count else { continue }
      line("\(rival.rawValue), takes too long for all names: both sides are given \(limit).")
    }
  }

  /// Begins the table of a language.
  func begin(_ dataset: Dataset) {
    line()
    line(
      "\(dataset.name): \(dataset.count) names of \(number(dataset.bytesPerName)) bytes, "
        + "\(number(100 * dataset.names.distinctShare)) % distinct, locale \(dataset.locale); "
        + "the order is ICU4C's")
    row("", "per name", "ratio (quartiles, pairs)", "memory per name")
  }

  func write(_ reports: [FewNamesReport]) {
    for few in reports {
      let comparison = few.comparison
      let title = "\(FewNames.namesOfList) names, \(few.form.rawValue)"
      row(title, time(comparison.ours.median), "", "")
      row(
        "  " + comparison.rival.rawValue, time(comparison.theirs.median), ratio(comparison.ratio),
        "")
    }
  }

  func write(_ report: OperationReport) {
    row(
      report.operation.rawValue, time(report.nanoseconds.median), "", memory(report.peakBytes))
    for comparison in report.comparisons {
      let few = comparison.names == report.comparisons[0].names ? "" : " (\(comparison.names))"
      row(
        "  " + comparison.rival.rawValue + few,
        time(comparison.theirs.median),
        ratio(comparison.ratio),
        memory(comparison.peakBytes))
    }
  }

  func write(_ reports: [OpeningReport]) {
    line()
    line("Opening a collation, each in a fresh process")
    for report in reports {
      let kind = report.isFirst ? "first of the process" : "after another locale"
      row(
        "\(report.locale), \(kind)", "\(number(report.ours.median / 1e3)) µs",
        ratio(report.ratio), "")
    }
  }

  // MARK: Columns

  private func row(_ name: String, _ time: String, _ ratio: String, _ memory: String) {
    var text = "  " + name.padded(to: 44) + time.padded(to: 12, atStart: true)
    if !ratio.isEmpty || !memory.isEmpty { text += "   " + ratio.padded(to: 44) }
    text += memory
    while text.last == " " { text.removeLast() }
    line(text)
  }

  private func time(_ nanoseconds: Double) -> String { number(nanoseconds) + " ns" }

  private func ratio(_ spread: Spread) -> String {
    let range = "\(number(spread.lowerQuartile))–\(number(spread.upperQuartile))"
    return "\(number(spread.median)) × as fast (\(range), \(spread.count))"
  }

  private func memory(_ bytes: Double?) -> String {
    bytes.map { number($0) + " bytes" } ?? ""
  }

  /// Three digits or more.
  private func number(_ value: Double) -> String {
    switch abs(value) {
    case 100...: String(format: "%.0f", value)
    case 10...: String(format: "%.1f", value)
    default: String(format: "%.2f", value)
    }
  }
}

extension String {
  /// Itself with spaces after it, or before it, up to a width; no fewer than one.
  func padded(to width: Int, atStart: Bool = false) -> String {
    let space = String(repeating: " ", count: max(1, width - count))
    return atStart ? space + self : self + space
  }
}
