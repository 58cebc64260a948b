internal import Synchronization

/// What the engine keeps with a collator: the number of names it has seen, and then its tables.
///
/// Reading the tables counts no references, which would take half the time of a short call. So
/// tables stay until the collator is released, even if they are no longer used.
///
/// Unchecked because the state is one word, which is stored with release ordering, and the object
/// it refers to is `Sendable`.
@safe
struct EngineSlot: ~Copyable, @unchecked Sendable {
  /// `isOpen`, `isClosed`, or the address of the tables.
  private let state = Atomic(Self.isOpen)
  /// The address of tables that are no longer used, or 0.
  private let retired = Atomic<UInt>(0)
  private let namesSeen = Atomic(0)

  private static let isOpen: UInt = 0
  private static let isClosed: UInt = 1

  deinit {
    for address in [state.load(ordering: .acquiring), retired.load(ordering: .acquiring)] {
      if address <= Self.isClosed { continue }
      guard let pointer = unsafe UnsafeRawPointer(bitPattern: address) else { continue }
      unsafe Unmanaged<AnyObject>.fromOpaque(pointer).release()
    }
  }

  /// Returns the tables; `nil` if there are none. They live as long as the slot, which the caller
  /// must keep alive.
  ///
  /// - Parameter type: The type with which the tables were kept.
  @inline(__always)
  func tables<Tables: AnyObject>(_ type: Tables.Type) -> Unmanaged<Tables>? {
    let address = state.load(ordering: .acquiring)
    if address <= Self.isClosed { return nil }
    return unsafe Unmanaged.fromOpaque(UnsafeRawPointer(bitPattern: address).unsafelyUnwrapped)
  }

  /// Keeps tables, unless there already are some or the slot is closed.
  func keep(_ tables: some AnyObject & Sendable) {
    let reference = unsafe Unmanaged<AnyObject>.passRetained(tables)
    let address = unsafe UInt(bitPattern: reference.toOpaque())
    let isKept = state.compareExchange(
      expected: Self.isOpen, desired: address, ordering: .acquiringAndReleasing
    ).exchanged
    if !isKept { unsafe reference.release() }
  }

  /// Closes the slot for good, without tables.
  func close() {
    let address = state.exchange(Self.isClosed, ordering: .acquiringAndReleasing)
    // Other tasks may be reading the tables.
    if address > Self.isClosed { retired.store(address, ordering: .releasing) }
  }

  /// Counts names while there are no tables. Returns the counts before and after; `nil` if there
  /// are tables, or never will be.
  func count(_ names: Int) -> (before: Int, now: Int)? {
    if state.load(ordering: .relaxed) != Self.isOpen { return nil }
    let counted = namesSeen.wrappingAdd(names, ordering: .relaxed)
    return (counted.oldValue, counted.newValue)
  }

  func startCounting() { namesSeen.store(0, ordering: .relaxed) }
}
