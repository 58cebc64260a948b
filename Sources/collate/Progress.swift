import Glibc

/// Says on standard error how far the work is, if that is a terminal and the work takes more than a
/// second.
final class Progress {
  private let total: Int
  private let isShown = isatty(STDERR_FILENO) == 1
  private let start = ContinuousClock.now
  private var lastShown: ContinuousClock.Instant?

  init(total: Int) { self.total = total }

  /// So many records are done.
  func report(_ done: Int) {
    guard isShown else { return }
    let now = ContinuousClock.now
    guard now - start > .seconds(1), now - (lastShown ?? start) > .milliseconds(200) else { return }
    lastShown = now
    writeToStandardError("\rcollate: \(done) of \(total) records")
  }

  /// Takes the line away.
  func finish() {
    if lastShown != nil { writeToStandardError("\r\u{1B}[K") }
  }
}
