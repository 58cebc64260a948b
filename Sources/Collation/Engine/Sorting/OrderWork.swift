internal import Synchronization

/// The order of many names: by their primary weights, which a table gives without ICU for nearly
/// every name, then by whole sort keys where the weights are equal.
///
/// The work takes 28 bytes a name, and part of a byte for counts. Names of one bucket take 24 bytes
/// more while they are sorted. Names that agree in 127 bits of their primary weights take a bit
/// each, and eight bytes for each tie; where most names do, each name takes eight bytes. Names that
/// agree in all primary weights take their sort keys, of a few hundred ties at a time.
///
/// Unchecked because the parts of a step write to places of their own, and steps follow one
/// another. Places are in bounds because each buffer has one for every name, and a place comes from
/// counting the names.
@safe
final class OrderWork<Source: NameSource>: ParallelWork, @unchecked Sendable {
  let source: Source
  let table: KeyTable
  private let pieces: WorkPieces
  private let keyOrder: KeyOrder
  /// All bits where the order is descending, else no bit. Each key is XORed with it.
  private let reversal: UInt64

  /// All that follows, in one piece: to get several takes a short list longer.
  private let memory: SharedBuffer<UInt64>
  /// The words of each name's key, in input order. Later bits take the place of `low`.
  private let high: UnsafeMutablePointer<UInt64>
  private let low: UnsafeMutablePointer<UInt64>
  /// Where most names agree in 127 bits, the next 63 bits of each, made in the same walk.
  private let later: UnsafeMutablePointer<UInt64>
  let isWide: Bool
  /// The first words by bucket.
  private let keys: UnsafeMutablePointer<UInt64>
  /// The numbers of the names, in order as far as it is known.
  let numbers: UnsafeMutablePointer<UInt32>
  /// The number of names of each piece in each bucket; then the place of the next of them, so that
  /// in the end the places of the last piece are the ends of the buckets.
  private let places: UnsafeMutablePointer<UInt32>
  private let keySort: KeySort
  private let tieWriter: KeyWriter

  /// A name's bucket is this many first bits of its key. Where it is no bit, all names are in one
  /// bucket from the beginning.
  private let bucketBits: Int
  /// The buckets of each group, which one task sorts.
  private var groups = [0..<1]

  /// In each group, the places of names that agree in all bits so far and go on beyond them.
  private let ties = Mutex<[[Range<UInt32>]]>([])
  /// A bit for each name that is in such a place.
  private var isTied: [UInt64] = []
  /// The number of such names; before the first are sorted, the number of all.
  private var tiedCount: Int
  /// The number of them that ICU made the last bits of.
  private let countByICU = Atomic(0)
  /// The number of bits before the next ones that `low` is to hold.
  private var offset = PrimaryKey.capacity
  /// Whether no more bits are made. Names that agree so far are then sorted by ICU, for two
  /// reasons. To make the next bits of a key, all bits before them are made again. Where ICU makes
  /// them, it makes the whole sort key each time.
  private var isLast = false

  private var isMostlyByICU: Bool { 2 * countByICU.load(ordering: .relaxed) > tiedCount }

  private enum Step { case makeKeys, deal, sort, makeLaterKeys, sortTies }
  private var step = Step.makeKeys

  init(of source: Source, by tieWriter: KeyWriter, _ table: KeyTable, in order: KeyOrder) {
    self.source = source
    self.table = table
    keyOrder = order
    reversal = order.isReversed ? .max : 0
    tiedCount = source.count
    pieces = WorkPieces(names: source.count)
    bucketBits = RadixSort.bucketBits(count: source.count)
    isWide = Self.needsLaterBits(source, table)
    let count = source.count
    let counts = pieces.count << bucketBits
    let words = 2 + (bucketBits == 0 ? 0 : 1) + (isWide ? 1 : 0)
    memory = SharedBuffer(count: words * count + (count + counts + 1) / 2)
    unsafe high = memory.pointer
    unsafe low = high + count
    unsafe later = low + (isWide ? count : 0)
    unsafe keys = bucketBits == 0 ? high : later + count
    unsafe numbers = UnsafeMutableRawPointer(memory.pointer + words * count).bindMemory(
      to: UInt32.self, capacity: count + counts)
    unsafe places = numbers + count
    if bucketBits == 0 {
      for name in 0..<count { unsafe numbers[name] = UInt32(truncatingIfNeeded: name) }
    }
    unsafe keySort = KeySort(high: keys, low: low, numbers: numbers)
    self.tieWriter = tieWriter
  }

  /// The numbers of the names in order, when all is done.
  var order: [Int] { order([0..<source.count]) }

  /// The numbers of the names at some places of the order, one range after another, when all is
  /// done.
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

  func nextStep() -> WorkStep? {
    switch step {
    case .makeKeys:
      step = bucketBits == 0 ? .sort : .deal
      return WorkStep(parts: pieces.count) { self.makeKeys(self.pieces[$0], piece: $0) }
    case .deal:
      step = .sort
      makePlaces()
      return WorkStep(parts: pieces.count) { self.deal(self.pieces[$0], piece: $0) }
    case .sort:
      step = .makeLaterKeys
      isLast = isMostlyByICU
      ties.withLock { $0 = [[Range<UInt32>]](repeating: [], count: groups.count) }
      return WorkStep(parts: groups.count) { self.sort(group: $0) }
    case .makeLaterKeys:
      let ties = ties.withLock { $0 }
      tiedCount = 0
      for tie in ties.joined() { tiedCount += tie.count }
      if tiedCount == 0 { return nil }
      countByICU.store(0, ordering: .relaxed)
      step = .sortTies
      if isWide && offset == PrimaryKey.capacity { return nextStep() }
      mark(ties)
      return WorkStep(parts: pieces.count) { self.makeLaterKeys(self.pieces[$0]) }
    case .sortTies:
      step = .makeLaterKeys
      offset += LaterPrimaryKey.capacity
      isLast = offset >= Thresholds.bitsBeforeICU || isMostlyByICU
      return WorkStep(parts: groups.count) { self.sortTies(group: $0) }
    }
  }

  // MARK: By the first bits

  /// Finds out by some names whether most names agree in 127 bits.
  private static func needsLaterBits(_ source: Source, _ table: KeyTable) -> Bool {
    let count = source.count / Thresholds.namesOfSample
    if count == 0 { return false }
    let keys = source.withNames { names in
      (0..<count).map { place in
        unsafe names.withName(place * (source.count / count)) { name in
          switch table.coded {
          case .plain(let table): unsafe table.write(name, to: PrimaryKey())
          case .runs(let table): unsafe table.write(name, to: PrimaryKey())
          }
        }
      }
    }
    let long = keys.filter(\.isFull)
    var counts: [[UInt64]: Int] = [:]
    for key in long { counts[[key.high, key.low], default: 0] += 1 }
    // A name ties with as many more in the list as the list has more names than the sample.
    let ties = counts.values.reduce(0) { $0 + $1 * ($1 - 1) }
    return 2 * long.count > count && 2 * ties * source.count > count * count
  }

  /// In bounds because a name's number is less than the count that the buffers were made for, and a
  /// bucket has `bucketBits` bits.
  private func makeKeys(_ piece: Range<Int>, piece number: Int) -> Int {
    let isWide = isWide
    let counts = unsafe places + number << bucketBits
    unsafe counts.initialize(repeating: 0, count: 1 << bucketBits)
    let countByICU = source.withNames { names in
      table.makeKeys(of: names, piece, isWide: isWide) { name, key, later in
        let first = key.high ^ reversal
        unsafe high[name] = first
        unsafe low[name] = key.low ^ reversal
        if isWide { unsafe self.later[name] = later ^ reversal }
        unsafe counts[bucket(first)] &+= 1
      }
    }
    self.countByICU.wrappingAdd(countByICU, ordering: .relaxed)
    return piece.count
  }

  @inline(__always)
  private func bucket(_ key: UInt64) -> Int {
    // A shift by 64 bits would be one by none.
    Int(truncatingIfNeeded: (key &>> 1) &>> UInt64(truncatingIfNeeded: 63 &- bucketBits))
  }

  /// Turns the counts into places, and makes groups of some ten thousand names.
  private func makePlaces() {
    let groupSize = max(Thresholds.groupNames, source.count / Thresholds.groups)
    groups = []
    var (place, begin, first) = (0, 0, 0)
    for bucket in 0..<1 << bucketBits {
      for piece in 0..<pieces.count {
        let index = piece << bucketBits + bucket
        let count = unsafe Int(places[index])
        unsafe places[index] = UInt32(place)
        place += count
      }
      if place - begin >= groupSize || bucket + 1 == 1 << bucketBits {
        groups.append(first..<bucket + 1)
        (begin, first) = (place, bucket + 1)
      }
    }
  }

  private func deal(_ piece: Range<Int>, piece number: Int) -> Int {
    let nextPlaces = unsafe places + number << bucketBits
    for name in piece {
      let key = unsafe high[name]
      let bucket = bucket(key)
      let place = unsafe Int(nextPlaces[bucket])
      unsafe nextPlaces[bucket] &+= 1
      unsafe keys[place] = key
      unsafe numbers[place] = UInt32(truncatingIfNeeded: name)
    }
    return 0
  }

  /// The places of the names in a bucket.
  private func places(ofBucket bucket: Int) -> Range<Int> {
    place(behindBucket: bucket - 1)..<place(behindBucket: bucket)
  }

  private func place(behindBucket bucket: Int) -> Int {
    if bucket < 0 { return 0 }
    if bucket + 1 == 1 << bucketBits { return source.count }
    return unsafe Int(places[(pieces.count - 1) << bucketBits + bucket])
  }

  private func sort(group: Int) -> Int {
    let buckets = groups[group]
    var (count, most) = (0, 0)
    for bucket in buckets {
      count += places(ofBucket: bucket).count
      most = max(most, places(ofBucket: bucket).count)
    }
    let scratch = KeySort.Scratch(count: most)
    var found: [KeySort.Tie] = []
    for bucket in buckets { keySort.sort(places(ofBucket: bucket), scratch, ties: &found) }
    var ties = Ties()
    ties.append(found, isLast: isLast, reversal)
    // Where few names are tied, most of these are the same name.
    let tied = ties.open.reduce(0) { $0 + $1.count }
    if 2 * tied < count {
      ties.open = wholeKeySort.differing(ties.open)
    }
    finish(ties, group: group)
    return 0
  }

  // MARK: By later bits

  /// The places of names that are equal as far as they were sorted.
  private struct Ties {
    /// Those that go on.
    var open: [Range<UInt32>] = []
    /// Those whose level has ended, or for which no more bits are made.
    var closed: [Range<UInt32>] = []

    mutating func append(_ ties: [KeySort.Tie], isLast: Bool, _ reversal: UInt64) {
      for tie in ties {
        let places = UInt32(tie.places.lowerBound)..<UInt32(tie.places.upperBound)
        if (tie.lastWord ^ reversal) & 1 != 0 && !isLast {
          open.append(places)
        } else {
          closed.append(places)
        }
      }
    }
  }

  /// Not a constant, for which a work would be let go by way of its type's metadata.
  private var wholeKeySort: WholeKeySort<Source> {
    unsafe WholeKeySort(
      source: source, writer: tieWriter, order: keyOrder, numbers: numbers)
  }

  private func finish(_ ties: Ties, group: Int) {
    wholeKeySort.sort(wholeKeySort.differing(ties.closed))
    self.ties.withLock { $0[group] = ties.open }
  }

  /// Notes which names are still tied.
  private func mark(_ ties: [[Range<UInt32>]]) {
    isTied = [UInt64](repeating: 0, count: (source.count + 63) / 64)
    for tie in ties.joined() {
      for place in tie {
        let number = number(Int(place))
        isTied[number / 64] |= 1 << UInt64(number % 64)
      }
    }
  }

  /// Makes the keys in input order, in which the names lie in memory.
  private func makeLaterKeys(_ piece: Range<Int>) -> Int {
    let countByICU = source.withNames { names in
      let tied = piece.lazy.filter { self.isTied[$0 / 64] >> UInt64($0 % 64) & 1 != 0 }
      return table.makeLaterKeys(of: names, tied, offset: offset) { name, bits in
        unsafe low[name] = bits ^ reversal
      }
    }
    self.countByICU.wrappingAdd(countByICU, ordering: .relaxed)
    return 0
  }

  private func sortTies(group: Int) -> Int {
    let ties = self.ties.withLock { $0[group] }
    let scratch = KeySort.Scratch(count: ties.reduce(0) { max($0, $1.count) })
    let isMadeBefore = isWide && offset == PrimaryKey.capacity + LaterPrimaryKey.capacity
    let bits = unsafe isMadeBefore ? later : low
    var found: [KeySort.Tie] = []
    for tie in ties {
      let range = Int(tie.lowerBound)..<Int(tie.upperBound)
      for place in range { unsafe keys[place] = bits[number(place)] }
      keySort.sort(range, byFirstWord: true, scratch, ties: &found)
    }
    var left = Ties()
    left.append(found, isLast: isLast, reversal)
    finish(left, group: group)
    return 0
  }

  /// The number of the name at a place of the order.
  private func number(_ place: Int) -> Int { unsafe Int(numbers[place]) }
}
