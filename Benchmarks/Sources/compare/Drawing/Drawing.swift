import Foundation

/// A picture in SVG, legible on light and on dark ground.
struct Drawing {
  enum Anchor: String { case start, middle, end }

  let width: Double
  let height: Double
  private var elements: [String] = []

  init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  mutating func line(
    from: (x: Double, y: Double), to: (x: Double, y: Double), style: String
  ) {
    elements.append(
      "<line class=\"\(style)\" x1=\"\(number(from.x))\" y1=\"\(number(from.y))\" "
        + "x2=\"\(number(to.x))\" y2=\"\(number(to.y))\"/>")
  }

  mutating func bar(x: Double, y: Double, width: Double, height: Double, style: String) {
    elements.append(
      "<rect class=\"fill \(style)\" x=\"\(number(x))\" y=\"\(number(y))\" "
        + "width=\"\(number(max(width, 0.5)))\" height=\"\(number(height))\" rx=\"1.5\"/>")
  }

  mutating func text(
    _ text: String, x: Double, y: Double, anchor: Anchor = .start, style: String = ""
  ) {
    elements.append(
      "<text class=\"\(style)\" x=\"\(number(x))\" y=\"\(number(y))\" "
        + "text-anchor=\"\(anchor.rawValue)\">\(escaped(text))</text>")
  }

  /// The file.
  var text: String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(number(width)) \(number(height))" \
    width="\(number(width))" height="\(number(height))" role="img">
    <style>
    \(Self.style)
    </style>
    <rect class="ground" width="100%" height="100%"/>
    \(elements.joined(separator: "\n"))
    </svg>

    """
  }

  /// The colours of the parts on light and on dark ground. They are written out, because some
  /// programs that show SVG do not know CSS variables.
  private static let style: String = {
    let light = rules(
      ground: "#ffffff", ink: "#1f2328", faint: "#59636e", grid: "#d9dee3",
      colours: ["#0969da", "#bc4c00", "#1a7f37", "#8250df", "#bf3989", "#6e7781"])
    let dark = rules(
      ground: "#0d1117", ink: "#e6edf3", faint: "#9198a1", grid: "#2b3138",
      colours: ["#58a6ff", "#f0883e", "#3fb950", "#bc8cff", "#f778ba", "#9198a1"])
    return """
      text { font: 12px system-ui, sans-serif; }
      .title { font-size: 15px; font-weight: 600; }
      .small { font-size: 10.5px; }
      \(light)
      @media (prefers-color-scheme: dark) {
      \(dark)
      }
      """
  }()

  private static func rules(
    ground: String, ink: String, faint: String, grid: String, colours: [String]
  ) -> String {
    let series = colours.enumerated().map { number, colour in
      ".fill.c\(number) { fill: \(colour); }"
    }
    return """
      text { fill: \(ink); } text.small { fill: \(faint); } .ground { fill: \(ground); }
      .grid { stroke: \(grid); } .axis { stroke: \(faint); }
      \(series.joined(separator: "\n"))
      """
  }

  private func number(_ value: Double) -> String {
    value == value.rounded() ? "\(Int(value))" : String(format: "%.1f", value)
  }

  private func escaped(_ text: String) -> String {
    text.replacingOccurrences(of: "&", with: "&amp;")
      .replacingOccurrences(of: "<", with: "&lt;")
      .replacingOccurrences(of: ">", with: "&gt;")
  }
}
