internal import Synchronization

/// The order of many names: by their primary weights, which a table gives without ICU for nearly
/// every name, then by whole sort keys if the weights are equal.
///
/// It proceeds in steps, whose parts several tasks share (`OrderWork+Steps`): keys are made, names
/// are dealt out to buckets, and buckets are sorted (`OrderWork+FirstBits`); then, as long as names
/// are tied, later bits of their keys are made and sorted by (`OrderWork+LaterBits`).
///
/// The work takes 28 bytes per name, and a fraction of a byte for counts. Names of one bucket take
/// 24 more bytes while they are sorted. Names that agree in 127 bits of their primary weights take
/// a bit each, and eight bytes for each tie; if most names do, each name takes another eight bytes.
/// Names that agree in all primary weights take room for their sort keys, a few hundred ties at a
/// time.
///
/// Unchecked because the parts of a step write to places of their own, and steps follow one
/// another. Places are in bounds because the memory has one for every name, and a place comes from
/// counting the names.
@safe
final class OrderWork<Source: NameSource>: @unchecked Sendable {
  let source: Source
  let table: KeyTable
  let pieces: WorkPieces
  private let keyOrder: KeyOrder
  /// All bits if the order is descending, else no bits. Each key is XORed with it.
  let reversal: UInt64
  private let tieWriter: KeyWriter
  /// Whether the first walk makes 190 bits of each key, since most names agree in 127.
  let isWide: Bool
  let memory: OrderMemory
  let keySort: KeySort
  let buckets: OrderBuckets
  var groups = OrderBuckets.Groups([0..<1])

  /// In each group, the places of names that agree in all bits so far and go on beyond them.
  let ties = Mutex<[[Range<UInt32>]]>([])
  /// A bit for each name: whether it is at such a place.
  var isTied: [UInt64] = []
  /// The number of such names; before the first sort, the number of all names.
  var tiedCount: Int
  let longKeys = LongKeys()
  /// The number of them whose last bits ICU made.
  let countByICU = Atomic(0)
  /// The number of bits before those that `low` holds next.
  var offset = PrimaryKey.capacity
  /// Whether no more bits are made. Names that agree so far are then sorted by their whole keys,
  /// for two reasons. Making the next bits of a key means making all bits before them again. If ICU
  /// makes them, it makes the whole sort key each time.
  var isLast = false

  enum Step { case makeKeys, makePlaces, deal, sort, mark, makeLaterKeys, sortTies }
  /// The step that comes next.
  var step = Step.makeKeys

  init(of source: Source, by tieWriter: KeyWriter, _ table: KeyTable, in order: KeyOrder) {
    self.source = source
    self.table = table
    self.tieWriter = tieWriter
    keyOrder = order
    reversal = order.isReversed ? .max : 0
    tiedCount = source.count
    pieces = WorkPieces(names: source.count)
    isWide = table.mostAgree(in: source)
    let bits = RadixSort.bucketBits(count: source.count)
    memory = OrderMemory(
      names: source.count, isWide: isWide, isInBuckets: bits > 0, counts: pieces.count << bits)
    unsafe buckets = OrderBuckets(
      names: source.count, pieces: pieces.count, bits: bits, counts: memory.counts)
    unsafe keySort = KeySort(high: memory.keys, low: memory.low, numbers: memory.numbers)
    if buckets.count == 1 {
      for name in 0..<source.count {
        unsafe memory.numbers[name] = UInt32(truncatingIfNeeded: name)
      }
    }
  }

  /// Not a constant: a stored value of a generic type would make `deinit` look up metadata.
  var wholeKeySort: WholeKeySort<Source> {
    unsafe WholeKeySort(
      source: source, writer: tieWriter, order: keyOrder, numbers: numbers)
  }

  /// The numbers of the names, in order as far as that is known.
  var numbers: UnsafeMutablePointer<UInt32> { unsafe memory.numbers }

  /// Returns the number of the name at a place in the order.
  func number(_ place: Int) -> Int { unsafe Int(numbers[place]) }

  /// Returns the numbers of the names at some places in the order, one range after another, once
  /// all is done.
  func order(_ places: some Sequence<Range<Int>>) -> [Int] {
    unsafe [Int](unsafeUninitializedCapacity: source.count) { order, count in
      for range in places {
        for place in range {
          unsafe (order.baseAddress! + count).initialize(to: Int(numbers[place]))
          count &+= 1
        }
      }
    }
  }

  /// Appends the numbers of the names at some places in the order, once all is done.
  func append(_ places: Range<Int>, to order: inout OutputSpan<Int>) {
    precondition(places.count <= order.freeCapacity)
    unsafe order.withUnsafeMutableBufferPointer { order, count in
      for place in places {
        unsafe (order.baseAddress! + count).initialize(to: Int(numbers[place]))
        count &+= 1
      }
    }
  }
}
