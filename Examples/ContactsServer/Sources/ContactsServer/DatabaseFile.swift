import Foundation
import GRDB

/// The server's file before it is served: whose it is, the lock, and whether it is sound.
enum DatabaseFile {
  /// What `PRAGMA application_id` says of the server's own files: "Name" in ASCII.
  static let applicationID = 0x4E61_6D65

  /// Whether there is no file yet, or an empty one. The first bytes tell: SQLite may write beside a
  /// file that it only reads.
  ///
  /// - Throws: A failure for a file that is not the server's own, and for a new one in the place of
  ///   one that is gone.
  static func isNew(_ path: String) throws -> Bool {
    let refused = Failure("\(path) is no file of this server: name another --database")
    var header = Data()
    if FileManager.default.fileExists(atPath: path) {
      guard let file = FileHandle(forReadingAtPath: path),
        let start = try? file.read(upToCount: 72) ?? Data()
      else { throw refused }
      header = start
    }
    if header.isEmpty {
      // SQLite would remove a log without a file, and the names in it.
      let log = resolved(path) + "-wal"
      let size = try? FileManager.default.attributesOfItem(atPath: log)[.size] as? Int
      guard size ?? 0 == 0 else {
        throw Failure("\(path) is gone, and \(log) has names of it: put the file back beside it")
      }
      return true
    }
    // As the format of SQLite's files has it: a text of 16 bytes, and the id at 68, big-endian.
    let id = header.dropFirst(68).reduce(0) { $0 << 8 | Int($1) }
    guard header.starts(with: Data("SQLite format 3\0".utf8)), id == applicationID else {
      throw refused
    }
    return false
  }

  /// Locks a file until the process ends, so that no second server opens it by any name: that one
  /// would take the lists that this one is making for half made.
  ///
  /// - Throws: A failure for a file that another server has, that cannot be written, or that has
  ///   more than one name: SQLite keeps its log beside the name by which it opened the file, and a
  ///   process that opens it by another name misses what is in that log.
  static func lock(_ path: String) throws {
    // The system closes it, and so ends the lock.
    let descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw Failure("\(path) cannot be written: \(String(cString: strerror(errno)))")
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_nlink == 1 else {
      throw Failure("\(path) has another name, a hard link: remove that by which no server has run")
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      throw Failure("another server has \(path): stop it, or name another --database")
    }
  }

  /// The path at which SQLite opens a file, and makes others beside it.
  static func resolved(_ path: String) -> String {
    URL(filePath: path).resolvingSymlinksInPath().path
  }

  /// Reads all of a file, before anything is written to it.
  ///
  /// - Throws: A `DatabaseError` for a file that is damaged.
  static func check(_ path: String) throws {
    var configuration = Configuration()
    configuration.readonly = true
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    let fault = try queue.read { try String.fetchOne($0, sql: "PRAGMA quick_check(1)") }
    try queue.close()
    guard fault == "ok" else {
      throw DatabaseError(
        resultCode: .SQLITE_CORRUPT, message: fault?.split(separator: "\n").last.map(String.init))
    }
  }

  /// Writes the id into a new file. It is there for good before the file has a write-ahead log.
  static func begin(_ path: String) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA application_id = \(applicationID)")
    }
    try queue.close()
  }
}

/// Why the server does not start, or makes no list, in one line.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
