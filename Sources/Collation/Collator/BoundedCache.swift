internal import Synchronization

/// The values that were used last, by their keys. Their weight is bounded because the keys, locale
/// names among them, may come from outside. Most values weigh 1.
final class BoundedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Entry {
    var value: Value
    var lastUse: UInt64
    var weight: Int
  }

  private struct State {
    var entries: [Key: Entry] = [:]
    var clock: UInt64 = 0
    var weight = 0

    /// Drops the value that was used before all others.
    mutating func removeOldest() {
      guard let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse }) else { return }
      weight -= oldest.value.weight
      entries[oldest.key] = nil
    }
  }

  private let state = Mutex(State())
  private let capacity: Int
  private let weigh: @Sendable (Key) -> Int

  /// - Parameters:
  ///   - capacity: The most that all values weigh. One value is kept, whatever it weighs.
  ///   - weigh: How many usual values take as much memory as that of a key.
  init(capacity: Int, weigh: @escaping @Sendable (Key) -> Int = { _ in 1 }) {
    self.capacity = capacity
    self.weigh = weigh
  }

  /// How many values there are, never more than the capacity.
  var count: Int { state.withLock { $0.entries.count } }

  /// The value for a key, if there is one.
  ///
  /// - Complexity: O(1).
  func value(for key: Key) -> Value? {
    state.withLock { state in
      state.clock += 1
      guard let place = state.entries.index(forKey: key) else { return nil }
      state.entries.values[place].lastUse = state.clock
      return state.entries.values[place].value
    }
  }

  /// The value for a key, made where it is missing. The lock is not held while a value is made, so
  /// two tasks may make a value of one key. Both then get the value that was ready first.
  ///
  /// - Complexity: O(1) where it is found, O(`capacity`) where another has to give way.
  func value<Failure: Error>(
    for key: Key, make: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    if let found = value(for: key) { return found }
    let value = try make()
    return state.withLock { state in
      if let ready = state.entries[key] { return ready.value }
      let weight = weigh(key)
      while state.weight + weight > capacity && !state.entries.isEmpty { state.removeOldest() }
      state.entries[key] = Entry(value: value, lastUse: state.clock, weight: weight)
      state.weight += weight
      return value
    }
  }
}
