import CollationTestSupport
import Foundation

/// What a run of the command, or of another program, gave.
struct CommandResult {
  var status: Int32
  var output: [UInt8]
  var error: String

  var text: String { String(decoding: output, as: UTF8.self) }
  var lines: [String] { text.split(separator: "\n").map(String.init) }
}

/// Runs the command that was built beside the tests.
///
/// - Parameter environment: By default that of the tests, without a locale.
func collate(
  _ arguments: [String], input: [UInt8] = [], environment: [String: String]? = nil
) throws -> CommandResult {
  try runProgram(collatePath, arguments, input: input, environment: environment)
}

func collate(_ arguments: String..., input: String = "") throws -> CommandResult {
  try collate(arguments, input: Array(input.utf8))
}

/// Runs lines of the shell, which finds the command as `collate`.
func runShell(_ lines: String, in directory: URL? = nil) throws -> CommandResult {
  let commands = URL(filePath: collatePath).deletingLastPathComponent().path
  return try runProgram("/bin/sh", ["-c", "PATH='\(commands)':$PATH\n\(lines)"], in: directory)
}

func runProgram(
  _ path: String, _ arguments: [String], input: [UInt8] = [],
  environment: [String: String]? = nil, in directory: URL? = nil
) throws -> CommandResult {
  let process = Process()
  process.executableURL = URL(filePath: path)
  process.arguments = arguments
  if let directory { process.currentDirectoryURL = directory }
  process.environment =
    environment ?? ProcessInfo.processInfo.environment.merging(["LC_ALL": "C"]) { $1 }
  return try withTemporaryFolder { folder in
    // Files, since pipes would have to be read and written at once.
    let (inputFile, outputFile, errorFile) = (
      folder.appending(path: "in"), folder.appending(path: "out"), folder.appending(path: "err")
    )
    try Data(input).write(to: inputFile)
    for file in [outputFile, errorFile] { try Data().write(to: file) }
    process.standardInput = try FileHandle(forReadingFrom: inputFile)
    process.standardOutput = try FileHandle(forWritingTo: outputFile)
    process.standardError = try FileHandle(forWritingTo: errorFile)
    try process.run()
    process.waitUntilExit()
    return CommandResult(
      status: process.terminationReason == .exit ? process.terminationStatus : -1,
      output: [UInt8](try Data(contentsOf: outputFile)),
      error: String(decoding: try Data(contentsOf: errorFile), as: UTF8.self))
  }
}

/// The command lies beside the bundle of the tests.
let collatePath: String = {
  let folders = [
    URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent(),
    Bundle.main.bundleURL,
  ]
  let paths = folders.map { $0.appending(path: "collate").path }
  return paths.first(where: FileManager.default.isExecutableFile) ?? paths[0]
}()
