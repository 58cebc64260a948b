import Synchronization

/// Notes on standard error about a command that does its work, whatever it finds. They wait for the
/// end, since a command that fails prints only one line.
enum Notes {
  private static let lines = Mutex<[String]>([])

  static func add(_ line: String) {
    lines.withLock { if !$0.contains(line) { $0.append(line) } }
  }

  static func write() {
    for line in lines.withLock({ $0 }) { writeToStandardError("collate: \(onOneLine(line))\n") }
  }
}
