/// Writes the first level of a name's sort key, as ICU's `CollationKeys::writeSortKeyUpToQuaternary` does:
/// a lead byte that is compressible and the same as before is left out, and where it changes, a byte
/// lower or higher than all others ends the run.
struct PrimaryLevel<Writer: PrimaryLevelWriter>: ClusterWriter {
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
        guard
          unsafe copy.appendCluster(
            character, name, &position, base: table, table)
        else { return nil }
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
  private mutating func appendUnlessFull(_ code: UInt64, _ length: Int) {
    if !writer.isFull { writer.append(code, length) }
  }

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
    appendUnlessFull(code, length)
  }

  /// Ends a run of weights with one lead byte.
  @inline(__always)
  private mutating func appendEnd(before code: UInt64, _ table: PrimaryTable) {
    let end = code < lead ? table.lowEnd : table.highEnd
    appendUnlessFull(end.code, end.length)
  }

  mutating func append(_ character: PrimaryCharacter, _ table: PrimaryTable) -> Bool {
    append(character.weights, table)
    return true
  }

  mutating func append(
    _ pair: PrimaryPair, _ weights: PrimaryWeights, _ table: PrimaryTable
  ) -> Bool {
    append(weights, table)
    return true
  }
}

extension PrimaryTable {
  /// A writer with the first level of a name: by the table or, where it cannot prove the name simple, by
  /// ICU.
  @inline(__always)
  func write<Writer: PrimaryLevelWriter>(
    _ name: UnsafeBufferPointer<UInt8>, to writer: Writer
  ) -> Writer {
    unsafe writeByTable(name, to: writer) ?? writeByICU(name, to: writer)
  }

  func writeByICU<Writer: PrimaryLevelWriter>(
    _ name: UnsafeBufferPointer<UInt8>, to writer: Writer
  ) -> Writer {
    write(sortKey: unsafe sortKey(of: name), to: writer)
  }

  /// The same by the table alone; `nil` where it cannot prove the name simple.
  @inline(__always)
  func writeByTable<Writer: PrimaryLevelWriter>(
    _ name: UnsafeBufferPointer<UInt8>, to writer: Writer
  ) -> Writer? {
    // A longer name is cut before ICU sees it.
    if name.count > ICUCollator.maximumLength { return nil }
    return unsafe PrimaryLevel(of: name, self, to: writer)?.writer
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
