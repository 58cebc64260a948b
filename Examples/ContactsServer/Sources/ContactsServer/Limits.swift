import NIOCore

/// What clients may take of the server.
struct Limits: Sendable {
  /// The names of the hosts that are served, as a request's `Host` has them without a port.
  var hosts: Set<String> = ["localhost", "127.0.0.1", "[::1]"]
  /// The time from a request's head, or the answer before, to the end of its answer.
  var requestTime = TimeAmount.seconds(30)
  /// The time after which a search answers with what it has found.
  var searchTime = Duration.milliseconds(50)
  /// The most searches that run at once.
  var searches = 2
  /// The most searches that wait for these.
  var waitingSearches = 64
  /// The most lists that are kept, that which all others fall back to among them.
  var lists = 16
  /// The time that a list is kept after it was made or read, though others are asked for.
  var usedTime = Duration.seconds(60)
  /// The time that a list is kept which nobody uses.
  var unusedTime = Duration.seconds(24 * 60 * 60)
  /// The bytes that lists leave free on the disk.
  var room = 16 << 20
  /// The time until something is tried again that failed, such as to make a list.
  var retryTime = Duration.seconds(10)
}
