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

  /// Mostly a third to two thirds of what `Results/table.txt` has for a million names.
  static let all: [Bound] = [
    Bound("en", .section, .icuKeys, 14),
    Bound("en", .section, .icuImmutableIndex, 5.5),
    Bound("en", .partition, .icuKeys, 2.6),
    Bound("en", .partition, .icuCompare, 5.0),
    Bound("en", .partitionStrings, .standardSorted, 1.8),
    Bound("en", .sort, .icuKeys, 2.7),
    Bound("en", .sort, .icuCompare, 4.3),
    Bound("en", .keys, .icuKeys, 0.6),
    Bound("ru", .section, .icuKeys, 8.9),
    Bound("ru", .section, .icuImmutableIndex, 4.7),
    Bound("ru", .partition, .icuKeys, 2.5),
    Bound("ru", .partition, .icuCompare, 8.5),
    Bound("ru", .partitionStrings, .standardSorted, 4.0),
    Bound("ru", .sort, .icuKeys, 2.5),
    Bound("ru", .sort, .icuCompare, 8.0),
    Bound("ru", .keys, .icuKeys, 0.6),
    Bound("zh", .section, .icuKeys, 3.5),
    Bound("zh", .section, .icuImmutableIndex, 8.4),
    Bound("zh", .partition, .icuKeys, 2.2),
    Bound("zh", .partition, .icuCompare, 12),
    Bound("zh", .partitionStrings, .standardSorted, 5.0),
    Bound("zh", .sort, .icuKeys, 2.1),
    Bound("zh", .sort, .icuCompare, 13),
    Bound("zh", .keys, .icuKeys, 0.5),
    Bound("mixed", .section, .icuKeys, 8.7),
    Bound("mixed", .section, .icuImmutableIndex, 4.0),
    Bound("mixed", .partition, .icuKeys, 1.7),
    Bound("mixed", .partition, .icuCompare, 3.2),
    Bound("mixed", .partitionStrings, .standardSorted, 2.2),
    Bound("mixed", .sort, .icuKeys, 1.7),
    Bound("mixed", .sort, .icuCompare, 4.2),
    Bound("mixed", .keys, .icuKeys, 0.6),
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
