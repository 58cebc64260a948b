/// The primary level of a sort key while a `SortKeyEncoder` writes it.
///
/// Weights with one compressible lead byte form a *run*: the level has that byte once, before the
/// first of them, and a byte that ends the run before a weight with another lead byte.
///
/// In bounds because the encoder gives each level the most room that its weights may take
/// (`SortKeyEncoder.room`), and a level is read only below its end, or up to seven bytes beyond it.
@safe
struct PrimaryLevel {
  /// The position after its last byte.
  var end: UnsafeMutablePointer<UInt8>
  /// The lead byte of the last weight if it is compressible, else 0.
  private(set) var lead: UInt8 = 0

  init(at start: UnsafeMutablePointer<UInt8>) { unsafe end = start }

  /// Appends an unaccented plain character that continues the run.
  @inline(__always)
  mutating func appendLetter(_ weights: PlainWeights) {
    unsafe UnsafeMutableRawPointer(end).storeBytes(of: weights.primary, as: UInt32.self)
    unsafe end += weights.primaryCountOfLetter
  }

  /// Appends an accented plain character that continues the run.
  @inline(__always)
  mutating func appendAccented(_ weights: PlainWeights) {
    unsafe UnsafeMutableRawPointer(end).storeBytes(of: weights.primary, as: UInt32.self)
    unsafe end += weights.primaryCount
  }

  /// Ends the run, if there is one, and appends the new lead byte of a plain character.
  @inline(__always)
  mutating func changeLead(to weights: PlainWeights) {
    if lead != 0 {
      endRun(before: weights.lead == 0 ? UInt8(truncatingIfNeeded: weights.primary) : weights.lead)
    }
    lead = weights.lead
    unsafe end.pointee = lead
    unsafe end += lead == 0 ? 0 : 1
  }

  /// Appends an ASCII character between two letters of the run, such as a space between words, and
  /// resumes the run.
  @inline(__always)
  mutating func appendSpace(_ weights: PlainWeights) {
    endRun(before: UInt8(truncatingIfNeeded: weights.primary))
    appendLetter(weights)
    unsafe end.pointee = lead
    unsafe end += 1
  }

  @inline(__always)
  mutating func append(_ weights: PrimaryWeights) {
    var (code, length) = (weights.code, weights.length)
    let newFirst = UInt8(truncatingIfNeeded: code &>> 56)
    let newLead = weights.isCompressible ? newFirst : 0
    if newLead != lead {
      // An ignored character doesn't end a run.
      if length == 0 { return }
      if lead != 0 { endRun(before: newFirst) }
      lead = newLead
    } else if newLead != 0 {
      code &<<= 8
      length &-= 8
    }
    unsafe UnsafeMutableRawPointer(end).storeBytes(of: code.bigEndian, as: UInt64.self)
    unsafe end += length &>> 3
  }

  /// Appends the byte that ends a run before a weight with another lead byte. The separator needs
  /// none.
  @inline(__always)
  private mutating func endRun(before newFirst: UInt8) {
    unsafe end.pointee =
      newFirst < lead ? SortKeyFormat.runEndBeforeLower : SortKeyFormat.runEndBeforeHigher
    unsafe end += newFirst == SortKeyFormat.mergeSeparator ? 0 : 1
  }
}

/// The secondary level of a sort key while a `SortKeyEncoder` writes it, in memory of its own. Its
/// common weights are counted along the way.
@safe
struct SecondaryLevel {
  /// The position after its last byte.
  private var end: UnsafeMutablePointer<UInt8>
  /// The common weights after `end` that haven't been counted yet.
  var commons = 0

  init(at start: UnsafeMutablePointer<UInt8>) { unsafe end = start }

  @inline(__always)
  mutating func append(_ weights: LowerWeights) {
    let count = weights.secondaryCount
    if !weights.hasUncommonSecondary {
      commons &+= count
      return
    }
    for place in 0..<count {
      append(UInt8(truncatingIfNeeded: weights.secondary &>> UInt32(8 &* place)))
    }
  }

  /// Appends a byte of a weight, or counts a common weight.
  @inline(__always)
  private mutating func append(_ byte: UInt8) {
    if byte == LevelFormat.common {
      commons &+= 1
      return
    }
    let format = LevelFormat.secondary
    if commons > 0 {
      unsafe format.append(commons, beforeLower: byte < format.low, to: &end)
      commons = 0
    }
    unsafe end.pointee = byte
    unsafe end += 1
  }

  /// Appends what an accented plain character adds: the count of the common weights up to its own,
  /// and the accent, which is higher.
  @inline(__always)
  mutating func appendAccented(_ weights: PlainWeights) {
    let format = LevelFormat.secondary
    commons &+= 1 &- weights.isAccentInstead
    while commons > format.most {
      unsafe end.pointee = format.middle
      unsafe end += 1
      commons &-= format.most
    }
    let countLength = commons == 0 ? 0 : 1
    unsafe end.pointee = format.high &+ 1 &- UInt8(truncatingIfNeeded: commons)
    unsafe UnsafeMutableRawPointer(end + countLength).storeBytes(
      of: weights.accent, as: UInt16.self)
    unsafe end += countLength &+ weights.accentCount
    commons = 0
  }

  /// Reverses the level. Each of its weights takes one byte (`LowerSource`).
  @inline(never)
  mutating func turn(from start: UnsafeMutablePointer<UInt8>) {
    if unsafe end == start { return }
    let counted = unsafe [UInt8](UnsafeBufferPointer(start: start, count: end - start))
    let weights = LevelFormat.secondary.weights(ofCounted: counted)
    unsafe end = start
    // The common weights not counted yet now come first.
    for byte in weights.reversed() { append(byte) }
  }

  /// Moves the level to the end of a key, which is below it in memory.
  @inline(__always)
  func write(from start: UnsafeMutablePointer<UInt8>, to key: inout UnsafeMutablePointer<UInt8>) {
    var place = unsafe start
    while unsafe place < end {
      let bytes = unsafe UnsafeRawPointer(place).loadUnaligned(as: UInt64.self)
      unsafe UnsafeMutableRawPointer(key).storeBytes(of: bytes, as: UInt64.self)
      unsafe place += 8
      unsafe key += 8
    }
    unsafe key -= place - end
    if commons > 0 { unsafe LevelFormat.secondary.append(commons, beforeLower: true, to: &key) }
  }
}

/// The tertiary level of a sort key while a `SortKeyEncoder` writes it, in memory of its own. Its
/// common weights are counted at the end.
@safe
struct TertiaryLevel {
  /// The position after its last byte.
  var end: UnsafeMutablePointer<UInt8>
  /// All bits appended, as laid out in `PlainWeights`. If none is set, all weights are common.
  var bits: UInt64 = 0

  init(at start: UnsafeMutablePointer<UInt8>) { unsafe end = start }

  /// Appends a plain character without an accent.
  @inline(__always)
  mutating func appendLetter(_ weights: PlainWeights) {
    appendByte(of: weights)
    bits |= weights.bits
  }

  /// Appends a plain character without an accent, but doesn't note its bits.
  @inline(__always)
  mutating func appendByte(of weights: PlainWeights) {
    unsafe end.pointee = weights.tertiary
    unsafe end += 1
  }

  /// Appends a plain character with an accent. If the accent doesn't replace a common weight, one
  /// follows.
  @inline(__always)
  mutating func appendAccented(_ weights: PlainWeights) {
    unsafe end[0] = weights.tertiary
    unsafe end[1] = LevelFormat.common
    unsafe end += 2 &- weights.isAccentInstead
    bits |= weights.bits
  }

  @inline(__always)
  mutating func append(_ weights: LowerWeights) {
    unsafe UnsafeMutableRawPointer(end).storeBytes(
      of: weights.tertiary.littleEndian, as: UInt32.self)
    unsafe end += weights.tertiaryCount
    if weights.hasUncommonTertiary { bits = .max }
  }

  /// Moves the level to the end of a key, which is below it in memory, and counts its common
  /// weights.
  @inline(__always)
  func write(
    from start: UnsafeMutablePointer<UInt8>, _ format: LevelFormat,
    to key: inout UnsafeMutablePointer<UInt8>
  ) {
    let count = unsafe end - start
    if bits & PlainWeights.tertiaryMask != 0 {
      unsafe format.append(start, count: count, to: &key)
    } else if count > 0 {
      unsafe format.append(count, beforeLower: true, to: &key)
    }
  }
}
