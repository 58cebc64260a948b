/// The memory of an `OrderWork`, in one piece: separate allocations would slow down short lists.
///
/// Unchecked because the parts of a step write to separate places.
@safe
struct OrderMemory: ~Copyable, @unchecked Sendable {
  private let buffer: SharedBuffer<UInt64>
  /// The words of each name's key, in input order. Later bits replace `low`.
  let high: UnsafeMutablePointer<UInt64>
  let low: UnsafeMutablePointer<UInt64>
  /// If keys are wide, the 63 bits after these words.
  let later: UnsafeMutablePointer<UInt64>
  /// The first words by bucket; `high` itself if there is only one bucket.
  let keys: UnsafeMutablePointer<UInt64>
  /// The numbers of the names, in order where the order is known.
  let numbers: UnsafeMutablePointer<UInt32>
  /// Room for the counts of `OrderBuckets`.
  let counts: UnsafeMutablePointer<UInt32>

  init(names count: Int, isWide: Bool, isInBuckets: Bool, counts countsCount: Int) {
    let words = 2 + (isInBuckets ? 1 : 0) + (isWide ? 1 : 0)
    buffer = SharedBuffer(count: words * count + (count + countsCount + 1) / 2)
    unsafe high = buffer.pointer
    unsafe low = high + count
    unsafe later = low + (isWide ? count : 0)
    unsafe keys = isInBuckets ? later + count : high
    unsafe numbers = UnsafeMutableRawPointer(buffer.pointer + words * count).bindMemory(
      to: UInt32.self, capacity: count + countsCount)
    unsafe counts = numbers + count
  }
}
