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

  /// Another task may have made the value meanwhile: then no key gives way, and both have one
  /// value.
  @Test func aValueThatIsReadyFirstIsKept() {
    let cache = BoundedCache<String, Int>(capacity: 2)
    _ = cache.value(for: "other") { 0 }
    let late = cache.value(for: "a") {
      _ = cache.value(for: "a") { 1 }
      return 2
    }
    #expect(late == 1 && cache.value(for: "a") == 1 && cache.value(for: "other") == 0)
  }

  /// What is used more often than so many new keys come stays, however many these are.
  @Test func newKeysDoNotDriveOutWhatIsUsed() {
    let cache = BoundedCache<String, Int>(capacity: 256)
    var made = 0
    for hostile in 0..<10_000 {
      _ = cache.value(for: "hostile\(hostile)") { hostile }
      if hostile % 10 == 0 {
        for honest in ["en", "sv", "ja"] {
          _ = cache.value(for: honest) {
            made += 1
            return made
          }
        }
      }
      #expect(cache.count <= 256)
    }
    #expect(made == 3)
  }

  /// One value stays, however heavy.
  @Test func heavyValuesDriveOutMore() {
    let cache = BoundedCache<Int, Int>(capacity: 10) { $0 }
    func add(_ keys: Int...) { for key in keys { _ = cache.value(for: key) { key } } }
    add(1, 2, 3, 4)
    #expect(cache.count == 4)
    add(5)
    #expect(cache.value(for: 3) == nil && cache.value(for: 4) == 4 && cache.count == 2)
    add(99)
    #expect(cache.value(for: 99) == 99 && cache.count == 1)
    add(6)
    #expect(cache.value(for: 6) == 6 && cache.count == 1)
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
