/// Compares two names in four steps, each a function:
///
/// 1. Skip the common prefix. Most names then differ in a plain letter, which decides, or in one a
///    few letters later, after some that differ only in accent or case (`compareFirstLetters`).
/// 2. Otherwise, compare from a *boundary*: the last place in the common prefix that no context or
///    mark of either name crosses (`boundary`).
/// 3. From there, the first differing characters decide if they differ in a letter
///    (`compareLetters`).
/// 4. Otherwise, the keys of what follows the boundary decide (`compareKeys`).
///
/// A result is negative, 0 or positive; a step that can't decide returns `nil`.
///
/// In bounds because each place is compared with the counts of the names before it is read.
extension CollatorTable {
  /// Returns which of two names comes first; `nil` if only ICU can tell.
  func compare(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    // Under custom rules, longer names are truncated for ICU.
    if max(left.count, right.count) > ICUCollator.maximumLengthByRules { return nil }
    let common = unsafe commonLength(left, right)
    if let result = unsafe compareFirstLetters(left, right, after: common) { return result }
    return unsafe compareFromBoundary(left, right, common: common)
  }

  /// Takes the steps after the first, which few names need. Not inlined, so `compare` saves no
  /// registers for it.
  @inline(never)
  private func compareFromBoundary(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>, common: Int
  ) -> Int? {
    guard let start = unsafe boundary(in: left, right, upTo: common) else { return nil }
    if let result = unsafe compareLetters(left, right, from: start) { return result }
    return unsafe compareKeys(left, right, from: start)
  }

  // MARK: 1. The first letters

  /// Compares by the first differing plain letters after the common prefix.
  @inline(__always)
  private func compareFirstLetters(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>, after common: Int
  ) -> Int? {
    if common < min(left.count, right.count) {
      if let result = unsafe compareASCII(left, right, at: common) { return result }
    } else if left.count == right.count {
      return 0
    }
    return unsafe comparePlain(left, right, after: common)
  }

  /// Returns the number of bytes in the common prefix of two names. Whether there is one is easy to
  /// predict, but not its length, so there is no branch per byte.
  @inline(__always)
  private func commonLength(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
  ) -> Int {
    let count = min(left.count, right.count)
    if unsafe count == 0 || left[0] != right[0] { return 0 }
    if count < 8 {
      var place = 1
      while place < count, unsafe left[place] == right[place] { place &+= 1 }
      return place
    }
    var place = 0
    while true {
      let leftWord = unsafe UnsafeRawBufferPointer(left).loadUnaligned(
        fromByteOffset: place, as: UInt64.self)
      let rightWord = unsafe UnsafeRawBufferPointer(right).loadUnaligned(
        fromByteOffset: place, as: UInt64.self)
      let difference = (leftWord ^ rightWord).littleEndian
      if difference != 0 { return place &+ difference.trailingZeroBitCount &>> 3 }
      if place == count &- 8 { return count }
      // The last word may overlap the previous one.
      place = min(place &+ 8, count &- 8)
    }
  }

  /// Compares by the first differing characters. Returns `nil` unless both are plain ASCII
  /// characters with different letters that no context or mark joins with a neighbor, as Czech
  /// joins c and h. Neighbors are read unconditionally: whether a letter may join is hard to
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
    let mayJoin =
      before.mayJoin(first) || before.mayJoin(second) || first.mayJoin(afterFirst)
      || second.mayJoin(afterSecond)
    return mayJoin
      ? nil
      : PlainWeights.order(UInt64(first.primary.bigEndian), UInt64(second.primary.bigEndian))
  }

  /// Compares by the first differing letters. Returns `nil` unless all characters up to them are
  /// plain, and no context or mark joins one of these with a neighbor.
  @inline(never)
  private func comparePlain(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>, after common: Int
  ) -> Int? {
    guard let leftStart = left.baseAddress, let rightStart = right.baseAddress else { return nil }
    let (leftLimit, rightLimit) = unsafe (leftStart + left.count, rightStart + right.count)
    let place = unsafe startOfCharacters(left, right, after: common)
    var first = unsafe levels.plain.characterOrEnd(at: leftStart + place, before: leftLimit)
    var second = unsafe levels.plain.characterOrEnd(at: rightStart + place, before: rightLimit)
    if unsafe isJoined(first.weights, second.weights, after: left, place) { return nil }
    while first.weights.isLetterOrEnd && second.weights.isLetterOrEnd {
      let (firstLetter, secondLetter) = (first.weights.letter, second.weights.letter)
      if firstLetter != secondLetter {
        let isJoined =
          unsafe isJoined(first, before: leftLimit) || isJoined(second, before: rightLimit)
        return isJoined ? nil : PlainWeights.order(firstLetter, secondLetter)
      }
      let third = unsafe levels.plain.characterOrEnd(at: first.end, before: leftLimit)
      let fourth = unsafe levels.plain.characterOrEnd(at: second.end, before: rightLimit)
      // Both names end here, or the two letters differ only in accent or case.
      if firstLetter == 0 || first.weights.mayJoin(third.weights)
        || second.weights.mayJoin(fourth.weights)
      {
        return nil
      }
      (first, second) = (third, fourth)
    }
    return nil
  }

  /// Returns where the first differing characters begin. They may have up to two bytes in common.
  @inline(__always)
  private func startOfCharacters(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>, after common: Int
  ) -> Int {
    let leftByte = unsafe common < left.count ? left[common] : 0
    let rightByte = unsafe common < right.count ? right[common] : 0
    if leftByte | rightByte < 0x80 { return common }
    // Whether they have any is hard to predict in many scripts, so there are no branches here.
    func continues(_ byte: UInt8) -> Int { byte & 0xC0 == 0x80 ? 1 : 0 }
    // One of the names may have no more bytes.
    let last = unsafe (common < left.count ? left : right)[max(common &- 1, 0)]
    let first = (continues(leftByte) | continues(rightByte)) & (common > 0 ? 1 : 0)
    return common &- first &- first & continues(last) & (common > 1 ? 1 : 0)
  }

  /// Whether a context or a mark may join one of two characters with the one before a place.
  @inline(__always)
  private func isJoined(
    _ first: PlainWeights, _ second: PlainWeights, after name: UnsafeBufferPointer<UInt8>,
    _ place: Int
  ) -> Bool {
    unsafe Self.hasScriptMark(name, before: place)
      || (first.mayContinue || second.mayContinue) && isContinued(first, second, name, place)
  }

  @inline(never)
  private func isContinued(
    _ first: PlainWeights, _ second: PlainWeights, _ name: UnsafeBufferPointer<UInt8>, _ place: Int
  ) -> Bool {
    guard let start = name.baseAddress, place > 0 else {
      return first.isCombining || second.isCombining
    }
    let limit = unsafe start + place
    var before = unsafe limit - 1
    while unsafe before > start && before.pointee & 0xC0 == 0x80 { unsafe before -= 1 }
    let last = unsafe levels.plain.character(at: before, before: limit)
    return unsafe last.end != limit || last.weights.mayJoin(first) || last.weights.mayJoin(second)
  }

  /// Whether a context or a mark may join a character with the one after it.
  @inline(__always)
  private func isJoined(_ character: PlainCharacter, before limit: UnsafePointer<UInt8>) -> Bool {
    if unsafe !character.weights.mayJoin || character.end == limit { return false }
    let byte = unsafe character.end.pointee
    return unsafe byte < 0x80
      ? character.weights.mayJoin(plain[Int(byte)])
      : isJoinedBeyondASCII(character.weights, character.end, limit)
  }

  @inline(never)
  private func isJoinedBeyondASCII(
    _ weights: PlainWeights, _ end: UnsafePointer<UInt8>, _ limit: UnsafePointer<UInt8>
  ) -> Bool {
    unsafe weights.mayJoin(levels.plain.character(at: end, before: limit).weights)
  }

  /// Whether U+FDD1 comes before a place. It may join with a character whose flags don't show it
  /// (`PrimarySource.Complexity.scriptMark`).
  @inline(__always)
  private static func hasScriptMark(
    _ name: UnsafeBufferPointer<UInt8>, before place: Int
  ) -> Bool {
    unsafe place >= 3
      && (name[place &- 3], name[place &- 2], name[place &- 1]) == SortKeyFormat.scriptMarkBytes
  }

  // MARK: 2. The boundary

  /// Returns the last boundary up to a place; `nil` if none is near or the table can't prove one.
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
    guard unsafe !Self.hasScriptMark(left, before: place),
      let first = unsafe levels.character(left, &leftEnd),
      let second = unsafe levels.character(right, &rightEnd)
    else { return nil }
    if first.weights.primary.isAlwaysFirst && second.weights.primary.isAlwaysFirst { return place }
    return unsafe earlierBoundary(
      in: left, before: place, first.weights.primary, second.weights.primary)
  }

  /// Returns the last boundary up to a place whose following characters may join earlier ones.
  @inline(never)
  private func earlierBoundary(
    in name: UnsafeBufferPointer<UInt8>, before place: Int, _ first: PrimaryWeights,
    _ second: PrimaryWeights
  ) -> Int? {
    var (place, first, second) = (place, first, second)
    for _ in 0..<Thresholds.stepsToBoundary {
      if first.isComplex || second.isComplex { return nil }
      if place == 0 { return 0 }
      var start = place
      repeat { start &-= 1 } while unsafe start > 0 && name[start] & 0xC0 == 0x80
      var end = start
      guard let before = unsafe levels.character(name, &end), end == place else { return nil }
      let last = before.weights.primary
      if !first.isCombining && !second.isCombining && last.isSimple(before: first)
        && last.isSimple(before: second)
      {
        return place
      }
      (place, first, second) = (start, last, last)
    }
    return nil
  }

  // MARK: 3. The letters after it

  /// Compares by the first differing letters after a boundary.
  private func compareLetters(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int? {
    var (leftEnd, rightEnd) = (start, start)
    while leftEnd < left.count, rightEnd < right.count,
      let first = unsafe letter(left, &leftEnd), let second = unsafe letter(right, &rightEnd)
    {
      if let result = first.order(before: second) { return result }
      if first.code != second.code || first.length != second.length { break }
    }
    return nil
  }

  /// Returns the weights of the character at a place, or of two that collate as one; `nil` if a
  /// mark or another character may change them.
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
      let weights = levels.base.weights(of: PrimaryPair(codePoint, next))
    else { return nil }
    let endOfPair = end
    guard let (afterNext, third) = unsafe levels.character(name, &end) else { return nil }
    if weights.isComplex {
      let pair = PrimaryPair(codePoint, next)
      return !first.isComplex && levels.base.source.longerContexts.areApart(pair, before: afterNext)
        ? first : nil
    }
    if third.primary.isComplex || third.primary.isCombining
      || second.primary.mayStartContext(with: third.primary)
    {
      return nil
    }
    place = endOfPair
    return weights
  }

  // MARK: 4. The keys

  /// Compares by the keys of what follows a boundary; returns `nil` if the table can't prove a name
  /// simple.
  @inline(never)
  private func compareKeys(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int? {
    let leftRest = unsafe UnsafeBufferPointer(rebasing: left[start...])
    let rightRest = unsafe UnsafeBufferPointer(rebasing: right[start...])
    if let result = unsafe comparePrimaryKeys(leftRest, rightRest) { return result }
    // In a backwards level, the accents of the common prefix come last. They decide if one of the
    // names has fewer accents after the boundary.
    return levels.source.isBackwards
      ? unsafe compareSortKeys(left, right) : unsafe compareSortKeys(leftRest, rightRest)
  }

  /// Compares by the first letters, which suffices if they differ.
  private func comparePrimaryKeys(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    guard let leftKey = unsafe levels.base.keyByTable(of: left),
      let rightKey = unsafe levels.base.keyByTable(of: right)
    else { return nil }
    // The last bit tells whether a level goes on, which makes it the greater one.
    let (first, second) = ((leftKey.high, leftKey.low), (rightKey.high, rightKey.low))
    return first == second ? nil : first < second ? -1 : 1
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
      return unsafe compareBytes(leftKey, rightKey, count: min(leftLength, rightLength))
    }
  }
}
