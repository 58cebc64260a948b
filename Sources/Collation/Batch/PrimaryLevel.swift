/// Writes the first level of a name's sort key, as ICU's `CollationKeys::writeSortKeyUpToQuaternary` does:
/// a lead byte that is compressible and the same as before is left out, and where it changes, a byte
/// lower or higher than all others ends the run.
struct PrimaryLevel<Writer: PrimaryLevelWriter> {
  private(set) var writer: Writer
  /// The code of the last weight's lead byte where it is compressible, else 0.
  private var lead: UInt64 = 0

  /// The first level of a name whose every character the table proves simple; `nil` for any other.
  ///
  /// What follows the last bit that the writer wants is not read, but for the marks of the last character
  /// and what comes behind them.
  @inline(__always)
  init?(of name: UnsafeBufferPointer<UInt8>, _ table: PrimaryTable, to writer: Writer) {
    // What is passed to a function that is not inlined would be kept in memory, so that copies are
    // passed: this loop is most of the time that a key takes.
    var level = PrimaryLevel(writer: writer)
    var end = 0
    guard var character = unsafe PrimaryCharacter(name, &end, table) else { return nil }
    if character.weights.isCombining { return nil }
    while !character.isEnd {
      if level.lead == 0 {
        unsafe level.appendPlain(&character, name, &end, table)
      }
      let start = end
      guard var next = unsafe PrimaryCharacter(name, &end, table) else { return nil }
      if character.weights.isSimple(before: next.weights) {
        level.append(character.weights, table)
      } else {
        var (copy, position) = (level, start)
        guard unsafe copy.appendSpecial(character, name, &position, table) else { return nil }
        level = copy
        if position != start {
          end = position
          guard let behind = unsafe PrimaryCharacter(name, &end, table) else { return nil }
          next = behind
        }
      }
      if level.writer.isFull && !next.weights.isComplex { break }
      character = next
    }
    self = level
  }

  /// Appends plain characters, of which most names have many, while characters of ASCII follow.
  @inline(__always)
  private mutating func appendPlain(
    _ character: inout PrimaryCharacter, _ name: UnsafeBufferPointer<UInt8>, _ end: inout Int,
    _ table: PrimaryTable
  ) {
    var (plain, place) = (character, end)
    let (bytes, count, ascii) = unsafe (name.baseAddress!, name.count, table.ascii)
    while place < count {
      let byte = unsafe bytes[place]
      if byte >= 0x80 { break }
      let next = unsafe PrimaryCharacter(codePoint: UInt32(byte), weights: ascii[Int(byte)])
      if writer.isFull || !plain.weights.isPlain(beforeASCII: next.weights) { break }
      writer.append(plain.weights.code, plain.weights.length)
      plain = next
      place &+= 1
    }
    (character, end) = (plain, place)
  }

  private init(writer: Writer) { self.writer = writer }

  @inline(__always)
  private mutating func append(_ weights: PrimaryWeights, _ table: PrimaryTable) {
    var (code, length) = (weights.code, weights.length)
    if weights.isCompressible {
      let leadLength = weights.leadLength
      let newLead = code & ~(UInt64.max &>> UInt64(truncatingIfNeeded: leadLength))
      if newLead == lead {
        code &<<= UInt64(truncatingIfNeeded: leadLength)
        length &-= leadLength
      } else {
        if lead != 0 { appendEnd(before: code, table) }
        lead = newLead
      }
    } else if lead != 0 && length > 0 {
      appendEnd(before: code, table)
      lead = 0
    }
    writer.append(code, length)
  }

  /// Ends a run of weights with one lead byte.
  @inline(__always)
  private mutating func appendEnd(before code: UInt64, _ table: PrimaryTable) {
    let end = code < lead ? table.lowEnd : table.highEnd
    writer.append(end.code, end.length)
  }

  /// Appends a character that is complex, or begins a context or has marks, and these.
  @inline(never)
  private mutating func appendSpecial(
    _ first: PrimaryCharacter, _ name: UnsafeBufferPointer<UInt8>, _ position: inout Int,
    _ table: PrimaryTable
  ) -> Bool {
    if first.weights.isComplex { return false }
    var (weights, last, takesMarks) = (first.weights, first, table.takesMarks(first.codePoint))
    var end = position
    guard let second = unsafe PrimaryCharacter(name, &end, table) else { return false }
    if first.weights.mayStartContext(with: second.weights),
      let pair = table.weights(of: PrimaryPair(first.codePoint, second.codePoint))
    {
      if pair.isComplex { return false }
      (weights, last, position) = (pair, second, end)
      takesMarks = takesMarks || table.takesMarks(second.codePoint)
      // The second character may begin a context of its own.
      guard let third = unsafe PrimaryCharacter(name, &end, table) else { return false }
      if second.weights.mayStartContext(with: third.weights),
        table.weights(of: PrimaryPair(second.codePoint, third.codePoint)) != nil
      {
        return false
      }
    }
    append(weights, table)
    return unsafe appendMarks(after: last, takesMarks: takesMarks, name, &position, table)
  }

  /// Appends the combining marks after a character, if they are in canonical order and none can make a
  /// context with the character: not the first, which is looked up as part of a pair, and, since a
  /// context may leave out marks in between (UTS #10, S2.1.1), no second one either.
  private mutating func appendMarks(
    after character: PrimaryCharacter, takesMarks: Bool, _ name: UnsafeBufferPointer<UInt8>,
    _ position: inout Int, _ table: PrimaryTable
  ) -> Bool {
    var (previous, marks, end) = (character, 0, position)
    while true {
      guard let mark = unsafe PrimaryCharacter(name, &end, table) else { return false }
      if mark.weights.isComplex { return false }
      if !mark.weights.isCombining { return true }
      marks += 1
      if takesMarks && marks > 1 { return false }
      if ICUCombiningClass.trailing(previous.codePoint)
        > ICUCombiningClass.leading(mark.codePoint)
      {
        return false
      }
      append(mark.weights, table)
      (previous, position) = (mark, end)
    }
  }
}

extension PrimaryTable {
  /// A writer with the first level of a name: by the table or, where it cannot prove the name simple, by
  /// ICU.
  @inline(__always)
  func write<Writer: PrimaryLevelWriter>(
    _ name: UnsafeBufferPointer<UInt8>, to writer: Writer
  ) -> Writer {
    if let level = unsafe PrimaryLevel(of: name, self, to: writer) { return level.writer }
    return write(sortKey: unsafe sortKey(of: name), to: writer)
  }

  /// A writer with the first level of a sort key that ICU made.
  @inline(never)
  func write<Writer: PrimaryLevelWriter>(sortKey: [UInt8], to writer: Writer) -> Writer {
    var writer = writer
    // 1 and 0 end the first level.
    for byte in sortKey.prefix(while: { $0 > 1 }) {
      if writer.isFull { break }
      writer.append(code.codes[Int(byte)], code.lengths[Int(byte)])
    }
    return writer
  }
}

/// A character of a name and its weights, or the end of the name.
private struct PrimaryCharacter {
  let codePoint: UInt32
  let weights: PrimaryWeights

  var isEnd: Bool { codePoint == .max }

  @inline(__always)
  init(codePoint: UInt32, weights: PrimaryWeights) {
    (self.codePoint, self.weights) = (codePoint, weights)
  }

  /// The character at a position, which moves behind it; `nil` where the bytes are ill-formed.
  @inline(__always)
  init?(_ text: UnsafeBufferPointer<UInt8>, _ position: inout Int, _ table: PrimaryTable) {
    let remaining = text.count &- position
    if remaining == 0 {
      (codePoint, weights) = (.max, .none)
      return
    }
    let bytes = unsafe text.baseAddress! + position
    let first = unsafe UInt32(bytes[0])
    if first < 0x80 {
      codePoint = first
      weights = unsafe table.ascii[Int(first)]
      position &+= 1
      return
    }
    func trail(_ place: Int) -> UInt32 { unsafe UInt32(bytes[place]) ^ 0x80 }
    // Overlong forms, surrogates and what is beyond U+10FFFF are ill-formed.
    if first >= 0xC2, first < 0xE0, remaining >= 2 {
      let last = trail(1)
      guard last < 0x40 else { return nil }
      codePoint = (first & 0x1F) &<< 6 | last
      position &+= 2
    } else if first >= 0xE0, first < 0xF0, remaining >= 3 {
      let (second, last) = (trail(1), trail(2))
      codePoint = (first & 0xF) &<< 12 | second &<< 6 | last
      guard second | last < 0x40, codePoint >= 0x800, codePoint & ~0x7FF != 0xD800 else {
        return nil
      }
      position &+= 3
    } else if first >= 0xF0, first < 0xF5, remaining >= 4 {
      let (second, third, last) = (trail(1), trail(2), trail(3))
      codePoint = (first & 7) &<< 18 | second &<< 12 | third &<< 6 | last
      guard second | third | last < 0x40, codePoint >= 0x10000, codePoint <= 0x10FFFF else {
        return nil
      }
      position &+= 4
    } else {
      return nil
    }
    weights = table.weights(codePoint)
  }
}
