import Foundation
import Operations

/// The time a name by the number of names, both axes logarithmic.
struct TimeChart {
  let language: String
  let operation: NameOperation
  let series: [SeriesReport]
  let machine: Machine

  private static let (left, right, top) = (64.0, 740.0, 60.0)
  private static let plotHeight = 340.0

  var drawing: Drawing {
    let points = series.flatMap(\.points)
    let names = points.map { log10(Double($0.names)) }
    let times = points.map { log10($0.nanoseconds) }
    guard let fewest = names.min(), let most = names.max(), let least = times.min(),
      let longest = times.max()
    else { return Drawing(width: 10, height: 10) }
    let (lowest, highest) = (least.rounded(.down), longest.rounded(.up))
    let bottom = Self.top + Self.plotHeight
    func x(_ value: Double) -> Double {
      Self.left + (value - fewest) / max(most - fewest, 1) * (Self.right - Self.left)
    }
    func y(_ value: Double) -> Double {
      bottom - (value - lowest) / max(highest - lowest, 1) * Self.plotHeight
    }

    let legend = series.count
    var drawing = Drawing(width: 780, height: bottom + 76 + 20 * Double(legend))
    drawing.text("\(operation.rawValue), names of \(language)", x: 20, y: 28, style: "title")
    drawing.text("nanoseconds a name", x: 20, y: 48, style: "small")
    for decade in Int(lowest)...Int(highest) {
      let height = y(Double(decade))
      drawing.line(from: (Self.left, height), to: (Self.right, height), style: "grid")
      drawing.text(power(decade), x: Self.left - 8, y: height + 4, anchor: .end)
    }
    for decade in Int(fewest.rounded(.up))...max(Int(most), Int(fewest.rounded(.up))) {
      let place = x(Double(decade))
      drawing.line(from: (place, Self.top), to: (place, bottom), style: "grid")
      drawing.text(power(decade), x: place, y: bottom + 18, anchor: .middle)
    }
    drawing.line(from: (Self.left, bottom), to: (Self.right, bottom), style: "axis")
    drawing.text(
      "names", x: (Self.left + Self.right) / 2, y: bottom + 38, anchor: .middle, style: "small")
    for (number, one) in series.enumerated() {
      let style = "c\(number % Drawing.colours)" + (one.rival?.isFloor == true ? " floor" : "")
      drawing.curve(
        one.points.map { (x(log10(Double($0.names))), y(log10($0.nanoseconds))) }, style: style)
      let height = bottom + 62 + 20 * Double(number)
      drawing.line(
        from: (Self.left, height - 4), to: (Self.left + 28, height - 4),
        style: "key \(style)")
      drawing.text(one.rival?.rawValue ?? "Collation", x: Self.left + 38, y: height)
    }
    drawing.text(machine.description, x: 20, y: drawing.height - 10, style: "small")
    return drawing
  }

  private func power(_ exponent: Int) -> String {
    (0...4).contains(exponent)
      ? String(Int(pow(10, Double(exponent))))
      : exponent < 0
        ? String(pow(10, Double(exponent))) : "10" + superscript(exponent)
  }

  private func superscript(_ digit: Int) -> String {
    String("\(digit)".map { Array("⁰¹²³⁴⁵⁶⁷⁸⁹")[$0.wholeNumberValue ?? 0] })
  }
}
