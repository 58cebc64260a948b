internal import Collation
internal import CollationCHeader
internal import CollationOptions

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

struct CallError: Error {
  var code: Int32
  var message: String

  init(_ code: Int, _ message: String) {
    self.code = Int32(code)
    self.message = onOneLine(message)
  }

  init(_ error: CollationError) {
    let code =
      switch error.code {
      case .malformedLocale, .unknownLocaleKeyword, .unknownCollationType: COLLATION_INVALID_LOCALE
      case .invalidOption, .unknownReorderCode: COLLATION_INVALID_OPTION
      case .invalidRules, .rulesTooCostly: COLLATION_INVALID_RULES
      case .icuFailure: COLLATION_ICU_FAILURE
      case .stampMismatch: COLLATION_STAMP_MISMATCH
      case .missingStamp, .queryTooLong: COLLATION_INVALID_ARGUMENT
      default: COLLATION_INVALID_LAYOUT
      }
    self.init(code, error.description)
  }

  static let nullPointer = CallError(
    COLLATION_INVALID_ARGUMENT, "a required pointer is null: see collation.h")

  /// Writes the error for the caller, if the caller wants it. In bounds because the message is
  /// truncated to leave room for the terminating NUL.
  func write(to error: UnsafeMutablePointer<collation_error>?) {
    guard let error = unsafe error else { return }
    unsafe error.pointee.code = code
    unsafe withUnsafeMutableBytes(of: &error.pointee.message) { room in
      var length = min(message.utf8.count, room.count - 1)
      let bytes = Array(message.utf8)
      // Don't truncate inside a character.
      while length < bytes.count && length > 0 && bytes[length] & 0xC0 == 0x80 { length -= 1 }
      unsafe room.copyBytes(from: bytes[..<length])
      unsafe room[length] = 0
    }
  }
}

/// Makes a call to the Swift library that may fail.
func call<Result>(
  _ body: () throws(CollationError) -> Result
) throws(CallError) -> Result {
  do {
    return try body()
  } catch {
    throw CallError(error)
  }
}

/// Runs the body of a call that may fail, and returns its status. Restores the caller's `errno`,
/// which the library may set.
func status(
  of body: () throws(CallError) -> Void, to error: UnsafeMutablePointer<collation_error>?
) -> Int32 {
  let systemError = errno
  defer { errno = systemError }
  do {
    try body()
    return Int32(COLLATION_OK)
  } catch let failure {
    unsafe failure.write(to: error)
    return failure.code
  }
}
