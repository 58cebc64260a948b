import ArgumentParser
import Collation

/// Where the records come from, and which part of each is its key.
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
    if delimiter == "" { throw ValidationError("--delimiter takes at least one character.") }
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
    let keys = field.map { lines.fields($0, separatedBy: Array((delimiter ?? "\t").utf8)) }
    return Records(lines: lines, keys: keys ?? lines, progress: progress)
  }
}

/// The input: records as they stand, and what each is collated by.
struct Records: Sendable {
  var lines: UTF8Records
  var keys: UTF8Records
  var progress: Progress

  /// So many records have been sorted.
  @Sendable func reportSorted(_ done: Int) { progress.report(.sorting, done, of: lines.count) }

  /// So many records have been written. To ask for the time at each would take longer than the work.
  func reportWritten(_ done: Int) {
    if done % 4096 == 0 { progress.report(.writing, done, of: lines.count) }
  }
}
