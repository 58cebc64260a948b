import NIOCore

/// What clients may take of the server.
struct Limits: Sendable {
  /// The names of the hosts that are served, as a request's `Host` has them without a port.
  var hosts: Set<String> = ["localhost", "127.0.0.1", "[::1]"]
  /// The time from a request's head to the end of its body.
  var requestTime = TimeAmount.seconds(30)
}
