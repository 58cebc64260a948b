internal import Glibc

/// Comparing two names, step by step:
///
/// 1. The common prefix is skipped. Most names then differ in a plain letter, which decides, or a
///    few letters later, after some that differ in an accent or in case alone.
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
    // Under custom rules, longer names are truncated for ICU.
    if max(left.count, right.count) > ICUCollator.maximumLengthByRules { return nil }
    // A name without bytes may have no address.
    guard let leftStart = left.baseAddress, let rightStart = right.baseAddress else {
      return left.count == right.count ? 0 : unsafe compareFromBoundary(left, right, common: 0)
    }
    let count = min(left.count, right.count)
    let common = unsafe commonLength(leftStart, rightStart, count)
    if common < count {
      if let result = unsafe compareASCII(left, right, at: common) { return result }
    } else if left.count == right.count {
      return 0
    }
    if let result = unsafe compareLetters(
      leftStart, leftStart + left.count, rightStart, rightStart + right.count, from: common)
    {
      return result
    }
    return unsafe compareFromBoundary(left, right, common: common)
  }

  /// Returns the number of bytes in the common prefix of two names. Whether there is one is easy to
  /// predict, but not how far it reaches, so there is no branch for each byte.
  ///
  /// - Parameter count: The number of bytes of the shorter name.
  @inline(__always)
  private func commonLength(
    _ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, _ count: Int
  ) -> Int {
    if unsafe count == 0 || left[0] != right[0] { return 0 }
    if count < 8 {
      var place = 1
      while place < count, unsafe left[place] == right[place] { place &+= 1 }
      return place
    }
    var place = 0
    while true {
      let leftWord = unsafe UnsafeRawPointer(left + place).loadUnaligned(as: UInt64.self)
      let rightWord = unsafe UnsafeRawPointer(right + place).loadUnaligned(as: UInt64.self)
      let difference = (leftWord ^ rightWord).littleEndian
      if difference != 0 { return place &+ difference.trailingZeroBitCount &>> 3 }
      if place == count &- 8 { return count }
      // The last word may overlap the one before.
      place = min(place &+ 8, count &- 8)
    }
  }

  // MARK: By letters

  /// Compares by the first characters that differ. Returns `nil` unless both are plain ASCII
  /// characters with different letters that no context or mark joins with a neighbor, as c and h
  /// are joined in Czech. Neighbors are read in any case: whether a letter may join is hard to
  /// predict.
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
    return PlainWeights.order(
      UInt64(first.primary.bigEndian), UInt64(second.primary.bigEndian))
  }

  /// Compares by the first letters that differ. Returns `nil` unless all characters up to them are
  /// plain, and no context or mark joins one of them with a neighbor, as c and h are joined in
  /// Czech.
  ///
  /// - Parameter common: The number of bytes in the common prefix.
  @inline(never)
  private func compareLetters(
    _ leftStart: UnsafePointer<UInt8>, _ leftLimit: UnsafePointer<UInt8>,
    _ rightStart: UnsafePointer<UInt8>, _ rightLimit: UnsafePointer<UInt8>, from common: Int
  ) -> Int? {
    var (left, right) = unsafe (leftStart + common, rightStart + common)
    let leftByte = unsafe left < leftLimit ? left.pointee : 0
    let rightByte = unsafe right < rightLimit ? right.pointee : 0
    if leftByte | rightByte >= 0x80 {
      // The common bytes are those of both names, of which one may have no other.
      let start = unsafe left < leftLimit ? leftStart : rightStart
      let count = unsafe Self.commonBytes(ofCharacterAt: common, leftByte, rightByte, start)
      unsafe left -= count
      unsafe right -= count
    }
    if unsafe Self.hasScriptMark(before: left, from: leftStart) { return nil }
    var (first, leftEnd) = unsafe weights(at: left, before: leftLimit)
    var (second, rightEnd) = unsafe weights(at: right, before: rightLimit)
    if first.mayContinue || second.mayContinue {
      guard unsafe !isJoined(first, second, before: left, from: leftStart) else { return nil }
    }
    while first.isLetterOrEnd && second.isLetterOrEnd {
      let (firstWeight, secondWeight) = (first.letter, second.letter)
      if firstWeight != secondWeight {
        if unsafe isJoined(first, after: leftEnd, before: leftLimit)
          || isJoined(second, after: rightEnd, before: rightLimit)
        {
          return nil
        }
        return PlainWeights.order(firstWeight, secondWeight)
      }
      // Two names that end here, or two letters that differ in an accent or in case alone.
      if firstWeight == 0 { return nil }
      let (third, thirdEnd) = unsafe weights(at: leftEnd, before: leftLimit)
      let (fourth, fourthEnd) = unsafe weights(at: rightEnd, before: rightLimit)
      if first.mayJoin(third) || second.mayJoin(fourth) { return nil }
      unsafe (first, leftEnd, second, rightEnd) = (third, thirdEnd, fourth, fourthEnd)
    }
    return nil
  }

  /// Returns the weights of the character at a place and, unless they are unknown, where it ends.
  @inline(__always)
  private func weights(
    at place: UnsafePointer<UInt8>, before limit: UnsafePointer<UInt8>
  ) -> (weights: PlainWeights, end: UnsafePointer<UInt8>) {
    unsafe place < limit ? levels.plain.weights(at: place, before: limit) : (.end, place)
  }

  /// Whether a context or a mark may join a character with the one after it.
  @inline(__always)
  private func isJoined(
    _ weights: PlainWeights, after end: UnsafePointer<UInt8>, before limit: UnsafePointer<UInt8>
  ) -> Bool {
    if unsafe !weights.mayJoin || end == limit { return false }
    let byte = unsafe end.pointee
    return unsafe byte < 0x80
      ? weights.mayJoin(plain[Int(byte)]) : isJoinedBeyondASCII(weights, end, limit)
  }

  @inline(never)
  private func isJoinedBeyondASCII(
    _ weights: PlainWeights, _ end: UnsafePointer<UInt8>, _ limit: UnsafePointer<UInt8>
  ) -> Bool {
    unsafe weights.mayJoin(levels.plain.weights(at: end, before: limit).weights)
  }

  /// Returns how many bytes the first characters that differ have in common, if they have at most
  /// three. Whether they have any is hard to predict in many scripts, so nothing here is a branch.
  ///
  /// - Parameters:
  ///   - common: The number of bytes in the common prefix.
  ///   - left: The byte of one name after it.
  ///   - right: That of the other name.
  ///   - start: A name that has a byte after it.
  @inline(__always)
  private static func commonBytes(
    ofCharacterAt common: Int, _ left: UInt8, _ right: UInt8, _ start: UnsafePointer<UInt8>
  ) -> Int {
    func continues(_ byte: UInt8) -> Int { byte & 0xC0 == 0x80 ? 1 : 0 }
    let last = unsafe start[max(common &- 1, 0)]
    let first = (continues(left) | continues(right)) & (common > 0 ? 1 : 0)
    return first &+ first & continues(last) & (common > 1 ? 1 : 0)
  }

  /// Whether U+FDD1 comes before a place. It may join with a character whose flags do not say so
  /// (`PrimarySource.Complexity.scriptMark`).
  @inline(__always)
  private static func hasScriptMark(
    before place: UnsafePointer<UInt8>, from start: UnsafePointer<UInt8>
  ) -> Bool {
    guard unsafe place - start >= 3 else { return false }
    return unsafe (place[-3], place[-2], place[-1]) == SortKeyFormat.scriptMarkBytes
  }

  /// Whether a context or a mark may join one of two characters with the one before.
  @inline(never)
  private func isJoined(
    _ first: PlainWeights, _ second: PlainWeights, before place: UnsafePointer<UInt8>,
    from start: UnsafePointer<UInt8>
  ) -> Bool {
    if unsafe place == start { return first.isCombining || second.isCombining }
    var before = unsafe place - 1
    while unsafe before > start && before.pointee & 0xC0 == 0x80 { unsafe before -= 1 }
    let (weights, end) = unsafe levels.plain.weights(at: before, before: place)
    return unsafe end != place || weights.mayJoin(first) || weights.mayJoin(second)
  }

  // MARK: From a boundary

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
    guard let start = left.baseAddress,
      unsafe !Self.hasScriptMark(before: start + place, from: start),
      let first = unsafe levels.character(left, &leftEnd),
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
