import ArgumentParser
import Foundation
import ICU4C

/// The machine of a run, the versions of its software, and the commit that was measured.
struct Machine {
  var processor = value(of: "model name", in: "/proc/cpuinfo") ?? "unknown"
  var cores = ProcessInfo.processInfo.activeProcessorCount
  var system = value(of: "PRETTY_NAME", in: "/etc/os-release") ?? "unknown"
  var kernel =
    (try? String(contentsOfFile: "/proc/sys/kernel/osrelease", encoding: .utf8))?
    .trimmingCharacters(in: .whitespacesAndNewlines) ?? "unknown"
  var swift = compiler
  var icu = String(cString: icu4c_version())
  var date = ISO8601DateFormatter().string(from: Date())
  var commit = checkedOut

  /// The machine in one line.
  var description: String {
    "\(processor), \(cores) cores, \(system), Linux \(kernel), Swift \(swift), ICU \(icu), "
      + "\(date.prefix(10)), commit \(commit)"
  }

  /// The commit of the working directory, with `-dirty` after it where a file that is measured differs
  /// from it; `unknown` outside a clone.
  private static var checkedOut: String {
    func git(_ arguments: [String]) -> String {
      let output = (try? ChildProcess.run("/usr/bin/env", ["git"] + arguments)) ?? ""
      return output.trimmingCharacters(in: .whitespacesAndNewlines)
    }
    let commit = git(["rev-parse", "--short=7", "HEAD"])
    let measured = ["Package.swift", "Sources", "CICU", "Benchmarks/Sources", "Benchmarks/Peers"]
      .map { ":/" + $0 }
    let changes = git(["diff", "--name-only", "HEAD", "--"] + measured)
    return commit.isEmpty ? "unknown" : commit + (changes.isEmpty ? "" : "-dirty")
  }

  /// The version of the machine's compiler; `6.x` where there is no compiler.
  private static var compiler: String {
    let output = (try? ChildProcess.run("/usr/bin/env", ["swift", "--version"])) ?? ""
    if let match = output.firstMatch(of: #/Swift version ([0-9.]+)/#) { return String(match.1) }
    return "6.x"
  }

  private static func value(of key: String, in path: String) -> String? {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
    for line in text.split(separator: "\n") where line.hasPrefix(key) {
      guard let separator = line.firstIndex(where: { $0 == ":" || $0 == "=" }) else { continue }
      return line[line.index(after: separator)...].trimmingCharacters(
        in: CharacterSet(charactersIn: " \t\""))
    }
    return nil
  }
}

/// Prints the machine and the commit, for what is measured from outside of a process.
struct ShowMachine: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "machine", shouldDisplay: false)

  func run() { print(Machine().description) }
}
