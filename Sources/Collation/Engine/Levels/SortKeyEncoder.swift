/// Writes the whole sort key of a name whose characters are all simple, as ICU's
/// `CollationKeys::writeSortKeyUpToQuaternary` does.
///
/// One walk writes the weights of three levels to three places: those of the primary and secondary
/// levels as the key has them, those of the tertiary before its common weights are counted. In
/// bounds because no character adds more than seven bytes to the primary level, or three to another
/// one, the memory has room for `primaryRoom` and `lowerRoom` bytes, and the walk reads below the
/// count of the name.
@safe
struct SortKeyEncoder: ClusterEncoder {
  /// Where each level ends so far.
  private var primary: UnsafeMutablePointer<UInt8>
  private var secondary: UnsafeMutablePointer<UInt8>
  private var tertiary: UnsafeMutablePointer<UInt8>
  /// The common weights after the end of the secondary level that are not counted yet.
  private var commons = 0
  /// All bits appended to the tertiary level, where `PlainWeights` has them. If none is set, all
  /// its weights are common.
  private var tertiaryBits: UInt64 = 0
  /// The lead byte of the last weight if it is compressible, else 0.
  private var lead: UInt8 = 0

  /// The bytes that one write may reach beyond the end of a level.
  private static let slack = 16
  /// The bytes that the primary level of a name may take.
  private static func primaryRoom(_ count: Int) -> Int { 7 &* count &+ slack }
  /// The bytes that the weights of another level of a name may take.
  private static func lowerRoom(_ count: Int) -> Int { 3 &* count &+ slack }
  /// The bytes of memory needed to write the key of a name.
  static func room(forBytes count: Int) -> Int { primaryRoom(count) &+ 2 &* lowerRoom(count) }

  /// Writes the key of a name. Returns its length, or `nil` if the table cannot prove every
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
    let secondaryStart = unsafe key + primaryRoom(name.count)
    let tertiaryStart = unsafe secondaryStart + lowerRoom(name.count)
    var encoder = unsafe SortKeyEncoder(
      primary: key, secondary: secondaryStart, tertiary: tertiaryStart)
    guard unsafe encoder.appendShort(name, table.plain) || encoder.walk(name, table) else {
      return nil
    }
    // A level is written below its weights, since the levels before it take less than their room.
    var end = unsafe encoder.primary
    if levels > 1 {
      if table.source.isBackwards { unsafe encoder.turnSecondary(from: secondaryStart) }
      unsafe end.pointee = SortKeyFormat.levelEnd
      unsafe end += 1
      var place = unsafe secondaryStart
      while unsafe place < encoder.secondary {
        let bytes = unsafe UnsafeRawPointer(place).loadUnaligned(as: UInt64.self)
        unsafe UnsafeMutableRawPointer(end).storeBytes(of: bytes, as: UInt64.self)
        unsafe place += 8
        unsafe end += 8
      }
      unsafe end -= place - encoder.secondary
      if encoder.commons > 0 {
        unsafe LevelFormat.secondary.append(encoder.commons, beforeLower: true, to: &end)
      }
    }
    if levels > 2 {
      let count = unsafe encoder.tertiary - tertiaryStart
      unsafe end.pointee = SortKeyFormat.levelEnd
      unsafe end += 1
      if encoder.tertiaryBits & PlainWeights.tertiaryMask != 0 {
        unsafe table.tertiaryFormat.append(tertiaryStart, count: count, to: &end)
      } else if count > 0 {
        unsafe table.tertiaryFormat.append(count, beforeLower: true, to: &end)
      }
    }
    unsafe end.pointee = SortKeyFormat.keyEnd
    return unsafe end - key &+ 1
  }

  /// Reverses the secondary level. Each of its weights has one byte (`LowerSource`).
  @inline(never)
  private mutating func turnSecondary(from start: UnsafeMutablePointer<UInt8>) {
    if unsafe secondary == start { return }
    let counted = unsafe [UInt8](UnsafeBufferPointer(start: start, count: secondary - start))
    let weights = LevelFormat.secondary.weights(ofCounted: counted)
    unsafe secondary = start
    // The common weights that are not counted yet now come first.
    for byte in weights.reversed() { appendSecondary(byte) }
  }

  // MARK: The walk

  /// Appends a name of eight or more short characters, as most English names are. Returns whether
  /// it is such a name; if not, nothing counts as appended.
  ///
  /// Each character has its bytes at its own place, so the last eight may overlap those before. In
  /// bounds because a place is at most the count less eight, and each level has room for more bytes
  /// than the name has.
  @inline(__always)
  private mutating func appendShort(
    _ name: UnsafeBufferPointer<UInt8>, _ table: borrowing PlainTable
  ) -> Bool {
    guard let bytes = name.baseAddress, name.count >= 8, unsafe bytes.pointee < 0x80 else {
      return false
    }
    var place = 0
    while place < name.count {
      place = min(place, name.count &- 8)
      let word = unsafe UnsafeRawPointer(bytes + place).loadUnaligned(as: UInt64.self)
      if word & 0x8080_8080_8080_8080 != 0 { return false }
      var all: UInt32 = .max
      for place in place..<place &+ 8 {
        let weights = unsafe table.ofShort[Int(bytes[place])]
        all &= weights
        unsafe primary[place] = UInt8(truncatingIfNeeded: weights)
        unsafe tertiary[place] = UInt8(truncatingIfNeeded: weights &>> 8)
      }
      if all &>> 16 == 0 { return false }
      place &+= 8
    }
    unsafe primary += name.count
    unsafe tertiary += name.count
    commons = name.count
    // Nearly every name has a capital, so its tertiary level is written in full anyway.
    tertiaryBits = .max
    return true
  }

  /// Appends all characters. Returns whether the table proves them simple.
  ///
  /// It is not inlined, and only the loops for plain characters are inlined into it: they take most
  /// of a key's time and need the processor's registers.
  @inline(never)
  private mutating func walk(_ name: UnsafeBufferPointer<UInt8>, _ table: LevelTable) -> Bool {
    guard let start = name.baseAddress else { return true }
    let limit = unsafe start + name.count
    var place = unsafe start
    while unsafe place < limit {
      unsafe appendPlain(&place, start, limit, table.plain)
      if unsafe place == limit { break }
      var end = unsafe place - start
      if unsafe !appendOthers(name, &end, table) { return false }
      unsafe place = start + end
    }
    return true
  }

  /// Appends plain characters, up to one that is not plain or not simple.
  ///
  /// Three loops append most of them: one for ASCII outside a run, and one each for words whose
  /// letters have two or three UTF-8 bytes. The rest appends the character that ends a loop: most
  /// often another such letter before a character of another length, or else one with an accent or
  /// another lead byte.
  @inline(__always)
  private mutating func appendPlain(
    _ place: inout UnsafePointer<UInt8>, _ start: UnsafePointer<UInt8>,
    _ limit: UnsafePointer<UInt8>, _ table: borrowing PlainTable
  ) {
    let first = unsafe table.character(at: place, before: limit)
    var (weights, end) = unsafe (first.weights, first.end)
    if unsafe !weights.isPlain || weights.isCombining && place == start { return }
    var (primary, secondary, tertiary) = unsafe (self.primary, self.secondary, self.tertiary)
    var (commons, tertiaryBits, lead) = (self.commons, self.tertiaryBits, self.lead)
    while true {
      let from = unsafe tertiary
      // Whether the character has no accent and the lead byte of the one before.
      var isLetter = false
      switch unsafe end - place {
      case 1:
        if lead != 0 { break }
        // No character of ASCII that is plain in the table of bytes has a lead byte or an accent.
        isLetter = true
        while unsafe end < limit {
          let next = unsafe table.ofBytes[Int(end.pointee)]
          if !weights.isSimple(beforePlain: next) { break }
          unsafe Self.appendLetter(weights, &primary, &tertiary)
          unsafe end += 1
          weights = next
        }
        // Not added up in the loop, as in `appendShort`.
        if unsafe tertiary > from { tertiaryBits = .max }
        unsafe place = end - 1
      case 2:
        isLetter = unsafe Self.appendWords(
          &weights, &end, limit, lead, &primary, &tertiary, &tertiaryBits, length: 2, table)
        unsafe place = end - 2
      default:
        isLetter = unsafe Self.appendWords(
          &weights, &end, limit, lead, &primary, &tertiary, &tertiaryBits, length: 3, table)
        unsafe place = end - 3
      }
      unsafe commons &+= tertiary - from
      let isLast = unsafe end == limit
      let following = unsafe table.characterOrEnd(at: end, before: limit)
      let (next, nextEnd) = unsafe (following.weights, following.end)
      if !weights.isSimple(before: next) { break }
      if isLetter {
        unsafe Self.appendLetter(weights, &primary, &tertiary)
        commons &+= 1
      } else {
        if weights.lead != lead && !weights.isIgnored {
          if lead != 0 {
            let newFirst =
              weights.lead == 0 ? UInt8(truncatingIfNeeded: weights.primary) : weights.lead
            unsafe Self.endRun(lead, before: newFirst, &primary)
          }
          lead = weights.lead
          unsafe primary.pointee = lead
          unsafe primary += lead == 0 ? 0 : 1
        }
        if weights.hasAccent {
          unsafe UnsafeMutableRawPointer(primary).storeBytes(of: weights.primary, as: UInt32.self)
          unsafe primary += weights.primaryCount
          unsafe Self.appendSecondary(weights, &secondary, &commons)
          // A letter with an accent adds a common weight after its own.
          unsafe tertiary[0] = weights.tertiary
          unsafe tertiary[1] = LevelFormat.common
          unsafe tertiary += 2 &- weights.isAccentInstead
        } else {
          unsafe Self.appendLetter(weights, &primary, &tertiary)
          commons &+= 1
        }
      }
      tertiaryBits |= weights.bits
      unsafe place = end
      if isLast || !next.isPlain { break }
      unsafe (weights, end) = (next, nextEnd)
    }
    unsafe (self.primary, self.secondary, self.tertiary) = (primary, secondary, tertiary)
    (self.commons, self.tertiaryBits, self.lead) = (commons, tertiaryBits, lead)
  }

  /// Appends letters of one length that have no accent and the lead byte of the letter before, and
  /// single characters of ASCII between them, as the spaces between words. Returns whether the
  /// character that ends the loop is such a letter, too.
  @inline(__always)
  private static func appendWords(
    _ weights: inout PlainWeights, _ end: inout UnsafePointer<UInt8>,
    _ limit: UnsafePointer<UInt8>, _ lead: UInt8, _ primary: inout UnsafeMutablePointer<UInt8>,
    _ tertiary: inout UnsafeMutablePointer<UInt8>, _ tertiaryBits: inout UInt64, length: Int,
    _ table: borrowing PlainTable
  ) -> Bool {
    var isLetter = weights.isLetter(lead)
    while isLetter {
      while unsafe isLetter && limit - end >= length {
        let next = unsafe table.weights(ofLength: length, at: end)
        if !weights.isSimple(beforePlain: next) { break }
        unsafe appendLetter(weights, &primary, &tertiary)
        tertiaryBits |= weights.bits
        unsafe end += length
        weights = next
        isLetter = weights.isLetter(lead)
      }
      if unsafe !isLetter || lead == 0 || limit - end <= length { break }
      let space = unsafe table.ofBytes[Int(end.pointee)]
      if !weights.isSimple(beforePlain: space) { break }
      let next = unsafe table.weights(ofLength: length, at: end + 1)
      // The lead byte of `next` is written here, but a contraction may have another one.
      if !space.isSimple(beforePlain: next) || !next.isLetter(lead) || next.mayJoin { break }
      unsafe appendLetter(weights, &primary, &tertiary)
      unsafe appendSpace(space, between: lead, &primary, &tertiary)
      tertiaryBits |= weights.bits | space.bits
      unsafe end += length &+ 1
      weights = next
    }
    return isLetter
  }

  /// Appends a plain character without an accent to the primary and tertiary levels.
  @inline(__always)
  private static func appendLetter(
    _ weights: PlainWeights, _ primary: inout UnsafeMutablePointer<UInt8>,
    _ tertiary: inout UnsafeMutablePointer<UInt8>
  ) {
    unsafe UnsafeMutableRawPointer(primary).storeBytes(of: weights.primary, as: UInt32.self)
    unsafe primary += weights.primaryCountOfLetter
    unsafe tertiary.pointee = weights.tertiary
    unsafe tertiary += 1
  }

  /// Appends a character of ASCII between two letters with the same lead byte, as a space between
  /// two words, and the lead byte of the second.
  @inline(__always)
  private static func appendSpace(
    _ space: PlainWeights, between lead: UInt8, _ primary: inout UnsafeMutablePointer<UInt8>,
    _ tertiary: inout UnsafeMutablePointer<UInt8>
  ) {
    unsafe endRun(lead, before: UInt8(truncatingIfNeeded: space.primary), &primary)
    unsafe appendLetter(space, &primary, &tertiary)
    unsafe primary.pointee = lead
    unsafe primary += 1
  }

  /// Appends what a plain character with an accent adds to the secondary level: the count of the
  /// common weights up to its own, and the accent, which is higher.
  @inline(__always)
  private static func appendSecondary(
    _ weights: PlainWeights, _ secondary: inout UnsafeMutablePointer<UInt8>, _ commons: inout Int
  ) {
    let format = LevelFormat.secondary
    commons &+= 1 &- weights.isAccentInstead
    while commons > format.most {
      unsafe secondary.pointee = format.middle
      unsafe secondary += 1
      commons &-= format.most
    }
    let countLength = commons == 0 ? 0 : 1
    unsafe secondary.pointee = format.high &+ 1 &- UInt8(truncatingIfNeeded: commons)
    unsafe UnsafeMutableRawPointer(secondary + countLength).storeBytes(
      of: weights.accent, as: UInt16.self)
    unsafe secondary += countLength &+ weights.accentCount
    commons = 0
  }

  /// Appends a character that is not plain or not simple, and those after it up to a plain one.
  /// Returns whether it succeeded.
  @inline(never)
  private mutating func appendOthers(
    _ name: UnsafeBufferPointer<UInt8>, _ end: inout Int, _ table: LevelTable
  ) -> Bool {
    let isFirst = end == 0
    guard var (codePoint, weights) = unsafe table.character(name, &end),
      !isFirst || !weights.primary.isCombining
    else { return false }
    // A value passed to a function that is not inlined is kept in memory, so that function gets a
    // copy.
    var encoder = self
    while true {
      var start = end
      guard var (next, nextWeights) = unsafe table.character(name, &end) else { return false }
      if weights.primary.isSimple(before: nextWeights.primary) {
        encoder.append(weights)
      } else {
        if table.source.isShifted && weights.isEmpty { return false }
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
      if nextWeights.lower.isPlain {
        end = start
        break
      }
      (codePoint, weights) = (next, nextWeights)
    }
    self = encoder
    return true
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
    guard table.canAppend(pair, weights) else { return false }
    append(LevelWeights(weights, table.lowerWeights(of: pair)))
    return true
  }

  // MARK: The levels

  @inline(__always)
  private mutating func append(_ weights: LevelWeights) {
    append(weights.primary)
    let count = weights.lower.secondaryCount
    if weights.lower.hasUncommonSecondary {
      for place in 0..<count {
        appendSecondary(UInt8(truncatingIfNeeded: weights.lower.secondary &>> UInt32(8 &* place)))
      }
    } else {
      commons &+= count
    }
    unsafe UnsafeMutableRawPointer(tertiary).storeBytes(
      of: weights.lower.tertiary.littleEndian, as: UInt32.self)
    unsafe tertiary += weights.lower.tertiaryCount
    if weights.lower.hasUncommonTertiary { tertiaryBits = .max }
  }

  /// Appends a byte of a weight to the secondary level, or counts a common weight.
  @inline(__always)
  private mutating func appendSecondary(_ byte: UInt8) {
    if byte == LevelFormat.common {
      commons &+= 1
      return
    }
    let format = LevelFormat.secondary
    if commons > 0 {
      unsafe format.append(commons, beforeLower: byte < format.low, to: &secondary)
      commons = 0
    }
    unsafe secondary.pointee = byte
    unsafe secondary += 1
  }

  @inline(__always)
  private mutating func append(_ weights: PrimaryWeights) {
    var (code, length) = (weights.code, weights.length)
    let newFirst = UInt8(truncatingIfNeeded: code &>> 56)
    let newLead = weights.isCompressible ? newFirst : 0
    if newLead != lead {
      // An ignored character does not end a run.
      if length == 0 { return }
      if lead != 0 { unsafe Self.endRun(lead, before: newFirst, &primary) }
      lead = newLead
    } else if newLead != 0 {
      code &<<= 8
      length &-= 8
    }
    unsafe UnsafeMutableRawPointer(primary).storeBytes(of: code.bigEndian, as: UInt64.self)
    unsafe primary += length &>> 3
  }

  /// Appends the byte that ends a run of weights with one lead byte, before a weight with another
  /// one. The separator needs no such byte.
  @inline(__always)
  private static func endRun(
    _ lead: UInt8, before newFirst: UInt8, _ primary: inout UnsafeMutablePointer<UInt8>
  ) {
    unsafe primary.pointee =
      newFirst < lead ? SortKeyFormat.runEndBeforeLower : SortKeyFormat.runEndBeforeHigher
    unsafe primary += newFirst == SortKeyFormat.mergeSeparator ? 0 : 1
  }
}

extension LevelTable {
  /// Reads the character at a position, which moves past it, and its weights. At the end of the
  /// name, the code point is the greatest number. Returns `nil` if the bytes are ill-formed.
  ///
  /// In bounds because the position is at most the count of the bytes, and the decoder reads only
  /// offsets below the count that is left.
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
