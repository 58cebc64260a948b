internal import Synchronization

/// The tables of the collator, and when they are made.
extension Engine {
  /// The weights of characters in the collator's order of letters; `nil` before enough names have
  /// been seen, and where ICU does not list the contexts of the order.
  func primaryTable(for count: Int) -> PrimaryTable? {
    guard count > 0, count <= Thresholds.maximumNames else { return nil }
    // To look the slot up takes a short list longer.
    if let table = withTable({ $0.levels.base }) { return table }
    countNames(count)
    return tableSlot.table(forFurther: count)
  }

  /// What is known of the table of the collator's order of letters, which collators share that
  /// differ in other levels only.
  var tableSlot: TableSlot {
    let request = collator.storage.request.atPrimaryStrength
    return Self.tableSlots.value(for: request) { TableSlot(request) }
  }

  /// A slot for each collator in its cache. A table takes 560 kilobytes, and three or four more for
  /// each 128 characters that occur: 27 megabytes if all do.
  private static let tableSlots = BoundedCache<Collator.Request, TableSlot>(
    capacity: 256, weigh: \.weight)

  /// Calls `body` with the table that is kept with the collator, which is read without counting
  /// references; returns `nil` if there is none yet.
  @inline(__always)
  func withTable<Result>(_ body: (CollatorTable) -> Result?) -> Result? {
    guard let kept = unsafe collator.storage.table.object else { return nil }
    // Nothing else is kept there.
    return withExtendedLifetime(collator.storage) {
      unsafe kept._withUnsafeGuaranteedRef { kept in
        body(unsafe unsafeDowncast(kept, to: CollatorTable.self))
      }
    }
  }

  /// The table that is kept with the collator; `nil` if it takes more names than these to make it.
  func keptTable(forFurther count: Int) -> CollatorTable? {
    if let table = withTable({ $0 }) { return table }
    countNames(count)
    return withTable { $0 }
  }

  /// Counts names, until the table is made: with the last of those that it takes, or with the first
  /// where another collator has made it. Where ICU fails, the next name tries again.
  @inline(never)
  func countNames(_ count: Int) {
    if withTable({ $0 }) != nil { return }
    let counted = collator.storage.namesSeen.wrappingAdd(count, ordering: .relaxed)
    let isEnough = counted.newValue >= Thresholds.namesToMakeTable
    if counted.oldValue > 0 && !isEnough { return }
    let further = isEnough ? Thresholds.namesToMakeTable : 0
    if let levels = tableSlot.levelTable(forFurther: further) {
      collator.storage.table.set(CollatorTable(levels, for: collator))
    }
  }
}
