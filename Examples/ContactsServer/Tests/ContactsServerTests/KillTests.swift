import Foundation
import Hummingbird
import Testing

@testable import ContactsServer

/// The program is killed in the middle of what it does. What it had acknowledged is what must be
/// there.
@Suite(.serialized, .endsInTime) struct KillTests {
  @Test func aSecondServerIsRefusedUntilTheFirstIsGone() async throws {
    try await withFile { file in
      let first = try await ServerProcess(database: file, seed: 20)
      let link = file.appendingPathExtension("link")
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
      for name in [file, link] {
        #expect(try await ServerProcess.refusal(of: name).contains("another server has"))
      }
      first.kill()
      try await ServerProcess(database: file).kill()
    }
  }

  /// SQLite keeps the log beside the name by which the file was opened.
  @Test func aFileOfTwoNamesLosesNothing() async throws {
    try await withFile { file in
      let link = file.appendingPathExtension("link")
      let first = try await ServerProcess(database: file, seed: 20)
      try FileManager.default.linkItem(at: file, to: link)
      let refusal = try await ServerProcess.refusal(of: link)
      #expect(refusal.contains("\(link.path) has another name, a hard link"))
      _ = try await first.client.add("Zoe")
      first.kill()
      // What was acknowledged is in a log that SQLite would not find by the other name.
      for name in [link, file] {
        let refusal = try await ServerProcess.refusal(of: name)
        #expect(refusal.contains("has another name, a hard link"))
      }
      try FileManager.default.removeItem(at: link)
      let second = try await ServerProcess(database: file)
      #expect(try await second.client.get("/index", as: IndexAnswer.self).index.count == 21)
      second.kill()
    }
  }

  /// The maker of lists ends with the server, and the pool is closed: its log is in the file.
  @Test func theEndWaitsForNoListAndLeavesNoLog() async throws {
    try await withFile { file in
      let server = try await ServerProcess(database: file, seed: 40_000)
      let asked = try await server.client.send(.get, "/index?locale=sv")
      #expect(asked.status == .serviceUnavailable)
      _ = try await server.client.add("Zoe")
      await server.terminate()
      #expect(server.status == 0)
      #expect(!server.log.contains("the list of sv"), "\(server.log)")
      #expect(!FileManager.default.fileExists(atPath: file.path + "-wal"))
      let again = try await ServerProcess(database: file)
      let index: IndexAnswer = try await again.client.get("/index?locale=sv")
      #expect(index.index.count == 40_001)
      again.kill()
    }
  }

  @Test(arguments: 0..<4)
  func whatWasAcknowledgedIsThereAfterAKill(seed: UInt64) async throws {
    try await withFile { file in
      var generator = SeededGenerator(state: seed)
      var known: [Int64: String] = [:]
      for (round, locale) in ["sv", "ja", "zh", "ar"].enumerated() {
        let server = try await ServerProcess(database: file)
        // A list is being made while names are written, and while the program is killed.
        _ = try await server.client.send(.get, "/index?locale=\(locale)")
        let writers = (0..<4).map { writer in
          let seed = generator.next()
          return Task { await write(to: server.client, seed: seed, named: "\(round).\(writer)") }
        }
        try await Task.sleep(for: .milliseconds(Int.random(in: 50...600, using: &generator)))
        server.kill()
        var open: [(id: Int64?, name: String)] = []
        for writer in writers {
          let told = await writer.value
          known.merge(told.names) { $1 }
          open.append(told.open)
        }
        let contacts = try await ContactDatabase(path: file.path).contacts()
        let names = Dictionary(uniqueKeysWithValues: contacts.map { ($0.id, $0.name) })
        for (id, name) in known where !open.contains(where: { $0.id == id }) {
          #expect(names[id] == name)
        }
        for (id, name) in names where known[id] == nil {
          #expect(open.contains { $0.name == name }, "\(name) is there, and nobody wrote it")
        }
        known = names
      }
      // It starts again, and every list is whole.
      let server = try await ServerProcess(database: file)
      #expect(!known.isEmpty)
      for locale in ["en", "sv", "ja", "zh", "ar"] {
        let answer: IndexAnswer = try await server.client.get("/index?locale=\(locale)")
        #expect(answer.index.count == known.count)
      }
      #expect(try await ContactDatabase(path: file.path).faults() == [])
      server.kill()
    }
  }

  /// Writes until the program is gone: what it was told, and the last write, which may be there.
  private func write(
    to client: Client, seed: UInt64, named prefix: String
  ) async -> (names: [Int64: String], open: (id: Int64?, name: String)) {
    var generator = SeededGenerator(state: seed)
    var names: [Int64: String] = [:]
    var number = 0
    while true {
      number += 1
      let word = ["Åberg", "Zorn", "Adam", "張三"].randomElement(using: &generator)!
      let name = "\(word) \(prefix).\(number)"
      let known = names.keys.sorted().randomElement(using: &generator)
      let id = Bool.random(using: &generator) ? known : nil
      let change: HTTPRequest.Method = Bool.random(using: &generator) ? .put : .delete
      let method = id == nil ? .post : change
      let uri = id.map { "/names/\($0)" } ?? "/names"
      let json = method == .delete ? nil : #"{"name":"\#(name)"}"#
      guard let answer = try? await client.send(method, uri, json) else {
        return (names, (id, name))
      }
      #expect(answer.status.kind == .successful)
      // After a DELETE there is no contact.
      let contact: Contact? = try? answer.decoded()
      if let id = id ?? contact?.id { names[id] = contact?.name }
    }
  }
}
