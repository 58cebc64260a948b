import Foundation
import GRDB
import Synchronization
import Testing

@testable import ContactsServer

/// The program is killed in the middle of what it does. What it had acknowledged is what must be
/// there.
@Suite(.serialized, .endsInTime) struct KillTests {
  /// What writers were told: the names that there are, and those of which it is not known.
  private struct Told {
    var names: [Int64: String] = [:]
    var unknown: Set<Int64> = []
    var unknownNames: Set<String> = []
  }

  private final class Record: Sendable {
    let told = Mutex(Told())

    func withLock<Result: Sendable>(_ body: (inout Told) -> Result) -> Result {
      told.withLock { body(&$0) }
    }
  }

  @Test func aSecondServerIsRefusedUntilTheFirstIsGone() async throws {
    try await withFolder { folder in
      let path = folder.appending(path: "names.sqlite")
      let first = try await ServerProcess(database: path, seed: 20)
      let refused = await #expect(throws: ServerProcess.DidNotStart.self) {
        try await ServerProcess(database: path)
      }
      #expect(refused?.log.contains("another server has") == true)
      let link = folder.appending(path: "link.sqlite")
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: path)
      await #expect(throws: ServerProcess.DidNotStart.self) {
        try await ServerProcess(database: link)
      }
      first.kill()
      let second = try await ServerProcess(database: path)
      _ = try await second.get("/index", as: IndexAnswer.self)
      second.kill()
    }
  }

  /// SQLite keeps the log beside the name by which the file was opened.
  @Test func aFileOfTwoNamesLosesNothing() async throws {
    try await withFolder { folder in
      let path = folder.appending(path: "names.sqlite")
      let link = folder.appending(path: "link.sqlite")
      let first = try await ServerProcess(database: path, seed: 20)
      _ = try await first.get("/index", as: IndexAnswer.self)
      try FileManager.default.linkItem(at: path, to: link)
      func refusal(of file: URL) async -> String {
        let refused = await #expect(throws: ServerProcess.DidNotStart.self) {
          try await ServerProcess(database: file)
        }
        return refused?.log ?? ""
      }
      #expect(await refusal(of: link).contains("\(link.path) has another name, a hard link"))
      #expect(try await first.send("POST", "/names", body: #"{"name":"Zoe"}"#).status == 201)
      first.kill()
      // What was acknowledged is in a log that SQLite would not find by the other name.
      for file in [link, path] {
        let refusal = await refusal(of: file)
        #expect(refusal.contains("has another name, a hard link"))
        #expect(refusal.split(separator: "\n").count == 1)
      }
      try FileManager.default.removeItem(at: link)
      let second = try await ServerProcess(database: path)
      #expect(try await second.get("/index", as: IndexAnswer.self).index.count == 21)
      second.kill()
    }
  }

  /// The maker of lists ends with the server, and the pool is closed: its log is in the file.
  @Test func theEndWaitsForNoListAndLeavesNoLog() async throws {
    try await withFolder { folder in
      let path = folder.appending(path: "names.sqlite")
      let server = try await ServerProcess(database: path, seed: 40_000)
      _ = try await server.get("/index", as: IndexAnswer.self)
      #expect(try await server.send("GET", "/index?locale=sv").status == 503)
      #expect(try await server.send("POST", "/names", body: #"{"name":"Zoe"}"#).status == 201)
      await server.terminate()
      #expect(server.status == 0)
      #expect(!server.log.contains("the list of sv"), "\(server.log)")
      #expect(!FileManager.default.fileExists(atPath: path.path + "-wal"))
      let again = try await ServerProcess(database: path)
      let index = try await again.get("/index?locale=sv", as: IndexAnswer.self)
      #expect(index.index.count == 40_001)
      again.kill()
    }
  }

  /// Only a new file is filled with made-up names.
  @Test func whatWasEmptiedStaysEmpty() async throws {
    try await withFolder { folder in
      let path = folder.appending(path: "names.sqlite")
      let first = try await ServerProcess(database: path, seed: 3)
      for id in 1...3 { #expect(try await first.send("DELETE", "/names/\(id)").status == 204) }
      first.kill()
      let second = try await ServerProcess(database: path, seed: 3)
      let empty = try await second.get("/index", as: IndexAnswer.self)
      #expect(empty.index.count == 0)
      _ = try await second.send("POST", "/names", body: #"{"name":"Åke"}"#)
      let one = try await second.get("/index", as: IndexAnswer.self)
      #expect(one.index.count == 1)
      second.kill()
    }
  }

  /// A client that kept an answer asks for it again after the file was put back and written to
  /// again.
  @Test func aCopyThatIsPutBackHasTagsOfItsOwn() async throws {
    try await withFolder { folder in
      let path = folder.appending(path: "names.sqlite")
      let copy = folder.appending(path: "copy.sqlite")
      var server = try await ServerProcess(database: path, seed: 3)
      server.kill()
      try DatabaseQueue(path: path.path).backup(to: DatabaseQueue(path: copy.path))
      var answers: [(tag: String, body: Data)] = []
      for name in ["Before", "After"] {
        server = try await ServerProcess(database: copy)
        _ = try await server.send("POST", "/names", body: #"{"name":"\#(name)"}"#)
        // Until the list is made, an answer has no tag.
        _ = try await server.get("/index", as: IndexAnswer.self)
        answers.append(try await server.tagged("/names"))
        server.kill()
        for file in ["copy.sqlite", "copy.sqlite-wal", "copy.sqlite-shm"] {
          try? FileManager.default.removeItem(at: folder.appending(path: file))
        }
        try DatabaseQueue(path: path.path).backup(to: DatabaseQueue(path: copy.path))
      }
      #expect(answers[0].body != answers[1].body)
      #expect(answers[0].tag != answers[1].tag)
    }
  }

  @Test(arguments: 0..<4)
  func whatWasAcknowledgedIsThereAfterAKill(seed: UInt64) async throws {
    try await withFolder { folder in
      let path = folder.appending(path: "names.sqlite")
      let told = Record()
      var generator = SeededGenerator(state: seed)
      for round in 0..<4 {
        let server = try await ServerProcess(database: path)
        // A list is being made while names are written, and while the program is killed.
        let locale = ["sv", "ja", "zh", "ar"][round]
        _ = try await server.send("GET", "/index?locale=\(locale)")
        let writers = (0..<4).map { writer in
          let seed = generator.next()
          return Task {
            try? await write(to: server, told, seed: seed, named: "\(round).\(writer)")
          }
        }
        try await Task.sleep(for: .milliseconds(Int.random(in: 50...600, using: &generator)))
        server.kill()
        for writer in writers { await writer.value }

        let database = try ContactDatabase(path: path.path)
        let contacts = try await database.contacts()
        let names = Dictionary(uniqueKeysWithValues: contacts.map { ($0.id, $0.name) })
        told.withLock { told in
          for (id, name) in told.names where !told.unknown.contains(id) {
            #expect(names[id] == name)
          }
          for (id, name) in names where told.names[id] == nil && !told.unknown.contains(id) {
            #expect(told.unknownNames.contains(name), "\(name) is there, and nobody wrote it")
          }
          // From here on, what is there is known.
          told = Told(names: names)
        }
      }
      // It starts again, and every list is whole.
      let server = try await ServerProcess(database: path)
      let database = try ContactDatabase(path: path.path)
      #expect(try await database.faults() == [])
      let count = told.withLock { $0.names.count }
      #expect(count > 0)
      for locale in ["en", "sv", "ja", "zh", "ar"] {
        let answer = try await server.get("/index?locale=\(locale)", as: IndexAnswer.self)
        #expect(answer.index.count == count)
      }
      #expect(try await database.faults() == [])
      server.kill()
    }
  }

  /// Writes until the program is gone.
  private func write(
    to server: ServerProcess, _ told: Record, seed: UInt64, named prefix: String
  ) async throws {
    var generator = SeededGenerator(state: seed)
    var own: [Int64] = []
    for number in 0... {
      let name =
        "\(["Åberg", "Zorn", "Adam", "張三"].randomElement(using: &generator)!) \(prefix).\(number)"
      let body = #"{"name":"\#(name)"}"#
      let id = own.randomElement(using: &generator)
      switch (Int.random(in: 0..<4, using: &generator), id) {
      case (0, let id?):
        told.withLock { _ = $0.unknown.insert(id) }
        #expect(try await server.send("PUT", "/names/\(id)", body: body).status == 200)
        told.withLock { told in
          told.names[id] = name
          told.unknown.remove(id)
        }
      case (1, let id?):
        told.withLock { _ = $0.unknown.insert(id) }
        #expect(try await server.send("DELETE", "/names/\(id)").status == 204)
        own.removeAll { $0 == id }
        told.withLock { told in
          told.names[id] = nil
          told.unknown.remove(id)
        }
      default:
        told.withLock { _ = $0.unknownNames.insert(name) }
        let (status, answer) = try await server.send("POST", "/names", body: body)
        #expect(status == 201)
        let contact = try JSONDecoder().decode(Contact.self, from: answer)
        own.append(contact.id)
        told.withLock { told in
          told.names[contact.id] = name
          told.unknownNames.remove(name)
        }
      }
    }
  }
}
