import Foundation
import Operations

/// The names a second of one list in each operation, beside all rivals.
struct ListChart {
  let list: LanguageReport
  let machine: Machine

  private struct Row {
    let label: String
    /// In millions of names a second.
    let speed: Double
    let note: String
    let style: String
  }

  private static let (left, right, top) = (232.0, 640.0, 76.0)
  private static let (rowHeight, gap) = (18.0, 28.0)

  var drawing: Drawing {
    let groups = list.operations.map { (title: $0.operation.rawValue, rows: rows(of: $0)) }
    let rowCount = groups.reduce(0) { $0 + $1.rows.count }
    let height =
      Self.top + Self.gap * Double(groups.count) + Self.rowHeight * Double(rowCount) + 40

    var drawing = Drawing(width: 760, height: height)
    drawing.text(
      "\(list.language), locale \(list.locale), \(list.names) names", x: 20, y: 28, style: "title")
    drawing.text(
      "millions of names a second on one core, each operation on its own scale; in brackets, how "
        + "many times as fast as the rival Collation is", x: 20, y: 48, style: "small")
    var y = Self.top
    for (title, rows) in groups {
      drawing.text(title, x: 20, y: y + 10, style: "title")
      y += Self.gap - 8
      // Finding sections is ten times as fast as sorting: on one scale, all else would be a stub.
      let most = rows.map(\.speed).max() ?? 1
      for row in rows {
        let width = row.speed / most * (Self.right - Self.left)
        drawing.text(row.label, x: Self.left - 10, y: y + 11, anchor: .end)
        drawing.bar(x: Self.left, y: y, width: width, height: 13, style: row.style)
        drawing.text(
          String(format: "%.3g", row.speed) + row.note, x: Self.left + width + 8, y: y + 11,
          style: "small")
        y += Self.rowHeight
      }
      y += 8
    }
    drawing.text(machine.description, x: 20, y: height - 10, style: "small")
    return drawing
  }

  private func rows(of operation: OperationReport) -> [Row] {
    let ours = Row(
      label: "Collation", speed: 1e3 / operation.nanoseconds.median, note: "", style: "c0")
    let rivals = operation.comparisons.map { comparison in
      let fewer = comparison.names < list.names ? " of \(comparison.names) names" : ""
      let ratio = String(
        format: comparison.ratio.median < 10 ? " (%.1f ×)" : " (%.0f ×)", comparison.ratio.median)
      return Row(
        label: comparison.rival.rawValue, speed: 1e3 / comparison.theirs.median,
        note: fewer + ratio, style: "c1")
    }
    return [ours] + rivals
  }
}
