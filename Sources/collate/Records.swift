import ArgumentParser
import Collation
import CollationFiling

/// The options for where the records come from, and which part of each is the name.
struct InputArguments: ParsableArguments {
  @Argument(help: "Files to read; - is standard input. (default: standard input)")
  var files: [String] = []

  @Option(help: ArgumentHelp("Collate by this field, counted from 1.", valueName: "number"))
  var field: Int?

  @Option(help: ArgumentHelp("The text between fields. (default: a tab)", valueName: "text"))
  var delimiter: String?

  @Flag(help: "End records with NUL, not a line feed, in the input and in plain output.")
  var null = false

  @Option(
    help: ArgumentHelp(
      "Collate by this field instead of the name, unless it is empty.", valueName: "number"))
  var sortAsField: Int?

  @Option(
    help: ArgumentHelp(
      "Collate by this field, the reading of the name, unless it is empty.", valueName: "number"))
  var readingField: Int?

  @Option(
    help: ArgumentHelp(
      "The field with the language of the name, such as fr, for --articles.",
      valueName: "number"))
  var languageField: Int?

  func validate() throws {
    for (option, field) in [
      ("--field", field), ("--sort-as-field", sortAsField), ("--reading-field", readingField),
      ("--language-field", languageField),
    ] {
      if let field, field < 1 {
        throw ValidationError("invalid value '\(field)' for \(option): expected 1 or more")
      }
    }
    if let delimiter, !(1...64).contains(delimiter.utf8.count) {
      throw ValidationError("invalid value for --delimiter: expected 1 to 64 bytes")
    }
  }

  /// Refuses options that have no effect together.
  func validate(with filing: FilingArguments) throws {
    if field != nil && filing.fields != nil {
      throw ValidationError("--field and --fields cannot be used together")
    }
    if languageField != nil && filing.articles == nil {
      throw ValidationError("--language-field needs --articles")
    }
    if delimiter != nil && field == nil && filing.fields == nil && !hasParts {
      throw ValidationError("--delimiter needs an option that names a field, such as --field")
    }
  }

  private var hasParts: Bool { sortAsField != nil || readingField != nil || languageField != nil }

  /// The byte that ends a record.
  var terminator: UInt8 { null ? 0 : UInt8(ascii: "\n") }

  /// Reads all records, however many there are.
  func read(_ filing: FilingArguments) throws -> Records {
    var pieces = try pieces(cost: RecordCost(quartersPerByte: 4, bytesPerRecord: 0), memory: .max)
    return try records(in: pieces.next(), filing, progress: Progress()).asAll
  }

  /// Returns the records, as many at a time as fit into memory.
  func pieces(cost: RecordCost, memory: Int) throws -> InputPieces {
    try InputPieces(
      files.isEmpty ? ["-"] : files, terminator: terminator, cost: cost, memory: memory)
  }

  /// Returns the records of some lines of the input.
  func records(
    in lines: UTF8Records, _ filing: FilingArguments, progress: Progress, before: Int = 0
  ) throws -> Records {
    let delimiter = Array((delimiter ?? "\t").utf8)
    func column(_ field: Int, isWhole: Bool = false) throws -> UTF8Records {
      try lines.field(field, separatedBy: delimiter, isWhole: isWhole)
    }
    var parts = RecordParts()
    if filing.fields == nil {
      parts.shown = try field.map { try column($0, isWhole: true) } ?? lines
    }
    // There are as many names as the longest column has.
    parts.fields = try filing.columns.enumerated().map { number, part in
      try column(part.field, isWhole: number == 0)
    }
    if let sortAsField { parts.sortAs = try column(sortAsField) }
    if let readingField { parts.readings = try column(readingField) }
    if let languageField { parts.languages = try column(languageField) }
    return Records(lines: lines, parts: parts, progress: progress, before: before)
  }

  /// Returns whether texts other than the names as they stand may be collated.
  func areFiled(_ filing: FilingArguments) throws -> Bool {
    try filing.rules != .asShown || filing.fields != nil || hasParts
  }

  /// Returns the number of columns of the names besides the records themselves.
  func columnCount(_ filing: FilingArguments) -> Int {
    [field, sortAsField, readingField, languageField].count { $0 != nil } + filing.columns.count
  }
}

/// The input or a piece of it: the lines as they stand, and the parts of the name in each.
struct Records: Sendable {
  var lines: UTF8Records
  var parts: RecordParts
  var progress: Progress
  /// The number of records before these in the input.
  var before: Int
  /// The number of records in the input; `nil` while it is unknown.
  var total: Int?

  /// What is collated.
  var names: NameList { parts.names }

  /// The same records as the whole input.
  var asAll: Records {
    var records = self
    records.total = lines.count
    return records
  }

  /// Returns a record with its terminator: a piece of the input has one after each record.
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

  var names: NameList {
    NameList(
      shown: shown, fields: fields, sortAs: sortAs, readings: readings, languages: languages)
  }
}

extension UTF8Records {
  /// Returns one field of each record, counted from 1; an empty one if the record has fewer fields.
  ///
  /// - Parameter isWhole: Whether to keep empty fields at the end of the column.
  /// - Complexity: O(*n* · *m*) in the bytes of the records and of the delimiter.
  func field(_ number: Int, separatedBy delimiter: [UInt8], isWhole: Bool) throws -> UTF8Records {
    var fields: [Range<Int>] = []
    for (record, range) in ranges.enumerated() {
      let field = Self.field(number, of: range, in: bytes, delimiter: delimiter)
      if field.isEmpty && !isWhole { continue }
      // A column of empty fields alone reserves no memory.
      if fields.isEmpty { fields.reserveCapacity(count) }
      while fields.count < record { fields.append(0..<0) }
      fields.append(field)
    }
    return try UTF8Records(bytes, ranges: fields)
  }

  private static func field(
    _ number: Int, of record: Range<Int>, in bytes: [UInt8], delimiter: [UInt8]
  ) -> Range<Int> {
    var start = record.lowerBound
    var remaining = number - 1
    var position = start
    while position + delimiter.count <= record.upperBound {
      guard bytes[position..<position + delimiter.count].elementsEqual(delimiter) else {
        position += 1
        continue
      }
      if remaining == 0 { return start..<position }
      remaining -= 1
      position += delimiter.count
      start = position
    }
    return remaining == 0 ? start..<record.upperBound : record.upperBound..<record.upperBound
  }
}
