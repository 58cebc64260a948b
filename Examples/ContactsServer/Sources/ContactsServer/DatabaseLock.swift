import Foundation

/// Keeps a second server from a database: it would take the lists that this one is making for half
/// made.
///
/// The lock is on the file itself, by whatever name it is opened, until the process ends.
final class DatabaseLock {
  private let descriptor: Int32

  /// - Throws: A failure for a file that another server has, that cannot be written, and that has
  ///   more than one name: SQLite keeps its log beside the name by which it opened the file, and a
  ///   process that opens it by another name misses what is in that log.
  init(_ path: String) throws {
    descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw Failure(description: "\(path) cannot be written: \(String(cString: strerror(errno)))")
    }
    var status = stat()
    let isOnly = fstat(descriptor, &status) == 0 && status.st_nlink == 1
    guard isOnly, flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      throw Failure(
        description: isOnly
          ? "another server has \(path): stop it, or name another --database"
          : "\(path) has another name, a hard link: remove that by which no server has run")
    }
  }

  deinit { close(descriptor) }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }
}
