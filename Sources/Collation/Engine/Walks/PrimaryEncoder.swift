/// Writes the primary level of a name's sort key, as ICU's
/// `CollationKeys::writeSortKeyUpToQuaternary` does. A compressible lead byte that equals the
/// previous one is left out; when it changes, a byte lower or higher than all others ends the run.
struct PrimaryEncoder<Sink: LevelSink>: ClusterEncoder {
  private(set) var sink: Sink
  /// The code of the last weight's lead byte if it is compressible, else 0.
  private var lead: UInt64 = 0

  /// Writes the primary level of a name; `nil` unless the table proves every character simple.
  ///
  /// Reads nothing past the last bit that the sink wants, except the marks of the last character
  /// and the character after them.
  @inline(__always)
  init?(of name: UnsafeBufferPointer<UInt8>, _ table: PrimaryTable, to sink: Sink) {
    // A value passed to a function that isn't inlined is kept in memory, so the function gets
    // copies: most of a key's time goes to this loop.
    var level = PrimaryEncoder(sink: sink)
    var (end, limit) = unsafe level.appendLetters(name, from: 0, table)
    if Sink.isLong && level.sink.isFull {
      self = level
      return
    }
    let isFirst = end == 0
    guard var character = unsafe PrimaryCharacter(name, &end, table) else { return nil }
    if isFirst && character.weights.isCombining { return nil }
    while !character.isEnd {
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
      if next.codePoint < 0x80 && level.lead == 0 && end > limit && end < name.count,
        unsafe SimpleLetters.mayBegin(with: name[end])
      {
        (end, limit) = unsafe level.appendLetters(name, from: end &- 1, table)
        guard let behind = unsafe PrimaryCharacter(name, &end, table) else { return nil }
        next = behind
      } else if Sink.isLong && level.lead == 0 && next.codePoint >= 0x1000
        && next.codePoint < 0x10000
      {
        end = unsafe level.appendIdeographs(name, from: end &- 3, table)
        guard let behind = unsafe PrimaryCharacter(name, &end, table) else { return nil }
        next = behind
      }
      if level.sink.isFull && !next.weights.isComplex { break }
      character = next
    }
    self = level
  }

  private init(sink: Sink) { self.sink = sink }

  /// Appends characters from a position on while they are simple letters.
  ///
  /// In bounds because the place is less than the count.
  ///
  /// - Returns: The position after them, and a position before which no more can be appended.
  @inline(__always)
  private mutating func appendLetters(
    _ name: UnsafeBufferPointer<UInt8>, from place: Int, _ table: PrimaryTable
  ) -> (end: Int, limit: Int) {
    if !Sink.isLong { return (place, .max) }
    guard place < name.count, unsafe SimpleLetters.mayBegin(with: name[place]) else {
      return (unsafe appendIdeographs(name, from: place, table), 0)
    }
    return unsafe table.letters.append(name, from: place, to: &sink)
  }

  /// Appends characters from a position on while they are ideographs or other three-byte characters
  /// that are always simple. No run may be open. Returns the position after them.
  ///
  /// In bounds because three bytes are read only where three are left.
  @inline(__always)
  private mutating func appendIdeographs(
    _ name: UnsafeBufferPointer<UInt8>, from start: Int, _ table: PrimaryTable
  ) -> Int {
    guard let bytes = name.baseAddress else { return start }
    var (place, sink) = (start, sink)
    while place &+ 3 <= name.count && !sink.isFull {
      let weights = unsafe table.weightsOfThree(bytes + place)
      if !weights.isAlwaysSimple { break }
      sink.append(weights.code, weights.length)
      place &+= 3
    }
    self.sink = sink
    return place
  }

  @inline(__always)
  private mutating func appendUnlessFull(_ code: UInt64, _ length: Int) {
    if !sink.isFull { sink.append(code, length) }
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

  /// Ends a run of weights with one lead byte. Before the separator no byte does so, since its
  /// weight is the only one below the byte that ends runs.
  @inline(__always)
  private mutating func appendEnd(before code: UInt64, _ table: PrimaryTable) {
    if code < table.lowEnd.code { return }
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
  /// Writes the primary level of a name from the table alone; returns `nil` if the table cannot
  /// prove the name simple.
  @inline(__always)
  func writeByTable<Sink: LevelSink>(
    _ name: UnsafeBufferPointer<UInt8>, to sink: Sink
  ) -> Sink? {
    // Under custom rules, a longer name is truncated before ICU sees it.
    if name.count > ICUCollator.maximumLengthByRules { return nil }
    return unsafe PrimaryEncoder(of: name, self, to: sink)?.sink
  }

  /// Writes the first bits of a name's primary level. Not inlined, since only calls on few names
  /// use it; the keys of a list are made where the walk is inlined.
  @inline(never)
  func keyByTable(of name: UnsafeBufferPointer<UInt8>) -> PrimaryKey? {
    unsafe writeByTable(name, to: PrimaryKey())
  }

  /// Writes the first bytes of a name's primary level, if the table's code is the bytes. Not
  /// inlined, since few names need them.
  @inline(never)
  func bytesByTable(of name: UnsafeBufferPointer<UInt8>, limit: Int) -> [UInt8]? {
    unsafe writeByTable(name, to: PrimaryBytes(limit: limit))?.bytes
  }

  /// Writes the primary level of a sort key.
  @inline(never)
  func write<Sink: LevelSink>(sortKey: [UInt8], to sink: Sink) -> Sink {
    var sink = sink
    for byte in sortKey.primaryLevel {
      if sink.isFull { break }
      let next = code[byte]
      sink.append(next.code, next.length)
    }
    return sink
  }
}
