import CollationC
import CollationCHeader
import CollationCTestSupport
import CollationTestSupport
import Foundation
import Testing

/// Run under the thread sanitizer in CI.
@Suite struct ArrowConcurrencyTests {
  /// Expected is what one thread gets.
  @Test func manyThreadsUseOneHandle() {
    let handle = Handle("sv")
    let names = (0..<2_000).map { Array("Åsa Öberg \($0) \(String($0 * 7_919, radix: 36))".utf8) }
    @Sendable func keys() -> [[UInt8]?] {
      let given = NamesInMemory<Int32>(names, format: "u")
      let (keys, sections) = (TakenArray(), TakenArray())
      _ = collation_list_keys(
        handle.pointer, given.schema, given.array, keys.schema, keys.array, sections.schema,
        sections.array, nil)
      _ = collation_section(handle.pointer, "Zorn", 4)
      return keys.binaries(Int32.self)
    }
    let results = Results()
    let count = Coverage.isPart ? 16 : 64
    let threads = (0..<count).map { _ in
      Thread {
        let result = keys()
        results.add(result)
      }
    }
    for thread in threads { thread.start() }
    let found = results.wait(count: count)
    let expected = keys()
    #expect(expected.count == names.count && found.allSatisfy { $0 == expected })
  }

  @Test func manyThreadsOpenAndClose() async {
    let open = Handle("sv")
    let expected = String(cString: collation_stamp(open.pointer))
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask {
          (0..<200).allSatisfy { number in
            let handle = Handle("sv", number % 3 == 0 ? ["workers=2"] : [])
            return String(cString: collation_stamp(handle.pointer)) == expected
          }
        }
      }
      for await isRight in group { #expect(isRight) }
    }
  }

  /// Expected is what one thread gives.
  @Test func aCallUsesSeveralThreads() {
    let names = (0..<70_000).map { Array("Å\(String($0 &* 7_919, radix: 36))".utf8) }
    let given = NamesInMemory<Int32>(names, format: "u")
    func results(_ options: [String]) -> (keys: [[UInt8]?], order: [Int]) {
      let (keys, order, handle) = (TakenArray(), TakenArray(), Handle("sv", options))
      _ = collation_sort_keys(
        handle.pointer, given.schema, given.array, keys.schema, keys.array, nil)
      _ = collation_sorted_indices(
        handle.pointer, 1, given.schema, given.array, order.schema, order.array, nil)
      return (keys.binaries(Int32.self), order.int64s)
    }
    #expect(results(["workers=3"]) == results([]))
  }

  private final class Results: @unchecked Sendable {
    private let condition = NSCondition()
    private var results: [[[UInt8]?]] = []

    func add(_ result: [[UInt8]?]) {
      condition.withLock {
        results.append(result)
        condition.signal()
      }
    }

    func wait(count: Int) -> [[[UInt8]?]] {
      condition.withLock {
        while results.count < count { condition.wait() }
        return results
      }
    }
  }
}
