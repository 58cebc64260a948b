import Foundation
import GRDB

/// A file as its first bytes show it. SQLite is not asked: it may write beside a file that it only
/// reads.
enum DatabaseFile {
  /// What `PRAGMA application_id` says of the server's own files: "Name" in ASCII.
  static let applicationID = 0x4E61_6D65

  /// Whether there is no file yet, or an empty one.
  ///
  /// - Throws: A failure for a file that is not the server's own.
  static func isNew(_ path: String) throws -> Bool {
    guard FileManager.default.fileExists(atPath: path) else { return true }
    let refused = Failure(description: "\(path) is no file of this server: name another --database")
    guard let file = FileHandle(forReadingAtPath: path),
      let header = try? file.read(upToCount: 72) ?? Data()
    else { throw refused }
    if header.isEmpty { return true }
    // As the format of SQLite's files has it: a text of 16 bytes, and the id at 68, big-endian.
    let id = header.dropFirst(68).reduce(0) { $0 << 8 | Int($1) }
    guard header.starts(with: Data("SQLite format 3\0".utf8)), id == applicationID else {
      throw refused
    }
    return false
  }

  /// Writes the id into a new file. It is there for good before the file has a write-ahead log.
  static func begin(_ path: String) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA application_id = \(applicationID)")
    }
    try queue.close()
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }
}
