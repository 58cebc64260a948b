import Foundation
import Operations

/// The names a second of each language, beside the fastest rival that was given all names.
struct ThroughputChart {
  struct Bar {
    let language: String
    /// In millions of names a second.
    let ours: Double
    let theirs: Double
    let rival: Rival
    let ratio: Spread
  }

  let operation: NameOperation
  let bars: [Bar]
  private let machine: Machine
  /// How many names a list has, such as 100000 or 10000–1000000.
  private let names: String

  private static let (left, right, top) = (130.0, 640.0, 76.0)
  private static let rowHeight = 34.0

  init(operation: NameOperation, report: Report) {
    self.operation = operation
    machine = report.machine
    let counts = report.languages.map(\.names)
    names = Set([counts.min()!, counts.max()!]).sorted().map(String.init).joined(separator: " to ")
    bars = report.languages.compactMap { language in
      let results = language.operations.first { $0.operation == operation }
      let rivals = results?.comparisons.filter { $0.names == language.names }
      guard let results, let best = rivals?.min(by: { $0.ratio.median < $1.ratio.median }) else {
        return nil
      }
      return Bar(
        language: language.language, ours: 1e3 / results.nanoseconds.median,
        theirs: 1e3 / best.theirs.median, rival: best.rival, ratio: best.ratio)
    }
  }

  var drawing: Drawing {
    let rivals = bars.map(\.rival).reduce(into: [Rival]()) { list, rival in
      if !list.contains(rival) { list.append(rival) }
    }
    let bottom = Self.top + Self.rowHeight * Double(bars.count)
    let most = axisEnd(bars.map { max($0.ours, $0.theirs) }.max() ?? 1)
    func width(_ value: Double) -> Double { value / most * (Self.right - Self.left) }

    var drawing = Drawing(width: 760, height: bottom + 88 + 20 * Double(rivals.count))
    drawing.text("\(operation.rawValue), \(names) names", x: 20, y: 28, style: "title")
    drawing.text(
      "millions of names a second on one core; at the end of the bar, how many times as fast as "
        + "the best rival", x: 20, y: 48, style: "small")
    for step in 0...4 {
      let value = most * Double(step) / 4
      let place = Self.left + width(value)
      drawing.line(from: (place, Self.top - 8), to: (place, bottom), style: "grid")
      drawing.text(
        String(format: "%g", value), x: place, y: bottom + 16, anchor: .middle, style: "small")
    }
    for (number, bar) in bars.enumerated() {
      let y = Self.top + Self.rowHeight * Double(number)
      let rival = 1 + (rivals.firstIndex(of: bar.rival) ?? 0)
      drawing.text(bar.language, x: Self.left - 10, y: y + 17, anchor: .end)
      drawing.bar(x: Self.left, y: y, width: width(bar.ours), height: 13, style: "c0")
      drawing.bar(
        x: Self.left, y: y + 14, width: width(bar.theirs), height: 11, style: "c\(rival)")
      drawing.text(
        "\(bar.ratio.text) ×",
        x: Self.left + width(bar.ours) + 8, y: y + 11)
    }
    let legend = ["Collation"] + rivals.map(\.rawValue)
    for (number, text) in legend.enumerated() {
      let y = bottom + 42 + 20 * Double(number)
      drawing.bar(x: Self.left, y: y - 9, width: 18, height: 10, style: "c\(number)")
      drawing.text(text, x: Self.left + 28, y: y)
    }
    drawing.text(machine.description, x: 20, y: drawing.height - 10, style: "small")
    return drawing
  }

  /// The next round number.
  private func axisEnd(_ value: Double) -> Double {
    let decade = pow(10, log10(value).rounded(.down))
    return [1, 2, 4, 8, 10].map { $0 * decade }.first { $0 >= value } ?? value
  }
}
