import Foundation

/// Keeps a second server from a database: it would take the lists that this one is making for half
/// made.
///
/// It is held by a file beside the database until the process ends, however it ends.
final class DatabaseLock {
  private let descriptor: Int32

  init(_ path: String) throws {
    // By whatever link the file is named.
    let lock = DatabaseFile.resolved(path) + ".lock"
    descriptor = open(lock, O_CREAT | O_RDWR | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw Failure(description: "\(lock) cannot be written: \(String(cString: strerror(errno)))")
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      throw Failure(description: "another server has \(path): stop it, or name another --database")
    }
  }

  deinit { close(descriptor) }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }
}
