import Foundation
import Testing

@testable import ContactsServer

/// What comes from outside only chooses: it opens nothing, and no answer takes more memory for it.
@Suite(.endsInTime) struct HostileTests {
  @Test func locales() async throws {
    try await withFolder { folder in
      let server = try await ServerProcess(
        database: folder.appending(path: "names.sqlite"), seed: 2_000)
      defer { server.kill() }
      _ = try await server.get("/index", as: IndexAnswer.self)
      // The first thousands bring the process to its size.
      try await send(6_000, seed: 1, to: server)
      let before = server.memory
      try await send(12_000, seed: 2, to: server)
      let growth = server.memory - before
      #expect(growth < 32 << 20, "\(growth) bytes more after 12,000 requests")
      #expect(try await server.send("GET", "/names").status == 200)
    }
  }

  private func send(_ count: Int, seed: UInt64, to server: ServerProcess) async throws {
    try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<count {
        if number >= 16, let status = try await group.next() { #expect(status == 200) }
        group.addTask {
          var generator = SeededGenerator(state: seed << 32 | UInt64(number))
          let (locale, header) = (hostile(&generator), hostile(&generator))
          return try await server.send(
            "GET", "/\(["index", "names"][number % 2])?locale=\(escaped(locale))&limit=1",
            headers: [.acceptLanguage: header.filter { (" "..."~").contains($0) }]
          ).status
        }
      }
      for try await status in group { #expect(status == 200) }
    }
  }
}

/// A text that is no locale, or one that hardly anyone has asked for, but not one that is offered:
/// its list would have to be made.
private func hostile(_ generator: inout SeededGenerator) -> String {
  let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789-_@=;,.*% \u{7F}é漢")
  func word(_ length: ClosedRange<Int>) -> String {
    String(
      (0..<Int.random(in: length, using: &generator)).map { _ in
        letters.randomElement(using: &generator)!
      })
  }
  switch Int.random(in: 0..<6, using: &generator) {
  case 0: return "qaa-x-" + word(0...200)
  case 1: return "en-u-co-" + word(1...8) + "-kn-" + word(1...8)
  case 2: return "en@" + word(1...300)
  case 3:
    return (0..<200).map { "q\(letters[$0 % 26])\(letters[$0 / 26]);q=0.\($0)" }.joined(
      separator: ",")
  case 4: return String(repeating: "en-", count: Int.random(in: 1...400, using: &generator))
  default: return "xx" + word(1...2_000)
  }
}
