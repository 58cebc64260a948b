import Hummingbird
import Testing

@testable import ContactsServer

/// What comes from outside only chooses: it opens nothing, and no answer takes more memory for it.
@Suite(.endsInTime) struct HostileTests {
  /// Each locale and header is a new one. The tests of CollationLists have stranger ones.
  @Test func locales() async throws {
    try await withFile { file in
      let server = try await ServerProcess(database: file, seed: 2_000)
      defer { server.kill() }
      // The first thousands bring the process to its size.
      try await send(6_000, round: 1, to: server)
      let before = try server.memory
      try await send(12_000, round: 2, to: server)
      let growth = try server.memory - before
      #expect(growth < 32 << 20, "\(growth) bytes more after 12,000 requests")
    }
  }

  private func send(_ count: Int, round: Int, to server: ServerProcess) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<count {
        if number >= 16 { _ = try await group.next() }
        group.addTask {
          // Well-formed and new each time, but for those that are too long.
          let text = "en-x-h\(round)\(number)" + String(repeating: "-a", count: number % 1_000)
          let answer = try await server.client.send(
            .get, "/\(["index", "names"][number % 2])?locale=\(escaped(text))&limit=1",
            headers: [.acceptLanguage: "\(text),q\(text);q=0.5"])
          #expect(answer.status == .ok)
        }
      }
      try await group.waitForAll()
    }
  }
}
