import Collation
import CollationFiling

/// The input or a piece of it: the unchanged lines, and the parts of the name in each.
struct Records: Sendable {
  var lines: UTF8Records
  var parts: RecordParts
  /// The fields that neither the header nor any of these records has.
  var missingFields: Set<Int> = []
  var progress: Progress
  /// The number of records in the input before these.
  var before: Int
  /// The number of records in the input; `nil` while unknown.
  var total: Int?

  /// What is collated.
  var names: NameList { parts.names() }

  /// These records, taken for the whole input.
  var asAll: Records {
    var records = self
    records.total = lines.count
    return records
  }

  /// Returns a record with its terminator: in a piece of the input, one follows each record.
  func bytes(of record: Int) -> ArraySlice<UInt8> {
    let range = lines.ranges[record]
    return lines.bytes[range.lowerBound...range.upperBound]
  }

  func reportSearched(_ done: Int) { report(.searching, done) }

  @Sendable func reportSorted(_ done: Int) { report(.sorting, done) }

  /// Reading the clock for each record would take longer than the work.
  func reportWritten(_ done: Int) { if done % 4096 == 0 { report(.writing, done) } }

  func report(_ phase: Progress.Phase, _ done: Int) {
    progress.report(phase, before + done, of: total)
  }
}

/// The parts of the names of records, in columns.
struct RecordParts: Sendable {
  var shown = UTF8Records()
  var fields: [UTF8Records] = []
  var sortAs = UTF8Records()
  var readings = UTF8Records()
  var languages = UTF8Records()

  /// The names that the library makes of these parts.
  ///
  /// - Parameter keepsEmptyFields: Whether an empty field keeps its place instead of being left
  ///   out. The words of a surname are not fields of a record.
  func names(keepsEmptyFields: Bool = false) -> NameList {
    NameList(
      shown: shown, fields: fields, sortAs: sortAs, readings: readings, languages: languages,
      keepsEmptyFields: keepsEmptyFields && shown.isEmpty)
  }

  /// Returns the names with these numbers, in this order.
  func selecting(_ numbers: some Sequence<Int>) throws -> RecordParts {
    RecordParts(
      shown: try shown.selecting(numbers), fields: try fields.map { try $0.selecting(numbers) },
      sortAs: try sortAs.selecting(numbers), readings: try readings.selecting(numbers),
      languages: try languages.selecting(numbers))
  }
}

extension UTF8Records {
  /// Returns the records with these numbers, in this order; empty where the column is too short. A
  /// column without records stays empty.
  func selecting(_ numbers: some Sequence<Int>) throws -> UTF8Records {
    isEmpty
      ? self
      : try UTF8Records(bytes, ranges: numbers.map { $0 < ranges.count ? ranges[$0] : 0..<0 })
  }
}
