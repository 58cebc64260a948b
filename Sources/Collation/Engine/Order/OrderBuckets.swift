/// Buckets to which names are dealt out by the first bits of their keys.
///
/// In bounds because a bucket has `bits` bits, and there is a count for each bucket of each piece.
@safe
struct OrderBuckets {
  private let names: Int
  private let pieces: Int
  /// A name's bucket is this many leading bits of its key. If 0, all names start out in one bucket.
  private let bits: Int
  /// How many names each piece has in each bucket; later the place of the next one, so the places
  /// of the last piece end up as the ends of the buckets.
  private let counts: UnsafeMutablePointer<UInt32>

  /// What is known about the groups once the counts of some buckets are places.
  struct Groups {
    /// The buckets of each group, which a single task sorts.
    var all: [Range<Int>]
    /// How many names have places, and how many of these are in the group that isn't complete yet.
    fileprivate var placed = 0
    fileprivate var inLast = 0

    init(_ all: [Range<Int>] = []) { self.all = all }
  }

  init(names: Int, pieces: Int, bits: Int, counts: UnsafeMutablePointer<UInt32>) {
    (self.names, self.pieces, self.bits) = (names, pieces, bits)
    unsafe self.counts = counts
  }

  /// The number of buckets.
  var count: Int { 1 << bits }

  /// The counts of a piece by bucket; later the place of the next name in each.
  @inline(__always)
  func counts(ofPiece piece: Int) -> UnsafeMutablePointer<UInt32> {
    unsafe counts + piece << bits
  }

  @inline(__always)
  func bucket(_ key: UInt64) -> Int {
    // `&>> 64` does nothing, so shift by one first.
    Int(truncatingIfNeeded: (key &>> 1) &>> UInt64(truncatingIfNeeded: 63 &- bits))
  }

  /// The number of slices in which counts become places.
  var slices: Int { (count + bucketsOfSlice - 1) / bucketsOfSlice }

  private var bucketsOfSlice: Int { max(1, Thresholds.sliceNumbers / pieces) }

  /// Turns the counts of a slice of the buckets into places, after the places of all previous
  /// slices. Appends groups of buckets with some thousand names, each for one task to sort.
  func makePlaces(_ slice: Int, _ groups: inout Groups) {
    let first = slice * bucketsOfSlice
    for bucket in first..<min(count, first + bucketsOfSlice) {
      for piece in 0..<pieces {
        let index = piece << bits + bucket
        let count = unsafe Int(counts[index])
        unsafe counts[index] = UInt32(groups.placed)
        groups.placed += count
        groups.inLast += count
      }
      if groups.inLast >= Thresholds.groupNames || bucket + 1 == count {
        groups.all.append((groups.all.last?.upperBound ?? 0)..<bucket + 1)
        groups.inLast = 0
      }
    }
  }

  /// Returns the places of the names in a bucket, once all names are dealt out.
  func places(of bucket: Int) -> Range<Int> { place(behind: bucket - 1)..<place(behind: bucket) }

  private func place(behind bucket: Int) -> Int {
    if bucket < 0 { return 0 }
    if bucket + 1 == count { return names }
    return unsafe Int(counts[(pieces - 1) << bits + bucket])
  }
}
