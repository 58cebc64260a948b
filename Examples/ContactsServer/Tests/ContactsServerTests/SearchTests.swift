import Collation
import Hummingbird
import Synchronization
import Testing

@testable import ContactsServer

/// What searches may take from other readers.
@Suite(.endsInTime) struct SearchTests {
  /// Without any time, each answer has what the least of a search finds. The library's own order is
  /// that of all answers together.
  @Test func aSearchOutOfTimeIsGoneOnWith() async throws {
    let names = (0..<250).map { "Name \($0)" } + (0..<300).map { "Nemo \($0)" }
    try await withServer(of: names, limits: Limits(searchTime: .zero)) { client, _ in
      let pages = try await client.pages("/names?prefix=na&limit=500")
      #expect(pages.allSatisfy { $0.names.count < 50 })
      let collation = try LocalizedIndexedCollation(locale: "en")
      #expect(
        pages.flatMap(\.names).map(\.name)
          == collation.sortedArray(from: names.filter { $0.hasPrefix("Na") }))
      // Pages are no searches.
      let page: NamesAnswer = try await client.get("/names?limit=500")
      #expect(page.names.count == 500)
    }
  }

  @Test func fewSearchesRunAtOnce() async throws {
    let gate = SearchGate(limit: 2, waitingLimit: 30)
    let running = Atomic(0)
    let most = Atomic(0)
    try await withThrowingTaskGroup { group in
      for _ in 0..<32 {
        group.addTask { @Sendable in
          try await gate.run {
            let count = running.add(1, ordering: .relaxed).newValue
            most.max(count, ordering: .relaxed)
            try await Task.sleep(for: .milliseconds(1))
            running.subtract(1, ordering: .relaxed)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(most.load(ordering: .relaxed) == 2)
  }

  @Test func whoFindsTooManyWaitingIsToldWhenToComeAgain() async throws {
    let gate = SearchGate(limit: 1, waitingLimit: 1)
    let (end, ending) = AsyncStream.makeStream(of: Void.self)
    let first = Task { try await gate.run { for await _ in end {} } }
    let second = Task { try await gate.run {} }
    while await gate.waiting.isEmpty { await Task.yield() }
    let refused = await #expect(throws: HTTPError.self) { try await gate.run {} }
    #expect(refused?.status == .serviceUnavailable)
    #expect(refused?.headers[.retryAfter] == "1")
    ending.finish()
    try await first.value
    try await second.value
    try await gate.run {}
  }

  /// The one place is taken as long as the test likes.
  @Test func aClientThatLeavesDoesNotKeepOthersWaiting() async throws {
    try await withDatabase(of: ["Adam"]) { database in
      let log = Log()
      let gate = SearchGate(limit: 1, waitingLimit: 1)
      try await serve(database, searches: gate, logger: log.logger) { client in
        let _: IndexAnswer = try await client.get("/index")
        let (end, ending) = AsyncStream.makeStream(of: Void.self)
        let first = Task { try await gate.run { for await _ in end {} } }
        while await gate.running == 0 { await Task.yield() }
        for _ in 0..<3 {
          try await RawConnection.open(port: client.port) { connection in
            try await connection.send("GET /names?prefix=a HTTP/1.1\r\nHost: localhost\r\n\r\n")
            while await gate.waiting.isEmpty { await Task.yield() }
          }
          while await !gate.waiting.isEmpty { await Task.yield() }
        }
        async let answer = client.send(.get, "/names?prefix=a")
        while await gate.waiting.isEmpty { await Task.yield() }
        ending.finish()
        try await first.value
        #expect(try await answer.status == .ok)
        #expect(try await answer.headers[.connection] == "close")
        #expect(await gate.running == 0)
        #expect(log.lines == [])
      }
    }
  }
}
