#if GRDB
internal import Collation
public import CollationLists
public import GRDB
internal import Synchronization

/// The lists of a table in the languages of a catalog, each made when the first reader asks for it.
///
/// ```swift
/// let lists = try CollatedLists(for: catalog) { variant in
///   try CollatedList<Person>(variant.listName, in: pool, for: variant.collation, by: \.name)
/// }
/// // In a task of its own, such as a service:
/// await lists.run()
///
/// // For each request:
/// let choice = try await lists.list(for: catalog.variant(forAcceptLanguage: header))
/// let page = try await choice.list.read { try $0.page(offset: 0, limit: 50) }
/// choice.progress  // nil, or how much of the reader's own list is made
/// ```
///
/// While a list is made, its readers get the fallback's, once that is made. After an upgrade of
/// ICU, the fallback is made anew at once, and other lists when somebody asks for them.
public final class CollatedLists<Record: FetchableRecord & TableRecord & Sendable>: Sendable {
  /// The list that a reader gets.
  public struct Choice: Sendable {
    /// The list to read.
    public let list: CollatedList<Record>
    /// The variant whose order the list has.
    public let variant: CollationCatalog.Variant
    /// The fraction of the reader's own list that is made, from 0 to 1; `nil` if ``list`` is that
    /// list, and up to date.
    public let progress: Double?
  }

  private struct Key: Hashable {
    let name: String
    let isDescending: Bool

    init(_ variant: CollationCatalog.Variant) {
      (name, isDescending) = (variant.listName, variant.collation.layout.isDescending)
    }
  }

  private struct Entry {
    let list: CollatedList<Record>
    let variant, fallback: CollationCatalog.Variant
  }

  private struct State {
    /// The `listName`s that were asked for, the last one at the end.
    var used: [String] = []
    /// Those to make, in the order of the requests.
    var requested: [Key] = []
    /// By `listName`, of what is requested or being made.
    var progress: [String: Double] = [:]
    /// Wakes the task that makes them.
    var wake: AsyncStream<Void>.Continuation?
  }

  private let entries: [Key: Entry]
  private let fallback: Key
  private let limit: Int
  private let state = Mutex(State())

  /// Opens the lists of a catalog.
  ///
  /// The calling thread is blocked as by `CollatedList`'s initializers.
  ///
  /// - Parameters:
  ///   - catalog: The catalog of your readers' languages.
  ///   - furtherCatalogs: Others of the same languages: if readers may choose to read from Z to A,
  ///     one of descending collations.
  ///   - limit: The maximum number of lists to keep in the file, at least 2. When one more is made,
  ///     the list that was asked for least recently is removed, unless somebody follows its
  ///     `changes`; the fallback of the first catalog stays. Lists of other names don't count.
  ///   - open: Opens the list of a variant, under its `listName` or a name made of it.
  /// - Throws: What `open` throws, and a `CollationError` with the code `stampMismatch` if two
  ///   lists have one name but other orders or sections.
  public init(
    for catalog: CollationCatalog, _ furtherCatalogs: CollationCatalog...,
    keeping limit: Int = 16,
    opening open: (CollationCatalog.Variant) throws -> CollatedList<Record>
  ) throws {
    var entries: [Key: Entry] = [:]
    var stamps: [String: CollationStamp] = [:]
    for catalog in [catalog] + furtherCatalogs {
      for variant in catalog.lists {
        let list = try open(variant)
        if let other = stamps.updateValue(list.readingOrder.stamp, forKey: list.name) {
          try list.readingOrder.stamp.check(stored: other)
        }
        entries[Key(variant)] = Entry(list: list, variant: variant, fallback: catalog.fallback)
      }
    }
    self.entries = entries
    fallback = Key(catalog.fallback)
    self.limit = max(2, limit)
  }

  // MARK: Reading

  /// Returns the list for a reader, and has it made if it isn't there or is outdated.
  ///
  /// Until it is made, the reader gets the fallback's list or, if that isn't ready either, the
  /// reader's own: it is outdated, has no search keys, or reading it throws `missingStamp`. A read
  /// also throws that if the list is removed between this call and the read: call this again.
  ///
  /// - Parameter variant: One of the catalogs' variants.
  /// - Throws: A `CollationError` with the code `unknownLocale` for a variant of another catalog, a
  ///   `DatabaseError` if SQLite fails, and `CancellationError`.
  /// - Complexity: A read of some rows.
  public func list(for variant: CollationCatalog.Variant) async throws -> Choice {
    guard let entry = entries[Key(variant)],
      entry.variant.collation.stamp == variant.collation.stamp
    else {
      throw CollationError(
        .unknownLocale,
        "'\(variant.locale)' has no list here: expected a variant of the catalogs of the lists")
    }
    let name = variant.listName
    state.withLock { state in
      state.used.removeAll { $0 == name }
      state.used.append(name)
    }
    if try await entry.list.isMade {
      return Choice(list: entry.list, variant: variant, progress: nil)
    }
    let progress = request(Key(variant))
    if variant.listName != entry.fallback.listName, let fallback = entries[Key(entry.fallback)] {
      if try await fallback.list.isMade {
        return Choice(list: fallback.list, variant: fallback.variant, progress: progress)
      }
      requestFirst(Key(entry.fallback))
    }
    return Choice(list: entry.list, variant: variant, progress: progress)
  }

  // MARK: Making

  /// Makes the lists that readers ask for, the fallback first, one after another, until the task is
  /// canceled.
  ///
  /// Without this, no list is made. Run it in one task of one process: it first removes what killed
  /// processes have left of lists.
  ///
  /// - Parameter report: Called with `nil` when a list is ready, and with the error when making or
  ///   removing one fails. Making is tried again when a reader next asks for the list.
  public func run(
    reporting report: @Sendable (CollationCatalog.Variant, (any Error)?) -> Void = { _, _ in }
  ) async {
    let (wakes, wake) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    state.withLock { $0.wake = wake }
    for entry in entries.values {
      do {
        try await entry.list.removePartial()
      } catch is CancellationError {
        return
      } catch {
        report(entry.variant, error)
      }
    }
    // Also if it is there: its search keys may be of other texts.
    requestFirst(fallback)
    for await _ in wakes {
      while let key = nextRequest() {
        let entry = entries[key]!
        do {
          defer { state.withLock { $0.progress[key.name] = nil } }
          try await entry.list.make { [self] progress in
            state.withLock { $0.progress[key.name] = progress }
          }
          report(entry.variant, nil)
          try await removeUnused(besides: entry.list, report)
        } catch is CancellationError {
          return
        } catch {
          report(entry.variant, error)
          // Readers ask for it again at once, and again.
          try? await Task.sleep(for: .seconds(1))
        }
      }
    }
  }

  /// Has a list made, and returns how much of it is.
  private func request(_ key: Key) -> Double {
    state.withLock { state in
      if let progress = state.progress[key.name] { return progress }
      state.progress[key.name] = 0
      state.requested.append(key)
      state.wake?.yield()
      return 0
    }
  }

  /// Has a list made before others. If it is being made already, it is found ready afterward.
  private func requestFirst(_ key: Key) {
    state.withLock { state in
      state.requested.removeAll { $0 == key }
      state.requested.insert(key, at: 0)
      state.progress[key.name] = state.progress[key.name] ?? 0
      state.wake?.yield()
    }
  }

  private func nextRequest() -> Key? {
    state.withLock { $0.requested.isEmpty ? nil : $0.requested.removeFirst() }
  }

  /// Removes the lists that were asked for least recently, if there are more than the limit.
  private func removeUnused(
    besides made: CollatedList<Record>,
    _ report: @Sendable (CollationCatalog.Variant, (any Error)?) -> Void
  ) async throws {
    let kept = [made.name, entries[fallback]!.list.name]
    let ownNames = Set(entries.values.map(\.list.name))
    while true {
      let stored = try await made.storedNames.filter(ownNames.contains)
      let used = state.withLock(\.used)
      let unused = entries.values
        .filter { entry in
          stored.contains(entry.list.name) && !kept.contains(entry.list.name)
            && !entry.list.followers.areThere
        }
        .min { left, right in
          let ages = [left, right].map { entry in
            (
              used.firstIndex(of: entry.variant.listName) ?? -1,
              stored.firstIndex(of: entry.list.name)!
            )
          }
          return ages[0] < ages[1]
        }
      guard stored.count > limit, let unused else { return }
      do {
        try await unused.list.remove()
      } catch is CancellationError {
        throw CancellationError()
      } catch {
        // What is left of it goes when it is made again.
        return report(unused.variant, error)
      }
    }
  }
}
#endif
