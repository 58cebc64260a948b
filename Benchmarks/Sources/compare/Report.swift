import Operations

/// All that one run found out.
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
  /// Of all times that were taken beside rivals with all of the names.
  var nanoseconds: Spread
  /// What is needed for the work, without input and output.
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
  /// How many times as fast ours is as a rival; how many times the time of a floor it takes.
  var ratio: Spread
  var peakBytes: Double?
}

/// Sorting few names with a collator that is open.
struct FewNamesReport: Codable {
  enum Form: String, Codable { case records, strings }

  var form: Form
  var names: Int
  /// Times are in nanoseconds a list.
  var ours: Spread
  var theirs: Spread
  var ratio: Spread
}

/// The time for each name where there are ten times as many.
struct ScalingReport: Codable {
  var operation: NameOperation
  var names: Int
  var nanoseconds: Spread
  var timesAsMany: Int
  var nanosecondsThen: Spread
  /// How many times as long a name takes then.
  var ratio: Spread
}

/// Two tasks beside one.
struct WorkersReport: Codable {
  var operation: NameOperation
  var workers: Int
  var nanosecondsOfOne: Spread
  var nanoseconds: Spread
  /// How many times as fast as one.
  var ratio: Spread
}

/// Opening a collation in a process that has opened none, or only another.
struct OpeningReport: Codable {
  var locale: String
  var isFirst: Bool
  /// Times are in nanoseconds.
  var ours: Spread
  var theirs: Spread
  var ratio: Spread
}

/// The time for each name by the number of names.
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
