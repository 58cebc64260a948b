/// Writes the first level of a name that is made of runs with the lead byte of a `RunCode`.
///
/// What a `PrimaryLevel` decides for each character, whether the lead byte is written, is here chosen
/// without a branch, of which the processor would guess one wrong in each word.
struct RunLevel<Writer: PrimaryLevelWriter>: ClusterWriter {
  private(set) var writer: Writer
  /// Whether the last weight is in a run.
  private var isInside = false

  /// The first level of a name whose every character is of a run or stands between two; `nil` for any
  /// other.
  ///
  /// What follows the last bit that the writer wants is not read, but for the marks of the last character
  /// and what comes behind them.
  @inline(__always)
  init?(of name: UnsafeBufferPointer<UInt8>, _ table: RunTable, to writer: Writer) {
    var level = RunLevel(writer: writer)
    var position = 0
    while unsafe !level.appendPlain(name, &position, table) {
      // What is passed to a function that is not inlined would be kept in memory, so that a copy is
      // passed: to append what is plain is most of the time that a key takes.
      var copy = level
      guard unsafe copy.appendCluster(name, &position, table) else { return nil }
      level = copy
    }
    self = level
  }

  private init(writer: Writer) { self.writer = writer }

  /// Appends what is plain. Returns whether that is all that is wanted.
  @inline(__always)
  private mutating func appendPlain(
    _ name: UnsafeBufferPointer<UInt8>, _ position: inout Int, _ table: RunTable
  ) -> Bool {
    guard let bytes = name.baseAddress else { return true }
    var (place, writer) = (position, self.writer)
    let end = name.count
    // Whether what comes before `weights` ends in a run.
    var mask = isInside ? UInt64.max : 0
    var weights = (position == 0 ? RunWeights.beginning : .nothing).weights(mask)
    while place < end && !writer.isFull {
      if weights.endsInside {
        // Within a run, letters of one length follow one another.
        while !writer.isFull {
          let next = unsafe table.letter(bytes + place, end &- place)
          if !weights.isSimple(beforeSimple: next) { break }
          writer.append(weights.code, weights.length)
          (weights, mask) = (next, .max)
          place &+= table.letterLength
        }
        if place == end || writer.isFull { break }
      }
      guard let next = unsafe table.character(bytes + place, end &- place) else { break }
      let nextWeights = unsafe next.weights.pointee
      if !weights.isSimple(before: nextWeights.outside) { break }
      writer.append(weights.code, weights.length)
      mask = weights.insideMask
      weights = nextWeights.weights(mask)
      unsafe place &+= next.length
    }
    var isDone = false
    if writer.isFull {
      isDone = !weights.isComplex
    } else if place == end {
      isDone = weights.isSimple(before: .none)
      if isDone { writer.append(weights.code, weights.length) }
    }
    (isInside, self.writer) = (mask != 0, writer)
    if !isDone && place != position {
      // Back to the character that was read and not appended.
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
    if !writer.isFull { writer.append(weights.code, weights.length) }
    isInside = weights.endsInside
    return true
  }
}
