import Collation
import Hummingbird
import Testing

@testable import ContactsServer

/// What searches may take from other readers.
@Suite(.endsInTime) struct SearchTests {
  /// Without any time, each answer has what the least of a search finds. The library's own order is
  /// that of all answers together.
  @Test func aSearchOutOfTimeIsGoneOnWith() async throws {
    let names = (0..<250).map { "Name \($0)" } + (0..<300).map { "Nemo \($0)" }
    try await withServer(of: names, limits: Limits(searchTime: .zero)) { client, _ in
      var (found, after, answers): ([String], String?, Int) = ([], nil, 0)
      repeat {
        let page: NamesAnswer = try await client.get(
          "/names?prefix=na&limit=500" + (after.map { "&after=\($0)" } ?? ""))
        #expect(page.names.count < 50)
        found += page.names.map(\.name)
        after = page.next
        answers += 1
      } while after != nil && answers < 100
      let collation = try LocalizedIndexedCollation(locale: "en")
      #expect(found == collation.sortedArray(from: names.filter { $0.hasPrefix("Na") }))
      // Pages are no searches.
      let page: NamesAnswer = try await client.get("/names?limit=500")
      #expect(page.names.count == 500)
    }
  }

  private actor Running {
    private var count = 0
    private(set) var most = 0

    func begin() {
      count += 1
      most = max(most, count)
    }

    func end() { count -= 1 }
  }

  @Test func fewSearchesRunAtOnce() async throws {
    let gate = SearchGate(limit: 2, waitingLimit: 30)
    let running = Running()
    try await withThrowingTaskGroup { group in
      for _ in 0..<32 {
        group.addTask {
          try await gate.run {
            await running.begin()
            try await Task.sleep(for: .milliseconds(1))
            await running.end()
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(await running.most == 2)
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
}
