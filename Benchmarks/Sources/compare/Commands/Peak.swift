import ArgumentParser
import Foundation
import Memory
import Operations

/// Does an operation once in this process, and prints the bytes of memory a name that this needed.
struct Peak: AsyncParsableCommand {
  static let configuration = CommandConfiguration(shouldDisplay: false)

  @OptionGroup var input: Input
  @Option var operation: NameOperation
  @Option var rival: Rival?

  func run() async throws {
    memory_release_eagerly()
    let contest = try Contest(try input.dataset(input.languageCodes[0]))
    contest.prepare(operation)
    memory_trim()
    // Sets the peak to what is in use now.
    try Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
    let before = try Self.status("VmRSS")
    let output = try work(contest)
    let peak = try Self.status("VmHWM")
    let bytes = Double(max(0, peak - before - output)) / Double(contest.dataset.count)
    print(bytes)
  }

  /// Does the work and returns the size of its output.
  private func work(_ contest: Contest) throws -> Int {
    if let rival { return contest.run(rival, operation).byteCount }
    let strings = operation == .partitionStrings ? contest.strings : []
    return contest.subject.run(operation, contest.dataset, strings: strings).byteCount
  }

  private static func status(_ key: String) throws -> Int {
    let text = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    for line in text.split(separator: "\n") where line.hasPrefix(key + ":") {
      if let kilobytes = Int(line.filter(\.isNumber)) { return kilobytes * 1024 }
    }
    throw ContestError("/proc/self/status has no \(key)")
  }
}

extension NameOperation: ExpressibleByArgument {}
extension Rival: ExpressibleByArgument {}
