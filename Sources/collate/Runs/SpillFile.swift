import Glibc

/// An unnamed temporary file, which the system removes when the process ends, however it ends.
final class SpillFile: Sendable {
  private let descriptor: Int32
  private let folder: String
  /// Linux's `O_TMPFILE`, which glibc defines for GNU programs only.
  private static let withoutName = 0o20_000_000 | O_DIRECTORY

  /// Creates the file in the folder that TMPDIR names, or else in `/tmp`.
  init() throws(Failure) {
    let named = unsafe getenv("TMPDIR").map { unsafe String(validatingCString: $0) } ?? ""
    guard let named else {
      throw Failure(.cannotCreate, "TMPDIR is not UTF-8; name a link to the folder")
    }
    folder = named.isEmpty ? "/tmp" : named
    var file = unsafe open(folder, Self.withoutName | O_RDWR | O_CLOEXEC, 0o600)
    // Some file systems do not support unnamed files.
    if file < 0 && [EOPNOTSUPP, EISDIR, EINVAL].contains(errno) {
      var path = Array("\(folder)/collate-XXXXXX".utf8CString)
      file = unsafe mkstemp(&path)
      if file >= 0 { unsafe unlink(path) }
    }
    descriptor = file
    guard file >= 0 else {
      throw Failure(
        .cannotCreate,
        "the input is larger than --memory, and there can be no temporary file in '\(folder)': "
          + "\(systemError()): set TMPDIR to a folder that can be written")
    }
  }

  deinit { close(descriptor) }

  /// Appends bytes.
  func append(_ bytes: ArraySlice<UInt8>) throws(Failure) {
    if writeAll(bytes, to: descriptor) { return }
    throw Failure(
      .inputOutput,
      "cannot write the temporary file in '\(folder)': \(systemError()): set TMPDIR to a folder "
        + "that has more space, or use a larger --memory")
  }

  /// Returns the bytes in a range of the file.
  func read(_ range: Range<Int>) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count)
    while bytes.count < range.count {
      let count = readBytes(
        range.count - bytes.count, from: descriptor, at: range.lowerBound + bytes.count,
        to: &bytes)
      if count > 0 || count < 0 && errno == EINTR { continue }
      let reason = count < 0 ? systemError() : "it has fewer bytes than were written"
      throw Failure(.inputOutput, "cannot read the temporary file in '\(folder)': \(reason)")
    }
    return bytes
  }
}
