import Collation
import CollationGRDB
import CollationLists
import Foundation
import GRDB
import Logging
import ServiceLifecycle
import Synchronization

/// Makes lists, one after another, and keeps as many of them as the limits say.
///
/// It ends with the server. A list that is being made then is made anew after the next start.
final class ListMaker: Service {
  private let database: ContactDatabase
  private let limits: Limits
  private let logger: Logger
  /// The lists to make, in turn; `nil` to look for lists to remove.
  private let (queue, requests) = AsyncStream.makeStream(of: CollationCatalog.Variant?.self)
  private let state = Mutex(State())

  private struct State {
    /// The progress of each list that was asked for, by its name.
    var progress: [String: Progress] = [:]
    /// When each list was made or last read, by its name.
    var uses: [String: ContinuousClock.Instant] = [:]
    /// The lists that could not be removed, in whole or in part.
    var remains: Set<String> = []
  }

  enum Progress {
    /// From 0 to 1.
    case making(Double)
    /// Requests until then do not have all names read in vain each time.
    case failed(until: ContinuousClock.Instant)
  }

  init(_ database: ContactDatabase, _ limits: Limits, logger: Logger) {
    self.database = database
    self.limits = limits
    self.logger = logger
  }

  /// Makes the list of a variant after the lists that were asked for before, unless it is one of
  /// these.
  ///
  /// - Returns: The list's progress.
  @discardableResult
  func request(_ variant: CollationCatalog.Variant) -> Progress {
    state.withLock { state in
      switch state.progress[variant.storedName] {
      case .failed(let end)? where end < .now: break
      case let known?: return known
      case nil: break
      }
      state.progress[variant.storedName] = .making(0)
      requests.yield(variant)
      return .making(0)
    }
  }

  /// Notes that someone reads a list.
  func use(_ variant: CollationCatalog.Variant) {
    state.withLock { $0.uses[variant.storedName] = .now }
  }

  /// Asks for the lists that have to be made anew, first that which all others fall back to. It
  /// comes before the first request.
  func findLists() async throws {
    var wanted = [database.catalog.fallback]
    for name in try await database.pool.read(database.listNames) {
      guard let variant = database.variants[name] else {
        logger.notice("the list of \(name) goes: no locale of the catalog uses it")
        state.withLock { _ = $0.remains.insert(name) }
        continue
      }
      // Any of them may make room for the first that readers ask for.
      state.withLock { $0.uses[name] = .now - limits.usedTime }
      let old = try await database.pool.read { [database] db in
        try database.lists[name]!.contents(db).map { (isOutdated: $0.isOutdated, stamp: $0.stamp) }
      }
      if old?.isOutdated == false { continue }
      let reason =
        if let old {
          variant.collation.stamp.differences(from: old.stamp).first ?? "its triggers were missing"
        } else {
          "it was left half made, or had other sections"
        }
      logger.notice("the list of \(name) is made anew: \(reason)")
      wanted.append(variant)
    }
    for variant in wanted.prefix(limits.lists) { request(variant) }
    requests.yield(nil)
  }

  /// Makes the lists that are asked for, and removes those that nobody uses, until the server ends.
  func run() async throws {
    await cancelWhenGracefulShutdown { [self] in
      await withDiscardingTaskGroup { group in
        group.addTask { [self] in
          let interval = min(limits.retryTime, limits.unusedTime / 24)
          while (try? await Task.sleep(for: interval)) != nil { requests.yield(nil) }
        }
        for await variant in queue {
          if let variant {
            await make(variant)
          } else {
            await removeUnused()
          }
        }
      }
    }
  }

  // MARK: Making

  private func make(_ variant: CollationCatalog.Variant) async {
    let (name, list) = (variant.storedName, database.lists[variant.storedName]!)
    let start = ContinuousClock.now
    var progress: Progress?
    do {
      // A request that came by before the list was ready may ask for it once more.
      let isReady = try await database.pool.read { try list.contents($0)?.isOutdated == false }
      if !isReady {
        try await makeRoom(for: variant)
        try await withThrowingTaskGroup { group in
          group.addTask { [self] in try await list.make { self.report($0, name) } }
          group.addTask { [self] in
            while true {
              try checkRoom()
              try await Task.sleep(for: .milliseconds(100))
            }
          }
          _ = try await group.next()
          group.cancelAll()
        }
        use(variant)
        logger.notice("the list of \(name) is ready: \(ContinuousClock.now - start)")
      }
    } catch {
      if !Task.isCancelled {
        logger.error("the list of \(name) was not made: \(error)")
        progress = .failed(until: .now + limits.retryTime)
        // The rows of an old order stay: they are read until the list is made.
        let hasOld = try? await database.pool.read { try list.contents($0) != nil }
        if hasOld != true { await remove(name) }
      }
    }
    state.withLock { [progress] in $0.progress[name] = progress }
  }

  /// Leaves the last room on the disk to names, and to the removal of lists, which takes some too.
  private func checkRoom() throws {
    let disk = try FileManager.default.attributesOfFileSystem(forPath: database.pool.path)
    if let free = disk[.systemFreeSize] as? NSNumber, free.intValue < limits.room {
      throw Failure("the disk has only \(free) bytes left")
    }
  }

  /// Notes the progress of a list and, on a terminal, shows it.
  private func report(_ done: Double, _ name: String) {
    state.withLock { if $0.progress[name] != nil { $0.progress[name] = .making(done) } }
    if isatty(STDERR_FILENO) != 0 {
      let line = "\r\(name): \(Int(done * 100)) %" + (done == 1 ? "\r\u{1B}[K" : "")
      FileHandle.standardError.write(Data(line.utf8))
    }
  }

  // MARK: Removing

  /// Removes the lists that were used least lately, if with one more there are too many. Whoever
  /// asks for all lists in turn takes none from those who read.
  private func makeRoom(for variant: CollationCatalog.Variant) async throws {
    let kept: Set = [variant.storedName, database.catalog.fallback.storedName]
    let (uses, end) = (state.withLock { $0.uses }, ContinuousClock.now - limits.usedTime)
    let others = try await database.pool.read(database.listNames).filter { !kept.contains($0) }
      .sorted { uses[$0, default: end] < uses[$1, default: end] }
    for name in others.dropLast(max(0, limits.lists - kept.count)) {
      guard uses[name, default: end] <= end else {
        throw Failure("all \(limits.lists) lists are in use")
      }
      logger.notice("the list of \(name) goes: \(variant.storedName) takes its place")
      await remove(name)
    }
  }

  /// Removes lists that nobody has used for long, and what could not be removed before.
  private func removeUnused() async {
    let end = ContinuousClock.now - limits.unusedTime
    let (unused, remains) = state.withLock { state in
      (state.uses.filter { $0.value < end }.map(\.key), state.remains)
    }
    for name in unused where name != database.catalog.fallback.storedName {
      logger.notice("the list of \(name) goes: nobody has used it for long")
      await remove(name)
    }
    for name in remains { await remove(name) }
  }

  /// Even to remove takes room on the disk. It is tried until there is some, and logged once.
  private func remove(_ name: String) async {
    state.withLock { _ = $0.uses.removeValue(forKey: name) }
    do {
      try await database.list(named: name).remove()
      state.withLock { _ = $0.remains.remove(name) }
    } catch {
      let isNew = state.withLock { $0.remains.insert(name).inserted }
      if isNew, !Task.isCancelled {
        logger.error("what is left of a list stays for now: \(error)")
      }
    }
  }
}
