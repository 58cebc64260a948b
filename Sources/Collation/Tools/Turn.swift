/// A turn of a task in Swift's cooperative pool, which has a thread for each core. Long work yields
/// between slices: otherwise a request that waits for a thread would wait until the call ends, and
/// so would a task that is about to cancel the call.
struct Turn {
  /// How many elements are read or moved in a slice: much less than a turn takes.
  static let elements = 1 << 10

  private var end = SuspendingClock.now + Turn.duration

  /// Lets other tasks run if the turn has lasted a millisecond.
  nonisolated(nonsending) mutating func pass() async {
    if SuspendingClock.now < end { return }
    await Task.yield()
    end = SuspendingClock.now + Self.duration
  }

  private static var duration: Duration { .milliseconds(1) }
}

extension Range<Int> {
  /// Slices of a range of numbers, after each of which a task may yield.
  func slices(of count: Int) -> some Sequence<Range<Int>> {
    stride(from: lowerBound, to: upperBound, by: count).lazy.map {
      $0..<Swift.min($0 + count, upperBound)
    }
  }
}
