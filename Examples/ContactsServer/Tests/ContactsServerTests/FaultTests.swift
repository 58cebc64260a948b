import Foundation
import GRDB
import Hummingbird
import Testing

@testable import ContactsServer

/// Files that are damaged, cannot be written, or are not there any more. SQLite's list of result
/// codes says which fault is which; the statuses are those of RFC 9110, as the README gives them.
@Suite(.endsInTime) struct FaultTests {
  // MARK: Damage

  enum Damage: CaseIterable {
    case halved, cutInAPage, cutInTheHeader, garbage, emptiedPage, pageSize, root, notSQLite

    func apply(to file: inout Data) {
      let half = file.count / 2 / 4_096 * 4_096
      func fill(_ range: Range<Int>) {
        file.replaceSubrange(range, with: FaultTests.garbage(range.count))
      }
      switch self {
      case .halved: file = file.prefix(half)
      case .cutInAPage: file = file.dropLast(1_000)
      case .cutInTheHeader: file = file.prefix(50)
      case .garbage: fill(half..<file.count * 3 / 4)
      case .emptiedPage: file.replaceSubrange(half..<half + 4_096, with: Data(count: 4_096))
      case .pageSize: fill(16..<18)
      case .root: fill(100..<4_096)
      case .notSQLite: fill(0..<16)
      }
    }
  }

  @Test(arguments: Damage.allCases)
  func aDamagedFileIsRefusedAtTheStart(damage: Damage) async throws {
    try await withFile { file in
      try await make(file, of: 2_000)
      var bytes = try Data(contentsOf: file)
      damage.apply(to: &bytes)
      try bytes.write(to: file)
      let refused = try await ServerProcess.refusal(of: file)
      let isForeign = damage == .notSQLite || damage == .cutInTheHeader
      #expect(refused.contains(isForeign ? "is no file of this server" : "is damaged: "))
      #expect(try Data(contentsOf: file) == bytes)
    }
  }

  @Test func otherPagesAreServedWhenOneIsDamaged() async throws {
    try await withFile { file in
      try await make(file, of: 20_000)
      let queue = try DatabaseQueue(path: file.path)
      let pages = try await queue.read {
        try Int.fetchAll(
          $0, sql: "SELECT pageno FROM dbstat WHERE name = 'collationKeys' AND pagetype = 'leaf'")
      }
      try queue.close()
      let server = try await ServerProcess(database: file)
      let page = pages[pages.count / 2]
      try overwrite(file, (page - 1) * 4_096..<page * 4_096)
      // What the server's connections have in memory does not hold any more.
      #expect(try await server.client.send(.post, "/names", #"{"name":"Aa"}"#).status == .created)

      var failures = 0
      for _ in 0..<2 {
        for offset in stride(from: 0, to: 20_000, by: 100) {
          let answer = try await server.client.send(.get, "/names?offset=\(offset)")
          if answer.status != .ok {
            failures += 1
            #expect(answer.status == .internalServerError)
            #expect(answer.message.contains("damaged"))
          }
        }
      }
      // The page has some hundred rows, and to find a row by its number passes over others.
      #expect((2...40).contains(failures), "\(failures)")
      #expect(try await server.client.send(.post, "/names", #"{"name":"Ab"}"#).status == .created)
      #expect(try await server.client.send(.get, "/").status == .ok)
      await server.terminate()
      #expect(server.faults.count == 1, "\(server.log)")
    }
  }

  @Test(arguments: ["header", "end", "everything"])
  func aFileThatIsOverwrittenOrCutWhileTheServerRunsIsSaidOnce(part: String) async throws {
    try await withFile { file in
      let server = try await ServerProcess(database: file, seed: 2_000)
      // Another connection brings the log into the file, so that pages are read from there again.
      let queue = try DatabaseQueue(path: file.path)
      while try await queue.writeWithoutTransaction({
        try Bool.fetchOne($0, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
      }) == true {
        // The server was reading or writing.
        try await Task.sleep(for: .milliseconds(20))
      }
      try queue.close()
      switch part {
      case "header": try overwrite(file, 0..<4_096)
      case "end": truncate(file.path, 8_192)
      default: truncate(file.path, 0)
      }
      for path in ["/names", "/index", "/names/1900", "/names?prefix=zo"] {
        let answer = try await server.client.send(.get, path)
        #expect(answer.status == .internalServerError, "\(path)")
        #expect(answer.message.contains("damaged"), "\(path)")
      }
      let refused = try await server.client.send(.post, "/names", #"{"name":"Aa"}"#)
      #expect(refused.status == .internalServerError)
      await server.terminate()
      #expect(server.faults.count == 1, "\(server.log)")
    }
  }

  // MARK: Files that cannot be written

  /// Modes of files do not bind the user root, unless it gives up that right.
  private static let boundByModes =
    geteuid() != 0
    ? []
    : ["setpriv", "--inh-caps=-dac_override", "--bounding-set=-dac_override"]

  @Test(arguments: [(0o444, 0o755), (0o644, 0o555), (0o444, 0o555)])
  func aFileThatCannotBeWrittenIsRefusedAtTheStart(file mode: Int, folder folderMode: Int)
    async throws
  {
    try await withFile { file in
      try await make(file, of: 20)
      let bytes = try Data(contentsOf: file)
      func setModes(_ mode: Int, _ folderMode: Int) throws {
        let folder = file.deletingLastPathComponent()
        for (path, mode) in [(file.path, mode), (folder.path, folderMode)] {
          try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        }
      }
      try setModes(mode, folderMode)
      defer { try? setModes(0o644, 0o755) }
      let refused = try await ServerProcess.refusal(of: file, under: Self.boundByModes)
      #expect(refused.contains("cannot be written"))
      #expect(try Data(contentsOf: file) == bytes)
    }
  }

  /// A limit on the size of files stands for a disk that takes no more writes: SQLite's error is
  /// that of a write that failed, as on a file system that became read-only.
  @Test func namesAreReadWhileTheyCannotBeWritten() async throws {
    try await withFile { file in
      let server = try await ServerProcess(
        database: file, seed: 200, under: ["sh", "-c", #"trap "" XFSZ; exec "$@""#, "sh"])
      #expect(try await server.client.send(.post, "/names", #"{"name":"Aa"}"#).status == .created)
      try server.limitFiles(to: "0")
      for _ in 0..<5 {
        for (method, path) in [
          (HTTPRequest.Method.post, "/names"), (.put, "/names/1"), (.delete, "/names/1"),
        ] {
          let answer = try await server.client.send(method, path, #"{"name":"Bb"}"#)
          #expect(answer.status == .serviceUnavailable)
          #expect(answer.message.contains("cannot be written"))
        }
        for path in ["/names", "/index", "/names/1", "/names?prefix=a"] {
          #expect(try await server.client.send(.get, path).status == .ok)
          // No write has succeeded, by which the fault would be over.
          #expect(try await server.client.send(.head, path).status == .ok)
        }
      }
      try server.limitFiles(to: "unlimited")
      #expect(try await server.client.send(.post, "/names", #"{"name":"Cc"}"#).status == .created)
      let index = try await server.client.get("/index", as: IndexAnswer.self)
      #expect(index.index.count == 202)
      await server.terminate()
      #expect(server.faults.count == 1, "\(server.log)")
      #expect(server.log.contains("names are kept again"))
      let database = try ContactDatabase(path: file.path)
      #expect(try await database.faults() == [])
    }
  }

  /// SQLite's own limit of pages stands for a full disk: the error is the same.
  @Test(arguments: [
    ("query_only = 1", "query_only = 0", 503),
    ("max_page_count = 1", "max_page_count = 1000000", 507),
  ])
  func aFaultIsSaidToTheClientAndLoggedOnce(begin: String, end: String, status: Int) async throws {
    let log = Log()
    try await withServer(of: ["Adam"], logger: log.logger) { client, database in
      func set(_ pragma: String) async throws {
        try await database.pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA \(pragma)") }
      }
      // The limit is no less than the pages that there are, which have room for some names.
      try await set(begin)
      let name = #"{"name":"\#(String(repeating: "a", count: 250))"}"#
      var (kept, answer) = (1, try await client.send(.post, "/names", name))
      while answer.status == .created, kept < 1_000 {
        (kept, answer) = (kept + 1, try await client.send(.post, "/names", name))
      }
      for _ in 0..<10 {
        #expect(answer.status.code == status)
        #expect(answer.headers[.retryAfter] == "10")
        answer = try await client.send(.post, "/names", name)
      }
      #expect(log.lines.count == 1 && log.lines[0].hasPrefix("the file "), "\(log.lines)")
      #expect(try await client.get("/index", as: IndexAnswer.self).index.count == kept)
      try await set(end)
      _ = try await client.write(name)
      #expect(try await database.faults() == [])
    }
  }

  /// SQLite gives the write lock to one connection, and has others wait as long as they like to.
  @Test func aWriteWaitsForThatOfAnotherProgram() async throws {
    try await withServer(of: ["Adam"]) { client, database in
      var configuration = Configuration()
      configuration.allowsUnsafeTransactions = true
      let other = try DatabaseQueue(path: database.pool.path, configuration: configuration)
      try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
      async let added = client.add("Bo")
      try await Task.sleep(for: .milliseconds(200))
      try await other.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
      #expect(try await added.name == "Bo")
      // The server's own patience would be that of the test.
      try await database.pool.writeWithoutTransaction {
        try $0.execute(sql: "PRAGMA busy_timeout = 1")
      }
      try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
      let refused = try await client.send(.post, "/names", #"{"name":"Cy"}"#)
      #expect(refused.status == .serviceUnavailable && refused.headers[.retryAfter] == "10")
      #expect(refused.message.contains("is locked by another program"))
      try await other.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
      // What the other program writes is in the next answer.
      try await other.write {
        try $0.execute(sql: "UPDATE names SET name = 'Zoe' WHERE name = 'Adam'")
      }
      #expect(try await client.names("/names") == ["Bo", "Zoe"])
      #expect(try await database.faults() == [])
    }
  }

  /// What another program has written is not in the lists while it holds the lock. The server would
  /// wait for it beyond the end of the test.
  @Test func namesAreReadWhileAnotherProgramHoldsTheLock() async throws {
    try await withServer(of: ["Adam", "Bo"]) { client, database in
      try await database.pool.writeWithoutTransaction {
        try $0.execute(sql: "PRAGMA busy_timeout = 3600000")
      }
      var configuration = Configuration()
      configuration.allowsUnsafeTransactions = true
      let other = try DatabaseQueue(path: database.pool.path, configuration: configuration)
      let tag = try await client.send(.get, "/names").headers[.eTag]
      try await other.write { try $0.execute(sql: "INSERT INTO names (name) VALUES ('Aa')") }
      try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
      for _ in 0..<3 {
        #expect(try await client.names("/names") == ["Adam", "Bo"])
        #expect(try await client.names("/names?offset=1") == ["Bo"])
        #expect(try await client.names("/names?prefix=b") == ["Bo"])
        let index = try await client.get("/index", as: IndexAnswer.self)
        #expect(index.index.count == 2)
        let page = try await client.send(.get, "/names", headers: [.ifNoneMatch: tag!])
        #expect(page.status == .ok && page.headers[.eTag] == nil)
      }
      try await other.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
      #expect(try await client.names("/names") == ["Aa", "Adam", "Bo"])
      #expect(try await client.send(.get, "/names").headers[.eTag] != tag)
    }
  }

  // MARK: Files that are gone

  /// What is moved away, and whether another file takes its place. The server can't tell a removed
  /// file from a moved one.
  @Test(arguments: [
    (["-wal", "-shm"], false), ([""], false), (["", "-wal", "-shm"], false),
    ([""], true), (["", "-wal", "-shm"], true),
  ])
  func noWriteToAFileThatIsGoneIsConfirmed(endings: [String], isReplaced: Bool) async throws {
    try await withFile { file in
      let other = file.appendingPathExtension("other")
      let moved = file.appendingPathExtension("moved")
      try await make(other, of: 20)
      let otherBytes = try Data(contentsOf: other)
      let server = try await ServerProcess(database: file, seed: 300)
      #expect(try await server.client.send(.post, "/names", #"{"name":"Aa"}"#).status == .created)
      func move(_ from: URL, to: URL) throws {
        for ending in endings {
          try FileManager.default.moveItem(atPath: from.path + ending, toPath: to.path + ending)
        }
      }
      try move(file, to: moved)
      if isReplaced { try FileManager.default.copyItem(at: other, to: file) }

      for _ in 0..<3 {
        for (method, path) in [
          (HTTPRequest.Method.post, "/names"), (.put, "/names/1"), (.delete, "/names/2"),
          (.get, "/names"), (.get, "/index"), (.get, "/names/1"), (.get, "/names?prefix=a"),
          (.get, "/index?locale=sv"),
        ] {
          let json = method == .post || method == .put ? #"{"name":"Bb"}"# : nil
          let answer = try await server.client.send(method, path, json)
          #expect(answer.status == .internalServerError && answer.message.contains("gone"))
        }
        #expect(try await server.client.send(.get, "/").status == .ok)
      }
      await server.terminate()
      #expect(server.faults.count == 1, "\(server.log)")
      if isReplaced {
        #expect(try Data(contentsOf: file) == otherBytes)
        try FileManager.default.removeItem(at: file)
      } else if endings == [""] {
        // A new file would take the place of names that were confirmed.
        #expect(try await ServerProcess.refusal(of: file).contains("names.sqlite-wal"))
      }
      if !endings.contains("") { return }
      // All is there once the files lie side by side again.
      try move(moved, to: file)
      let again = try await ServerProcess(database: file)
      #expect(try await again.client.get("/index", as: IndexAnswer.self).index.count == 301)
      again.kill()
      #expect(try await ContactDatabase(path: file.path).faults() == [])
    }
  }

  // MARK: Steps

  /// Makes a file of names and the list of English, without a write-ahead log beside it.
  private func make(_ file: URL, of count: Int) async throws {
    let server = try await ServerProcess(database: file, seed: count)
    server.kill()
    // The last connection brings the log into the file.
    let queue = try DatabaseQueue(path: file.path)
    try await queue.read { _ = try Row.fetchAll($0, sql: "SELECT * FROM collationLists") }
    try queue.close()
  }

  private func overwrite(_ file: URL, _ range: Range<Int>) throws {
    let handle = try FileHandle(forWritingTo: file)
    try handle.seek(toOffset: UInt64(range.lowerBound))
    try handle.write(contentsOf: Self.garbage(range.count))
    try handle.close()
  }

  /// Bytes that mean nothing.
  private static func garbage(_ count: Int) -> Data {
    var generator = SeededGenerator(state: 1)
    return Data((0..<count).map { _ in .random(in: 0...255, using: &generator) })
  }
}

extension ServerProcess {
  /// What the program has logged of faults of its file. The maker of lists has lines of its own.
  fileprivate var faults: [Substring] {
    log.split(separator: "\n").filter { $0.contains(" the file ") }
  }

  /// Limits the size of the files that the program writes, in bytes.
  fileprivate func limitFiles(to size: String) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["prlimit", "--pid", "\(identifier)", "--fsize=\(size):"]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }
}
