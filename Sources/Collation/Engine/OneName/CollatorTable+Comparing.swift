internal import Glibc

/// Comparing two names, step by step:
///
/// 1. The common prefix is skipped. Most names then differ in a plain ASCII character, which
///    decides.
/// 2. Otherwise they are compared from a *boundary*: the last place in the common prefix that no
///    context or mark of either name crosses.
/// 3. From there, the first characters that differ decide, if they differ in a letter.
/// 4. Otherwise the keys of what follows the boundary decide.
///
/// A result is negative, 0 or positive. Places are in bounds because each is compared with the
/// counts of the names before it is read.
extension CollatorTable {
  /// Returns which of two names comes first; `nil` if only ICU can tell.
  func compare(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    // Longer names are truncated for ICU.
    if max(left.count, right.count) > ICUCollator.maximumLength { return nil }
    let common = unsafe commonLength(left, right)
    if common < min(left.count, right.count) {
      if let result = unsafe compareASCII(left, right, at: common) { return result }
    } else if left.count == right.count {
      return 0
    }
    return unsafe compareFromBoundary(left, right, common: common)
  }

  /// Returns the number of bytes in the common prefix of two names.
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

  // MARK: By one character

  /// Compares by the first characters that differ. Returns `nil` unless both are plain ASCII
  /// characters with different letters that no context or mark joins with a neighbor, as c and h
  /// are joined in Czech.
  @inline(__always)
  private func compareASCII(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>, at place: Int
  ) -> Int? {
    func weights(_ name: UnsafeBufferPointer<UInt8>, _ place: Int) -> PlainWeights {
      unsafe place < name.count ? plain[Int(name[place])] : .end
    }
    let (first, second) = unsafe (plain[Int(left[place])], plain[Int(right[place])])
    guard first.isPlain, second.isPlain, first.primary != second.primary else { return nil }
    let before = unsafe place == 0 ? .end : plain[Int(left[place &- 1])]
    let (afterFirst, afterSecond) = unsafe (weights(left, place &+ 1), weights(right, place &+ 1))
    if before.mayJoin(first) || before.mayJoin(second) || first.mayJoin(afterFirst)
      || second.mayJoin(afterSecond)
    {
      return nil
    }
    // No weight is a prefix of another.
    return first.primary.bigEndian < second.primary.bigEndian ? -1 : 1
  }

  /// Compares by the letters after a boundary, else by the keys of what follows it.
  @inline(never)
  private func compareFromBoundary(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>, common: Int
  ) -> Int? {
    guard let start = unsafe boundary(in: left, right, upTo: common) else { return nil }
    // Most names first differ in a letter.
    var (leftEnd, rightEnd) = (start, start)
    while leftEnd < left.count, rightEnd < right.count,
      let first = unsafe letter(left, &leftEnd), let second = unsafe letter(right, &rightEnd)
    {
      if let result = first.order(before: second) { return result }
      if first.code != second.code || first.length != second.length { break }
    }
    return unsafe compareKeys(left, right, from: start)
  }

  /// Returns the weights of the character at a place, or of two that collate as one; `nil` if a
  /// mark or a further character may change them.
  @inline(__always)
  private func letter(
    _ name: UnsafeBufferPointer<UInt8>, _ place: inout Int
  ) -> PrimaryWeights? {
    guard let (codePoint, first) = unsafe levels.character(name, &place) else { return nil }
    var end = place
    guard let (_, next) = unsafe levels.character(name, &end) else { return nil }
    if first.primary.isCombining { return nil }
    if first.primary.isSimple(beforeSimple: next.primary) { return first.primary }
    return unsafe letterOfPair(codePoint, first.primary, name, &place)
  }

  @inline(never)
  private func letterOfPair(
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

  // MARK: By keys

  /// Compares by the keys of what follows a boundary.
  @inline(never)
  private func compareKeys(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int? {
    let leftRest = unsafe UnsafeBufferPointer(rebasing: left[start...])
    let rightRest = unsafe UnsafeBufferPointer(rebasing: right[start...])
    if let result = unsafe comparePrimaryKeys(leftRest, rightRest) { return result }
    // In a level that is written backwards, the accents of the common prefix come last. They decide
    // if one of the rests has fewer accents.
    return levels.source.isBackwards
      ? unsafe compareSortKeys(left, right) : unsafe compareSortKeys(leftRest, rightRest)
  }

  /// Compares by the first letters; returns `nil` if these are equal, or if the table cannot prove
  /// a name simple.
  private func comparePrimaryKeys(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    guard let leftKey = unsafe levels.base.writeByTable(left, to: PrimaryKey()),
      let rightKey = unsafe levels.base.writeByTable(right, to: PrimaryKey())
    else { return nil }
    if leftKey.high != rightKey.high { return leftKey.high < rightKey.high ? -1 : 1 }
    // The last bit tells whether a level goes on: one that does is greater.
    if leftKey.low != rightKey.low { return leftKey.low < rightKey.low ? -1 : 1 }
    return nil
  }

  private func compareSortKeys(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    guard let keyLevels, max(left.count, right.count) <= Thresholds.tableKeyBytes else {
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

  // MARK: The boundary

  /// Returns the last boundary up to a place; `nil` if none is near, or the table cannot prove one.
  @inline(__always)
  private func boundary(
    in left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>, upTo common: Int
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
    return unsafe earlierBoundary(
      in: left, before: place, first.weights.primary, second.weights.primary)
  }

  /// Returns the last boundary up to a place, when the characters after it may join those before
  /// it.
  @inline(never)
  private func earlierBoundary(
    in name: UnsafeBufferPointer<UInt8>, before place: Int, _ first: PrimaryWeights,
    _ second: PrimaryWeights
  ) -> Int? {
    var (place, first, second) = (place, first, second)
    for _ in 0..<Thresholds.stepsToBoundary {
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
