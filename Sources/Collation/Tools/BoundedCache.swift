internal import Synchronization

/// The most recently used values, by key. Their total weight is bounded because the keys, such as
/// locale names, may come from outside. There are few values, since most weigh 1, so a lookup scans
/// all hashes. With chains from hashes to entries, a hit took a quarter more instructions for the
/// few collators that most programs open.
///
/// Only the methods require hashable keys. If the type did, the runtime would search everything
/// loaded for the conformance, which takes as long as ICU takes to open the first collator.
package final class BoundedCache<Key: Sendable, Value: Sendable>: Sendable {
  /// The entries in columns. An array of entries would have its own generic type in each cache, and
  /// instantiating it takes the runtime as long as ICU takes to find a locale's data.
  fileprivate struct State {
    var keys: [Key] = []
    var values: [Value] = []
    var hashes: [Int] = []
    var weights: [Int] = []
    var lastUses: [Int] = []
    var clock = 0
    var weight = 0

    mutating func removeOldest() {
      guard let oldest = lastUses.indices.min(by: { lastUses[$0] < lastUses[$1] }) else { return }
      weight -= weights[oldest]
      keys.remove(at: oldest)
      values.remove(at: oldest)
      hashes.remove(at: oldest)
      weights.remove(at: oldest)
      lastUses.remove(at: oldest)
    }
  }

  private let state = Mutex(State())
  private let capacity: Int
  private let weigh: @Sendable (Key) -> Int

  /// - Parameters:
  ///   - capacity: The maximum total weight of the values. A single value is kept, whatever it
  ///     weighs.
  ///   - weigh: Returns how much memory a key's value takes, in multiples of a typical value.
  package init(capacity: Int, weigh: @escaping @Sendable (Key) -> Int = { _ in 1 }) {
    self.capacity = capacity
    self.weigh = weigh
  }

  /// The number of values, which never exceeds the capacity.
  var count: Int { state.withLock { $0.keys.count } }
}

extension BoundedCache.State where Key: Hashable {
  /// Returns the value for a key, and marks it as just used.
  fileprivate mutating func use(_ key: Key, hash: Int) -> Value? {
    guard let place = place(of: key, hash: hash) else { return nil }
    clock += 1
    lastUses[place] = clock
    return values[place]
  }

  /// Compares keys in place: copying one takes longer.
  private func place(of key: Key, hash: Int) -> Int? {
    let keys = keys.span
    for place in hashes.indices where hashes[place] == hash && keys[place] == key { return place }
    return nil
  }
}

extension BoundedCache where Key: Hashable {
  /// Returns the value for a key, if there is one.
  ///
  /// - Complexity: O(`capacity`), with the hash of each entry.
  func value(for key: Key) -> Value? {
    let hash = key.hashValue
    return state.withLock { $0.use(key, hash: hash) }
  }

  /// Returns the value for a key, making it if missing. The lock is not held meanwhile, so two
  /// tasks may make a value for one key. Both then get the value that was ready first.
  ///
  /// - Complexity: O(`capacity`).
  package func value<Failure: Error>(
    for key: Key, make: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let hash = key.hashValue
    if let found = state.withLock({ $0.use(key, hash: hash) }) { return found }
    return keep(try make(), for: key, hash: hash)
  }

  /// Keeps a value, and returns it or the one that was ready before.
  @inline(never)
  private func keep(_ value: Value, for key: Key, hash: Int) -> Value {
    state.withLock { state in
      if let ready = state.use(key, hash: hash) { return ready }
      let weight = weigh(key)
      while state.weight + weight > capacity && !state.keys.isEmpty { state.removeOldest() }
      state.clock += 1
      state.keys.append(key)
      state.values.append(value)
      state.hashes.append(hash)
      state.weights.append(weight)
      state.lastUses.append(state.clock)
      state.weight += weight
      return value
    }
  }
}
