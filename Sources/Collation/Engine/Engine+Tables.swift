/// The collator's tables, and when they are made.
extension Engine {
  /// Calls `body` with the collator's tables, without reference counting; returns `nil` if there
  /// are none.
  @inline(__always)
  func withTables<Result>(_ body: (CollatorTable) -> Result?) -> Result? {
    guard let tables = unsafe collator.storage.engineSlot.tables(CollatorTable.self) else {
      return nil
    }
    return withExtendedLifetime(collator.storage) {
      unsafe tables._withUnsafeGuaranteedRef { body($0) }
    }
  }

  /// Returns the tables for a list, unless a check of its names refutes them.
  ///
  /// - Parameter wholeKeys: Whether all levels are needed, rather than just the first.
  func tables(for names: Names, wholeKeys: Bool) -> CollatorTable? {
    if names.count == 0 { return nil }
    if let tables = withTables({ $0 }) {
      let namesToCheck = names.count / Thresholds.namesToCheckOne
      return namesToCheck == 0
        ? tables : checked(tables, by: names, count: namesToCheck, wholeKeys: wholeKeys)
    }
    return tables(forFurther: names.count).flatMap {
      checked($0, by: names, count: names.count, wholeKeys: wholeKeys)
    }
  }

  private func checked(
    _ tables: CollatorTable, by names: Names, count: Int, wholeKeys: Bool
  ) -> CollatorTable? {
    if TableTrust.agrees(tables, for: collator, on: names, count: count, wholeKeys: wholeKeys) {
      return tables
    }
    collator.storage.engineSlot.close()
    return nil
  }

  /// Counts further names and returns the tables; `nil` until enough names have been seen, or if
  /// ICU doesn't list the order's contexts.
  func tables(forFurther count: Int) -> CollatorTable? {
    if let tables = withTables({ $0 }) { return tables }
    countNames(count)
    return withTables { $0 }
  }

  /// Counts names toward the tables; the call that reaches `namesToMakeTable` makes them. On its
  /// first call, a collator adopts tables already made for another collator with the same order of
  /// letters. If ICU fails, for example to allocate memory, counting starts over before the next
  /// attempt.
  @inline(never)
  func countNames(_ count: Int) {
    let storage = collator.storage
    guard let seen = storage.engineSlot.count(count) else { return }
    if TableTrust.isICUAlone {
      storage.engineSlot.close()
      return
    }
    let isEnough = seen.now >= Thresholds.namesToMakeTable
    if seen.before > 0 && !isEnough { return }
    let request = storage.request.atPrimaryStrength
    let shared = SharedTables.all.value(for: request) { SharedTables(request) }
    do {
      guard let levels = isEnough ? try shared.make() : shared.levels else { return }
      let tables = CollatorTable(levels, for: collator)
      if TableTrust.agrees(tables, for: collator) {
        storage.engineSlot.keep(tables)
      } else {
        storage.engineSlot.close()
      }
    } catch {
      storage.engineSlot.startCounting()
    }
  }
}
