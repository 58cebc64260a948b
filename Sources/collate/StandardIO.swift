import Glibc

// The only file of the command that is not memory-safe by itself: the calls of the system that read
// and write bytes take pointers. They stay in bounds because the system gets the size of each
// buffer.

/// Lets a write to a closed pipe fail instead of killing the process.
func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

/// Whether the words of the command line are UTF-8. Those that are not reach a Swift program
/// changed.
func argumentsAreUTF8() -> Bool {
  (0..<Int(CommandLine.argc)).allSatisfy { position in
    guard let word = unsafe CommandLine.unsafeArgv[position] else { return true }
    return unsafe String(validatingCString: word) != nil
  }
}

/// The bytes of a file; of standard input for `-`.
func readFile(_ path: String) throws(Failure) -> [UInt8] {
  let descriptor = path == "-" ? STDIN_FILENO : unsafe open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { throw unreadable(path) }
  defer { if descriptor != STDIN_FILENO { close(descriptor) } }

  var bytes: [UInt8] = []
  let size = 1 << 18
  var buffer = [UInt8](repeating: 0, count: size)
  while true {
    let count = unsafe read(descriptor, &buffer, size)
    if count < 0 {
      if errno == EINTR { continue }
      throw unreadable(path)
    }
    if count == 0 { return bytes }
    bytes.append(contentsOf: buffer[..<count])
  }
}

private func unreadable(_ path: String) -> Failure {
  let name = path == "-" ? "standard input" : "'\(path)'"
  return Failure(.noInput, "cannot read \(name): \(systemError())")
}

func writeToStandardError(_ text: String) {
  // Nobody is left to be told that this failed.
  try? writeAll(Array(text.utf8), to: STDERR_FILENO)
}

/// Standard output, written in large pieces.
struct Output: ~Copyable {
  private var pending: [UInt8] = []
  private static let capacity = 1 << 16

  mutating func write(_ bytes: some Sequence<UInt8>) throws {
    pending.append(contentsOf: bytes)
    if pending.count >= Self.capacity { try flush() }
  }

  mutating func write(_ text: String) throws { try write(text.utf8) }

  mutating func flush() throws {
    try writeAll(pending, to: STDOUT_FILENO)
    pending.removeAll(keepingCapacity: true)
  }
}

private func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws {
  var start = 0
  while start < bytes.count {
    let count = unsafe bytes[start...].withUnsafeBytes { piece in
      unsafe write(descriptor, piece.baseAddress, piece.count)
    }
    if count < 0 {
      if errno == EINTR { continue }
      if errno == EPIPE { throw OutputClosed() }
      throw Failure(.inputOutput, "cannot write the output: \(systemError())")
    }
    start += count
  }
}

/// The system's words for its last error.
private func systemError() -> String { unsafe String(cString: strerror(errno)) }
