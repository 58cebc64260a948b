import Foundation
import Synchronization
import Testing

@testable import ContactsServer

/// The program in a process of its own.
final class ServerProcess: Sendable {
  let client: Client
  let identifier: Int32
  private let process: Process
  private let logged: Mutex<(text: String, isWhole: Bool)>

  /// What has been read of the program's log so far: all of it after `terminate`.
  var log: String { logged.withLock { $0.text } }

  /// Starts the program and waits until it has its first list.
  ///
  /// - Parameter wrapper: A command that becomes the program, such as one that gives up rights.
  init(
    database: URL, seed: Int = 0, arguments: [String] = [], under wrapper: [String] = []
  ) async throws {
    let process = Process()
    // It lies beside the program of the tests.
    let program = Bundle.main.executableURL!.deletingLastPathComponent()
      .appending(path: "ContactsServer")
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      wrapper
      + [program.path, "--database", database.path, "--seed", "\(seed)", "--port", "0"]
      + arguments
    let log = Pipe()
    process.standardError = log
    try process.run()
    var text = ""
    var port: Int?
    while port == nil {
      let data = log.fileHandleForReading.availableData
      if data.isEmpty {
        process.waitUntilExit()
        throw DidNotStart(log: text, status: process.terminationStatus)
      }
      text += String(decoding: data, as: UTF8.self)
      port = text.firstMatch(of: /serving http:\S+:(\d+)\/\s/).flatMap { Int($0.1) }
    }
    client = Client(port: port!)
    identifier = process.processIdentifier
    self.process = process
    logged = Mutex((text, false))
    // It must not block on a full pipe.
    log.fileHandleForReading.readabilityHandler = { [weak self] handle in
      let data = handle.availableData
      if data.isEmpty { handle.readabilityHandler = nil }
      self?.logged.withLock {
        $0.text += String(decoding: data, as: UTF8.self)
        $0.isWhole = data.isEmpty
      }
    }
    let _: IndexAnswer = try await client.get("/index")
  }

  struct DidNotStart: Error {
    let log: String
    let status: Int32
  }

  /// The one line with which the program refuses a file.
  static func refusal(of file: URL, under wrapper: [String] = []) async throws -> String {
    let refused = await #expect(throws: DidNotStart.self) {
      try await ServerProcess(database: file, under: wrapper)
    }
    let (log, status) = try (#require(refused?.log), #require(refused?.status))
    #expect(status != 0)
    #expect(log.split(separator: "\n").count == 1, "\(log)")
    #expect(log.contains(file.path))
    return log
  }

  /// Ends the program where it stands, by SIGKILL.
  func kill() {
    Foundation.kill(identifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Ends the program as a service manager does, by SIGTERM.
  func terminate() async {
    process.terminate()
    while process.isRunning || !logged.withLock({ $0.isWhole }) {
      try? await Task.sleep(for: .milliseconds(20))
    }
  }

  /// With what the program has ended.
  var status: Int32 { process.terminationStatus }

  deinit { if process.isRunning { kill() } }

  /// The memory that the process has of its own, in bytes.
  var memory: Int {
    get throws {
      let status = try String(contentsOfFile: "/proc/\(identifier)/status", encoding: .utf8)
      return try #require(status.firstMatch(of: /RssAnon:\s+(\d+)/).flatMap { Int($0.1) }) * 1024
    }
  }
}
