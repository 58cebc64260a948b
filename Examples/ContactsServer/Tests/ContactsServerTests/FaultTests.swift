import Foundation
import GRDB
import NIOCore
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
      switch self {
      case .halved: file = file.prefix(half)
      case .cutInAPage: file = file.dropLast(1_000)
      case .cutInTheHeader: file = file.prefix(50)
      case .garbage: file.fill(half..<file.count * 3 / 4)
      case .emptiedPage: file.replaceSubrange(half..<half + 4_096, with: Data(count: 4_096))
      case .pageSize: file.fill(16..<18)
      case .root: file.fill(100..<4_096)
      case .notSQLite: file.fill(0..<16)
      }
    }
  }

  @Test(arguments: Damage.allCases)
  func aDamagedFileIsRefusedAtTheStart(damage: Damage) async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "names.sqlite")
      try await make(file, of: 2_000)
      var bytes = try Data(contentsOf: file)
      damage.apply(to: &bytes)
      try bytes.write(to: file)
      let refused = try await refusal(of: file)
      let isForeign = damage == .notSQLite || damage == .cutInTheHeader
      #expect(refused.contains(isForeign ? "is no file of this server" : "is damaged: "))
      #expect(try Data(contentsOf: file) == bytes)
    }
  }

  @Test func otherPagesAreServedWhenOneIsDamaged() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "names.sqlite")
      try await make(file, of: 20_000)
      let queue = try DatabaseQueue(path: file.path)
      let pages = try await queue.read {
        try Int.fetchAll(
          $0, sql: "SELECT pageno FROM dbstat WHERE name = 'collationKeys' AND pagetype = 'leaf'")
      }
      try queue.close()
      let server = try await ServerProcess(database: file)
      _ = try await server.get("/index", as: IndexAnswer.self)
      let page = pages[pages.count / 2]
      try overwrite(file, (page - 1) * 4_096..<page * 4_096)
      // What the server's connections have in memory does not hold any more.
      #expect(try await server.send("POST", "/names", body: #"{"name":"Aa"}"#).status == 201)

      var failures = 0
      for _ in 0..<2 {
        for offset in stride(from: 0, to: 20_000, by: 100) {
          let answer = try await server.send("GET", "/names?offset=\(offset)")
          if answer.status != 200 {
            failures += 1
            #expect(answer.status == 500)
            #expect(message(answer.body).contains("damaged"))
          }
        }
      }
      // The page has some hundred rows, and to find a row by its number passes over others.
      #expect((2...40).contains(failures), "\(failures)")
      #expect(try await server.send("POST", "/names", body: #"{"name":"Ab"}"#).status == 201)
      #expect(try await server.send("GET", "/").status == 200)
      await server.terminate()
      #expect(server.faults.count == 1, "\(server.log)")
    }
  }

  @Test(arguments: ["header", "end", "everything"])
  func aFileThatIsOverwrittenOrCutWhileTheServerRunsIsSaidOnce(part: String) async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "names.sqlite")
      let server = try await ServerProcess(database: file, seed: 2_000)
      _ = try await server.get("/index", as: IndexAnswer.self)
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
        let answer = try await server.send("GET", path)
        #expect(answer.status == 500, "\(path)")
        #expect(message(answer.body).contains("damaged"), "\(path)")
      }
      #expect(try await server.send("POST", "/names", body: #"{"name":"Aa"}"#).status == 500)
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
    try await withFolder { folder in
      let file = folder.appending(path: "names.sqlite")
      try await make(file, of: 20)
      let bytes = try Data(contentsOf: file)
      func setModes(_ file: URL, _ mode: Int, _ folderMode: Int) throws {
        for (path, mode) in [(file.path, mode), (folder.path, folderMode)] {
          try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        }
      }
      try setModes(file, mode, folderMode)
      defer { try? setModes(file, 0o644, 0o755) }
      let refused = try await refusal(of: file, under: Self.boundByModes)
      #expect(refused.contains("cannot be written"))
      #expect(try Data(contentsOf: file) == bytes)
    }
  }

  /// A limit on the size of files stands for a disk that takes no more writes: SQLite's error is
  /// that of a write that failed, as on a file system that became read-only.
  @Test func namesAreReadWhileTheyCannotBeWritten() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "names.sqlite")
      let server = try await ServerProcess(
        database: file, seed: 200, under: ["sh", "-c", #"trap "" XFSZ; exec "$@""#, "sh"])
      _ = try await server.get("/index", as: IndexAnswer.self)
      #expect(try await server.send("POST", "/names", body: #"{"name":"Aa"}"#).status == 201)
      try server.limitFiles(to: "0")
      for _ in 0..<5 {
        for (method, path) in [("POST", "/names"), ("PUT", "/names/1"), ("DELETE", "/names/1")] {
          let answer = try await server.send(method, path, body: #"{"name":"Bb"}"#)
          #expect(answer.status == 503)
          #expect(message(answer.body).contains("cannot be written"))
        }
        for path in ["/names", "/index", "/names/1", "/names?prefix=a"] {
          #expect(try await server.send("GET", path).status == 200)
          // No write has succeeded, by which the fault would be over.
          #expect(try await server.send("HEAD", path).status == 200)
        }
      }
      try server.limitFiles(to: "unlimited")
      #expect(try await server.send("POST", "/names", body: #"{"name":"Cc"}"#).status == 201)
      let index = try await server.get("/index", as: IndexAnswer.self)
      #expect(index.index.count == 202)
      await server.terminate()
      #expect(server.faults.count == 1, "\(server.log)")
      #expect(server.log.contains("names are kept again"))
      let database = try ContactDatabase(path: file.path)
      #expect(try await database.faults() == [])
    }
  }

  @Test func aReadOnlyDatabaseIsSaidToTheClientAndLoggedOnce() async throws {
    let log = Log()
    try await withServer(of: ["Adam"], logger: log.logger) { client, database in
      try await database.pool.writeWithoutTransaction {
        try $0.execute(sql: "PRAGMA query_only = 1")
      }
      for _ in 0..<5 {
        let answer = try await client.execute(
          uri: "/names", method: .post, headers: .json, body: ByteBuffer(string: #"{"name":"B"}"#))
        #expect(answer.status.code == 503)
        #expect(answer.headers[.retryAfter] == "10")
        #expect(try await client.get("/names", as: NamesAnswer.self).names.map(\.name) == ["Adam"])
      }
      #expect(log.lines.count { $0.hasPrefix("the file ") } == 1, "\(log.lines)")
      try await database.pool.writeWithoutTransaction {
        try $0.execute(sql: "PRAGMA query_only = 0")
      }
      _ = try await client.add("B")
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
      #expect(try await database.faults() == [])
    }
  }

  // MARK: Files that are gone

  enum Loss: CaseIterable {
    case removed, removedWithoutLog, logRemoved
    case moved, movedWithoutLog, replaced, replacedWithoutLog
  }

  @Test(arguments: Loss.allCases)
  func noWriteToAFileThatIsGoneIsConfirmed(loss: Loss) async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "names.sqlite")
      let other = folder.appending(path: "other.sqlite")
      try await make(other, of: 20)
      let otherBytes = try Data(contentsOf: other)
      let server = try await ServerProcess(database: file, seed: 300)
      _ = try await server.get("/index", as: IndexAnswer.self)
      #expect(try await server.send("POST", "/names", body: #"{"name":"Aa"}"#).status == 201)

      let manager = FileManager.default
      let (whole, log) = (["", "-wal", "-shm"], ["-wal", "-shm"])
      func remove(_ endings: [String]) throws {
        for ending in endings { try manager.removeItem(atPath: file.path + ending) }
      }
      let moved = folder.appending(path: "moved.sqlite")
      func move(_ endings: [String], from: URL, to: URL) throws {
        for ending in endings {
          try manager.moveItem(atPath: from.path + ending, toPath: to.path + ending)
        }
      }
      let isApart = loss == .movedWithoutLog || loss == .replacedWithoutLog
      switch loss {
      case .removed: try remove(whole)
      case .removedWithoutLog: try remove([""])
      case .logRemoved: try remove(log)
      case .moved, .replaced, .movedWithoutLog, .replacedWithoutLog:
        try move(isApart ? [""] : whole, from: file, to: moved)
      }
      let isReplaced = loss == .replaced || loss == .replacedWithoutLog
      if isReplaced { try manager.copyItem(at: other, to: file) }

      for _ in 0..<3 {
        for (method, path) in [
          ("POST", "/names"), ("PUT", "/names/1"), ("DELETE", "/names/2"), ("GET", "/names"),
          ("GET", "/index"), ("GET", "/names/1"), ("GET", "/names?prefix=a"),
          ("GET", "/index?locale=sv"),
        ] {
          let body = method.hasPrefix("P") ? #"{"name":"Bb"}"# : nil
          let answer = try await server.send(method, path, body: body)
          #expect(answer.status == 500)
          #expect(message(answer.body).contains("gone"))
        }
        #expect(try await server.send("GET", "/").status == 200)
      }
      await server.terminate()
      #expect(server.faults.count == 1, "\(server.log)")
      if isReplaced { #expect(try Data(contentsOf: file) == otherBytes) }

      switch loss {
      case .removed, .logRemoved: return
      case .removedWithoutLog, .movedWithoutLog:
        // A new file would take the place of names that were confirmed.
        #expect(try await refusal(of: file).contains("names.sqlite-wal"))
        if loss == .removedWithoutLog { return }
      case .moved, .replaced, .replacedWithoutLog: break
      }
      // All is there once the files lie side by side again.
      if isReplaced { try manager.removeItem(at: file) }
      try move(isApart ? [""] : whole, from: moved, to: file)
      let again = try await ServerProcess(database: file)
      let index = try await again.get("/index", as: IndexAnswer.self)
      #expect(index.index.count == 301)
      again.kill()
      let database = try ContactDatabase(path: file.path)
      #expect(try await database.faults() == [])
    }
  }

  // MARK: Steps

  /// Makes a file of names and the list of English, without a write-ahead log beside it.
  private func make(_ file: URL, of count: Int) async throws {
    let server = try await ServerProcess(database: file, seed: count)
    _ = try await server.get("/index", as: IndexAnswer.self)
    server.kill()
    // The last connection brings the log into the file.
    let queue = try DatabaseQueue(path: file.path)
    try await queue.read { _ = try Row.fetchAll($0, sql: "SELECT * FROM collationLists") }
    try queue.close()
  }

  /// The one line with which the server refuses a file.
  private func refusal(of file: URL, under wrapper: [String] = []) async throws -> String {
    let refused = await #expect(throws: ServerProcess.DidNotStart.self) {
      try await ServerProcess(database: file, under: wrapper)
    }
    let (log, status) = try (#require(refused?.log), #require(refused?.status))
    #expect(status != 0)
    #expect(log.split(separator: "\n").count == 1, "\(log)")
    #expect(log.contains(file.path))
    return log
  }

  private func overwrite(_ file: URL, _ range: Range<Int>) throws {
    var garbage = Data(count: range.count)
    garbage.fill(0..<range.count)
    let handle = try FileHandle(forWritingTo: file)
    try handle.seek(toOffset: UInt64(range.lowerBound))
    try handle.write(contentsOf: garbage)
    try handle.close()
  }

  private func message(_ body: Data) -> String {
    let body = try? JSONDecoder().decode([String: [String: String]].self, from: body)
    return body?["error"]?["message"] ?? ""
  }
}

extension Data {
  /// Writes bytes that mean nothing.
  fileprivate mutating func fill(_ range: Range<Int>) {
    var generator = SeededGenerator(state: 1)
    for position in range {
      self[startIndex + position] = .random(in: 0...255, using: &generator)
    }
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
