import ArgumentParser
import Collation
import CollationOptions

/// Why the command fails: one line, and an exit status of sysexits.h.
struct Failure: Error {
  /// The statuses of sysexits.h that this command uses.
  enum Status: Int32 {
    /// `EX_USAGE`: the command line is wrong.
    case usage = 64
    /// `EX_DATAERR`: the content of a file is wrong.
    case data = 65
    /// `EX_NOINPUT`: a file cannot be read.
    case noInput = 66
    /// `EX_SOFTWARE`: ICU failed.
    case software = 70
    /// `EX_CANTCREAT`: the output file or a temporary one cannot be created.
    case cannotCreate = 73
    /// `EX_IOERR`: the output or a temporary file cannot be written.
    case inputOutput = 74
  }

  var status: Status
  var message: String

  init(_ status: Status, _ message: String) {
    self.status = status
    self.message = message
  }

  init(_ error: CollationError) {
    let status: Status =
      switch error.code {
      case .invalidRules, .rulesTooCostly: .data
      case .icuFailure: .software
      default: .usage
      }
    self.init(status, error.description)
  }
}

/// The reader of our output has closed it: there is nothing left to do, and nobody to tell.
struct OutputClosed: Error {}

/// Ends the process as the error demands: help goes to standard output, and a failure is one line
/// on standard error.
func exit(reporting error: any Error) -> Never {
  Collate.exit(withError: ExitCode(report(error)))
}

/// Prints an error, and returns the status to exit with. Not inlined, so its texts are gone when
/// the process ends: the leak sanitizer would miss that the stack still refers to them.
@inline(never)
private func report(_ error: any Error) -> Int32 {
  let failure: Failure
  switch error {
  case let error as Failure: failure = error
  case let error as CollationError: failure = Failure(error)
  case is OutputClosed: return 0
  case let code as ExitCode:
    Notes.write()
    return code.rawValue
  default:
    if Collate.exitCode(for: error) == .success {
      var output = Output()
      do {
        try output.write(Collate.fullMessage(for: error) + "\n")
        try output.flush()
      } catch {
        return report(error)
      }
      return 0
    }
    failure = Failure(.usage, Collate.explainedMessage(for: error))
  }
  writeToStandardError("collate: \(onOneLine(failure.message))\n")
  return failure.status.rawValue
}
