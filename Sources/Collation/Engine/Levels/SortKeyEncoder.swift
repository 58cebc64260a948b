/// Writes a whole sort key, as ICU's `CollationKeys::writeSortKeyUpToQuaternary` does, of a name
/// whose characters are all simple.
///
/// One walk writes the weights of three levels to three places: those of the first level as the key
/// has them, those of the others before their common weights are counted. In bounds because no
/// character adds more than seven bytes to the first level, or three to another one, the memory has
/// room for `primaryRoom` and `lowerRoom` bytes, and the walk reads below the count of the name.
@safe
struct SortKeyEncoder: ClusterEncoder {
  /// Where each level ends so far.
  private var first: UnsafeMutablePointer<UInt8>
  private var second: UnsafeMutablePointer<UInt8>
  private var third: UnsafeMutablePointer<UInt8>
  /// The lead byte of the last weight where it is compressible, else 0.
  private var lead: UInt8 = 0

  /// The bytes that are written at once beyond the end of a level.
  private static let slack = 16
  /// The bytes that the first level of a name may take.
  private static func primaryRoom(_ count: Int) -> Int { 7 &* count &+ slack }
  /// The bytes that the weights of another level of a name may take.
  private static func lowerRoom(_ count: Int) -> Int { 3 &* count &+ slack }
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
    // A level is written below its weights, since the levels before take less than their room.
    var end = unsafe encoder.first
    if levels > 1 {
      let count = unsafe encoder.second - secondStart
      if table.isBackwards { unsafe reverse(secondStart, count: count) }
      unsafe end.pointee = ICUSortKey.levelEnd
      unsafe end += 1
      unsafe LevelFormat.secondary.append(secondStart, count: count, to: &end)
    }
    if levels > 2 {
      let count = unsafe encoder.third - thirdStart
      unsafe end.pointee = ICUSortKey.levelEnd
      unsafe end += 1
      unsafe table.tertiaryFormat.append(thirdStart, count: count, to: &end)
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

  @inline(never)
  private static func reverse(_ bytes: UnsafeMutablePointer<UInt8>, count: Int) {
    var bytes = unsafe UnsafeMutableBufferPointer(start: bytes, count: count)
    unsafe bytes.reverse()
  }

  // MARK: The walk

  /// Appends all characters. Returns whether the table proves them simple.
  ///
  /// It is not inlined, and nothing is inlined into it but three loops, which take most of the time
  /// of a key: they need the processor's registers.
  @inline(never)
  private mutating func walk(_ name: UnsafeBufferPointer<UInt8>, _ table: LevelTable) -> Bool {
    var end = 0
    while end < name.count {
      if lead == 0 {
        unsafe appendASCII(name, &end, table.plain)
      } else {
        unsafe appendRun(name, &end, table.plain)
      }
      let start = end
      unsafe appendPlain(name, &end, table)
      if end == start, unsafe !appendOthers(name, &end, table) { return false }
    }
    return true
  }

  /// Appends a character that is not plain, or not simple, and those behind it until a plain one.
  /// Returns whether it could.
  @inline(never)
  private mutating func appendOthers(
    _ name: UnsafeBufferPointer<UInt8>, _ end: inout Int, _ table: LevelTable
  ) -> Bool {
    let isFirst = end == 0
    guard var (codePoint, weights) = unsafe table.character(name, &end),
      !isFirst || !weights.primary.isCombining
    else { return false }
    // A value that is passed to a function that is not inlined is kept in memory: that function
    // gets a copy.
    var encoder = self
    while true {
      var start = end
      guard var (next, nextWeights) = unsafe table.character(name, &end) else { return false }
      if weights.primary.isSimple(before: nextWeights.primary) {
        encoder.append(weights)
      } else {
        if table.isShifted && weights.isEmpty { return false }
        var (copy, place) = (encoder, start)
        let character = PrimaryCharacter(codePoint: codePoint, weights: weights.primary)
        guard unsafe copy.appendCluster(character, name, &place, base: table.base, table) else {
          return false
        }
        encoder = copy
        if place != start {
          (start, end) = (place, place)
          guard let behind = unsafe table.character(name, &end) else { return false }
          (next, nextWeights) = behind
        }
      }
      if next == .max { break }
      if nextWeights.plain.isPlain {
        end = start
        break
      }
      (codePoint, weights) = (next, nextWeights)
    }
    self = encoder
    return true
  }

  /// Appends plain characters of ASCII, of which most names have many, where no run goes on.
  @inline(__always)
  private mutating func appendASCII(
    _ name: UnsafeBufferPointer<UInt8>, _ end: inout Int, _ table: borrowing PlainTable
  ) {
    guard end &+ 1 < name.count, let bytes = name.baseAddress else { return }
    let plain = unsafe table.ofBytes
    let start = unsafe bytes + end
    let last = unsafe bytes + name.count - 1
    var weights = unsafe plain[Int(start.pointee)]
    if !weights.isPlain { return }
    var (place, first, third) = unsafe (start, self.first, self.third)
    repeat {
      let next = unsafe plain[Int(place[1])]
      if !weights.isSimple(beforePlain: next) { break }
      unsafe UnsafeMutableRawPointer(first).storeBytes(of: weights.first, as: UInt32.self)
      unsafe first += weights.firstCount
      unsafe third.pointee = weights.third
      unsafe third += 1
      unsafe place += 1
      weights = next
    } while unsafe place < last
    unsafe (self.first, self.third) = (first, third)
    let count = unsafe place - start
    appendCommons(count)
    end &+= count
  }

  /// Appends plain characters of two bytes of UTF-8 that go on with a run.
  @inline(__always)
  private mutating func appendRun(
    _ name: UnsafeBufferPointer<UInt8>, _ end: inout Int, _ table: borrowing PlainTable
  ) {
    guard end &+ 3 < name.count, let bytes = name.baseAddress else { return }
    let start = unsafe UnsafeRawPointer(bytes + end)
    let last = unsafe UnsafeRawPointer(bytes + name.count - 3)
    var weights = table.weights(unsafe start.loadUnaligned(as: UInt16.self).littleEndian)
    if !weights.isPlain { return }
    let lead = lead
    var (place, first) = unsafe (start, self.first)
    var (second, third) = unsafe (self.second, self.third)
    repeat {
      let next = table.weights(
        unsafe (place + 2).loadUnaligned(as: UInt16.self).littleEndian)
      if weights.lead != lead || !weights.isSimple(beforePlain: next) { break }
      unsafe UnsafeMutableRawPointer(first).storeBytes(of: weights.first, as: UInt32.self)
      unsafe first += weights.firstCount
      unsafe Self.appendLower(weights, &second, &third)
      unsafe place += 2
      weights = next
    } while unsafe place < last
    unsafe (self.first, self.second, self.third) = (first, second, third)
    end &+= unsafe place - start
  }

  /// Appends plain characters, until one that is not plain, or until another loop can go on.
  @inline(__always)
  private mutating func appendPlain(
    _ name: UnsafeBufferPointer<UInt8>, _ end: inout Int, _ table: LevelTable
  ) {
    let count = name.count
    guard end < count, let bytes = name.baseAddress else { return }
    var (weights, place) = unsafe table.plainWeights(bytes, count, end)
    if !weights.isPlain || end == 0 && weights.isCombining { return }
    var (start, lead) = (end, self.lead)
    var (first, second, third) = unsafe (self.first, self.second, self.third)
    while true {
      let isLast = place == count
      let (next, nextPlace) =
        unsafe isLast ? (.end, place) : table.plainWeights(bytes, count, place)
      if !weights.isSimple(before: next) { break }
      if weights.lead != lead {
        if lead != 0 {
          let newFirst = weights.lead == 0 ? UInt8(truncatingIfNeeded: weights.first) : weights.lead
          unsafe first.pointee = Self.runEnd(lead, before: newFirst)
          unsafe first += 1
        }
        lead = weights.lead
        unsafe first.pointee = lead
        unsafe first += lead == 0 ? 0 : 1
      }
      unsafe UnsafeMutableRawPointer(first).storeBytes(of: weights.first, as: UInt32.self)
      unsafe first += weights.firstCount
      unsafe Self.appendLower(weights, &second, &third)
      start = place
      if isLast || !next.isPlain { break }
      // The loop for ASCII, or that for runs, is faster.
      if nextPlace &- place == (lead == 0 ? 1 : 2) { break }
      (weights, place) = (next, nextPlace)
    }
    unsafe (self.first, self.second, self.third) = (first, second, third)
    self.lead = lead
    end = start
  }

  /// Appends what a plain character adds to the second level and the third.
  @inline(__always)
  private static func appendLower(
    _ weights: PlainWeights, _ second: inout UnsafeMutablePointer<UInt8>,
    _ third: inout UnsafeMutablePointer<UInt8>
  ) {
    unsafe second.pointee = LevelFormat.common
    unsafe second += 1
    unsafe third.pointee = weights.third
    unsafe third += 1
    if !weights.hasAccent { return }
    if weights.isAccentInstead {
      unsafe second[-1] = UInt8(truncatingIfNeeded: weights.accent)
    } else {
      unsafe UnsafeMutableRawPointer(second).storeBytes(of: weights.accent, as: UInt16.self)
      unsafe second += weights.accentCount
      unsafe third.pointee = LevelFormat.common
      unsafe third += 1
    }
  }

  /// Appends common weights to the second level.
  @inline(__always)
  private mutating func appendCommons(_ count: Int) {
    var written = 0
    while written < count {
      unsafe UnsafeMutableRawPointer(second + written).storeBytes(
        of: SIMD16(repeating: LevelFormat.common), as: SIMD16<UInt8>.self)
      written &+= 16
    }
    unsafe second += count
  }

  mutating func append(_ character: PrimaryCharacter, _ table: LevelTable) -> Bool {
    let weights = table.weights(character.codePoint)
    if weights.primary.isComplex { return false }
    append(weights)
    return true
  }

  mutating func append(
    _ pair: PrimaryPair, _ weights: PrimaryWeights, _ table: LevelTable
  ) -> Bool {
    let lower = table.lowerWeights(of: pair)
    if lower.isComplex { return false }
    append(LevelWeights(weights, lower))
    return true
  }

  // MARK: The levels

  @inline(__always)
  private mutating func append(_ weights: LevelWeights) {
    append(weights.primary)
    unsafe UnsafeMutableRawPointer(second).storeBytes(
      of: weights.lower.second.littleEndian, as: UInt32.self)
    unsafe second += weights.lower.secondCount
    unsafe UnsafeMutableRawPointer(third).storeBytes(
      of: weights.lower.third.littleEndian, as: UInt32.self)
    unsafe third += weights.lower.thirdCount
  }

  @inline(__always)
  private mutating func append(_ weights: PrimaryWeights) {
    var (code, length) = (weights.code, weights.length)
    let newFirst = UInt8(truncatingIfNeeded: code &>> 56)
    let newLead = weights.isCompressible ? newFirst : 0
    if newLead != lead {
      // What is ignored does not end a run.
      if length == 0 { return }
      if lead != 0 {
        unsafe first.pointee = Self.runEnd(lead, before: newFirst)
        unsafe first += 1
      }
      lead = newLead
    } else if newLead != 0 {
      code &<<= 8
      length &-= 8
    }
    unsafe UnsafeMutableRawPointer(first).storeBytes(of: code.bigEndian, as: UInt64.self)
    unsafe first += length &>> 3
  }

  /// The byte that ends a run of weights with one lead byte, before a weight with another one.
  @inline(__always)
  private static func runEnd(_ lead: UInt8, before newFirst: UInt8) -> UInt8 {
    newFirst < lead ? ICUSortKey.runEndBeforeLower : ICUSortKey.runEndBeforeHigher
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
}
