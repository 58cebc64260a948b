import Foundation
import GRDB
import Synchronization

/// Tells when the files that SQLite has opened are no longer at their paths.
///
/// SQLite goes on with a file that was removed or moved away: what it writes there is lost, or lies
/// where nobody looks for it.
final class FileWatch: Sendable {
  private struct Identity: Equatable {
    let device: dev_t
    let number: ino_t

    init?(_ path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      (device, number) = (status.st_dev, status.st_ino)
    }
  }

  private let files: [(path: String, identity: Identity?)]
  /// The first file that was gone. It counts as gone until the next start: if it comes back, others
  /// may have written to it, and SQLite's open connections would not know.
  private let gone = Mutex<String?>(nil)

  /// Watches a database that is open.
  init(_ path: String) {
    let beside = ["-wal", "-shm"].map { DatabaseFile.resolved(path) + $0 }
    files = ([path] + beside).map { ($0, Identity($0)) }
  }

  func check() throws {
    try gone.withLock { gone in
      gone =
        gone
        ?? files.first { $0.identity == nil || Identity($0.path) != $0.identity }?.path
      guard let gone else { return }
      throw DatabaseError(
        resultCode: .SQLITE_READONLY_DBMOVED,
        message: "\(gone) is not the file that was opened: stop the server, and put it back")
    }
  }
}
