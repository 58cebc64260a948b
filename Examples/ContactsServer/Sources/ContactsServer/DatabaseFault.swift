import GRDB
import Hummingbird

/// What a failure of SQLite tells of the file, in words that follow its name.
enum DatabaseFault: String {
  case full = "has no room on the disk"
  /// The disk takes no writes, such as one that became read-only. Reads may go on.
  case readOnly = "cannot be written"
  /// Another program has had SQLite's lock for as long as the server waits.
  case busy = "is locked by another program"
  /// Some pages are not as SQLite wrote them, or cannot be read. The others are served.
  case damaged = "is damaged"
  /// No file is where it was opened, or another file.
  case gone = "is gone"

  /// `nil` for a failure that is no fault of the file.
  init?(_ error: DatabaseError) {
    switch error.extendedResultCode {
    case .SQLITE_FULL: self = .full
    case .SQLITE_READONLY_DBMOVED: self = .gone
    case .SQLITE_BUSY: self = .busy
    case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_IOERR_READ, .SQLITE_IOERR_SHORT_READ,
      .SQLITE_IOERR_CORRUPTFS:
      self = .damaged
    case .SQLITE_READONLY, .SQLITE_IOERR, .SQLITE_CANTOPEN, .SQLITE_PERM: self = .readOnly
    default: return nil
    }
  }

  /// Whether it may be over when a client comes again. The others last until someone puts a sound
  /// file there, and starts the server again.
  var passes: Bool { [.full, .readOnly, .busy].contains(self) }

  /// What a client is told, who has no part in it.
  var answer: HTTPError {
    let status: HTTPResponse.Status =
      switch self {
      case .full: .init(code: 507, reasonPhrase: "Insufficient Storage")
      case .readOnly, .busy: .serviceUnavailable
      case .damaged, .gone: .internalServerError
      }
    return HTTPError(
      status, headers: passes ? [.retryAfter: "10"] : [:], message: "the server's file \(rawValue)")
  }
}
