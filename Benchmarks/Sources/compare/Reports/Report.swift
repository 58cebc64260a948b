import Foundation
import Operations

/// The results of one run.
struct Report: Codable {
  var machine = Machine()
  var settings = Settings()
  var languages: [LanguageReport] = []
  var openings: [OpeningReport] = []
  var series: [SeriesReport] = []

  struct Settings: Codable {
    var names = 0
    var repetitions = 0
    var nonLatinShare = 0.0
    var command: [String] = []
  }

  var json: Data {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      return try encoder.encode(self) + Data("\n".utf8)
    }
  }
}

/// The names of one language.
struct LanguageReport: Codable {
  var language: String
  var locale: String
  var names: Int
  var bytesPerName: Double
  var distinctShare: Double
  var operations: [OperationReport] = []
  var fewNames: [FewNamesReport] = []
  var scaling: [ScalingReport] = []
  var workers: [WorkersReport] = []
}

/// One operation. Times are in nanoseconds a name, memory is in bytes a name.
struct OperationReport: Codable {
  var operation: NameOperation
  /// Over all times that were taken with all names.
  var nanoseconds: Spread
  /// The memory of the work, without input and output.
  var peakBytes: Double?
  var comparisons: [Comparison] = []
}

/// One rival.
struct Comparison: Codable {
  var rival: Rival
  var isFloor: Bool
  var names: Int
  var ours: Spread
  var theirs: Spread
  /// For a rival, its time divided by the library's; for a floor, the library's divided by the
  /// floor's.
  var ratio: Spread
  var peakBytes: Double?
}

/// Short lists, sorted with one collator.
struct FewNamesReport: Codable {
  enum Form: String, Codable { case records, strings }

  var form: Form
  var names: Int
  /// Times are in nanoseconds a list.
  var ours: Spread
  var theirs: Spread
  var ratio: Spread
}

/// The time a name with ten times as many names.
struct ScalingReport: Codable {
  var operation: NameOperation
  var names: Int
  var nanoseconds: Spread
  var timesAsMany: Int
  var nanosecondsThen: Spread
  /// The later time divided by the earlier one.
  var ratio: Spread
}

/// Two tasks beside one.
struct WorkersReport: Codable {
  var operation: NameOperation
  var workers: Int
  var nanosecondsOfOne: Spread
  var nanoseconds: Spread
  /// The time of one task divided by that of several.
  var ratio: Spread
}

/// Opening a collation, the first of its process or the second.
struct OpeningReport: Codable {
  var locale: String
  var isFirst: Bool
  /// Times are in nanoseconds.
  var ours: Spread
  var theirs: Spread
  var ratio: Spread
}

/// The time a name by the number of names.
struct SeriesReport: Codable {
  struct Point: Codable {
    var names: Int
    var nanoseconds: Double
  }

  var language: String
  var operation: NameOperation
  /// `nil` for the library itself.
  var rival: Rival?
  var points: [Point] = []
}
