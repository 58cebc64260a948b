import Synchronization

/// What standard error says of a command that succeeds: a command that fails says one line and no
/// more, so notes wait for the end.
enum Notes {
  private static let lines = Mutex<[String]>([])

  static func add(_ line: String) {
    lines.withLock { if !$0.contains(line) { $0.append(line) } }
  }

  static func write() {
    for line in lines.withLock({ $0 }) { writeToStandardError("collate: \(line)\n") }
  }
}
