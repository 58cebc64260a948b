/// Writes the whole sort key of a name whose characters are all simple, as ICU's
/// `CollationKeys::writeSortKeyUpToQuaternary` does.
///
/// One walk appends each character to three levels, which have memory of their own and are joined
/// at the end. It handles characters in three ways, from the most common to the rarest:
///
/// - *letters*, which have no accent and share the previous character's lead byte, in loops for
///   characters of one length (`appendLetters`);
/// - other plain characters (`append`);
/// - all others (`appendOthers`).
///
/// In bounds because no character adds more than seven bytes to the primary level or three to
/// another level, memory has room for `primaryRoom` and `lowerRoom` bytes, and the walk reads only
/// below the name's count.
@safe
struct SortKeyEncoder: ClusterEncoder {
  private var primary: PrimaryLevel
  private var secondary: SecondaryLevel
  private var tertiary: TertiaryLevel

  /// How many bytes one write may reach beyond the end of a level.
  private static let slack = 16
  /// How many bytes the primary level of a name may take.
  private static func primaryRoom(_ count: Int) -> Int { 7 &* count &+ slack }
  /// How many bytes the weights of another level of a name may take.
  private static func lowerRoom(_ count: Int) -> Int { 3 &* count &+ slack }
  /// How many bytes of memory writing a name's key takes.
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
      primary: PrimaryLevel(at: key), secondary: SecondaryLevel(at: secondaryStart),
      tertiary: TertiaryLevel(at: tertiaryStart))
    guard unsafe encoder.appendShort(name, table.plain) || encoder.walk(name, table) else {
      return nil
    }
    // The lower levels move down to the key's end, since the levels before them don't fill their
    // room.
    var end = unsafe encoder.primary.end
    if levels > 1 {
      if table.source.isBackwards { unsafe encoder.secondary.turn(from: secondaryStart) }
      unsafe end.pointee = SortKeyFormat.levelEnd
      unsafe end += 1
      unsafe encoder.secondary.write(from: secondaryStart, to: &end)
    }
    if levels > 2 {
      unsafe end.pointee = SortKeyFormat.levelEnd
      unsafe end += 1
      unsafe encoder.tertiary.write(from: tertiaryStart, table.tertiaryFormat, to: &end)
    }
    unsafe end.pointee = SortKeyFormat.keyEnd
    return unsafe end - key &+ 1
  }

  // MARK: The walk

  /// Appends a name of eight or more short characters, like most English names. Returns whether the
  /// name is one of these; if not, nothing counts as appended.
  ///
  /// Each character's bytes have a fixed place, so the last eight may overlap the previous ones. In
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
        unsafe primary.end[place] = UInt8(truncatingIfNeeded: weights)
        unsafe tertiary.end[place] = UInt8(truncatingIfNeeded: weights &>> 8)
      }
      if all &>> 16 == 0 { return false }
      place &+= 8
    }
    unsafe primary.end += name.count
    secondary.commons = name.count
    unsafe tertiary.end += name.count
    // Nearly every name has a capital, so its tertiary level is written in full anyway.
    tertiary.bits = .max
    return true
  }

  /// Appends all characters. Returns whether the table proves them simple.
  ///
  /// Not inlined, and only the loops for plain characters are inlined into it: they take most of a
  /// key's time and need the processor's registers.
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

  /// Appends plain characters until one is not plain or not simple.
  @inline(__always)
  private mutating func appendPlain(
    _ place: inout UnsafePointer<UInt8>, _ start: UnsafePointer<UInt8>,
    _ limit: UnsafePointer<UInt8>, _ table: borrowing PlainTable
  ) {
    var character = unsafe table.character(at: place, before: limit)
    if unsafe !character.weights.isPlain || character.weights.isCombining && place == start {
      return
    }
    var encoder = self
    while true {
      let isLetter = unsafe encoder.appendLetters(from: &place, to: &character, limit, table)
      let next = unsafe table.characterOrEnd(at: character.end, before: limit)
      if !character.weights.isSimple(before: next.weights) { break }
      if isLetter {
        encoder.appendLetter(character.weights)
      } else {
        encoder.append(character.weights)
      }
      unsafe place = character.end
      if unsafe place == limit || !next.weights.isPlain { break }
      character = next
    }
    // One by one: the compiler takes `self = encoder` as permission not to copy, and would write to
    // memory for each letter.
    (primary, secondary, tertiary) = (encoder.primary, encoder.secondary, encoder.tertiary)
  }

  /// Appends letters of the same length as `last`, beginning with it; the final one becomes `last`
  /// and isn't appended. Returns whether that is a letter of the run, too. Usually it is, and a
  /// character of another length follows.
  @inline(__always)
  private mutating func appendLetters(
    from place: inout UnsafePointer<UInt8>, to last: inout PlainCharacter,
    _ limit: UnsafePointer<UInt8>, _ table: borrowing PlainTable
  ) -> Bool {
    let start = unsafe tertiary.end
    let isLetter: Bool
    switch unsafe last.end - place {
    case 1:
      isLetter = unsafe appendASCII(to: &last, limit, table)
      unsafe place = last.end - 1
    case 2:
      isLetter = unsafe appendWords(ofLength: 2, to: &last, limit, table)
      unsafe place = last.end - 2
    default:
      isLetter = unsafe appendWords(ofLength: 3, to: &last, limit, table)
      unsafe place = last.end - 3
    }
    // Each letter has one byte at the tertiary level. Counting inside the loops took 4 % of a
    // Russian key.
    unsafe secondary.commons &+= tertiary.end - start
    return isLetter
  }

  /// Appends ASCII characters, none of which is in a run.
  @inline(__always)
  private mutating func appendASCII(
    to last: inout PlainCharacter, _ limit: UnsafePointer<UInt8>, _ table: borrowing PlainTable
  ) -> Bool {
    if primary.lead != 0 { return false }
    // No ASCII character that is plain in the table of bytes has a lead byte or an accent.
    while unsafe last.end < limit {
      let next = unsafe table.ofBytes[Int(last.end.pointee)]
      if !last.weights.isSimple(beforePlain: next) { break }
      primary.appendLetter(last.weights)
      tertiary.appendByte(of: last.weights)
      last.weights = next
      unsafe last.end += 1
    }
    // Not added up in the loop, as in `appendShort`.
    tertiary.bits = .max
    return true
  }

  /// Appends letters of a run that share one length, and single ASCII characters between them, such
  /// as the spaces between words.
  @inline(__always)
  private mutating func appendWords(
    ofLength length: Int, to last: inout PlainCharacter, _ limit: UnsafePointer<UInt8>,
    _ table: borrowing PlainTable
  ) -> Bool {
    let lead = primary.lead
    var isLetter = last.weights.isLetter(lead)
    while isLetter {
      while unsafe isLetter && limit - last.end >= length {
        let next = unsafe table.weights(ofLength: length, at: last.end)
        if !last.weights.isSimple(beforePlain: next) { break }
        appendUncounted(last.weights)
        last.weights = next
        unsafe last.end += length
        isLetter = next.isLetter(lead)
      }
      if unsafe !isLetter || lead == 0 || limit - last.end <= length { break }
      let space = unsafe table.ofBytes[Int(last.end.pointee)]
      if !last.weights.isSimple(beforePlain: space) { break }
      let next = unsafe table.weights(ofLength: length, at: last.end + 1)
      // The lead byte of `next` is written here, but a contraction may have another lead byte.
      if !space.isSimple(beforePlain: next) || !next.isLetter(lead) || next.mayJoin { break }
      appendUncounted(last.weights)
      appendSpaceUncounted(space)
      last.weights = next
      unsafe last.end += length &+ 1
    }
    return isLetter
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
    // A value passed to a function that isn't inlined is kept in memory, so the function gets a
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

  /// Appends a letter.
  @inline(__always)
  private mutating func appendLetter(_ weights: PlainWeights) {
    appendUncounted(weights)
    secondary.commons &+= 1
  }

  /// Appends a letter without counting its common weight yet.
  @inline(__always)
  private mutating func appendUncounted(_ weights: PlainWeights) {
    primary.appendLetter(weights)
    tertiary.appendLetter(weights)
  }

  /// Appends an ASCII character between two letters of a run, without counting its common weight
  /// yet.
  @inline(__always)
  private mutating func appendSpaceUncounted(_ weights: PlainWeights) {
    primary.appendSpace(weights)
    tertiary.appendLetter(weights)
  }

  /// Appends any plain character.
  @inline(__always)
  private mutating func append(_ weights: PlainWeights) {
    if weights.lead != primary.lead && !weights.isIgnored { primary.changeLead(to: weights) }
    if !weights.hasAccent { return appendLetter(weights) }
    primary.appendAccented(weights)
    secondary.appendAccented(weights)
    tertiary.appendAccented(weights)
  }

  /// Appends any character.
  @inline(__always)
  private mutating func append(_ weights: LevelWeights) {
    primary.append(weights.primary)
    secondary.append(weights.lower)
    tertiary.append(weights.lower)
  }
}

extension LevelTable {
  /// Reads the character at `position`, and its weights, and moves past it. At the end of the name,
  /// the code point is the maximum. Returns `nil` if the bytes are ill-formed.
  ///
  /// In bounds because the position is at most the count of the bytes, and the decoder reads only
  /// offsets below the remaining count.
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
