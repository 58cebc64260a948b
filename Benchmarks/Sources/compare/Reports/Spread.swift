import Foundation

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
