import ArgumentParser
import Collation

/// Where the records come from, and which part of each is the name.
struct InputArguments: ParsableArguments {
  @Argument(help: "Files to read; standard input by default, or for -.")
  var files: [String] = []

  @Flag(help: "Records end in NUL, not in a line feed; plain output too.")
  var null = false

  @Option(help: ArgumentHelp("The field that is collated, from 1.", valueName: "number"))
  var field: Int?

  @Option(help: ArgumentHelp("What stands between fields; a tab by default.", valueName: "text"))
  var delimiter: String?

  func validate() throws {
    if let field, field < 1 {
      throw ValidationError("--field takes a number of 1 or more, not \(field).")
    }
    if let delimiter, !(1...64).contains(delimiter.utf8.count) {
      throw ValidationError("--delimiter takes 1 to 64 bytes.")
    }
    if delimiter != nil && field == nil { throw ValidationError("--delimiter needs --field.") }
  }

  /// What ends a record.
  var terminator: UInt8 { null ? 0 : UInt8(ascii: "\n") }

  func read() throws -> Records {
    let progress = Progress()
    var bytes: [UInt8] = []
    for file in files.isEmpty ? ["-"] : files {
      bytes += try readFile(file)
      // The last record of one file does not run into the first of the next.
      if let last = bytes.last, last != terminator { bytes.append(terminator) }
    }
    let lines = UTF8Records(bytes, separator: terminator)
    let names = try field.map { try lines.field($0, separatedBy: Array((delimiter ?? "\t").utf8)) }
    return Records(lines: lines, names: names ?? lines, progress: progress)
  }
}

/// The input: lines as they stand, and the name in each that is collated.
struct Records: Sendable {
  var lines: UTF8Records
  var names: UTF8Records
  var progress: Progress

  /// So many records have been searched.
  func reportSearched(_ done: Int) { progress.report(.searching, done, of: lines.count) }

  /// So many records have been sorted.
  @Sendable func reportSorted(_ done: Int) { progress.report(.sorting, done, of: lines.count) }

  /// So many records have been written. To ask for the time at each would take longer than the
  /// work.
  func reportWritten(_ done: Int) {
    if done % 4096 == 0 { progress.report(.writing, done, of: lines.count) }
  }
}

extension UTF8Records {
  /// One field of each record, counted from 1. A record that has fewer fields has an empty one.
  ///
  /// - Complexity: O(*n* · *m*) in the bytes of the records and of the delimiter.
  func field(_ number: Int, separatedBy delimiter: [UInt8]) throws -> UTF8Records {
    try UTF8Records(
      bytes, ranges: ranges.map { Self.field(number, of: $0, in: bytes, delimiter: delimiter) })
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
