import Testing

@testable import Collation

/// The cache of open collators: the least recently used gives way.
@Suite struct BoundedCacheTests {
  @Test func valuesAreMadeOnceAndTheOldestGivesWay() {
    let cache = BoundedCache<String, Int>(capacity: 2)
    var made: [String] = []
    func value(_ key: String) -> Int {
      cache.value(for: key) {
        made.append(key)
        return key.count
      }
    }
    #expect(["a", "bb", "a", "ccc", "a"].map(value) == [1, 2, 1, 3, 1])
    #expect(made == ["a", "bb", "ccc"])
    #expect(value("bb") == 2)
    #expect(made == ["a", "bb", "ccc", "bb"])
  }

  @Test func failuresAreNotKept() {
    struct Failure: Error {}
    let cache = BoundedCache<String, Int>(capacity: 2)
    #expect(throws: Failure.self) {
      try cache.value(for: "a") { () throws(Failure) -> Int in throw Failure() }
    }
    #expect(cache.value(for: "a") { 5 } == 5)
  }
}
