internal import Glibc

/// The tables of a collator, for one name after another: to compare two names, and to make a key or
/// find the section of one.
///
/// Each answer is that of ICU's sort keys. It is `nil` where the tables cannot prove a name simple.
///
/// Unchecked because its superclass is; it has constants only. Places are in bounds because each
/// is compared with the counts of the names before it is read, and there are plain weights of each
/// byte.
@safe
final class CollatorTable: KeptTable, @unchecked Sendable {
  let levels: LevelTable
  /// How many levels the collator's keys have; `nil` for keys with other levels than these tables
  /// know.
  let keyLevels: Int?

  /// The plain weights of each byte.
  private let plain: UnsafePointer<PlainWeights>

  init(_ levels: LevelTable, for collator: Collator) {
    self.levels = levels
    unsafe plain = UnsafePointer(levels.plain.ofBytes)
    keyLevels = collator.keyLevels
  }

  /// The most bytes of a name whose key is made here: its memory takes thirteen times as much.
  private static let maximumLength = 1 << 12

  /// The bytes of a name's sort key, or of its list key if sections are given.
  func key(of name: UnsafeBufferPointer<UInt8>, by lookup: SectionLookup? = nil) -> [UInt8]? {
    guard name.count <= Self.maximumLength else { return nil }
    let head = lookup == nil ? 0 : ListKeyFormat.sectionLength
    let room = head &+ SortKeyEncoder.room(forBytes: name.count)
    return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: room) { memory in
      guard let length = unsafe writeKey(of: name, by: lookup, to: memory) else { return nil }
      // The initializer that fills an array by a closure takes four times as many instructions.
      return unsafe [UInt8](UnsafeBufferPointer(start: memory.baseAddress, count: length))
    }
  }

  /// Appends the bytes of a name's sort key, or of its list key. Returns whether it could.
  @inline(__always)
  func appendKey(
    of name: UnsafeBufferPointer<UInt8>, by lookup: SectionLookup?, to bytes: inout [UInt8]
  ) -> Bool {
    guard name.count <= Self.maximumLength else { return false }
    // A closure counts its references to what it captures, and several workers share the counts.
    let table = unsafe Unmanaged.passUnretained(self)
    var isMade = false
    let room = ListKeyFormat.sectionLength &+ SortKeyEncoder.room(forBytes: name.count)
    bytes.append(addingCapacity: room) { output in
      unsafe output.withUnsafeMutableBufferPointer { buffer, count in
        let memory = unsafe UnsafeMutableBufferPointer(rebasing: buffer[count...])
        let length = unsafe table._withUnsafeGuaranteedRef {
          unsafe $0.writeKey(of: name, by: lookup, to: memory)
        }
        if let length {
          count += length
          isMade = true
        }
      }
    }
    return isMade
  }

  /// Writes the bytes of a name's sort key, or of its list key, to memory. Returns their number;
  /// `nil` also where the memory may be too small.
  @inline(__always)
  func writeKey(
    of name: UnsafeBufferPointer<UInt8>, by lookup: SectionLookup?,
    to memory: UnsafeMutableBufferPointer<UInt8>
  ) -> Int? {
    let head = lookup == nil ? 0 : ListKeyFormat.sectionLength
    guard let keyLevels, name.count <= Self.maximumLength,
      head &+ SortKeyEncoder.room(forBytes: name.count) <= memory.count,
      let key = memory.baseAddress,
      let length = unsafe SortKeyEncoder.write(name, levels, levels: keyLevels, to: key + head)
    else { return nil }
    let count = head &+ length
    unsafe lookup?.complete(UnsafeMutableBufferPointer(start: key, count: count))
    return count
  }

  /// Which of two names comes first: a negative number, 0 or a positive one.
  func compare(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    // ICU cuts longer names.
    if max(left.count, right.count) > ICUCollator.maximumLength { return nil }
    let common = unsafe commonLength(left, right)
    if common < min(left.count, right.count) {
      if let result = unsafe compareASCII(left, right, common: common) { return result }
    } else if left.count == right.count {
      return 0
    }
    return unsafe compare(left, right, common: common)
  }

  /// By the first characters that differ, if these are plain characters of ASCII and no context or
  /// mark joins them with another, as a c and an h are joined in Czech.
  @inline(__always)
  private func compareASCII(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>, common: Int
  ) -> Int? {
    func weights(_ name: UnsafeBufferPointer<UInt8>, _ place: Int) -> PlainWeights {
      unsafe place < name.count ? plain[Int(name[place])] : .end
    }
    let (first, second) = unsafe (plain[Int(left[common])], plain[Int(right[common])])
    guard first.isPlain, second.isPlain, first.first != second.first else { return nil }
    let before = unsafe common == 0 ? .end : plain[Int(left[common &- 1])]
    let (afterFirst, afterSecond) = unsafe (weights(left, common &+ 1), weights(right, common &+ 1))
    if before.mayJoin(first) || before.mayJoin(second) || first.mayJoin(afterFirst)
      || second.mayJoin(afterSecond)
    {
      return nil
    }
    // No weight is the beginning of another.
    return first.first.bigEndian < second.first.bigEndian ? -1 : 1
  }

  @inline(never)
  private func compare(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>, common: Int
  ) -> Int? {
    guard let start = unsafe boundary(in: left, right, common: common) else { return nil }
    // Most names differ in a letter, and in no letter before.
    var (leftEnd, rightEnd) = (start, start)
    while leftEnd < left.count, rightEnd < right.count,
      let first = unsafe weights(left, &leftEnd), let second = unsafe weights(right, &rightEnd)
    {
      if let result = first.order(before: second) { return result }
      if first.code != second.code || first.length != second.length { break }
    }
    return unsafe compareKeys(left, right, from: start)
  }

  /// The weights of the character at a place, or of two that collate as one, if a mark or a further
  /// character changes nothing.
  @inline(__always)
  private func weights(
    _ name: UnsafeBufferPointer<UInt8>, _ place: inout Int
  ) -> PrimaryWeights? {
    guard let (codePoint, first) = unsafe levels.character(name, &place) else { return nil }
    var end = place
    guard let (_, next) = unsafe levels.character(name, &end) else { return nil }
    if first.primary.isCombining { return nil }
    if first.primary.isSimple(beforeSimple: next.primary) { return first.primary }
    return unsafe weightsOfPair(codePoint, first.primary, name, &place)
  }

  @inline(never)
  private func weightsOfPair(
    _ codePoint: UInt32, _ first: PrimaryWeights, _ name: UnsafeBufferPointer<UInt8>,
    _ place: inout Int
  ) -> PrimaryWeights? {
    var end = place
    guard let (next, second) = unsafe levels.character(name, &end),
      first.mayStartContext(with: second.primary),
      let pair = levels.base.weights(of: PrimaryPair(codePoint, next)), !pair.isComplex
    else { return nil }
    place = end
    guard let (_, third) = unsafe levels.character(name, &end),
      !third.primary.isComplex, !third.primary.isCombining,
      !second.primary.mayStartContext(with: third.primary)
    else { return nil }
    return pair
  }

  /// By the keys of what follows a place that no context and no mark goes across.
  @inline(never)
  private func compareKeys(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int? {
    let leftRest = unsafe UnsafeBufferPointer(rebasing: left[start...])
    let rightRest = unsafe UnsafeBufferPointer(rebasing: right[start...])
    if let result = unsafe comparePrimaryKeys(leftRest, rightRest) { return result }
    // The accents of what is common are at the end of a level that is written backwards, and decide
    // where one of the rests has fewer accents.
    return levels.isBackwards
      ? unsafe compareSortKeys(left, right) : unsafe compareSortKeys(leftRest, rightRest)
  }

  private func compareSortKeys(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    guard let keyLevels, left.count <= Self.maximumLength, right.count <= Self.maximumLength else {
      return nil
    }
    let (leftRoom, rightRoom) = (
      SortKeyEncoder.room(forBytes: left.count), SortKeyEncoder.room(forBytes: right.count)
    )
    return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: leftRoom + rightRoom) {
      memory in
      let leftKey = memory.baseAddress!
      let rightKey = unsafe leftKey + leftRoom
      guard
        let leftLength = unsafe SortKeyEncoder.write(
          left, levels, levels: keyLevels, to: leftKey),
        let rightLength = unsafe SortKeyEncoder.write(
          right, levels, levels: keyLevels, to: rightKey)
      else { return nil }
      // The key that ends first has a zero byte where the other goes on.
      return unsafe Int(memcmp(leftKey, rightKey, min(leftLength, rightLength)))
    }
  }

  /// By the first letters; `nil` where these are equal, or the table cannot prove a name simple.
  private func comparePrimaryKeys(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    guard let leftKey = unsafe levels.base.writeByTable(left, to: PrimaryKey()),
      let rightKey = unsafe levels.base.writeByTable(right, to: PrimaryKey())
    else { return nil }
    if leftKey.high != rightKey.high { return leftKey.high < rightKey.high ? -1 : 1 }
    // The last bit tells whether a level goes on: one that does is the greater.
    if leftKey.low != rightKey.low { return leftKey.low < rightKey.low ? -1 : 1 }
    return nil
  }

  /// How many bytes two names begin with in common.
  @inline(__always)
  private func commonLength(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
  ) -> Int {
    let count = min(left.count, right.count)
    guard let left = left.baseAddress, let right = right.baseAddress else { return 0 }
    if unsafe count == 0 || left[0] != right[0] { return 0 }
    var place = 0
    while place &+ 8 <= count {
      let leftWord = unsafe UnsafeRawPointer(left + place).loadUnaligned(as: UInt64.self)
      let rightWord = unsafe UnsafeRawPointer(right + place).loadUnaligned(as: UInt64.self)
      let difference = (leftWord ^ rightWord).littleEndian
      if difference != 0 { return place &+ difference.trailingZeroBitCount >> 3 }
      place &+= 8
    }
    while place < count, unsafe left[place] == right[place] { place &+= 1 }
    return place
  }

  /// The last place, within what two names begin with in common or just behind it, that no context
  /// and no mark of either goes across.
  @inline(__always)
  private func boundary(
    in left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>, common: Int
  ) -> Int? {
    func continues(_ name: UnsafeBufferPointer<UInt8>, _ place: Int) -> Bool {
      unsafe place < name.count && name[place] & 0xC0 == 0x80
    }
    var place = common
    while place > 0, unsafe continues(left, place) || continues(right, place) { place &-= 1 }
    if place == 0 { return 0 }
    var (leftEnd, rightEnd) = (place, place)
    guard let first = unsafe levels.character(left, &leftEnd),
      let second = unsafe levels.character(right, &rightEnd)
    else { return nil }
    if first.weights.primary.isAlwaysFirst && second.weights.primary.isAlwaysFirst { return place }
    return unsafe boundary(in: left, before: place, first.weights.primary, second.weights.primary)
  }

  /// Most boundaries are found in a few steps. Of names without a boundary near, ICU makes keys.
  private static let maximumSteps = 32

  /// The same, of characters that stand behind a place and may belong to those before.
  @inline(never)
  private func boundary(
    in name: UnsafeBufferPointer<UInt8>, before place: Int, _ first: PrimaryWeights,
    _ second: PrimaryWeights
  ) -> Int? {
    var (place, first, second) = (place, first, second)
    for _ in 0..<Self.maximumSteps {
      if first.isComplex || second.isComplex { return nil }
      if place == 0 { return first.isCombining || second.isCombining ? nil : 0 }
      var start = place
      repeat { start &-= 1 } while unsafe start > 0 && name[start] & 0xC0 == 0x80
      var end = start
      guard let before = unsafe levels.character(name, &end), end == place else { return nil }
      let weights = before.weights.primary
      if weights.isComplex { return nil }
      if !first.isCombining && !second.isCombining && weights.isSimple(before: first)
        && weights.isSimple(before: second)
      {
        return place
      }
      (place, first, second) = (start, weights, weights)
    }
    return nil
  }
}

extension Collator {
  /// How many levels a key has; `nil` where it has other levels than the first three, or where no
  /// mark is known to tell which characters are variable.
  fileprivate var keyLevels: Int? {
    let options = resolvedOptions
    if options.caseLevel { return nil }
    if options.alternateHandling == .shifted && storage.request.isOfRules { return nil }
    switch options.strength {
    case .primary: return 1
    case .secondary: return 2
    case .tertiary: return 3
    case .quaternary, .identical: return nil
    }
  }
}
