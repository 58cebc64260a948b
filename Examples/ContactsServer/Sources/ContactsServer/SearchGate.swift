import Hummingbird

/// Lets few searches run at once, so that readers of pages find the database and the processor
/// free. The others wait, and those who find too many waiting are told to come again.
actor SearchGate {
  private let limit: Int
  private let waitingLimit: Int
  private var running = 0
  private(set) var waiting: [CheckedContinuation<Void, Never>] = []

  init(limit: Int, waitingLimit: Int) {
    self.limit = limit
    self.waitingLimit = waitingLimit
  }

  func run<Answer: Sendable>(
    _ search: @Sendable () async throws -> Answer
  ) async throws -> Answer {
    if running < limit {
      running += 1
    } else {
      guard waiting.count < waitingLimit else {
        throw HTTPError(
          .serviceUnavailable, headers: [.retryAfter: "1"],
          message: "too many are searching: come again in a second")
      }
      await withCheckedContinuation { waiting.append($0) }
    }
    // The next one takes the place over.
    defer { if waiting.isEmpty { running -= 1 } else { waiting.removeFirst().resume() } }
    return try await search()
  }
}
