import Collation
import Foundation
import GRDB
import Testing

@testable import ContactsServer

/// Which files the server takes for its own.
@Suite(.endsInTime) struct FileTests {
  /// SQLite files of others, and files that are none of SQLite's.
  @Test func aForeignFileIsRefusedBeforeAnythingIsWritten() async throws {
    try await withFile { file in
      let folder = file.deletingLastPathComponent()
      let tables = folder.appending(path: "tables.sqlite")
      let named = folder.appending(path: "named.sqlite")
      let log = folder.appending(path: "log.sqlite")
      let text = folder.appending(path: "text")
      for (file, sql) in [
        (tables, "CREATE TABLE foo (x)"),
        (named, "PRAGMA application_id = 7; CREATE TABLE foo (x)"),
        (log, "PRAGMA journal_mode = WAL; CREATE TABLE foo (x)"),
      ] {
        let queue = try DatabaseQueue(path: file.path)
        try await queue.writeWithoutTransaction { try $0.execute(sql: sql) }
        try queue.close()
      }
      try Data("root:x:0:0\n".utf8).write(to: text)
      let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      for file in [tables, named, log, text] {
        let before = try Data(contentsOf: file)
        let refusal = try await ServerProcess.refusal(of: file)
        #expect(refusal.contains("is no file of this server"))
        #expect(try Data(contentsOf: file) == before)
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == files)
    }
  }

  /// SQLite itself would take such a name for a URI, which names a file of others here.
  @Test func aNameThatLooksLikeAURIIsThatOfAFile() async throws {
    try await withFile { other in
      let queue = try DatabaseQueue(path: other.path)
      try await queue.writeWithoutTransaction { try $0.execute(sql: "CREATE TABLE foo (x)") }
      try queue.close()
      let before = try Data(contentsOf: other)
      // As a path it lies in a folder "file:", which there is not.
      #expect(throws: DatabaseError.self) {
        try ContactDatabase(path: "file:" + other.path)
      }
      #expect(try Data(contentsOf: other) == before)
    }
  }

  /// Only a new file is filled with made-up names: what was emptied stays empty.
  @Test func aSeedForAFileThatIsThereIsSaidToDoNothing() async throws {
    try await withFile { file in
      let first = try await ServerProcess(database: file, seed: 3)
      #expect(!first.log.contains("--seed"))
      for id in 1...3 {
        #expect(try await first.client.send(.delete, "/names/\(id)").status == .noContent)
      }
      await first.terminate()
      let second = try await ServerProcess(database: file, seed: 5)
      #expect(second.log.contains(": 0 names"))
      #expect(second.log.split(separator: "\n").count { $0.contains("--seed does nothing") } == 1)
      _ = try await second.client.add("Åke")
      #expect(try await second.client.names("/names") == ["Åke"])
      second.kill()
    }
  }

  /// The id of the application is in the file before any name is, whenever the process is killed.
  @Test func aNewFileIsKnownFromItsFirstBytes() async throws {
    try await withFile { file in
      let path = file.path
      #expect(try DatabaseFile.isNew(path))
      _ = FileManager.default.createFile(atPath: path, contents: nil)
      #expect(try DatabaseFile.isNew(path))
      let database = try ContactDatabase(path: path, seed: 1)
      // The write-ahead log has all but the header.
      #expect(try !DatabaseFile.isNew(path))
      let id = try await database.pool.read { try Int.fetchOne($0, sql: "PRAGMA application_id") }
      #expect(id == DatabaseFile.applicationID)
    }
  }
}
