/// Writes the primary level of a name made of runs with the lead byte of a `RunCode`.
///
/// Like a `PrimaryEncoder`, it decides for each character whether to write the lead byte, but
/// without a branch, which would be mispredicted once per word.
struct RunEncoder<Sink: LevelSink>: ClusterEncoder {
  private(set) var sink: Sink
  /// Whether the last weight is in a run.
  private var isInside = false

  /// Writes the primary level of a name; `nil` unless every character is in a run or between two
  /// runs.
  ///
  /// Reads nothing past the last bit that the sink wants, except the marks of the last character
  /// and the character after them.
  @inline(__always)
  init?(of name: UnsafeBufferPointer<UInt8>, _ table: RunTable, to sink: Sink) {
    var level = RunEncoder(sink: sink)
    var position = 0
    while unsafe !level.appendPlain(name, &position, table) {
      // A value passed to a function that isn't inlined is kept in memory, so the function gets a
      // copy: most of a key's time goes to appending plain characters.
      var copy = level
      guard unsafe copy.appendCluster(name, &position, table) else { return nil }
      level = copy
    }
    self = level
  }

  private init(sink: Sink) { self.sink = sink }

  /// Appends plain characters. Returns whether the level is done.
  ///
  /// In bounds because `place` is at most `end`: each read of a letter or character is given the
  /// number of bytes left, and reads of several letters have eight. When going back from the end,
  /// `place` stops at a byte that begins a character, at the latest at `position`, where one began.
  @inline(__always)
  private mutating func appendPlain(
    _ name: UnsafeBufferPointer<UInt8>, _ position: inout Int, _ table: RunTable
  ) -> Bool {
    guard let bytes = name.baseAddress else { return true }
    var (place, sink) = (position, self.sink)
    let end = name.count
    // Whether the character before `weights` ends in a run.
    var mask = isInside ? UInt64.max : 0
    var weights = (position == 0 ? RunWeights.beginning : .nothing).weights(mask)
    while place < end && !sink.isFull {
      if weights.endsInside {
        // Within a run, letters of equal length follow one another.
        while table.letterLength == 2 && end &- place >= 8 && !sink.isFull {
          guard let (a, b, c, d) = unsafe table.fourLetters(bytes + place),
            let (code, length) = weights.joined(a, b, c, beforeSimple: d)
          else { break }
          sink.append(code, length)
          (weights, mask) = (d, .max)
          place &+= 8
        }
        while table.letterLength == 3 && end &- place >= 8 && !sink.isFull {
          guard let (a, b) = unsafe table.twoLetters(bytes + place),
            let (code, length) = weights.joined(a, beforeSimple: b)
          else { break }
          sink.append(code, length)
          (weights, mask) = (b, .max)
          place &+= 6
        }
        while !sink.isFull {
          let next = unsafe table.letter(bytes + place, end &- place)
          if !weights.isSimple(beforeSimple: next) { break }
          sink.append(weights.code, weights.length)
          (weights, mask) = (next, .max)
          place &+= table.letterLength
        }
        if place == end || sink.isFull { break }
      }
      guard let next = unsafe table.character(bytes + place, end &- place) else { break }
      let nextWeights = unsafe next.weights.pointee
      if !weights.isSimple(before: nextWeights.outside) { break }
      sink.append(weights.code, weights.length)
      mask = weights.insideMask
      weights = nextWeights.weights(mask)
      unsafe place &+= next.length
    }
    var isDone = false
    if sink.isFull {
      isDone = !weights.isComplex
    } else if place == end {
      isDone = weights.isSimple(before: .none)
      if isDone { sink.append(weights.code, weights.length) }
    }
    (isInside, self.sink) = (mask != 0, sink)
    if !isDone && place != position {
      // Go back to the character that was read but not appended.
      repeat { place &-= 1 } while unsafe bytes[place] & 0xC0 == 0x80
      position = place
    }
    return isDone
  }

  /// Appends a character that is not simple before the next one.
  @inline(never)
  private mutating func appendCluster(
    _ name: UnsafeBufferPointer<UInt8>, _ position: inout Int, _ table: RunTable
  ) -> Bool {
    let isFirst = position == 0
    guard let character = unsafe PrimaryCharacter(name, &position, table.base) else { return false }
    if isFirst && character.weights.isCombining { return false }
    return unsafe appendCluster(character, name, &position, base: table.base, table)
  }

  mutating func append(_ character: PrimaryCharacter, _ table: RunTable) -> Bool {
    append(table.weights(character.codePoint).weights(isInside ? .max : 0))
  }

  mutating func append(
    _ pair: PrimaryPair, _ weights: PrimaryWeights, _ table: RunTable
  ) -> Bool {
    append(table.weights(of: pair, isInside: isInside))
  }

  private mutating func append(_ weights: PrimaryWeights) -> Bool {
    if weights.isComplex { return false }
    if !sink.isFull { sink.append(weights.code, weights.length) }
    isInside = weights.endsInside
    return true
  }
}

extension RunTable {
  /// Writes the primary level of a name from the table alone; returns `nil` if the table cannot
  /// prove the name simple.
  @inline(__always)
  func writeByTable<Sink: LevelSink>(
    _ name: UnsafeBufferPointer<UInt8>, to sink: Sink
  ) -> Sink? {
    if name.count <= ICUCollator.maximumLengthByRules,
      let written = unsafe writeRuns(of: name, to: sink)
    {
      return written
    }
    return unsafe write(bytesOf: name, to: sink)
  }

  /// Writes the level of a name; returns `nil` unless every character is in a run or between two
  /// runs. Not inlined, since a call costs little beside the walk.
  @inline(never)
  func writeRuns<Sink: LevelSink>(
    of name: UnsafeBufferPointer<UInt8>, to sink: Sink
  ) -> Sink? {
    unsafe RunEncoder(of: name, self, to: sink)?.sink
  }

  /// Writes the primary level of a sort key.
  func write<Sink: LevelSink>(sortKey: [UInt8], to sink: Sink) -> Sink {
    write(level: sortKey.primaryLevel, to: sink)
  }

  /// Writes the primary level of a name that isn't made up of runs, from its bytes. Each byte's
  /// code has at least one bit, so `wanted` bytes are enough.
  @inline(never)
  private func write<Sink: LevelSink>(
    bytesOf name: UnsafeBufferPointer<UInt8>, to sink: Sink
  ) -> Sink? {
    unsafe base.bytesByTable(of: name, limit: sink.wanted).map { write(level: $0, to: sink) }
  }

  /// Writes the bytes of a primary level. Returns the sink.
  func write<Sink: LevelSink>(level: some Sequence<UInt8>, to sink: Sink) -> Sink {
    var (sink, isInside) = (sink, false)
    for byte in level {
      if sink.isFull { break }
      let next = code.code(of: byte, isInside: isInside)
      sink.append(next.code, next.length)
      isInside = code.isInside(after: byte, wasInside: isInside)
    }
    return sink
  }
}
