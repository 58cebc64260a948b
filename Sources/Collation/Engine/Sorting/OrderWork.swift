internal import Synchronization

/// The order of many names: by their primary weights, which a table gives without ICU for nearly
/// every name, then by whole sort keys where the weights are equal.
///
/// The work takes 32 bytes a name, and part of a byte for counts. Names that agree in 127 bits of
/// their primary weights take a bit each, and eight bytes for each tie. Names that agree in all
/// primary weights take their sort keys, of one tie at a time.
///
/// Unchecked because the parts of a step write to places of their own, and steps follow one
/// another. Places are in bounds because each buffer has one for every name, and a place comes from
/// counting the names.
@safe
final class OrderWork<Source: NameSource>: ParallelWork, @unchecked Sendable {
  let source: Source
  private let tieWriter: KeyWriter
  let table: KeyTable
  private let pieces: WorkPieces
  private let descending: Bool
  /// All bits where the order is descending, else no bit. Each key is XORed with it.
  private let reversal: UInt64

  /// The halves of each name's key, in input order. When `high` is dealt out, it becomes spare
  /// memory, and later bits take the place of `low`.
  private let high: SharedBuffer<UInt64>
  private let low: SharedBuffer<UInt64>
  /// The keys and the numbers of their names, in order as far as it is known.
  private let keys: SharedBuffer<UInt64>
  let numbers: SharedBuffer<UInt32>
  private let spareNumbers: SharedBuffer<UInt32>
  private let radixSort: RadixSort

  /// The first digit of a key, by which the names are dealt out to groups.
  private let digitBits: Int
  /// The number of names of each piece with each first digit; then the place of the next of them.
  private let places: SharedBuffer<UInt32>
  /// The places of the names of each group. No first digit is in two groups.
  private var groups: [Range<Int>] = []

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

  init(of source: Source, by tieWriter: KeyWriter, _ table: KeyTable, descending: Bool) {
    self.source = source
    self.tieWriter = tieWriter
    self.table = table
    self.descending = descending
    reversal = descending ? .max : 0
    tiedCount = source.count
    pieces = WorkPieces(names: source.count)
    high = SharedBuffer(count: source.count)
    low = SharedBuffer(count: source.count)
    keys = SharedBuffer(count: source.count)
    numbers = SharedBuffer(count: source.count)
    spareNumbers = SharedBuffer(count: source.count)
    unsafe radixSort = RadixSort(
      keys: keys.pointer, numbers: numbers.pointer, otherKeys: high.pointer,
      otherNumbers: spareNumbers.pointer)
    digitBits = RadixSort.digitBits(count: source.count)
    places = SharedBuffer(count: pieces.count << digitBits)
  }

  /// The numbers of the names in order, when all is done.
  var order: [Int] { order([0..<source.count]) }

  /// The numbers of the names at some places of the order, one range after another, when all is
  /// done.
  func order(_ places: some Sequence<Range<Int>>) -> [Int] {
    unsafe [Int](unsafeUninitializedCapacity: source.count) { order, count in
      for range in places {
        for place in range {
          unsafe (order.baseAddress! + count).initialize(to: Int(numbers.pointer[place]))
          count &+= 1
        }
      }
    }
  }

  func nextStep() -> WorkStep? {
    switch step {
    case .makeKeys:
      step = .deal
      return WorkStep(parts: pieces.count) { self.makeKeys(self.pieces[$0], piece: $0) }
    case .deal:
      makePlaces()
      step = .sort
      return WorkStep(parts: pieces.count) { self.deal(self.pieces[$0], piece: $0) }
    case .sort:
      step = .makeLaterKeys
      isLast = isMostlyByICU
      ties.withLock { $0 = groups.map { _ in [] } }
      return WorkStep(parts: groups.count) { self.sort(group: $0) }
    case .makeLaterKeys:
      if !markTies() { return nil }
      step = .sortTies
      return WorkStep(parts: pieces.count) { self.makeLaterKeys(self.pieces[$0]) }
    case .sortTies:
      step = .makeLaterKeys
      offset += LaterPrimaryKey.capacity
      isLast = offset >= Thresholds.bitsBeforeICU || isMostlyByICU
      return WorkStep(parts: groups.count) { self.sortTies(group: $0) }
    }
  }

  // MARK: By the first bits

  private func makeKeys(_ piece: Range<Int>, piece number: Int) -> Int {
    // A protocol in place of the two cases would keep the compiler from inlining the walk.
    switch table.coded {
    case .plain(let table):
      unsafe makeKeys(
        piece, piece: number, byTable: { unsafe table.writeByTable($0, to: PrimaryKey()) },
        byICU: { unsafe table.writeByICU($0, to: PrimaryKey()) })
    case .runs(let table):
      unsafe makeKeys(
        piece, piece: number, byTable: { unsafe table.writeByTable($0, to: PrimaryKey()) },
        byICU: { unsafe table.writeByICU($0, to: PrimaryKey()) })
    }
    return piece.count
  }

  /// In bounds because a name's number is less than the count that the buffers were made for, and a
  /// digit has `digitBits` bits.
  @inline(__always)
  private func makeKeys(
    _ piece: Range<Int>, piece number: Int, byTable: (UnsafeBufferPointer<UInt8>) -> PrimaryKey?,
    byICU: (UnsafeBufferPointer<UInt8>) -> PrimaryKey
  ) {
    let shift = UInt64(truncatingIfNeeded: 64 &- digitBits)
    let counts = unsafe places.pointer + number << digitBits
    unsafe counts.initialize(repeating: 0, count: 1 << digitBits)
    var countByICU = 0
    source.withNames { names in
      for name in piece {
        let key = unsafe names.withName(name) { bytes in
          if let key = unsafe byTable(bytes) { return key }
          countByICU += 1
          return unsafe byICU(bytes)
        }
        let first = key.high ^ reversal
        unsafe high.pointer[name] = first
        unsafe low.pointer[name] = key.low ^ reversal
        unsafe counts[Int(truncatingIfNeeded: first >> shift)] &+= 1
      }
    }
    self.countByICU.wrappingAdd(countByICU, ordering: .relaxed)
  }

  /// Turns the counts into places, and makes groups of some ten thousand names.
  private func makePlaces() {
    let groupSize = max(Thresholds.groupNames, source.count / Thresholds.groups)
    var (place, begin) = (0, 0)
    for digit in 0..<(1 << digitBits) {
      for piece in 0..<pieces.count {
        let index = piece << digitBits + digit
        let count = unsafe Int(places.pointer[index])
        unsafe places.pointer[index] = UInt32(place)
        place += count
      }
      if place - begin >= groupSize || digit + 1 == 1 << digitBits {
        groups.append(begin..<place)
        begin = place
      }
    }
  }

  private func deal(_ piece: Range<Int>, piece number: Int) -> Int {
    let shift = UInt64(truncatingIfNeeded: 64 &- digitBits)
    let nextPlaces = unsafe places.pointer + number << digitBits
    for name in piece {
      let key = unsafe high.pointer[name]
      let digit = Int(truncatingIfNeeded: key >> shift)
      let place = unsafe Int(nextPlaces[digit])
      unsafe nextPlaces[digit] &+= 1
      unsafe keys.pointer[place] = key
      unsafe numbers.pointer[place] = UInt32(truncatingIfNeeded: name)
    }
    return 0
  }

  private func sort(group: Int) -> Int {
    var ties = Ties()
    radixSort.sort(groups[group])
    // Values that lie far apart are fetched before they are needed, many at once.
    radixSort.forEachTie(in: groups[group]) { tie in
      for place in tie { unsafe radixSort.otherKeys[place] = low.pointer[number(place)] }
    }
    radixSort.forEachTie(in: groups[group]) { sortTie($0, &ties) }
    // Where few names are tied, most of these are the same name.
    let tied = ties.open.reduce(0) { $0 + $1.count }
    if 2 * tied < groups[group].count { ties.open = differing(ties.open) }
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
  }

  /// Sorts names that are equal so far by further bits, which are in the other memory.
  private func sortTie(_ range: Range<Int>, _ ties: inout Ties) {
    unsafe (keys.pointer + range.lowerBound).update(
      from: radixSort.otherKeys + range.lowerBound, count: range.count)
    radixSort.sort(range)
    radixSort.forEachTie(in: range) { tie in
      let goesOn = unsafe (keys.pointer[tie.lowerBound] ^ reversal) & 1 != 0
      let places = UInt32(tie.lowerBound)..<UInt32(tie.upperBound)
      if goesOn && !isLast {
        ties.open.append(places)
      } else {
        ties.closed.append(places)
      }
    }
  }

  private func finish(_ ties: Ties, group: Int) {
    for tie in differing(ties.closed) { sortByKeys(tie) }
    self.ties.withLock { $0[group] = ties.open }
  }

  /// Notes which names are still tied; returns whether any is.
  private func markTies() -> Bool {
    let all = ties.withLock { $0 }
    tiedCount = all.joined().reduce(0) { $0 + $1.count }
    if tiedCount == 0 { return false }
    countByICU.store(0, ordering: .relaxed)
    isTied = [UInt64](repeating: 0, count: (source.count + 63) / 64)
    for tie in all.joined() {
      for place in tie {
        let number = unsafe Int(numbers.pointer[Int(place)])
        isTied[number / 64] |= 1 << UInt64(number % 64)
      }
    }
    return true
  }

  /// Makes the keys in input order, in which the names lie in memory.
  private func makeLaterKeys(_ piece: Range<Int>) -> Int {
    let key = LaterPrimaryKey(offset: offset)
    switch table.coded {
    case .plain(let table):
      unsafe makeLaterKeys(
        piece, byTable: { unsafe table.writeByTable($0, to: key) },
        byICU: { unsafe table.writeByICU($0, to: key) })
    case .runs(let table):
      unsafe makeLaterKeys(
        piece, byTable: { unsafe table.writeByTable($0, to: key) },
        byICU: { unsafe table.writeByICU($0, to: key) })
    }
    return 0
  }

  @inline(__always)
  private func makeLaterKeys(
    _ piece: Range<Int>, byTable: (UnsafeBufferPointer<UInt8>) -> LaterPrimaryKey?,
    byICU: (UnsafeBufferPointer<UInt8>) -> LaterPrimaryKey
  ) {
    var count = 0
    source.withNames { names in
      for name in piece where isTied[name / 64] >> UInt64(name % 64) & 1 != 0 {
        unsafe low.pointer[name] = names.withName(name) { bytes in
          if let key = unsafe byTable(bytes) { return key.value ^ reversal }
          count += 1
          return unsafe byICU(bytes).value ^ reversal
        }
      }
    }
    countByICU.wrappingAdd(count, ordering: .relaxed)
  }

  private func sortTies(group: Int) -> Int {
    let ties = self.ties.withLock { $0[group] }
    var left = Ties()
    for tie in ties {
      let range = Int(tie.lowerBound)..<Int(tie.upperBound)
      for place in range { unsafe radixSort.otherKeys[place] = low.pointer[number(place)] }
      sortTie(range, &left)
    }
    finish(left, group: group)
    return 0
  }

  // MARK: By whole keys

  /// The ties with names that are not all identical. Most names that agree so far are identical.
  private func differing(_ ties: [Range<UInt32>]) -> [Range<UInt32>] {
    source.withNames { names in
      // It is faster to look at every name first, whatever comes of it: the processor then waits
      // for many names at once, which lie far apart.
      let mayBeIdentical = ties.map { tie in
        let first = names.digest(number(Int(tie.lowerBound)))
        return tie.dropFirst().reduce(0) { $0 | first ^ names.digest(number(Int($1))) } == 0
      }
      return zip(ties, mayBeIdentical).compactMap { tie, mayBeIdentical in
        let first = number(Int(tie.lowerBound))
        let areIdentical =
          mayBeIdentical
          && tie.dropFirst().allSatisfy { names.areIdentical(first, number(Int($0))) }
        return areIdentical ? nil : tie
      }
    }
  }

  /// Sorts names whose primary weights are equal by their whole sort keys.
  private func sortByKeys(_ tie: Range<UInt32>) {
    source.withNames { sortByKeys(tie, $0) }
  }

  private func sortByKeys(_ tie: Range<UInt32>, _ names: Source.Names) {
    var sortKeys = KeyList(capacity: tie.count)
    for place in tie {
      unsafe names.withName(number(Int(place))) { unsafe tieWriter.append($0, to: &sortKeys) }
    }
    let sorted = sortKeys.sortedIndices(descending: descending).map {
      number(Int(tie.lowerBound) + $0)
    }
    for (place, number) in zip(tie, sorted) {
      unsafe numbers.pointer[Int(place)] = UInt32(number)
    }
  }

  /// The number of the name at a place of the order.
  private func number(_ place: Int) -> Int { unsafe Int(numbers.pointer[place]) }
}
