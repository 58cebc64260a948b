#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// Calls `body` with each number below `count`, in a thread of its own, and returns when all calls
/// have returned. The caller's thread takes the first.
///
/// For callers outside of Swift's tasks, whose thread pool outlives the call and doesn't survive a
/// fork. The threads block all signals, which are the caller's business. If the system refuses a
/// thread, the caller's thread does the work.
package func withThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  if count <= 1 { return body(0) }
  var (all, before) = (sigset_t(), sigset_t())
  unsafe sigfillset(&all)
  unsafe pthread_sigmask(SIG_BLOCK, &all, &before)
  var threads: [Thread] = []
  var refused: [Int] = []
  for number in 1..<count {
    if let thread = Thread(ThreadStart { body(number) }) {
      threads.append(thread)
    } else {
      refused.append(number)
    }
  }
  unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
  body(0)
  for number in refused { body(number) }
  for thread in threads { thread.join() }
}

/// Returns the number of processors that the system uses.
func processorCount() -> Int { sysconf(Int32(_SC_NPROCESSORS_ONLN)) }

private final class ThreadStart: Sendable {
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  /// What a thread calls, with the reference that it owns.
  static func run(_ start: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let start = unsafe start {
      unsafe Unmanaged<ThreadStart>.fromOpaque(start).takeRetainedValue().body()
    }
    return nil
  }
}

/// A thread that the system has started. Darwin and musl know it by a pointer, glibc by a number.
@safe
private struct Thread {
  private let id: pthread_t

  /// Returns `nil` if the system refuses a thread.
  init?(_ start: ThreadStart) {
    let start = unsafe Unmanaged.passRetained(start)
    #if canImport(Darwin) || canImport(Musl)
    var id: pthread_t?
    #else
    var id = pthread_t()
    #endif
    if unsafe pthread_create(&id, nil, { unsafe ThreadStart.run($0) }, start.toOpaque()) != 0 {
      unsafe start.release()
      return nil
    }
    #if canImport(Darwin) || canImport(Musl)
    unsafe self.id = id.unsafelyUnwrapped
    #else
    self.id = id
    #endif
  }

  func join() {
    var result: UnsafeMutableRawPointer?
    unsafe pthread_join(id, &result)
  }
}
