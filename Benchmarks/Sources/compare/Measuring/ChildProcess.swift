import Foundation

/// Runs fresh processes, in which nothing is open or cached.
enum ChildProcess {
  /// The number that a hidden subcommand of this command prints.
  static func number(_ arguments: [String]) throws -> Double {
    let output = try run("/proc/self/exe", arguments)
    guard let number = Double(output.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw ContestError("\(arguments.joined(separator: " ")): expected a number, got \(output)")
    }
    return number
  }

  /// The output of a program.
  static func run(_ program: String, _ arguments: [String]) throws -> String {
    let process = Process()
    // The link leads elsewhere in the new process.
    process.executableURL = URL(fileURLWithPath: program).resolvingSymlinksInPath()
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }
}
