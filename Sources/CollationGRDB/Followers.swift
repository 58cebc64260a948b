#if GRDB
internal import CollationLists
internal import GRDB
internal import Synchronization

/// What one transaction changes in a list of the file.
struct StoredUpdate: Sendable {
  /// Places are rows of sections of the list in the file.
  typealias Change = (id: Int64, old: SectionCounts.Place?, new: SectionCounts.Place?)

  /// The list's revision after the changes.
  let revision: Int64
  /// The number of rows in each section before the changes.
  let counts: [Int]
  var changes: [Change] = []
}

/// Those who follow the changes of a list in the file. All objects of this process that read it,
/// in either direction, share them.
final class Followers: Sendable {
  typealias Changes = (revision: Int64, changes: [ListChange<Int64>])

  private struct Follower {
    let continuation: AsyncStream<Changes>.Continuation
    /// How the follower's list shows changes.
    let changes: @Sendable (StoredUpdate) -> [ListChange<Int64>]
  }

  private struct State {
    var followers: [Int: Follower] = [:]
    var nextNumber = 0
  }

  private let state = Mutex(State())

  private struct Key: Hashable {
    let writer: ObjectIdentifier
    let table, name: String
  }

  private struct WeakFollowers {
    weak var followers: Followers?
  }

  private static let all = Mutex<[Key: WeakFollowers]>([:])

  static func ofList(_ name: String, of table: String, in writer: any DatabaseWriter) -> Followers {
    let key = Key(writer: ObjectIdentifier(writer), table: table, name: name)
    return all.withLock { all in
      if let followers = all[key]?.followers { return followers }
      all = all.filter { $0.value.followers != nil }
      let followers = Followers()
      all[key] = WeakFollowers(followers: followers)
      return followers
    }
  }

  var areThere: Bool { state.withLock { !$0.followers.isEmpty } }

  /// A stream of what is sent from now on.
  func stream(
    of changes: @escaping @Sendable (StoredUpdate) -> [ListChange<Int64>]
  ) -> AsyncStream<Changes> {
    let (stream, continuation) = AsyncStream.makeStream(of: Changes.self)
    let number = state.withLock { state in
      defer { state.nextNumber += 1 }
      state.followers[state.nextNumber] = Follower(continuation: continuation, changes: changes)
      return state.nextNumber
    }
    continuation.onTermination = { [weak self] _ in
      _ = self?.state.withLock { $0.followers.removeValue(forKey: number) }
    }
    return stream
  }

  func send(_ update: StoredUpdate) {
    for follower in state.withLock({ Array($0.followers.values) }) {
      follower.continuation.yield((update.revision, follower.changes(update)))
    }
  }

  deinit {
    for follower in state.withLock({ Array($0.followers.values) }) {
      follower.continuation.finish()
    }
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
