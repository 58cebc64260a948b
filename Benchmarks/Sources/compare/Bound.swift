import ArgumentParser
import Operations

/// The least that a ratio of the quick run may be: wide, so that a noisy machine does not fail it.
struct Bound {
  let language: String
  let operation: NameOperation
  let rival: Rival
  let ratio: Double

  init(_ language: String, _ operation: NameOperation, _ rival: Rival, _ ratio: Double) {
    self.language = language
    self.operation = operation
    self.rival = rival
    self.ratio = ratio
  }

  /// How many names the quick run has.
  static let names = 200_000
  /// The languages of the quick run.
  static let languages = ["en", "ru", "zh", "mixed"]

  static let all: [Bound] = [
    Bound("en", .partition, .icuKeys, 1)
  ]

  /// Fails where a ratio is below its bound.
  static func check(_ report: Report, _ text: TableText) throws {
    text.line()
    var failures = 0
    for bound in all {
      guard let ratio = bound.measured(in: report) else { continue }
      let name = "\(bound.language), \(bound.operation.rawValue), \(bound.rival.rawValue)"
      if ratio < bound.ratio {
        failures += 1
        text.line("\(name): \(ratio) is below the bound of \(bound.ratio)")
      }
    }
    guard failures == 0 else { throw ExitCode(1) }
    text.line("All ratios are within their bounds.")
  }

  private func measured(in report: Report) -> Double? {
    report.languages.first { $0.language == language }?
      .operations.first { $0.operation == operation }?
      .comparisons.first { $0.rival == rival }?.ratio.median
  }
}
