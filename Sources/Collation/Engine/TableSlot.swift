internal import Synchronization

/// The table of an order of letters, which is made when enough names have been seen.
///
/// A table costs half a millisecond, three for Japanese and Chinese, and less than a tenth of one
/// for each 128 characters that occur. For the table of all levels, ICU makes one or two keys of
/// each of these characters.
final class TableSlot: Sendable {
  /// What came of making the table.
  enum State {
    case notMade(namesSeen: Int)
    case made(PrimaryTable)
  }

  private let request: Collator.Request
  private let guarded = Mutex(State.notMade(namesSeen: 0))
  /// The table of all levels that was made on top of it.
  private let levels = Mutex<LevelTable?>(nil)

  init(_ request: Collator.Request) { self.request = request }

  var state: State { guarded.withLock(\.self) }

  /// The table, if it is made or these names are enough to make it.
  func table(forFurther count: Int) -> PrimaryTable? {
    let state = guarded.withLock { state in
      if case .notMade(let seen) = state { state = .notMade(namesSeen: seen &+ count) }
      return state
    }
    switch state {
    case .made(let table): return table
    case .notMade(let seen): return seen < Thresholds.namesToMakeTable ? nil : make()
    }
  }

  /// The table of all levels, likewise.
  func levelTable(forFurther count: Int) -> LevelTable? {
    guard let table = table(forFurther: count) else { return nil }
    return levels.withLock { levels in
      if levels == nil { levels = try? LevelTable(table) }
      return levels
    }
  }

  /// Makes the table. The lock is not held meanwhile, so that two tasks may make the same table;
  /// the first that is ready is kept.
  ///
  /// - Returns: `nil` if ICU fails, as where memory has run out; the next list tries again.
  private func make() -> PrimaryTable? {
    guard let source = try? PrimarySource(Collator(unshared: request)) else { return nil }
    let table = PrimaryTable(source)
    return guarded.withLock { state in
      if case .made(let ready) = state { return ready }
      state = .made(table)
      return table
    }
  }
}
