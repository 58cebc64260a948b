#if GRDB
internal import CollationLists
internal import GRDB
internal import Synchronization

/// Those who follow the changes of a list.
final class Followers: Sendable {
  typealias Changes = (revision: Int64, changes: [ListChange<Int64>])

  private struct State {
    var continuations: [Int: AsyncStream<Changes>.Continuation] = [:]
    var nextNumber = 0
  }

  private let state = Mutex(State())

  var areThere: Bool { state.withLock { !$0.continuations.isEmpty } }

  /// A stream of what is sent from now on, and whether it is the first.
  func stream() -> (stream: AsyncStream<Changes>, isFirst: Bool) {
    let (stream, continuation) = AsyncStream.makeStream(of: Changes.self)
    let number = state.withLock { state in
      defer { state.nextNumber += 1 }
      state.continuations[state.nextNumber] = continuation
      return state.nextNumber
    }
    continuation.onTermination = { [weak self] _ in
      _ = self?.state.withLock { $0.continuations.removeValue(forKey: number) }
    }
    return (stream, number == 0)
  }

  func send(_ changes: Changes) {
    for continuation in state.withLock({ Array($0.continuations.values) }) {
      continuation.yield(changes)
    }
  }

  deinit {
    for continuation in state.withLock({ Array($0.continuations.values) }) { continuation.finish() }
  }
}

/// Tells when a transaction that wrote to a table is committed.
final class WriteObserver: TransactionObserver, Sendable {
  private let table: String
  private let didCommit: @Sendable () -> Void
  private let isTouched = Atomic(false)

  init(of table: String, didCommit: @escaping @Sendable () -> Void) {
    self.table = table
    self.didCommit = didCommit
  }

  func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool {
    eventKind.tableName == table
  }

  func databaseDidChange(with event: DatabaseEvent) {
    isTouched.store(true, ordering: .relaxed)
    stopObservingDatabaseChangesUntilNextTransaction()
  }

  func databaseDidCommit(_ db: Database) {
    if isTouched.exchange(false, ordering: .relaxed) { didCommit() }
  }

  func databaseDidRollback(_ db: Database) { isTouched.store(false, ordering: .relaxed) }
}
#endif
