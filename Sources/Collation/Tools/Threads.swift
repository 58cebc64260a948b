internal import Glibc

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
  var threads: [pthread_t] = []
  var refused: [Int] = []
  for number in 1..<count {
    let start = unsafe Unmanaged.passRetained(ThreadStart { body(number) })
    var thread = pthread_t()
    let status = unsafe pthread_create(
      &thread, nil,
      { start in
        if let start = unsafe start {
          unsafe Unmanaged<ThreadStart>.fromOpaque(start).takeRetainedValue().body()
        }
        return nil
      }, start.toOpaque())
    if status == 0 {
      threads.append(thread)
    } else {
      unsafe start.release()
      refused.append(number)
    }
  }
  unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
  body(0)
  for number in refused { body(number) }
  for thread in threads { pthread_join(thread, nil) }
}

private final class ThreadStart: Sendable {
  let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}
