import Testing

@testable import Collation

@Suite struct SortKeyWorkTests {
  /// Keys that ICU alone makes, piece by piece, are joined in order. ICU's own key of each name is
  /// the judge.
  @Test(arguments: [1, 3]) func piecesOfICUsKeysAreJoined(workers: Int) async throws {
    let collator = try Collator(locale: "sv")
    let strings = (0..<40_000).map { "name \($0 * 7919 % 40_000)" }
    let work = SortKeyWork(
      of: Names(UTF8Records(strings: strings)), by: KeyWriter(collator, nil, nil))
    let keys = try await Job(work, result: { work.takeKeys() })
      .run(workers: WorkerCount(clamping: workers)) { _ in }
    #expect(strings.indices.allSatisfy { keys[$0] == collator.keyByICU(strings[$0]).bytes })
  }
}
