import Collation

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

// Besides SpillFile.swift, the only file of the command that isn't memory-safe by itself: the
// system calls that read and write bytes take pointers. They stay in bounds because the system gets
// the size of each buffer.

/// Makes a write to a closed pipe, or beyond the file size limit, fail instead of killing the
/// process.
func ignoreSignalsOfWriting() {
  signal(SIGPIPE, SIG_IGN)
  signal(SIGXFSZ, SIG_IGN)
}

/// Opens standard input, output or error if closed, in such a way that reading or writing fails.
/// Otherwise, the next file opened would take its place.
func fillClosedDescriptors() {
  for (descriptor, mode) in [
    (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
  ] where fcntl(descriptor, F_GETFD) < 0 {
    _ = unsafe open("/dev/null", mode)
  }
}

/// What the descriptors of POSIX are open on from the start.
enum StandardStream: Int32 {
  case input, output, error

  var isTerminal: Bool { isatty(rawValue) == 1 }
}

/// Returns whether the command line is UTF-8. Swift changes arguments that aren't.
func argumentsAreUTF8() -> Bool {
  (0..<Int(CommandLine.argc)).allSatisfy { position in
    guard let word = unsafe CommandLine.unsafeArgv[position] else { return true }
    return unsafe String(validatingCString: word) != nil
  }
}

/// A file open for reading; standard input for `-`.
final class InputFile {
  private let descriptor: Int32
  private let path: String
  /// The first two bytes, or those read so far.
  private var beginning: [UInt8] = []
  /// The number of bytes read at a time.
  static let readSize = 1 << 18

  init(_ path: String) throws(Failure) {
    self.path = path
    descriptor = path == "-" ? STDIN_FILENO : unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.unreadable(path, errno) }
  }

  deinit { if descriptor != STDIN_FILENO { close(descriptor) } }

  /// The size of a file on disk in bytes; 0 for anything without a size, such as a pipe.
  var byteCount: Int {
    var facts = stat()
    return unsafe fstat(descriptor, &facts) == 0 ? Int(facts.st_size) : 0
  }

  /// Appends the next bytes, at most `count`, and returns their number; 0 at the end.
  func read(_ count: Int = readSize, to bytes: inout [UInt8]) throws(Failure) -> Int {
    bytes.makeRoom(count)
    let start = bytes.count
    while true {
      let read = readBytes(count, from: descriptor, to: &bytes)
      if read == -Int(EINTR) { continue }
      if read < 0 { throw Self.unreadable(path, Int32(-read)) }
      if beginning.count < 2 {
        beginning += bytes[start...].prefix(2 - beginning.count)
        try refuseUTF16()
      }
      return read
    }
  }

  /// Such bytes are not lines, and sorting them would scramble the characters.
  private func refuseUTF16() throws(Failure) {
    if beginning == [0xFF, 0xFE] || beginning == [0xFE, 0xFF] {
      throw Failure(
        .data,
        "\(Self.name(of: path)) is UTF-16: convert it, such as with iconv -f UTF-16 -t UTF-8")
    }
  }

  /// Reports a missing file up front, rather than after processing the files before it.
  ///
  /// - Parameter advice: What to say in addition.
  static func check(_ paths: [String], ifMissing advice: String = "") throws(Failure) {
    for path in paths where path != "-" {
      if unsafe faccessat(AT_FDCWD, path, R_OK, AT_EACCESS) == 0 { continue }
      let code = errno
      var failure = unreadable(path, code)
      if code == ENOENT { failure.message += advice }
      throw failure
    }
  }

  private static func unreadable(_ path: String, _ code: Int32) -> Failure {
    Failure(.noInput, "cannot read \(name(of: path)): \(systemError(code))")
  }

  static func name(of path: String) -> String {
    path == "-" ? "standard input" : "'\(path)'"
  }
}

/// Appends what one system call reads, at an offset if given, and returns the number of bytes, or
/// the system's error negated.
func readBytes(
  _ count: Int, from descriptor: Int32, at offset: Int? = nil, to bytes: inout [UInt8]
) -> Int {
  var result = 0
  bytes.append(addingCapacity: count) { output in
    unsafe output.withUnsafeMutableBufferPointer { buffer, initialized in
      guard let start = buffer.baseAddress else { return }
      result =
        if let offset {
          unsafe pread(descriptor, start + initialized, count, off_t(offset))
        } else {
          unsafe read(descriptor, start + initialized, count)
        }
      if result < 0 { result = -Int(errno) }
      initialized += max(0, result)
    }
  }
  return result
}

/// Returns the bytes of a file; of standard input for `-`.
func readFile(_ path: String) throws(Failure) -> [UInt8] {
  let file = try InputFile(path)
  var bytes: [UInt8] = []
  while try file.read(to: &bytes) > 0 {}
  return bytes
}

func writeToStandardError(_ text: String) {
  // If this fails, there is nobody left to tell.
  _ = writeAll(Array(text.utf8)[...], to: STDERR_FILENO)
}

/// A file that output replaces. It is opened up front, so a wrong name is found before the work,
/// and keeps its contents until the first write, which empties it: by then the input, which may
/// have been this very file, has been read.
final class OutputFile {
  private var descriptor: Int32
  private let path: String
  private var isEmptied = false

  init(_ path: String) throws(Failure) {
    self.path = path
    descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666)
    if descriptor < 0 {
      throw Failure(.cannotCreate, "cannot write to '\(path)': \(systemError())")
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  func append(_ bytes: ArraySlice<UInt8>) throws(Failure) {
    try empty()
    guard writeAll(bytes, to: descriptor) else { throw failure() }
  }

  /// Removes the file's contents, so that no remainder follows the output. A device or a pipe has
  /// nothing to remove.
  private func empty() throws(Failure) {
    if isEmptied { return }
    var facts = stat()
    let isFile = unsafe fstat(descriptor, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG
    if isFile && ftruncate(descriptor, 0) != 0 { throw failure() }
    isEmptied = true
  }

  func finish() throws(Failure) {
    try empty()
    // Some file systems report only now that a write failed.
    let status = close(descriptor)
    descriptor = -1
    if status != 0 { throw failure() }
  }

  private func failure() -> Failure {
    Failure(.inputOutput, "cannot write to '\(path)': \(systemError())")
  }
}

/// Standard output, a file, or a temporary one, written in large pieces.
struct Output: ~Copyable {
  private var pending: [UInt8] = []
  private let spill: SpillFile?
  private let file: OutputFile?
  private static let capacity = 1 << 16

  init(to spill: SpillFile? = nil, file: OutputFile? = nil) {
    (self.spill, self.file) = (spill, file)
  }

  mutating func write(_ bytes: some Sequence<UInt8>) throws {
    pending.append(contentsOf: bytes)
    if pending.count >= Self.capacity { try flush() }
  }

  /// Writes bytes, without a copy if there are many.
  mutating func write(_ bytes: ArraySlice<UInt8>) throws {
    if bytes.count >= Self.capacity {
      try flush()
      return try writeOut(bytes)
    }
    pending.append(contentsOf: bytes)
    if pending.count >= Self.capacity { try flush() }
  }

  mutating func write(_ text: String) throws { try write(text.utf8) }

  mutating func writeLine(
    _ line: ArraySlice<UInt8>, terminator: UInt8 = UInt8(ascii: "\n")
  ) throws {
    try write(line)
    try write(CollectionOfOne(terminator))
  }

  mutating func flush() throws {
    try writeOut(pending[...])
    pending.removeAll(keepingCapacity: true)
  }

  private func writeOut(_ bytes: ArraySlice<UInt8>) throws {
    if let spill {
      try spill.append(bytes)
    } else if let file {
      try file.append(bytes)
    } else if !writeAll(bytes, to: STDOUT_FILENO) {
      if errno == EPIPE { throw OutputClosed() }
      throw Failure(.inputOutput, "cannot write to standard output: \(systemError())")
    }
  }
}

/// Writes all bytes; `false` if the system refuses them and sets `errno`.
func writeAll(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Bool {
  var rest = bytes
  while !rest.isEmpty {
    let count = unsafe rest.withUnsafeBytes { piece in
      unsafe write(descriptor, piece.baseAddress, piece.count)
    }
    if count < 0 {
      if errno == EINTR { continue }
      return false
    }
    rest = rest.dropFirst(count)
  }
  return true
}

/// Returns the system's message for an error, by default the last one.
func systemError(_ code: Int32 = errno) -> String { unsafe String(cString: strerror(code)) }
