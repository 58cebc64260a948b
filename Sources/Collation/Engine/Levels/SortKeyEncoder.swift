/// Writes a whole sort key, as ICU's `CollationKeys::writeSortKeyUpToQuaternary` does, of a name
/// whose characters are all simple.
///
/// One walk writes the three levels to three places. In bounds because no character adds more than
/// seven bytes to the first level. To another level it adds two bytes, one that counts the common
/// weights before these, and less than one more for each character in a long run of common weights.
/// The memory has room for `primaryRoom` and `lowerRoom` bytes, and the walk reads below the count
/// of the name.
@safe
struct SortKeyEncoder: ClusterEncoder {
  /// Where each level ends so far.
  private var first: UnsafeMutablePointer<UInt8>
  private var second: UnsafeMutablePointer<UInt8>
  private var third: UnsafeMutablePointer<UInt8>
  /// The lead byte of the last weight where it is compressible, else 0.
  private var lead: UInt64 = 0
  /// The common weights since the last other one, in each half (`LowerWeights`).
  private var commons: UInt64 = 0

  /// The bytes that the first level of a name may take, and eight that are written at once.
  private static func primaryRoom(_ count: Int) -> Int { 7 &* count &+ 16 }
  /// The bytes that another level of a name may take.
  private static func lowerRoom(_ count: Int) -> Int { 4 &* count &+ 16 }
  /// The bytes of memory that the key of a name is written in.
  static func room(forBytes count: Int) -> Int { primaryRoom(count) &+ 2 &* lowerRoom(count) }

  /// Writes the key of a name. Returns its length, or `nil` if the table does not prove every
  /// character simple.
  ///
  /// - Parameters:
  ///   - key: Memory of `room` bytes.
  ///   - levels: How many levels the key has, at most 3.
  @inline(__always)
  static func write(
    _ name: UnsafeBufferPointer<UInt8>, _ table: LevelTable, levels: Int,
    to key: UnsafeMutablePointer<UInt8>
  ) -> Int? {
    let secondStart = unsafe key + primaryRoom(name.count)
    let thirdStart = unsafe secondStart + lowerRoom(name.count)
    var encoder = unsafe SortKeyEncoder(first: key, second: secondStart, third: thirdStart)
    guard unsafe encoder.walk(name, table) else { return nil }
    var end = unsafe encoder.first
    if levels > 1 {
      unsafe append(
        from: secondStart, to: encoder.second, commons: UInt32(truncatingIfNeeded: encoder.commons),
        .secondary, behind: &end)
    }
    if levels > 2 {
      unsafe append(
        from: thirdStart, to: encoder.third,
        commons: UInt32(truncatingIfNeeded: encoder.commons >> 32), table.tertiaryFormat,
        behind: &end)
    }
    unsafe end.pointee = ICUSortKey.keyEnd
    return unsafe end - key &+ 1
  }

  private init(
    first: UnsafeMutablePointer<UInt8>, second: UnsafeMutablePointer<UInt8>,
    third: UnsafeMutablePointer<UInt8>
  ) {
    unsafe (self.first, self.second, self.third) = (first, second, third)
  }

  /// Ends a level, and appends it to the levels before. Its end is less than any weight.
  private static func append(
    from start: UnsafeMutablePointer<UInt8>, to levelEnd: UnsafeMutablePointer<UInt8>,
    commons: UInt32, _ format: LevelFormat, behind end: inout UnsafeMutablePointer<UInt8>
  ) {
    var levelEnd = unsafe levelEnd
    if commons > 0 { unsafe format.append(commons, beforeLower: true, to: &levelEnd) }
    unsafe end.pointee = ICUSortKey.levelEnd
    let count = unsafe levelEnd - start
    unsafe (end + 1).update(from: start, count: count)
    unsafe end += count &+ 1
  }

  // MARK: The walk

  @inline(__always)
  private mutating func walk(_ name: UnsafeBufferPointer<UInt8>, _ table: LevelTable) -> Bool {
    // A value that is passed to a function that is not inlined is kept in memory. So that function
    // gets a copy: this loop is most of the time that a key takes.
    var encoder = self
    var place = 0
    while place < name.count {
      if encoder.lead == 0 {
        unsafe encoder.appendPlain(name, &place, table)
      } else {
        unsafe encoder.appendRun(name, &place, table)
      }
      let start = place
      guard let (codePoint, weights) = unsafe table.character(name, &place) else { return false }
      if codePoint == .max { break }
      if start == 0 && weights.primary.isCombining { return false }
      if unsafe weights.primary.isAlwaysLast
        || weights.primary.isSimple(before: table.primary(name, place))
      {
        encoder.append(weights, table)
        continue
      }
      var (copy, end) = (encoder, place)
      let character = PrimaryCharacter(codePoint: codePoint, weights: weights.primary)
      guard unsafe copy.appendCluster(character, name, &end, base: table.base, table) else {
        return false
      }
      (encoder, place) = (copy, end)
    }
    self = encoder
    return true
  }

  /// Appends plain characters of ASCII, of which most names have many, where no run goes on.
  @inline(__always)
  private mutating func appendPlain(
    _ name: UnsafeBufferPointer<UInt8>, _ position: inout Int, _ table: LevelTable
  ) {
    guard let bytes = name.baseAddress else { return }
    var (place, first, commons) = unsafe (position, self.first, self.commons)
    let (count, ascii) = unsafe (name.count, table.ascii)
    while place < count {
      let byte = unsafe bytes[place]
      if byte >= 0x80 { break }
      let weights = unsafe ascii[Int(byte)]
      if !weights.primary.isPlain || !weights.lower.isCommon { break }
      unsafe UnsafeMutableRawPointer(first).storeBytes(
        of: weights.primary.code.bigEndian, as: UInt64.self)
      unsafe first += weights.primary.length &>> 3
      commons &+= weights.lower.bits
      place &+= 1
    }
    unsafe (position, self.first, self.commons) = (place, first, commons)
  }

  /// Appends characters of two bytes that go on with a run.
  @inline(__always)
  private mutating func appendRun(
    _ name: UnsafeBufferPointer<UInt8>, _ position: inout Int, _ table: LevelTable
  ) {
    guard let bytes = name.baseAddress else { return }
    var (place, first, commons) = unsafe (position, self.first, self.commons)
    let (count, lead) = (name.count, self.lead)
    while place &+ 1 < count {
      let (head, tail) = unsafe (bytes[place], bytes[place &+ 1] ^ 0x80)
      if head < 0xC2 || head >= 0xE0 || tail >= 0x40 { break }
      let weights = table.weights(UInt32(head & 0x1F) &<< 6 | UInt32(tail))
      if !weights.primary.isPlainInRun || weights.primary.code &>> 56 != lead
        || !weights.lower.isCommon
      {
        break
      }
      unsafe UnsafeMutableRawPointer(first).storeBytes(
        of: (weights.primary.code &<< 8).bigEndian, as: UInt64.self)
      unsafe first += weights.primary.length &>> 3 &- 1
      commons &+= weights.lower.bits
      place &+= 2
    }
    unsafe (position, self.first, self.commons) = (place, first, commons)
  }

  mutating func append(_ character: PrimaryCharacter, _ table: LevelTable) -> Bool {
    let weights = table.weights(character.codePoint)
    if weights.primary.isComplex { return false }
    append(weights, table)
    return true
  }

  mutating func append(
    _ pair: PrimaryPair, _ weights: PrimaryWeights, _ table: LevelTable
  ) -> Bool {
    let lower = table.lowerWeights(of: pair)
    if lower.isComplex { return false }
    append(LevelWeights(weights, lower), table)
    return true
  }

  // MARK: The levels

  @inline(__always)
  private mutating func append(_ weights: LevelWeights, _ table: LevelTable) {
    append(weights.primary)
    if weights.lower.isCommon {
      commons &+= weights.lower.bits
    } else {
      let secondCommons = unsafe LevelFormat.secondary.append(
        weights.lower.second, after: UInt32(truncatingIfNeeded: commons), to: &second)
      let thirdCommons = unsafe table.tertiaryFormat.append(
        weights.lower.third, after: UInt32(truncatingIfNeeded: commons &>> 32), to: &third)
      commons = UInt64(thirdCommons) &<< 32 | UInt64(secondCommons)
    }
  }

  @inline(__always)
  private mutating func append(_ weights: PrimaryWeights) {
    var (code, length) = (weights.code, weights.length)
    if weights.isCompressible {
      let newLead = code &>> 56
      if newLead == lead {
        code &<<= 8
        length &-= 8
      } else {
        if lead != 0 { appendRunEnd(before: newLead) }
        lead = newLead
      }
    } else if lead != 0 && length > 0 {
      appendRunEnd(before: code &>> 56)
      lead = 0
    }
    unsafe UnsafeMutableRawPointer(first).storeBytes(of: code.bigEndian, as: UInt64.self)
    unsafe first += length &>> 3
  }

  @inline(__always)
  private mutating func appendRunEnd(before newLead: UInt64) {
    unsafe first.pointee =
      newLead < lead ? ICUSortKey.runEndBeforeLower : ICUSortKey.runEndBeforeHigher
    unsafe first += 1
  }
}

extension LevelFormat {
  /// Appends what a character adds to a level. Returns the number of common weights that no byte
  /// counts yet.
  ///
  /// - Parameters:
  ///   - commons: The number of them before.
  ///   - end: Behind the last byte of the level.
  @inline(__always)
  fileprivate func append(
    _ half: LowerWeights.Half, after commons: UInt32, to end: inout UnsafeMutablePointer<UInt8>
  ) -> UInt32 {
    let before = commons &+ half.before
    if half.byteCount == 0 { return before }
    if before > 0 { unsafe append(before, beforeLower: half.comesBeforeCommon, to: &end) }
    unsafe end[0] = half.first
    unsafe end[1] = half.second
    unsafe end += half.byteCount
    return half.behind
  }

  @inline(__always)
  fileprivate func append(
    _ commons: UInt32, beforeLower: Bool, to end: inout UnsafeMutablePointer<UInt8>
  ) {
    var count = commons &- 1
    while count >= most {
      unsafe end.pointee = middle
      unsafe end += 1
      count &-= most
    }
    let byte = UInt8(truncatingIfNeeded: count)
    unsafe end.pointee = beforeLower ? low &+ byte : high &- byte
    unsafe end += 1
  }
}

extension LevelTable {
  /// The character at a position, which moves behind it, and its weights: the greatest number at
  /// the end of the name; `nil` where the bytes are ill-formed.
  ///
  /// In bounds because the position is at most the count of the bytes, and the decoder reads no
  /// offset from the count that is left on.
  @inline(__always)
  func character(
    _ name: UnsafeBufferPointer<UInt8>, _ position: inout Int
  ) -> (codePoint: UInt32, weights: LevelWeights)? {
    let remaining = name.count &- position
    guard remaining > 0, let start = name.baseAddress else { return (.max, .none) }
    let bytes = unsafe start + position
    let first = unsafe UInt32(bytes[0])
    if first < 0x80 {
      position &+= 1
      return unsafe (first, ascii[Int(first)])
    }
    guard let codePoint = decodeBeyondASCII(first, remaining, &position, { unsafe bytes[$0] })
    else { return nil }
    return (codePoint, weights(codePoint))
  }

  /// The primary weights of the character at a position; those of no character at the end of the
  /// name and where the bytes are ill-formed, which the walk comes to.
  @inline(never)
  fileprivate func primary(
    _ name: UnsafeBufferPointer<UInt8>, _ position: Int
  ) -> PrimaryWeights {
    var position = position
    return unsafe character(name, &position)?.weights.primary ?? .none
  }
}
