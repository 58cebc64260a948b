internal import Synchronization

/// The order of many names: by primary weights, which a table has without ICU for nearly every
/// name, then by whole sort keys if the weights are equal.
///
/// It proceeds in steps, whose parts several tasks share (`OrderWork+Steps`): make keys, deal out
/// names to buckets, and sort the buckets (`OrderWork+FirstBits`); while names are tied, make later
/// bits of their keys, and sort by these (`OrderWork+LaterBits`). Finally, copy the order, section
/// by section if there are sections.
///
/// The work takes 28 bytes per name, and a fraction of a byte for counts. The names of a bucket
/// take 24 more bytes each while they are sorted. Names that agree in 127 bits of their primary
/// weights take a bit each, and eight bytes per tie; if most names do, each name takes another
/// eight bytes. Names that agree in all primary weights need room for their sort keys, a few
/// hundred ties at a time.
///
/// Unchecked because the parts of a step write to separate places, and steps run one after another:
/// other state changes between steps, or in a step with a single part. Places are in bounds because
/// memory has one for every name, and a place comes from counting the names.
@safe
final class OrderWork: @unchecked Sendable {
  let names: Names
  let table: KeyTable
  let pieces: WorkPieces
  /// All bits if the order is descending, else no bits. XORed with each key.
  let reversal: UInt64
  /// Whether the first walk makes 190 bits of each key, since most names agree in 127.
  let isWide: Bool
  let memory: OrderMemory
  let keySort: KeySort
  let wholeKeySort: WholeKeySort
  let buckets: OrderBuckets
  var groups = OrderBuckets.Groups([0..<1])

  /// In each group, the places of names that agree in all bits so far and go on beyond them.
  let ties = Mutex<[[Range<UInt32>]]>([])
  /// A bit for each name: whether it is at one of these places.
  var isTied: [UInt64] = []
  /// The number of tied names; before the first sort, the number of all names.
  var tiedCount: Int
  let longKeys = LongKeys()
  /// How many of the tied names got their latest bits from ICU.
  let countByICU = Atomic(0)
  /// The number of bits that precede the next bits in `low`.
  var offset = PrimaryKey.capacity
  /// Whether no more bits are made. Names that agree so far are then sorted by their whole keys,
  /// for two reasons: making the next bits of a key means making all previous bits again, and ICU
  /// would make the whole sort key each time.
  var isLast = false

  /// The sections that names are divided into; `nil` if there are none.
  let lookup: SectionLookup?
  /// For a list of more than `sliceNumbers` names: how many are in each section, and the names'
  /// numbers, one section after another.
  var counts: [Int] = []
  var copied = CopiedNumbers()

  enum Step { case none, makeKeys, makePlaces, deal, sort, mark, makeLaterKeys, sortTies, copy }
  /// The current step.
  var step = Step.none

  init(
    of names: Names, by tieWriter: KeyWriter, _ table: KeyTable, in order: KeyOrder,
    sections lookup: SectionLookup? = nil
  ) {
    self.names = names
    self.table = table
    self.lookup = lookup
    reversal = order.isReversed ? .max : 0
    tiedCount = names.count
    pieces = WorkPieces(names: names.count)
    isWide = table.mostAgree(in: names)
    let bits = RadixSort.bucketBits(count: names.count)
    memory = OrderMemory(
      names: names.count, isWide: isWide, isInBuckets: bits > 0, counts: pieces.count << bits)
    unsafe buckets = OrderBuckets(
      names: names.count, pieces: pieces.count, bits: bits, counts: memory.counts)
    unsafe keySort = KeySort(high: memory.keys, low: memory.low, numbers: memory.numbers)
    unsafe wholeKeySort = WholeKeySort(
      names: names, writer: tieWriter, order: order, numbers: memory.numbers)
    if buckets.count == 1 {
      for name in 0..<names.count {
        unsafe memory.numbers[name] = UInt32(truncatingIfNeeded: name)
      }
    }
  }

  /// The names in order, when all is done. Without sections there are no counts.
  var partition: Partition {
    if step == .copy {
      precondition(copied.numbers.count == names.count)
      return Partition(order: copied.numbers, counts: counts)
    }
    let (ranges, counts) = placesInOrder
    var order: [Int] = []
    // The initializer that fills an array by a closure would first look up its type.
    order.append(addingCapacity: names.count) { order in
      for range in ranges {
        for place in range { order.append(number(place)) }
      }
    }
    return Partition(order: order, counts: counts)
  }

  /// Returns the number of the name at a place in the order.
  func number(_ place: Int) -> Int { unsafe Int(memory.numbers[place]) }
}
