import Operations

/// The results of one run.
struct Report {
  let machine = Machine()
  var languages: [LanguageReport] = []
}

/// The names of one language.
struct LanguageReport {
  var language: String
  var locale: String
  var names: Int
  var operations: [OperationReport] = []
}

/// One operation. Times are in nanoseconds a name, memory is in bytes a name.
struct OperationReport {
  var operation: NameOperation
  /// Over all times that were taken with all names.
  var nanoseconds: Spread
  /// The memory of the work, without input and output.
  var peakBytes: Double?
  var comparisons: [Comparison] = []
}

/// One rival.
struct Comparison {
  var rival: Rival
  var names: Int
  var ours: Spread
  var theirs: Spread
  /// The rival's time divided by the library's.
  var ratio: Spread
  var peakBytes: Double?
}

/// Short lists, sorted with one collator.
struct FewNamesReport {
  enum Form: String { case records, strings }

  var form: Form
  var names: Int
  /// Times are in nanoseconds a list.
  var ours: Spread
  var theirs: Spread
  var ratio: Spread
}

/// Opening a collation, the first of its process or the second.
struct OpeningReport {
  var locale: String
  var isFirst: Bool
  /// Times are in nanoseconds.
  var ours: Spread
  var theirs: Spread
  var ratio: Spread
}
