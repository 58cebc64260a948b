import Hummingbird

/// Lets few searches run at once, so that readers of pages find the database and the processor
/// free. The others wait, and those who find too many waiting are told to come again.
actor SearchGate {
  private let limit: Int
  private let waitingLimit: Int
  private(set) var running = 0
  /// Those who wait, in turn, by the numbers of their tickets.
  private(set) var waiting: [(ticket: Int, place: CheckedContinuation<Void, any Error>)] = []
  private var tickets = 0

  init(limit: Int, waitingLimit: Int) {
    self.limit = limit
    self.waitingLimit = waitingLimit
  }

  /// Runs a search when there is a place for it.
  ///
  /// - Parameters:
  ///   - search: The search.
  ///   - patience: Runs a search that has to wait, and cancels it if the client leaves. Others then
  ///     move up.
  func run<Answer: Sendable>(
    _ search: @escaping @Sendable () async throws -> Answer,
    waitingWith patience:
      @Sendable (@escaping @Sendable () async throws -> Answer) async throws -> Answer = {
        try await $0()
      }
  ) async throws -> Answer {
    if running < limit {
      running += 1
      return try await runInPlace(search)
    }
    return try await patience {
      try await self.wait()
      return try await self.runInPlace(search)
    }
  }

  private func runInPlace<Answer: Sendable>(
    _ search: @Sendable () async throws -> Answer
  ) async throws -> Answer {
    // The next one takes the place over.
    defer { if waiting.isEmpty { running -= 1 } else { waiting.removeFirst().place.resume() } }
    return try await search()
  }

  private func wait() async throws {
    guard waiting.count < waitingLimit else {
      throw HTTPError(
        .serviceUnavailable, headers: [.retryAfter: "1"],
        message: "too many are searching: come again in a second")
    }
    tickets += 1
    let ticket = tickets
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (place: CheckedContinuation<Void, any Error>) in
        if Task.isCancelled {
          place.resume(throwing: CancellationError())
        } else {
          waiting.append((ticket, place))
        }
      }
    } onCancel: {
      Task { await self.giveUp(ticket) }
    }
  }

  private func giveUp(_ ticket: Int) {
    guard let number = waiting.firstIndex(where: { $0.ticket == ticket }) else { return }
    waiting.remove(at: number).place.resume(throwing: CancellationError())
  }
}
