import Foundation

/// How many times as long as the library each peer takes, by operation, over all languages.
struct PeerChart {
  let report: PeerReport
  let machine: Machine

  private static let (left, right, top) = (170.0, 640.0, 92.0)
  private static let (rowHeight, gap) = (18.0, 34.0)

  private struct Row {
    let title: String
    let ratios: [Double]
    var middle: Double { ratios[ratios.count / 2] }
  }

  var drawing: Drawing {
    let groups = PeerReport.Operation.allCases.map { (operation: $0, rows: rows(of: $0)) }
    let all: [Double] = groups.flatMap { $0.rows.map(\.middle) } + [1]
    let (first, last) = (log10(all.min()!).rounded(.down), log10(all.max()!).rounded(.up))
    let bottom =
      Self.top + groups.reduce(0) { $0 + Self.gap + Self.rowHeight * Double($1.rows.count) }
    func x(_ ratio: Double) -> Double {
      Self.left + (log10(ratio) - first) / max(last - first, 1) * (Self.right - Self.left)
    }

    var drawing = Drawing(width: 760, height: bottom + 60)
    let names = report.languages.first?.names ?? 0
    drawing.text("Peers, \(names) names of each language", x: 20, y: 28, style: "title")
    drawing.text(
      "how many times as long as this library a peer takes on one core, in the median language; "
        + "in brackets, the range over "
        + report.languages.map(\.code).joined(separator: ", "), x: 20, y: 48, style: "small")
    drawing.text(
      "a bar to the left is faster than this library, a bar to the right is slower; logarithmic",
      x: 20, y: 64, style: "small")
    for power in Int(first)...Int(last) {
      let place = x(pow(10, Double(power)))
      drawing.line(
        from: (place, Self.top - 8), to: (place, bottom), style: power == 0 ? "axis" : "grid")
      drawing.text(
        String(format: "%g ×", pow(10, Double(power))), x: place, y: bottom + 16, anchor: .middle,
        style: "small")
    }
    var y = Self.top
    for (operation, rows) in groups {
      drawing.text(operation.title, x: 20, y: y + 12, style: "title")
      y += Self.gap - 12
      for row in rows {
        let (from, to) = (min(x(1), x(row.middle)), max(x(1), x(row.middle)))
        drawing.text(row.title, x: Self.left - 10, y: y + 11, anchor: .end)
        drawing.bar(
          x: from, y: y, width: to - from, height: 13, style: row.middle < 1 ? "c1" : "c0")
        drawing.text(
          "\(digits(row.middle)) (\(digits(row.ratios[0])) to \(digits(row.ratios.last!)))",
          x: to + 8, y: y + 11, style: "small")
        y += Self.rowHeight
      }
      y += 12
    }
    drawing.text(machine.description, x: 20, y: drawing.height - 10, style: "small")
    return drawing
  }

  /// The peers that have the operation, the fastest first.
  private func rows(of operation: PeerReport.Operation) -> [Row] {
    report.peers.filter { $0.id != PeerReport.library }.compactMap { peer in
      let ratios = report.languages.compactMap { report.ratio(peer, operation, $0.code) }
      return ratios.isEmpty ? nil : Row(title: peer.title, ratios: ratios.sorted())
    }.sorted { $0.middle < $1.middle }
  }

  private func digits(_ ratio: Double) -> String {
    String(format: ratio < 9.95 ? "%.1f" : "%.0f", ratio)
  }
}
