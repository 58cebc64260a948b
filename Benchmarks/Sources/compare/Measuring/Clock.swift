#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Takes times.
enum Clock {
  /// The nanoseconds that some work takes, without the time to free its result.
  static func time<Result>(_ work: () throws -> Result) rethrows -> Double {
    let clock = SuspendingClock()
    let start = clock.now
    let result = try work()
    let duration = clock.now - start
    withExtendedLifetime(result) {}
    return nanoseconds(duration)
  }

  /// The nanoseconds that the processor spends on some work of this thread, whatever else the
  /// machine does.
  static func processorTime(_ work: () -> Void) -> Double {
    var (start, end) = (timespec(), timespec())
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start)
    work()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end)
    return Double(end.tv_sec - start.tv_sec) * 1e9 + Double(end.tv_nsec - start.tv_nsec)
  }

  /// As `time(_:)`, for work of tasks.
  static func time<Result>(
    isolation: isolated (any Actor)? = #isolation, _ work: () async throws -> Result
  ) async rethrows -> Double {
    let clock = SuspendingClock()
    let start = clock.now
    let result = try await work()
    let duration = clock.now - start
    withExtendedLifetime(result) {}
    return nanoseconds(duration)
  }

  private static func nanoseconds(_ duration: Duration) -> Double {
    let (seconds, attoseconds) = duration.components
    return Double(seconds) * 1e9 + Double(attoseconds) / 1e9
  }
}
