import ArgumentParser
import Foundation
import Names

/// Prints names, for what is measured from outside of a process.
struct ListNames: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "names", abstract: "Prints made-up names of a language, one per line.",
    shouldDisplay: false)

  @Option(help: "The language, or mixed for several.") var language = "sv"
  @Option(help: "The number of names.") var count = 1_000_000

  /// Another million has another seed, so that no more than a million are in memory.
  private static let namesAtOnce = 1_000_000

  func run() throws {
    for start in stride(from: 0, to: count, by: Self.namesAtOnce) {
      let seed = UInt64(start / Self.namesAtOnce + 1)
      let some = min(Self.namesAtOnce, count - start)
      guard let names = Names.make(language, count: some, seed: seed) else {
        throw ValidationError(Input.noNames(of: language))
      }
      var lines: [UInt8] = []
      for range in names.ranges { lines += names.bytes[range] + [UInt8(ascii: "\n")] }
      try FileHandle.standardOutput.write(contentsOf: Data(lines))
    }
  }
}
