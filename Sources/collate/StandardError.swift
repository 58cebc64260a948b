import CollationOptions
import Synchronization

/// Notes on standard error about a command that does its work regardless. They wait for the end,
/// since a command that fails prints only one line.
enum Notes {
  private static let lines = Mutex<[String]>([])

  static func add(_ line: String) {
    lines.withLock { if !$0.contains(line) { $0.append(line) } }
  }

  static func write() {
    for line in lines.withLock({ $0 }) { writeToStandardError("collate: \(onOneLine(line))\n") }
  }
}

/// Shows on standard error how far the work has progressed, if that is a terminal and the work
/// takes more than a second.
final class Progress: Sendable {
  enum Phase: String {
    case searching, sorting, merging, writing
  }

  private let start = ContinuousClock.now
  private let lastShown = Mutex<ContinuousClock.Instant?>(nil)

  /// Reports how many records are done, out of `total`, which is `nil` while input is still being
  /// read.
  func report(_ phase: Phase, _ done: Int, of total: Int?) {
    guard isShown(phase) else { return }
    let now = ContinuousClock.now
    guard now - start > .seconds(1) else { return }
    lastShown.withLock { lastShown in
      guard now - (lastShown ?? start) > .milliseconds(200) else { return }
      lastShown = now
      let count = total.map { "\(done) of \($0)" } ?? "\(done)"
      writeToStandardError("\r\u{1B}[Kcollate: \(phase.rawValue), \(count) records")
    }
  }

  /// Clears the line, which other messages would run into.
  func finish() {
    lastShown.withLock { lastShown in
      if lastShown != nil { writeToStandardError("\r\u{1B}[K") }
      lastShown = nil
    }
  }

  private let isTerminal = StandardStream.error.isTerminal
  private let isOutputTerminal = StandardStream.output.isTerminal

  /// Records written to the terminal are progress enough.
  private func isShown(_ phase: Phase) -> Bool {
    isTerminal && !(phase == .writing && isOutputTerminal)
  }
}
