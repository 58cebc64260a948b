import Synchronization
import Testing

@testable import Collation

@Suite struct SortKeyWorkTests {
  /// Strings that count how often all of them are gone through.
  private struct CountedStrings: NameSource {
    let names: StringNames
    let walks: Walks

    final class Walks: Sendable {
      let count = Atomic(0)
    }

    var count: Int { names.count }
    var byteCount: Int {
      walks.count.wrappingAdd(1, ordering: .relaxed)
      return names.byteCount
    }
    func withNames<Result>(_ body: (StringNames.Names) -> Result) -> Result {
      names.withNames(body)
    }
  }

  /// Keys take O(n) in the bytes, as `sortKeys(of:workers:progress:)` says, however many pieces the
  /// names make. ICU's own key of each name is the judge of the keys.
  @Test(arguments: [1, 3]) func bytesAreCountedOnceForAllPieces(workers: Int) async throws {
    let collator = try Collator(locale: "sv")
    let strings = (0..<40_000).map { "name \($0 * 7919 % 40_000)" }
    let walks = CountedStrings.Walks()
    let work = SortKeyWork(
      of: CountedStrings(names: StringNames(strings: strings), walks: walks),
      by: KeyWriter(collator, nil, nil))
    let keys = try await Job(work, result: { work.takeKeys() })
      .run(workers: WorkerCount(workers)) { _ in }
    #expect(walks.count.load(ordering: .relaxed) == 1)
    #expect(strings.indices.allSatisfy { keys[$0] == collator.keyByICU(strings[$0]).bytes })
  }
}
