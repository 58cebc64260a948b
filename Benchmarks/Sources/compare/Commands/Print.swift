import ArgumentParser
import Foundation
import Names
import Operations

/// Prints names, for programs that are measured as whole processes and for other engines.
struct Print: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "names",
    abstract: "Prints names of a language, one a line: the same for the same arguments.")

  @OptionGroup var input: Input

  @Option(help: "The language: one of \(Names.languages.joined(separator: ", ")).")
  var language = "sv"

  func run() throws {
    let names = try input.dataset(language).names
    var lines = Data(capacity: names.bytes.count + names.count)
    for range in names.ranges {
      lines += names.bytes[range]
      lines.append(UInt8(ascii: "\n"))
      if lines.count > 1 << 20 {
        try FileHandle.standardOutput.write(contentsOf: lines)
        lines.removeAll(keepingCapacity: true)
      }
    }
    try FileHandle.standardOutput.write(contentsOf: lines)
  }
}
