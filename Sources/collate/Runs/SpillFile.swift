#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// An unnamed temporary file, which the system removes when the process ends, however it ends.
final class SpillFile: Sendable {
  private let descriptor: Int32
  private let folder: String

  /// Creates the file in the folder that TMPDIR names, or else in `/tmp`.
  init() throws(Failure) {
    let named = unsafe getenv("TMPDIR").map { unsafe String(validatingCString: $0) } ?? ""
    guard let named else {
      throw Failure(.cannotCreate, "TMPDIR is not valid UTF-8: set it to a link to the folder")
    }
    folder = named.isEmpty ? "/tmp" : named
    #if canImport(Darwin)
    var file: Int32 = -1
    errno = EOPNOTSUPP
    #else
    // Linux's `O_TMPFILE`, which glibc defines only for GNU programs.
    let withoutName = 0o20_000_000 | O_DIRECTORY
    var file = unsafe open(folder, withoutName | O_RDWR | O_CLOEXEC, 0o600)
    #endif
    // Darwin has no unnamed files, and neither do some file systems.
    if file < 0 && [EOPNOTSUPP, EISDIR, EINVAL].contains(errno) {
      var path = Array("\(folder)/collate-XXXXXX".utf8CString)
      file = unsafe mkstemp(&path)
      if file >= 0 { unsafe unlink(path) }
    }
    descriptor = file
    guard file >= 0 else {
      throw Failure(
        .cannotCreate,
        "the input is larger than --memory, and no temporary file can be created in '\(folder)': "
          + "\(systemError()); set TMPDIR to a writable folder")
    }
  }

  deinit { close(descriptor) }

  func append(_ bytes: ArraySlice<UInt8>) throws(Failure) {
    if writeAll(bytes, to: descriptor) { return }
    throw Failure(
      .inputOutput,
      "cannot write to the temporary file in '\(folder)': \(systemError()); set TMPDIR to a folder "
        + "with more space, or use a larger --memory")
  }

  func read(_ range: Range<Int>) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count)
    while bytes.count < range.count {
      let count = readBytes(
        range.count - bytes.count, from: descriptor, at: range.lowerBound + bytes.count,
        to: &bytes)
      if count > 0 || count == -Int(EINTR) { continue }
      let reason = count < 0 ? systemError(Int32(-count)) : "it is shorter than what was written"
      throw Failure(.inputOutput, "cannot read the temporary file in '\(folder)': \(reason)")
    }
    return bytes
  }
}
