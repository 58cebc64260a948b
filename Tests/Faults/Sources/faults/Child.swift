import CFaults
import Glibc

/// What a child process wrote, and how it ended.
struct ChildResult {
  var output: String
  var status: Int32

  /// Does work in a child, which starts with all that this process has done and leaves nothing
  /// behind.
  ///
  /// - Parameters:
  ///   - seconds: When the child ends itself.
  ///   - work: Its text is what the child writes.
  static func of(seconds: UInt32 = 10, _ work: () -> String) -> ChildResult {
    fflush(nil)
    var pipe: Int32 = 0
    let child = faults_fork(&pipe, seconds)
    guard child >= 0 else { fatalError("no child process: errno \(errno)") }
    if child == 0 {
      print(work())
      fflush(nil)
      _exit(0)
    }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 12)
    while case let count = read(pipe, &buffer, buffer.count), count > 0 {
      bytes += buffer[..<count]
    }
    close(pipe)
    var status: Int32 = 0
    waitpid(child, &status, 0)
    return ChildResult(output: String(decoding: bytes, as: UTF8.self), status: status)
  }

  /// The functions in which the child crashed, the innermost first; `nil` if it did not crash.
  var crash: [String]? {
    if status == 0 { return nil }
    let lines = output.split(separator: "\n")
    guard let start = lines.firstIndex(of: "crash") else { return ["no stack: status \(status)"] }
    // The first frames are those of the handler and of the C library, which called it.
    return lines[start...].dropFirst(3).map(Self.function)
  }

  /// The library and function of a line such as `/lib/libicuuc.so.72(_ZN3icu…+0x10)[0x7f…]`.
  private static func function(_ line: Substring) -> String {
    let parts = line.split(separator: "(", maxSplits: 1)
    let library = parts[0].split(separator: "/").last ?? parts[0]
    let symbol = parts.dropFirst().first?.prefix { $0 != "+" && $0 != ")" } ?? ""
    var name = [CChar](repeating: 0, count: 512)
    faults_demangle(String(symbol), &name, Int32(name.count))
    let bytes = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return "\(library): \(symbol.isEmpty ? "?" : String(decoding: bytes, as: UTF8.self))"
  }
}
