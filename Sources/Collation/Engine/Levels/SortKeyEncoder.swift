/// Writes a whole sort key, as ICU's `CollationKeys::writeSortKeyUpToQuaternary` does, of a name
/// whose characters are all simple.
///
/// One walk writes the three levels to three places. In bounds because no character adds more than
/// seven bytes to the first level, and three to another one, and the memory has room for
/// `primaryRoom` and `lowerRoom` bytes.
@safe
struct SortKeyEncoder: ClusterEncoder {
  private var primary: UnsafeMutablePointer<UInt8>
  private var (second, third): (LowerLevel, LowerLevel)
  /// The lead byte of the last weight where it is compressible, else 0.
  private var lead: UInt64 = 0
  /// The common weights since the last other one, in each half (`LowerWeights`).
  private var commons: UInt64 = 0

  /// The bytes that the first level of a name may take, and eight that are written at once.
  private static func primaryRoom(_ count: Int) -> Int { 7 * count + 16 }
  /// The bytes that another level of a name may take.
  private static func lowerRoom(_ count: Int) -> Int { 4 * count + 16 }
  /// The bytes of memory that the key of a name is written in.
  static func room(forBytes count: Int) -> Int { primaryRoom(count) + 2 * lowerRoom(count) }

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
    var encoder = unsafe SortKeyEncoder(
      primary: key, second: LowerLevel(end: secondStart, format: .secondary),
      third: LowerLevel(end: thirdStart, format: .tertiary(table.caseFirst)))
    guard unsafe encoder.walk(name, table) else { return nil }
    var end = unsafe encoder.primary
    if levels > 1 {
      encoder.second.end(after: UInt32(truncatingIfNeeded: encoder.commons))
      unsafe append(from: secondStart, to: encoder.second.end, behind: &end)
    }
    if levels > 2 {
      encoder.third.end(after: UInt32(truncatingIfNeeded: encoder.commons >> 32))
      unsafe append(from: thirdStart, to: encoder.third.end, behind: &end)
    }
    unsafe end.pointee = ICUSortKey.keyEnd
    return unsafe end - key + 1
  }

  private init(primary: UnsafeMutablePointer<UInt8>, second: LowerLevel, third: LowerLevel) {
    unsafe self.primary = primary
    (self.second, self.third) = (second, third)
  }

  private static func append(
    from start: UnsafeMutablePointer<UInt8>, to levelEnd: UnsafeMutablePointer<UInt8>,
    behind end: inout UnsafeMutablePointer<UInt8>
  ) {
    unsafe end.pointee = ICUSortKey.levelEnd
    let count = unsafe levelEnd - start
    unsafe (end + 1).update(from: start, count: count)
    unsafe end += count + 1
  }

  @inline(__always)
  private mutating func walk(_ name: UnsafeBufferPointer<UInt8>, _ table: LevelTable) -> Bool {
    // A value that is passed to a function that is not inlined is kept in memory. So those
    // functions get a copy: this loop is most of the time that a key takes.
    var encoder = self
    var end = 0
    guard var (codePoint, weights) = unsafe table.character(name, &end) else { return false }
    if weights.primary.isCombining { return false }
    while codePoint != .max {
      let start = end
      guard var next = unsafe table.character(name, &end) else { return false }
      if weights.primary.isSimple(before: next.weights.primary) {
        encoder.append(weights)
      } else {
        var (copy, position) = (encoder, start)
        let character = PrimaryCharacter(codePoint: codePoint, weights: weights.primary)
        guard unsafe copy.appendCluster(character, name, &position, base: table.base, table) else {
          return false
        }
        encoder = copy
        if position != start {
          end = position
          guard let behind = unsafe table.character(name, &end) else { return false }
          next = behind
        }
      }
      (codePoint, weights) = next
    }
    self = encoder
    return true
  }

  @inline(__always)
  private mutating func append(_ weights: LevelWeights) {
    append(weights.primary)
    if weights.lower.isCommon {
      commons &+= weights.lower.bits
    } else {
      appendOthers(weights.lower)
    }
  }

  @inline(__always)
  private mutating func append(_ weights: PrimaryWeights) {
    var (code, length) = (weights.code, weights.length)
    if weights.isCompressible {
      let newLead = code >> 56
      if newLead == lead {
        code &<<= 8
        length &-= 8
      } else {
        if lead != 0 { appendRunEnd(before: newLead) }
        lead = newLead
      }
    } else if lead != 0 && length > 0 {
      appendRunEnd(before: code >> 56)
      lead = 0
    }
    unsafe UnsafeMutableRawPointer(primary).storeBytes(of: code.bigEndian, as: UInt64.self)
    unsafe primary += length >> 3
  }

  @inline(__always)
  private mutating func appendRunEnd(before newLead: UInt64) {
    unsafe primary.pointee =
      newLead < lead ? ICUSortKey.runEndBeforeLower : ICUSortKey.runEndBeforeHigher
    unsafe primary += 1
  }

  @inline(__always)
  private mutating func appendOthers(_ weights: LowerWeights) {
    let second = self.second.append(
      weights.second, after: UInt32(truncatingIfNeeded: commons))
    let third = self.third.append(
      weights.third, after: UInt32(truncatingIfNeeded: commons >> 32))
    commons = UInt64(third) << 32 | UInt64(second)
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
}

/// The second or the third level of a key while it is written.
@safe
private struct LowerLevel {
  /// Behind the last byte.
  private(set) var end: UnsafeMutablePointer<UInt8>
  let format: LevelFormat

  init(end: UnsafeMutablePointer<UInt8>, format: LevelFormat) {
    unsafe self.end = end
    self.format = format
  }

  /// Appends what a character adds. Returns the number of common weights that no byte counts yet.
  ///
  /// - Parameter commons: The number of them before.
  @inline(__always)
  mutating func append(_ half: LowerWeights.Half, after commons: UInt32) -> UInt32 {
    let before = commons &+ half.before
    if half.byteCount == 0 { return before &+ half.behind }
    if before > 0 { append(commons: before, beforeLower: half.comesBeforeCommon) }
    unsafe end[0] = half.first
    unsafe end[1] = half.second
    unsafe end += half.byteCount
    return half.behind
  }

  /// Ends the level. Its end is less than any weight.
  mutating func end(after commons: UInt32) {
    if commons > 0 { append(commons: commons, beforeLower: true) }
  }

  @inline(__always)
  private mutating func append(commons: UInt32, beforeLower: Bool) {
    var count = commons &- 1
    while count >= format.most {
      unsafe end.pointee = format.middle
      unsafe end += 1
      count &-= format.most
    }
    let byte = UInt8(truncatingIfNeeded: count)
    unsafe end.pointee = beforeLower ? format.low &+ byte : format.high &- byte
    unsafe end += 1
  }
}

extension LevelTable {
  /// The character at a position, which moves behind it, and its weights: U+FFFFFFFF at the end of
  /// the name; `nil` where the bytes are ill-formed.
  ///
  /// In bounds because the position is at most the count of the bytes, and the decoder reads no
  /// offset from the count that is left on.
  @inline(__always)
  func character(
    _ name: UnsafeBufferPointer<UInt8>, _ position: inout Int
  ) -> (codePoint: UInt32, weights: LevelWeights)? {
    let remaining = name.count &- position
    if remaining == 0 { return (.max, .none) }
    let bytes = unsafe name.baseAddress! + position
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
